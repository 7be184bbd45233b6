// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs in the runtime interface: how they are made, read and changed.
#include <cuda_runtime_api.h>

#include "vgpu/api/give.h"
#include "vgpu/api/graph_exec.h"
#include "vgpu/api/node.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

/// Adds a node of a graph behind others; `fill_in` completes it.
template <class F>
cudaError_t add(const char* function, cudaGraphNode_t* place, cudaGraph_t graph, const cudaGraphNode_t* after,
                size_t count, cudaGraphNodeType type, Expected<vgpu::stream::TaskPtr> task, F fill_in) {
    return runtime(function, [&]() -> Outcome {
        if (!place) return fail(cudaErrorInvalidValue, "pGraphNode is null");
        if (!task.ok()) return task.failure();
        return with(find_graph(graph), [&](const std::shared_ptr<Graph>& found) {
            return with(nodes_of(*found, after, count), [&](const Nodes& nodes) {
                *place = add_node(*found, type, *task, nodes);
                fill_in(**place);
                return Outcome{};
            });
        });
    });
}

template <class Parameters>
cudaError_t add(const char* function, cudaGraphNode_t* place, cudaGraph_t graph, const cudaGraphNode_t* after,
                size_t count, const Parameters* parameters) {
    return add(function, place, graph, after, count, kNodeType<Parameters>, to_task(parameters),
               [](Node&) {});
}

Outcome check_type(const Node& node, cudaGraphNodeType type) {
    if (node.type == type) return {};
    return fail(cudaErrorInvalidValue, "the node is a %s node, no %s node", name_of(node.type),
                name_of(type));
}

template <class F>
cudaError_t on_node(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type, F f) {
    return runtime(function, [&] {
        return with(find_node(handle), [&](Node* node) -> Outcome {
            VGPU_TRY(check_type(*node, type));
            return f(*node);
        });
    });
}

template <class Parameters>
cudaError_t get(const char* function, cudaGraphNode_t handle, Parameters* parameters) {
    return on_node(function, handle, kNodeType<Parameters>,
                   [&](Node& node) { return from_task(node.task.get(), parameters); });
}

cudaError_t set(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type,
                Expected<vgpu::stream::TaskPtr> task) {
    return on_node(function, handle, type, [&](Node& node) -> Outcome {
        if (!task.ok()) return task.failure();
        node.task = *task;
        return {};
    });
}

/// Calls f(step) for the step of an instance that stands for the node.
template <class F>
cudaError_t on_step(const char* function, cudaGraphExec_t handle, cudaGraphNode_t node,
                    cudaGraphNodeType type, F f) {
    return runtime(function, [&] {
        return with(find_exec(handle), [&](const std::shared_ptr<GraphExec>& exec) {
            const std::lock_guard lock(exec->mutex);
            return with(step_of(*exec, node, type), [&](GraphExec::Step* step) { return f(*step); });
        });
    });
}

cudaError_t set(const char* function, cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                Expected<vgpu::stream::TaskPtr> task) {
    return on_step(function, exec, node, type, [&](GraphExec::Step& step) -> Outcome {
        if (!task.ok()) return task.failure();
        step.task = *task;
        return {};
    });
}

cudaError_t add_event(const char* function, cudaGraphNode_t* place, cudaGraph_t graph,
                      const cudaGraphNode_t* after, size_t count, cudaGraphNodeType type, cudaEvent_t event) {
    auto found = find_event(event);
    if (!found.ok()) return runtime(function, [&] { return found.failure(); });
    return add(function, place, graph, after, count, type, vgpu::stream::TaskPtr(),
               [&](Node& node) { node.event = *found; });
}

cudaError_t get_event(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type,
                      cudaEvent_t* event) {
    return on_node(function, handle, type,
                   [&](Node& node) { return give("event_out", event, node.event.get()); });
}

cudaError_t set_event(const char* function, cudaGraphNode_t handle, cudaGraphNodeType type,
                      cudaEvent_t event) {
    return on_node(function, handle, type, [&](Node& node) {
        return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
            node.event = found;
            return Outcome{};
        });
    });
}

