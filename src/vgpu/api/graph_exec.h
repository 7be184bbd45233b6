// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// An instantiated graph. It is laid out in lanes: chains of nodes, each of which follows the one before. Lane
// 0 is the stream of the launch, every other one a queue of the instance, so branches run side by side by the
// means of streams; a graph that is one chain is plain work of the stream.
#pragma once

#include <mutex>
#include <unordered_map>

#include "vgpu/api/graph.h"

struct CUgraphExec_st {
    struct Step {
        cudaGraphNodeType type;
        vgpu::stream::TaskPtr task;
        std::shared_ptr<CUevent_st> event;
        std::vector<size_t> after;  ///< earlier steps
        size_t lane = 0;
        bool enabled = true;
    };

    std::mutex mutex;
    std::vector<Step> steps;  ///< in an order that can be carried out
    std::unordered_map<const vgpu::api::Node*, size_t> place;
    std::unordered_map<const vgpu::api::Node*, std::pair<size_t, size_t>>
        children;  ///< of a child node: first step, how many
    std::vector<std::shared_ptr<void>> owned;
    size_t lanes = 1;
    std::vector<std::shared_ptr<vgpu::stream::Queue>> queues;  ///< of lanes 1, 2, …
    vgpu::stream::Point last;  ///< the end of the last launch: launches do not overlap
    unsigned long long flags = 0;
};

namespace vgpu::api {

using GraphExec = CUgraphExec_st;

Expected<std::shared_ptr<GraphExec>> instantiate(const Graph& graph, unsigned long long flags);
Expected<std::shared_ptr<GraphExec>> find_exec(cudaGraphExec_t handle);
/// The public functions' way: handles in the place of objects.
Outcome instantiate_into(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags);
Outcome launch(GraphExec& exec, Stream& stream);

/// The step that stands for a node of the graph that the instance was made from.
Expected<GraphExec::Step*> step_of(GraphExec& exec, cudaGraphNode_t node, cudaGraphNodeType type);

/// Takes over the parameters of a graph of the same shape.
Outcome update(GraphExec& exec, const Graph& graph, cudaGraphExecUpdateResultInfo& result);
Outcome update_child(GraphExec& exec, cudaGraphNode_t node, const Graph& graph);

}  // namespace vgpu::api
