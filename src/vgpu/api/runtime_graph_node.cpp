// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs in the runtime interface: how they are made, read and changed.
#include <cuda_runtime_api.h>

#include "vgpu/api/graph_node.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class Parameters>
cudaError_t add(const char* function, const NewNode& where, const Parameters* parameters) {
    return runtime(function, [&] { return add_node(where, kNodeType<Parameters>, to_task(parameters)); });
}

cudaError_t add_event(const char* function, const NewNode& where, cudaGraphNodeType type, cudaEvent_t event) {
    return runtime(function, [&] { return add_event_node(where, type, event); });
}

template <class F>
cudaError_t on_node(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type, F f) {
    return runtime(function,
                   [&] { return with(node_of_type(handle, type), [&](Node* node) { return f(*node); }); });
}

template <class Parameters>
cudaError_t get(const char* function, cudaGraphNode_t handle, Parameters* parameters) {
    return on_node(function, handle, kNodeType<Parameters>,
                   [&](Node& node) { return from_task(node.task.get(), parameters); });
}

template <class Parameters>
cudaError_t set(const char* function, cudaGraphNode_t node, const Parameters* parameters) {
    return runtime(function, [&] { return set_task(node, kNodeType<Parameters>, to_task(parameters)); });
}

template <class Parameters>
cudaError_t set(const char* function, cudaGraphExec_t exec, cudaGraphNode_t node,
                const Parameters* parameters) {
    return runtime(function,
                   [&] { return set_task(exec, node, kNodeType<Parameters>, to_task(parameters)); });
}

cudaError_t get_event(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type,
                      cudaEvent_t* event) {
    return on_node(function, handle, type,
                   [&](Node& node) { return give("event_out", event, node.event.get()); });
}

/// `Holder`: a node, or a step of an instance.
template <class Holder>
Outcome hold(Holder& holder, cudaEvent_t event) {
    return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
        holder.event = found;
        return Outcome{};
    });
}

cudaError_t set_event(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type,
                      cudaEvent_t event) {
    return on_node(function, handle, type, [&](Node& node) { return hold(node, event); });
}

cudaError_t set_event(const char* function, cudaGraphExec_t exec, cudaGraphNode_t node,
                      cudaGraphNodeType type, cudaEvent_t event) {
    return runtime(function, [&] {
        return on_step(exec, node, type, [&](GraphExec::Step& step) { return hold(step, event); });
    });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaKernelNodeParams* parameters) {
    return add("cudaGraphAddKernelNode", {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemcpy3DParms* parameters) {
    return add("cudaGraphAddMemcpyNode", {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemsetParams* parameters) {
    return add("cudaGraphAddMemsetNode", {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 size_t count, const cudaHostNodeParams* parameters) {
    return add("cudaGraphAddHostNode", {node, graph, after, count}, parameters);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* dst, const void* src, size_t bytes,
                                     cudaMemcpyKind kind) {
    return runtime("cudaGraphAddMemcpyNode1D", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeMemcpy, to_task(dst, src, bytes, kind));
    });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
    return runtime("cudaGraphAddEmptyNode", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeEmpty, vgpu::stream::TaskPtr());
    });
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
    return runtime("cudaGraphAddChildGraphNode",
                   [&] { return add_child_node({node, graph, after, count}, child); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count, cudaEvent_t event) {
    return add_event("cudaGraphAddEventRecordNode", {node, graph, after, count}, cudaGraphNodeTypeEventRecord,
                     event);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
    return add_event("cudaGraphAddEventWaitNode", {node, graph, after, count}, cudaGraphNodeTypeWaitEvent,
                     event);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
    return get("cudaGraphKernelNodeGetParams", node, parameters);
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
    return get("cudaGraphMemcpyNodeGetParams", node, parameters);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return get("cudaGraphMemsetNodeGetParams", node, parameters);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return get("cudaGraphHostNodeGetParams", node, parameters);
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t handle, cudaGraph_t* graph) {
    return on_node("cudaGraphChildGraphNodeGetGraph", handle, cudaGraphNodeTypeGraph,
                   [&](Node& node) { return give("pGraph", graph, node.child.get()); });
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get_event("cudaGraphEventRecordNodeGetEvent", node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return get_event("cudaGraphEventWaitNodeGetEvent", node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
    return set("cudaGraphKernelNodeSetParams", node, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
    return set("cudaGraphMemcpyNodeSetParams", node, parameters);
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t bytes,
                                           cudaMemcpyKind kind) {
    return runtime("cudaGraphMemcpyNodeSetParams1D",
                   [&] { return set_task(node, cudaGraphNodeTypeMemcpy, to_task(dst, src, bytes, kind)); });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return set("cudaGraphMemsetNodeSetParams", node, parameters);
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return set("cudaGraphHostNodeSetParams", node, parameters);
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event("cudaGraphEventRecordNodeSetEvent", node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event("cudaGraphEventWaitNodeSetEvent", node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return set("cudaGraphExecKernelNodeSetParams", exec, node, parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
    return set("cudaGraphExecMemcpyNodeSetParams", exec, node, parameters);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t bytes, cudaMemcpyKind kind) {
    return runtime("cudaGraphExecMemcpyNodeSetParams1D", [&] {
        return set_task(exec, node, cudaGraphNodeTypeMemcpy, to_task(dst, src, bytes, kind));
    });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return set("cudaGraphExecMemsetNodeSetParams", exec, node, parameters);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return set("cudaGraphExecHostNodeSetParams", exec, node, parameters);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return set_event("cudaGraphExecEventRecordNodeSetEvent", exec, node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return set_event("cudaGraphExecEventWaitNodeSetEvent", exec, node, cudaGraphNodeTypeWaitEvent, event);
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return runtime("cudaGraphExecChildGraphNodeSetParams", [&] { return set_child(handle, node, child); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    const auto type = node ? node->type : cudaGraphNodeTypeEmpty;
    return runtime("cudaGraphNodeSetEnabled", [&] {
        return on_step(exec, node, type, [&](GraphExec::Step& step) {
            step.enabled = enabled != 0;
            return Outcome{};
        });
    });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
    const auto type = node ? node->type : cudaGraphNodeTypeEmpty;
    return runtime("cudaGraphNodeGetEnabled", [&] {
        return on_step(exec, node, type, [&](GraphExec::Step& step) {
            return give("isEnabled", enabled, step.enabled ? 1u : 0u);
        });
    });
}

}  // extern "C"
