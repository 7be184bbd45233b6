// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Graphs of the runtime interface, but for what is about one node's parameters.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>

#include "vgpu/api/graph_node.h"
#include "vgpu/api/shell.h"

using namespace vgpu::api;
using vgpu::Outcome;

namespace {

template <class F>
cudaError_t on_graph(const char* function, cudaGraph_t handle, F f) {
    return runtime(function, [&] {
        return with(find_graph(handle), [&](const std::shared_ptr<Graph>& graph) { return f(*graph); });
    });
}

template <class F>
cudaError_t on_node(const char* function, cudaGraphNode_t handle, F f) {
    return runtime(function, [&] { return with(find_node(handle), [&](Node* node) { return f(*node); }); });
}

template <class F>
cudaError_t on_exec(const char* function, cudaGraphExec_t handle, F f) {
    return runtime(function, [&] {
        return with(find_exec(handle), [&](const std::shared_ptr<GraphExec>& exec) { return f(*exec); });
    });
}

template <class F>
Nodes select(const Graph& graph, F chosen) {
    Nodes found;
    for (const auto& node : graph.nodes)
        if (chosen(*node)) found.push_back(node.get());
    return found;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return runtime("cudaGraphCreate", [&]() -> Outcome {
        VGPU_TRY(only_flags(flags, 0));
        if (!graph) return fail(cudaErrorInvalidValue, "pGraph is null");
        return give("pGraph", graph, Live<Graph>::all().add(create_graph()));
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
    return on_graph("cudaGraphDestroy", handle, [](Graph& graph) -> Outcome {
        Live<Graph>::all().remove(&graph);
        return {};
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t original) {
    return on_graph("cudaGraphClone", original, [&](Graph& graph) -> Outcome {
        if (!copy) return fail(cudaErrorInvalidValue, "pGraphClone is null");
        return give("pGraphClone", copy, Live<Graph>::all().add(clone(graph)));
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t copy) {
    return on_graph("cudaGraphNodeFindInClone", copy, [&](Graph& graph) -> Outcome {
        const Nodes twins = select(graph, [&](const Node& one) { return one.original == original; });
        if (twins.empty())
            return fail(cudaErrorInvalidValue, "the graph has no copy of node %p",
                        static_cast<void*>(original));
        return give("pNode", node, twins.front());
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
    return on_graph("cudaGraphGetNodes", handle,
                    [&](Graph& graph) { return list_nodes(all_nodes(graph), nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t handle, cudaGraphNode_t* nodes, size_t* count) {
    return on_graph("cudaGraphGetRootNodes", handle,
                    [&](Graph& graph) { return list_nodes(root_nodes(graph), nodes, count); });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t handle, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, size_t* count) {
    return on_graph("cudaGraphGetEdges", handle, [&](Graph& graph) -> Outcome {
        Nodes first, second;
        for (const auto& node : graph.nodes)
            for (Node* before : node->after) first.push_back(before), second.push_back(node.get());
        if (!count || !from != !to)
            return fail(cudaErrorInvalidValue, "from, to and numEdges have to be given together");
        size_t same = *count;
        VGPU_TRY(list_nodes(first, from, &same));
        if (data) std::fill_n(data, same, cudaGraphEdgeData{});
        return list_nodes(second, to, count);
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t handle, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* data, size_t* count) {
    return on_node("cudaGraphNodeGetDependencies", handle, [&](Node& node) -> Outcome {
        VGPU_TRY(list_nodes(node.after, nodes, count));
        if (data) std::fill_n(data, *count, cudaGraphEdgeData{});
        return {};
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* data, size_t* count) {
    return on_node("cudaGraphNodeGetDependentNodes", handle, [&](Node& node) -> Outcome {
        VGPU_TRY(list_nodes(
            select(*node.graph,
                   [&](const Node& one) { return std::ranges::find(one.after, &node) != one.after.end(); }),
            nodes, count));
        if (data) std::fill_n(data, *count, cudaGraphEdgeData{});
        return {};
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
    return on_graph("cudaGraphAddDependencies", handle,
                    [&](Graph& graph) { return add_edges(graph, from, to, count); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
    return on_graph("cudaGraphRemoveDependencies", handle,
                    [&](Graph& graph) { return remove_edges(graph, from, to, count); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
    return on_node("cudaGraphDestroyNode", handle, [](Node& node) { return remove_node(node); });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t handle, cudaGraphNodeType* type) {
    return on_node("cudaGraphNodeGetType", handle,
                   [&](Node& node) { return give("pType", type, node.type); });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t handle, const char* path, unsigned) {
    return on_graph("cudaGraphDebugDotPrint", handle, [&](Graph& graph) -> Outcome {
        std::FILE* file = path ? std::fopen(path, "w") : nullptr;
        if (!file)
            return fail(cudaErrorOperatingSystem, "path is \"%s\", which cannot be written",
                        path ? path : "");
        std::fputs(describe(graph).c_str(), file);
        std::fclose(file);
        return {};
    });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return runtime("cudaGraphInstantiate", [&] { return instantiate_into(exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
    return runtime("cudaGraphInstantiateWithParams", [&]() -> Outcome {
        if (!parameters) return fail(cudaErrorInvalidValue, "instantiateParams is null");
        Outcome outcome = instantiate_into(exec, graph, parameters->flags);
        parameters->errNode_out = nullptr;
        parameters->result_out =
            outcome.code == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
        return outcome;
    });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long* flags) {
    return on_exec("cudaGraphExecGetFlags", handle,
                   [&](GraphExec& exec) { return give("flags", flags, exec.flags); });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
    return on_exec("cudaGraphExecDestroy", handle, [](GraphExec& exec) -> Outcome {
        Live<GraphExec>::all().remove(&exec);
        return {};
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
    return on_exec("cudaGraphLaunch", handle, [&](GraphExec& exec) {
        return with(find_stream(stream), [&](Stream* found) { return launch(exec, *found); });
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
    return on_exec("cudaGraphUpload", handle,
                   [&](GraphExec&) { return with(find_stream(stream), [](Stream*) { return Outcome{}; }); });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return on_exec("cudaGraphExecUpdate", handle, [&](GraphExec& exec) {
        return with(find_graph(graph), [&](const std::shared_ptr<Graph>& found) {
            cudaGraphExecUpdateResultInfo own;
            return update(exec, *found, result ? *result : own);
        });
    });
}

}  // extern "C"
