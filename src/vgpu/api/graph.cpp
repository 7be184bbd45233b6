// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Nodes and edges.
#include "vgpu/api/graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/status.h"
#include "vgpu/api/kernel.h"

CUgraph_st::~CUgraph_st() {
    for (const auto& node : nodes) vgpu::api::Live<vgpu::api::Node>::all().remove(node.get());
}

namespace vgpu::api {

std::shared_ptr<Graph> create_graph() { return std::make_shared<Graph>(); }

Expected<std::shared_ptr<Graph>> find_graph(cudaGraph_t handle) {
    auto graph = Live<Graph>::all().find(handle);
    if (!graph)
        return fail(cudaErrorInvalidValue,
                    "graph is %p, which is no graph: it was destroyed or never created",
                    static_cast<void*>(handle));
    return graph;
}

Expected<Node*> find_node(cudaGraphNode_t handle) {
    const auto node = Live<Node>::all().find(handle);
    if (!node)
        return fail(cudaErrorInvalidValue, "node is %p, which is no node of a graph",
                    static_cast<void*>(handle));
    return node.get();
}

Node* add_node(Graph& graph, cudaGraphNodeType type, stream::TaskPtr task, Nodes after) {
    auto node = std::make_shared<Node>();
    node->graph = &graph;
    node->type = type;
    node->task = std::move(task);
    node->after = std::move(after);
    graph.nodes.push_back(node);
    return Live<Node>::all().add(std::move(node));
}

Expected<Nodes> nodes_of(const Graph& graph, const cudaGraphNode_t* nodes, size_t count) {
    if (count > 0 && !nodes)
        return fail(cudaErrorInvalidValue, "%zu nodes are named and the list is null", count);
    Nodes found;
    for (size_t i = 0; i < count; ++i) {
        auto node = find_node(nodes[i]);
        if (!node.ok()) return node.failure();
        if ((*node)->graph != &graph)
            return fail(cudaErrorInvalidValue, "node %zu of %zu (%p) is of another graph", i, count,
                        static_cast<void*>(nodes[i]));
        if (std::ranges::find(found, *node) != found.end())
            return fail(cudaErrorInvalidValue, "node %p is named twice", static_cast<void*>(nodes[i]));
        found.push_back(*node);
    }
    return found;
}

Outcome remove_node(Node& node) {
    Graph& graph = *node.graph;
    for (const auto& other : graph.nodes) std::erase(other->after, &node);
    const auto kept = Live<Node>::all().remove(&node);
    std::erase(graph.nodes, kept);
    return {};
}

namespace {

/// Calls f(from, to) for each pair of nodes.
template <class F>
Outcome each_edge(Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count, F f) {
    for (size_t i = 0; i < count; ++i) {
        auto first = nodes_of(graph, from + i, 1), second = nodes_of(graph, to + i, 1);
        if (!first.ok()) return first.failure();
        if (!second.ok()) return second.failure();
        VGPU_TRY(f(first->front(), second->front()));
    }
    return {};
}

}  // namespace

Outcome add_edges(Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
    return each_edge(graph, from, to, count, [&](Node* first, Node* second) -> Outcome {
        if (std::ranges::find(second->after, first) != second->after.end())
            return fail(cudaErrorInvalidValue, "the edge from %p to %p is there already",
                        static_cast<void*>(first), static_cast<void*>(second));
        const Nodes before = with_ancestors({first});
        if (std::ranges::find(before, second) != before.end())
            return fail(cudaErrorInvalidValue, "the edge from %p to %p would close a circle",
                        static_cast<void*>(first), static_cast<void*>(second));
        second->after.push_back(first);
        return {};
    });
}

Outcome remove_edges(Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count) {
    return each_edge(graph, from, to, count, [](Node* first, Node* second) -> Outcome {
        if (std::erase(second->after, first) == 0)
            return fail(cudaErrorInvalidValue, "there is no edge from %p to %p", static_cast<void*>(first),
                        static_cast<void*>(second));
        return {};
    });
}

std::shared_ptr<Graph> clone(const Graph& graph) {
    auto copy = create_graph();
    std::unordered_map<const Node*, Node*> twin;
    for (const auto& node : graph.nodes) {
        Node* made = twin[node.get()] = add_node(*copy, node->type, node->task, {});
        made->event = node->event;
        made->child = node->child ? clone(*node->child) : nullptr;
        made->original = node.get();
    }
    for (const auto& node : graph.nodes)
        for (const Node* first : node->after) twin[node.get()]->after.push_back(twin[first]);
    copy->owned = graph.owned;
    return copy;
}

Expected<Nodes> in_order(const Graph& graph) {
    std::unordered_set<const Node*> placed;
    Nodes order;
    for (size_t before = SIZE_MAX; order.size() != before && order.size() < graph.nodes.size();) {
        before = order.size();
        for (const auto& node : graph.nodes)
            if (!placed.contains(node.get()) &&
                std::ranges::all_of(node->after, [&](Node* first) { return placed.contains(first); })) {
                placed.insert(node.get());
                order.push_back(node.get());
            }
    }
    if (order.size() < graph.nodes.size()) return fail(cudaErrorInvalidValue, "the graph has a circle");
    return order;
}

Nodes with_ancestors(const Nodes& last) {
    Nodes found = last;
    std::unordered_set<const Node*> seen(last.begin(), last.end());
    for (size_t i = 0; i < found.size(); ++i) {
        const Node* node = found[i];
        for (Node* first : node->after)
            if (seen.insert(first).second) found.push_back(first);
    }
    return found;
}

const char* name_of(cudaGraphNodeType type) {
    constexpr const char* names[] = {
        "kernel",     "memcpy",       "memset",           "host",           "graph",     "empty",
        "event wait", "event record", "semaphore signal", "semaphore wait", "mem alloc", "mem free"};
    return type >= 0 && static_cast<size_t>(type) < std::size(names) ? names[type] : "other";
}

std::string describe(const Graph& graph) {
    std::string text = "digraph graph_1 {\n";
    for (const auto& node : graph.nodes) {
        const auto* kernel = dynamic_cast<const KernelTask*>(node->task.get());
        text += omni::format("  n%p [label=\"%s%s%s\"];\n", static_cast<void*>(node.get()),
                             name_of(node->type), kernel ? " " : "", kernel ? kernel->kernel->name : "");
        for (const Node* first : node->after)
            text += omni::format("  n%p -> n%p;\n", static_cast<const void*>(first),
                                 static_cast<void*>(node.get()));
    }
    return text + "}\n";
}

}  // namespace vgpu::api
