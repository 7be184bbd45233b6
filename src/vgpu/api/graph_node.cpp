// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "vgpu/api/graph_node.h"

#include <algorithm>

namespace vgpu::api {

namespace {

/// Adds the node; `fill_in` completes it.
template <class F>
Outcome add(const NewNode& where, cudaGraphNodeType type, stream::TaskPtr task, F fill_in) {
    if (!where.place) return fail(cudaErrorInvalidValue, "pGraphNode is null");
    return with(find_graph(where.graph), [&](const std::shared_ptr<Graph>& graph) {
        return with(nodes_of(*graph, where.after, where.count), [&](const Nodes& nodes) {
            *where.place = add_node(*graph, type, std::move(task), nodes);
            fill_in(**where.place);
            return Outcome{};
        });
    });
}

}  // namespace

Outcome add_node(const NewNode& where, cudaGraphNodeType type, Expected<stream::TaskPtr> task) {
    return task.ok() ? add(where, type, *task, [](Node&) {}) : task.failure();
}

Outcome add_child_node(const NewNode& where, cudaGraph_t child) {
    return with(find_graph(child), [&](const std::shared_ptr<Graph>& found) {
        return add(where, cudaGraphNodeTypeGraph, nullptr, [&](Node& node) {
            node.child = Live<Graph>::all().find(Live<Graph>::all().add(clone(*found)));
        });
    });
}

Outcome add_event_node(const NewNode& where, cudaGraphNodeType type, cudaEvent_t event) {
    return with(find_event(event), [&](const std::shared_ptr<Event>& found) {
        return add(where, type, nullptr, [&](Node& node) { node.event = found; });
    });
}

Expected<Node*> node_of_type(cudaGraphNode_t handle, cudaGraphNodeType type) {
    auto node = find_node(handle);
    if (!node.ok() || (*node)->type == type) return node;
    return fail(cudaErrorInvalidValue, "the node is a %s node, no %s node", name_of((*node)->type),
                name_of(type));
}

Outcome set_task(cudaGraphNode_t handle, cudaGraphNodeType type, Expected<stream::TaskPtr> task) {
    return with(node_of_type(handle, type), [&](Node* node) -> Outcome {
        if (!task.ok()) return task.failure();
        node->task = *task;
        return {};
    });
}

Outcome set_task(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                 Expected<stream::TaskPtr> task) {
    return on_step(exec, node, type, [&](GraphExec::Step& step) -> Outcome {
        if (!task.ok()) return task.failure();
        step.task = *task;
        return {};
    });
}

Outcome set_child(cudaGraphExec_t handle, cudaGraphNode_t node, cudaGraph_t child) {
    return with(find_exec(handle), [&](const std::shared_ptr<GraphExec>& exec) {
        return with(find_graph(child),
                    [&](const std::shared_ptr<Graph>& graph) { return update_child(*exec, node, *graph); });
    });
}

Outcome list_nodes(const Nodes& nodes, cudaGraphNode_t* place, size_t* count) {
    if (!count) return fail(cudaErrorInvalidValue, "the pointer to the number of nodes is null");
    if (place) {
        const size_t fit = std::min(*count, nodes.size());
        std::copy_n(nodes.begin(), fit, place);
        std::fill(place + fit, place + std::max(*count, fit), nullptr);
    }
    *count = place ? std::min(*count, nodes.size()) : nodes.size();
    return {};
}

Nodes all_nodes(const Graph& graph) {
    Nodes found;
    for (const auto& node : graph.nodes) found.push_back(node.get());
    return found;
}

Nodes root_nodes(const Graph& graph) {
    Nodes found = all_nodes(graph);
    std::erase_if(found, [](const Node* node) { return !node->after.empty(); });
    return found;
}

}  // namespace vgpu::api
