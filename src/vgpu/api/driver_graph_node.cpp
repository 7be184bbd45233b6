// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs in the driver interface.
#include "vgpu/api/copy.h"
#include "vgpu/api/driver_copy.h"
#include "vgpu/api/driver_kernel.h"
#include "vgpu/api/driver_shell.h"
#include "vgpu/api/graph_node.h"
#include "vgpu/api/kernel.h"

using namespace vgpu::api;
using vgpu::Outcome;
using vgpu::stream::TaskPtr;

namespace {

Outcome is_null() { return fail(cudaErrorInvalidValue, "nodeParams is null"); }

Expected<TaskPtr> to_task(const CUDA_KERNEL_NODE_PARAMS* p) {
    if (!p) return is_null();
    auto kernel = kernel_of(p->func ? static_cast<const void*>(p->func) : p->kern);
    if (!kernel.ok()) return kernel.failure();
    const cudaKernelNodeParams same{const_cast<void*>((*kernel)->address),
                                    {p->gridDimX, p->gridDimY, p->gridDimZ},
                                    {p->blockDimX, p->blockDimY, p->blockDimZ},
                                    p->sharedMemBytes,
                                    p->kernelParams,
                                    p->extra};
    return vgpu::api::to_task(&same);
}
Expected<TaskPtr> to_task(const CUDA_MEMCPY3D* p) {
    if (!p) return is_null();
    auto box = box_of(*p);
    if (!box.ok()) return box.failure();
    auto task = make_copy(box->to, box->from, box->box, cudaMemcpyDefault);
    if (!task.ok()) return task.failure();
    return TaskPtr(*task);
}
Expected<TaskPtr> to_task(const CUDA_MEMSET_NODE_PARAMS* p) {
    if (!p) return is_null();
    const cudaMemsetParams same{pointer_of(p->dst), p->pitch, p->value, p->elementSize, p->width, p->height};
    return vgpu::api::to_task(&same);
}
Expected<TaskPtr> to_task(const CUDA_HOST_NODE_PARAMS* p) {
    if (!p) return is_null();
    const cudaHostNodeParams same{p->fn, p->userData};
    return vgpu::api::to_task(&same);
}

template <class F>
CUresult on_graph(const char* function, CUgraph handle, F f) {
    return driver(function, [&] {
        return with(find_graph(handle), [&](const std::shared_ptr<Graph>& graph) { return f(*graph); });
    });
}
template <class F>
CUresult on_node(const char* function, CUgraphNode handle, F f) {
    return driver(function, [&] { return with(find_node(handle), [&](Node* node) { return f(*node); }); });
}

}  // namespace