cudaError_t set_event(const char* function, cudaGraphExec_t exec, cudaGraphNode_t node,
                      cudaGraphNodeType type, cudaEvent_t event) {
    return on_step(function, exec, node, type, [&](GraphExec::Step& step) {
        return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
            step.event = found;
            return Outcome{};
        });
    });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaKernelNodeParams* parameters) {
    return add("cudaGraphAddKernelNode", node, graph, after, count, parameters);
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemcpy3DParms* parameters) {
    return add("cudaGraphAddMemcpyNode", node, graph, after, count, parameters);
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t count, const cudaMemsetParams* parameters) {
    return add("cudaGraphAddMemsetNode", node, graph, after, count, parameters);
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 size_t count, const cudaHostNodeParams* parameters) {
    return add("cudaGraphAddHostNode", node, graph, after, count, parameters);
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t count, void* dst, const void* src, size_t bytes,
                                     cudaMemcpyKind kind) {
    return add("cudaGraphAddMemcpyNode1D", node, graph, after, count, cudaGraphNodeTypeMemcpy,
               to_task(dst, src, bytes, kind), [](Node&) {});
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
    return add("cudaGraphAddEmptyNode", node, graph, after, count, cudaGraphNodeTypeEmpty,
               vgpu::stream::TaskPtr(), [](Node&) {});
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       size_t count, cudaGraph_t child) {
    auto found = find_graph(child);
    if (!found.ok()) return runtime("cudaGraphAddChildGraphNode", [&] { return found.failure(); });
    return add("cudaGraphAddChildGraphNode", node, graph, after, count, cudaGraphNodeTypeGraph,
               vgpu::stream::TaskPtr(), [&](Node& made) {
                   made.child = Live<Graph>::all().find(Live<Graph>::all().add(clone(**found)));
               });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count, cudaEvent_t event) {
    return add_event("cudaGraphAddEventRecordNode", node, graph, after, count, cudaGraphNodeTypeEventRecord,
                     event);
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
    return add_event("cudaGraphAddEventWaitNode", node, graph, after, count, cudaGraphNodeTypeWaitEvent,
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
    return set("cudaGraphKernelNodeSetParams", node, cudaGraphNodeTypeKernel, to_task(parameters));
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
    return set("cudaGraphMemcpyNodeSetParams", node, cudaGraphNodeTypeMemcpy, to_task(parameters));
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t bytes,
                                           cudaMemcpyKind kind) {
    return set("cudaGraphMemcpyNodeSetParams1D", node, cudaGraphNodeTypeMemcpy,
               to_task(dst, src, bytes, kind));
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return set("cudaGraphMemsetNodeSetParams", node, cudaGraphNodeTypeMemset, to_task(parameters));
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return set("cudaGraphHostNodeSetParams", node, cudaGraphNodeTypeHost, to_task(parameters));
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event("cudaGraphEventRecordNodeSetEvent", node, cudaGraphNodeTypeEventRecord, event);
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return set_event("cudaGraphEventWaitNodeSetEvent", node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return set("cudaGraphExecKernelNodeSetParams", exec, node, cudaGraphNodeTypeKernel, to_task(parameters));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
    return set("cudaGraphExecMemcpyNodeSetParams", exec, node, cudaGraphNodeTypeMemcpy, to_task(parameters));
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t bytes, cudaMemcpyKind kind) {
    return set("cudaGraphExecMemcpyNodeSetParams1D", exec, node, cudaGraphNodeTypeMemcpy,
               to_task(dst, src, bytes, kind));
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return set("cudaGraphExecMemsetNodeSetParams", exec, node, cudaGraphNodeTypeMemset, to_task(parameters));
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return set("cudaGraphExecHostNodeSetParams", exec, node, cudaGraphNodeTypeHost, to_task(parameters));
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
    return runtime("cudaGraphExecChildGraphNodeSetParams", [&] {
        return with(find_exec(handle), [&](const std::shared_ptr<GraphExec>& exec) {
            return with(find_graph(child), [&](const std::shared_ptr<Graph>& graph) {
                return update_child(*exec, node, *graph);
            });
        });
    });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    const auto type = node ? node->type : cudaGraphNodeTypeEmpty;
    return on_step("cudaGraphNodeSetEnabled", exec, node, type, [&](GraphExec::Step& step) {
        step.enabled = enabled != 0;
        return Outcome{};
    });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
    const auto type = node ? node->type : cudaGraphNodeTypeEmpty;
    return on_step("cudaGraphNodeGetEnabled", exec, node, type,
                   [&](GraphExec::Step& step) { return give("isEnabled", enabled, step.enabled ? 1u : 0u); });
}

}  // extern "C"
