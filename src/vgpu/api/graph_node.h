// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Nodes of graphs by their handles: what the runtime and the driver interface have in common.
#pragma once

#include <mutex>

#include "vgpu/api/give.h"
#include "vgpu/api/graph_exec.h"
#include "vgpu/api/node.h"

namespace vgpu::api {

/// Where a new node goes: its handle's place, the graph, and what comes before it.
struct NewNode {
    cudaGraphNode_t* place;
    cudaGraph_t graph;
    const cudaGraphNode_t* after;
    size_t count;
};

Outcome add_node(const NewNode& where, cudaGraphNodeType type, Expected<stream::TaskPtr> task);
/// The child is copied.
Outcome add_child_node(const NewNode& where, cudaGraph_t child);
/// `type`: a node that records, or one that waits.
Outcome add_event_node(const NewNode& where, cudaGraphNodeType type, cudaEvent_t event);

/// The node; an error where it is of another type.
Expected<Node*> node_of_type(cudaGraphNode_t handle, cudaGraphNodeType type);
Outcome set_task(cudaGraphNode_t handle, cudaGraphNodeType type, Expected<stream::TaskPtr> task);

/// Calls f(step) for the step of an instance that stands for the node.
template <class F>
Outcome on_step(cudaGraphExec_t handle, cudaGraphNode_t node, cudaGraphNodeType type, F f) {
    return with(find_exec(handle), [&](const std::shared_ptr<GraphExec>& exec) {
        const std::lock_guard lock(exec->mutex);
        return with(step_of(*exec, node, type), [&](GraphExec::Step* step) { return f(*step); });
    });
}
Outcome set_task(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                 Expected<stream::TaskPtr> task);
Outcome set_child(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child);

/// A list into a caller's place of *count entries; without a place only how many there are.
Outcome list_nodes(const Nodes& nodes, cudaGraphNode_t* place, size_t* count);
Nodes all_nodes(const Graph& graph);
Nodes root_nodes(const Graph& graph);

}  // namespace vgpu::api