extern "C" {

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS* parameters) {
    return driver("cuGraphAddKernelNode", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeKernel, to_task(parameters));
    });
}
CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                              const CUDA_MEMCPY3D* parameters, CUcontext) {
    return driver("cuGraphAddMemcpyNode", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeMemcpy, to_task(parameters));
    });
}
CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS* parameters, CUcontext) {
    return driver("cuGraphAddMemsetNode", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeMemset, to_task(parameters));
    });
}
CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                            const CUDA_HOST_NODE_PARAMS* parameters) {
    return driver("cuGraphAddHostNode", [&] {
        return add_node({node, graph, after, count}, cudaGraphNodeTypeHost, to_task(parameters));
    });
}
CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                                  CUgraph child) {
    return driver("cuGraphAddChildGraphNode",
                  [&] { return add_child_node({node, graph, after, count}, child); });
}
CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count) {
    return driver("cuGraphAddEmptyNode",
                  [&] { return add_node({node, graph, after, count}, cudaGraphNodeTypeEmpty, TaskPtr()); });
}
CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                                   CUevent event) {
    return driver("cuGraphAddEventRecordNode", [&] {
        return add_event_node({node, graph, after, count}, cudaGraphNodeTypeEventRecord, event);
    });
}
CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t count,
                                 CUevent event) {
    return driver("cuGraphAddEventWaitNode", [&] {
        return add_event_node({node, graph, after, count}, cudaGraphNodeTypeWaitEvent, event);
    });
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS* parameters) {
    return driver("cuGraphKernelNodeGetParams", [&] {
        return with(node_of_type(handle, cudaGraphNodeTypeKernel), [&](Node* node) -> Outcome {
            if (!parameters) return is_null();
            cudaKernelNodeParams p{};
            VGPU_TRY(from_task(node->task.get(), &p));
            return with(kernel_at(p.func), [&](const vgpuKernel* kernel) {
                *parameters = {handle_of<CUfunction>(kernel),
                               p.gridDim.x,
                               p.gridDim.y,
                               p.gridDim.z,
                               p.blockDim.x,
                               p.blockDim.y,
                               p.blockDim.z,
                               p.sharedMemBytes,
                               p.kernelParams,
                               p.extra,
                               nullptr,
                               nullptr};
                return Outcome{};
            });
        });
    });
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* parameters) {
    return driver("cuGraphKernelNodeSetParams",
                  [&] { return set_task(node, cudaGraphNodeTypeKernel, to_task(parameters)); });
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* parameters) {
    return driver("cuGraphMemcpyNodeSetParams",
                  [&] { return set_task(node, cudaGraphNodeTypeMemcpy, to_task(parameters)); });
}
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* parameters) {
    return driver("cuGraphMemsetNodeSetParams",
                  [&] { return set_task(node, cudaGraphNodeTypeMemset, to_task(parameters)); });
}
CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* parameters) {
    return driver("cuGraphHostNodeSetParams",
                  [&] { return set_task(node, cudaGraphNodeTypeHost, to_task(parameters)); });
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* parameters) {
    return driver("cuGraphExecKernelNodeSetParams",
                  [&] { return set_task(exec, node, cudaGraphNodeTypeKernel, to_task(parameters)); });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D* parameters,
                                        CUcontext) {
    return driver("cuGraphExecMemcpyNodeSetParams",
                  [&] { return set_task(exec, node, cudaGraphNodeTypeMemcpy, to_task(parameters)); });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS* parameters, CUcontext) {
    return driver("cuGraphExecMemsetNodeSetParams",
                  [&] { return set_task(exec, node, cudaGraphNodeTypeMemset, to_task(parameters)); });
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS* parameters) {
    return driver("cuGraphExecHostNodeSetParams",
                  [&] { return set_task(exec, node, cudaGraphNodeTypeHost, to_task(parameters)); });
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
    return driver("cuGraphExecChildGraphNodeSetParams", [&] { return set_child(exec, node, child); });
}

CUresult cuGraphClone(CUgraph* copy, CUgraph original) {
    return on_graph("cuGraphClone", original, [&](Graph& graph) -> Outcome {
        if (!copy) return fail(cudaErrorInvalidValue, "phGraphClone is null");
        return give("phGraphClone", copy, Live<Graph>::all().add(clone(graph)));
    });
}
CUresult cuGraphGetNodes(CUgraph handle, CUgraphNode* nodes, size_t* count) {
    return on_graph("cuGraphGetNodes", handle,
                    [&](Graph& graph) { return list_nodes(all_nodes(graph), nodes, count); });
}
CUresult cuGraphGetRootNodes(CUgraph handle, CUgraphNode* nodes, size_t* count) {
    return on_graph("cuGraphGetRootNodes", handle,
                    [&](Graph& graph) { return list_nodes(root_nodes(graph), nodes, count); });
}
CUresult cuGraphNodeGetDependencies(CUgraphNode handle, CUgraphNode* nodes, CUgraphEdgeData* data,
                                    size_t* count) {
    return on_node("cuGraphNodeGetDependencies", handle, [&](Node& node) -> Outcome {
        VGPU_TRY(list_nodes(node.after, nodes, count));
        if (data) std::fill_n(data, *count, CUgraphEdgeData{});
        return {};
    });
}
CUresult cuGraphAddDependencies(CUgraph handle, const CUgraphNode* from, const CUgraphNode* to,
                                const CUgraphEdgeData*, size_t count) {
    return on_graph("cuGraphAddDependencies", handle,
                    [&](Graph& graph) { return add_edges(graph, from, to, count); });
}
CUresult cuGraphNodeGetType(CUgraphNode handle, CUgraphNodeType* type) {
    return on_node("cuGraphNodeGetType", handle,
                   [&](Node& node) { return give("type", type, static_cast<CUgraphNodeType>(node.type)); });
}
CUresult cuGraphDestroyNode(CUgraphNode handle) {
    return on_node("cuGraphDestroyNode", handle, [](Node& node) { return remove_node(node); });
}

}  // extern "C"
