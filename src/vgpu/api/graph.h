// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Graphs: nodes that stand for tasks, and which come before which. Changed by one thread at a time, as CUDA
// demands.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "vgpu/api/event.h"
#include "vgpu/api/live.h"
#include "vgpu/stream/task.h"

struct CUgraphNode_st {
    CUgraph_st* graph = nullptr;
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    vgpu::stream::TaskPtr task;         ///< null for empty, event and child nodes
    std::shared_ptr<CUevent_st> event;  ///< of nodes that record or wait
    std::shared_ptr<CUgraph_st> child;
    std::vector<CUgraphNode_st*> after;        ///< what comes first
    const CUgraphNode_st* original = nullptr;  ///< in a clone
};

namespace vgpu::api {

using Node = CUgraphNode_st;

}  // namespace vgpu::api

struct CUgraph_st {
    std::vector<std::shared_ptr<vgpu::api::Node>> nodes;  ///< in the order of their creation
    std::vector<std::shared_ptr<void>> owned;  ///< what lives as long as the graph and what was made from it

    ~CUgraph_st();
};

namespace vgpu::api {

using Graph = CUgraph_st;
using Nodes = std::vector<Node*>;

std::shared_ptr<Graph> create_graph();
Expected<std::shared_ptr<Graph>> find_graph(cudaGraph_t handle);
Expected<Node*> find_node(cudaGraphNode_t handle);

Node* add_node(Graph& graph, cudaGraphNodeType type, stream::TaskPtr task, Nodes after);
/// An error where one of them is no node of the graph.
Expected<Nodes> nodes_of(const Graph& graph, const cudaGraphNode_t* nodes, size_t count);
Outcome remove_node(Node& node);

Outcome add_edges(Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
Outcome remove_edges(Graph& graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);

/// A copy of its own; its nodes know their originals.
std::shared_ptr<Graph> clone(const Graph& graph);

/// The nodes in an order in which each comes after what it waits for; an error where there is a circle.
Expected<Nodes> in_order(const Graph& graph);

/// All nodes from which a way leads to one of `last`, and these.
Nodes with_ancestors(const Nodes& last);

/// The graph in Graphviz's language.
std::string describe(const Graph& graph);
const char* name_of(cudaGraphNodeType type);

}  // namespace vgpu::api
