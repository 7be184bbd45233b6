// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Instantiating and launching.
#include "vgpu/api/graph_exec.h"

#include <algorithm>

#include "vgpu/api/capture.h"
#include "vgpu/api/give.h"
#include "vgpu/stream/scheduler.h"

namespace vgpu::api {

namespace {

using stream::Point;
using stream::Queue;
using stream::Scheduler;
using Step = GraphExec::Step;

constexpr unsigned long long kFlags = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                      cudaGraphInstantiateFlagUpload |
                                      cudaGraphInstantiateFlagUseNodePriority;

/// Nodes become steps; a child graph becomes its nodes, with an empty step behind that stands for all of it.
Outcome add_steps(GraphExec& exec, const Graph& graph, const std::vector<size_t>& first) {
    auto order = in_order(graph);
    if (!order.ok()) return order.failure();
    for (Node* node : *order) {
        std::vector<size_t> after = first;
        for (const Node* before : node->after) after.push_back(exec.place.at(before));
        if (node->child) {
            const size_t begin = exec.steps.size();
            VGPU_TRY(add_steps(exec, *node->child, after));
            exec.children[node] = {begin, exec.steps.size() - begin};
            for (size_t i = begin; i < exec.steps.size(); ++i) after.push_back(i);
        }
        exec.place[node] = exec.steps.size();
        exec.steps.push_back({node->type, node->task, node->event, std::move(after)});
    }
    exec.owned.insert(exec.owned.end(), graph.owned.begin(), graph.owned.end());
    return {};
}

/// A step goes on in the lane of one that it follows, when that is still the last of its lane; else it opens
/// one.
void lay_out(GraphExec& exec) {
    std::vector<size_t> last_of_lane;
    for (size_t i = 0; i < exec.steps.size(); ++i) {
        Step& step = exec.steps[i];
        const auto followed = std::ranges::find_if(
            step.after, [&](size_t before) { return last_of_lane[exec.steps[before].lane] == before; });
        step.lane = followed != step.after.end() ? exec.steps[*followed].lane : last_of_lane.size();
        if (step.lane == last_of_lane.size()) last_of_lane.push_back(i);
        last_of_lane[step.lane] = i;
    }
    exec.lanes = std::max<size_t>(1, last_of_lane.size());
}

/// One launch on its way into the queues.
class Launch {
  public:
    Launch(GraphExec& exec, Stream& stream) : exec_(exec), stream_(stream), points_(exec.steps.size()) {}

    Outcome run() {
        make_queues();
        if (exec_.lanes > 1 || (exec_.last.queue && exec_.last.queue != stream_.queue))
            begin_ = meet({&exec_.last, 1});
        for (size_t i = 0; i < points_.size(); ++i) points_[i] = enqueue(exec_.steps[i]);
        exec_.last = exec_.lanes > 1 ? meet(ends_of_lanes()) : Scheduler::get().end(*stream_.queue);
        return {};
    }

  private:
    void make_queues() {
        while (exec_.queues.size() + 1 < exec_.lanes)
            exec_.queues.push_back(
                Scheduler::get().create(stream_.context->group(), stream::Kind::independent));
    }
    Queue& queue_of(const Step& step) {
        return step.lane == 0 ? *stream_.queue : *exec_.queues[step.lane - 1];
    }

    Point meet(std::span<const Point> after) {
        return Scheduler::get().enqueue(*stream_.queue, meeting_task(), after);
    }

    Point enqueue(const Step& step) {
        std::vector<Point> after;
        if (step.lane > 0 && step.after.empty()) after.push_back(begin_);
        for (const size_t before : step.after)
            if (exec_.steps[before].lane != step.lane) after.push_back(points_[before]);
        Queue& queue = queue_of(step);
        if (!step.enabled || (!step.task && !step.event))
            return Scheduler::get().enqueue(queue, meeting_task(), after);
        if (step.type == cudaGraphNodeTypeEventRecord) return record(*step.event, queue, after);
        if (step.type == cudaGraphNodeTypeWaitEvent) {
            after.push_back(point_of(*step.event));
            return Scheduler::get().enqueue(queue, meeting_task(), after);
        }
        return Scheduler::get().enqueue(queue, step.task, after);
    }

    std::vector<Point> ends_of_lanes() {
        std::vector<Point> ends;
        for (const auto& queue : exec_.queues) ends.push_back(Scheduler::get().end(*queue));
        return ends;
    }

    GraphExec& exec_;
    Stream& stream_;
    std::vector<Point> points_;
    Point begin_;
};

}  // namespace

Expected<std::shared_ptr<GraphExec>> instantiate(const Graph& graph, unsigned long long flags) {
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
        return fail(cudaErrorNotSupported,
                    "flags ask for launches from kernels, which the virtual device does not have");
    if (flags & ~kFlags)
        return fail(cudaErrorInvalidValue, "flags is %#llx, of which %#llx has no meaning", flags,
                    flags & ~kFlags);
    auto exec = std::make_shared<GraphExec>();
    exec->flags = flags;
    VGPU_TRY(add_steps(*exec, graph, {}));
    lay_out(*exec);
    return exec;
}

Expected<std::shared_ptr<GraphExec>> find_exec(cudaGraphExec_t handle) {
    auto exec = Live<GraphExec>::all().find(handle);
    if (!exec)
        return fail(cudaErrorInvalidValue, "graphExec is %p, which is no instantiated graph",
                    static_cast<void*>(handle));
    return exec;
}

Outcome instantiate_into(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return with(find_graph(graph), [&](const std::shared_ptr<Graph>& found) -> Outcome {
        if (!exec) return fail(cudaErrorInvalidValue, "pGraphExec is null");
        auto made = instantiate(*found, flags);
        if (!made.ok()) return made.failure();
        *exec = Live<GraphExec>::all().add(*made);
        return {};
    });
}

Outcome launch(GraphExec& exec, Stream& stream) {
    if (stream.capture) return capture_forbids(stream, "the launch of a graph");
    VGPU_TRY(check_implicit(stream));
    const std::lock_guard lock(exec.mutex);
    return Launch(exec, stream).run();
}

Expected<Step*> step_of(GraphExec& exec, cudaGraphNode_t node, cudaGraphNodeType type) {
    const auto found = exec.place.find(node);
    if (found == exec.place.end())
        return fail(cudaErrorInvalidValue,
                    "node is %p, which is not of the graph that this instance was made from",
                    static_cast<void*>(node));
    Step& step = exec.steps[found->second];
    if (step.type != type)
        return fail(cudaErrorInvalidValue, "node %p is a %s node, no %s node", static_cast<void*>(node),
                    name_of(step.type), name_of(type));
    return &step;
}

namespace {

Outcome refuse(cudaGraphExecUpdateResultInfo& result, cudaGraphExecUpdateResult why, Node* node,
               const char* text) {
    result = {why, node, nullptr};
    return fail(cudaErrorGraphExecUpdateFailure, "%s", text);
}

}  // namespace

Outcome update(GraphExec& exec, const Graph& graph, cudaGraphExecUpdateResultInfo& result) {
    result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    auto fresh = instantiate(graph, exec.flags);
    if (!fresh.ok()) return fresh.failure();
    const std::lock_guard lock(exec.mutex);
    if ((*fresh)->steps.size() != exec.steps.size())
        return refuse(result, cudaGraphExecUpdateErrorTopologyChanged, nullptr,
                      "the graph has another number of nodes than the instance");
    for (const auto& [node, i] : (*fresh)->place) {
        const Step &now = exec.steps[i], &next = (*fresh)->steps[i];
        if (now.type != next.type)
            return refuse(result, cudaGraphExecUpdateErrorNodeTypeChanged, const_cast<Node*>(node),
                          "a node has another type than in the instance");
        if (now.after != next.after)
            return refuse(result, cudaGraphExecUpdateErrorTopologyChanged, const_cast<Node*>(node),
                          "a node comes after other nodes than in the instance");
    }
    for (size_t i = 0; i < exec.steps.size(); ++i) {
        exec.steps[i].task = (*fresh)->steps[i].task;
        exec.steps[i].event = (*fresh)->steps[i].event;
    }
    exec.owned.insert(exec.owned.end(), graph.owned.begin(), graph.owned.end());
    return {};
}

Outcome update_child(GraphExec& exec, cudaGraphNode_t node, const Graph& graph) {
    auto fresh = instantiate(graph, 0);
    if (!fresh.ok()) return fresh.failure();
    const std::lock_guard lock(exec.mutex);
    const auto found = exec.children.find(node);
    if (found == exec.children.end() || found->second.second != (*fresh)->steps.size())
        return fail(cudaErrorGraphExecUpdateFailure, "node %p is no child graph of that shape",
                    static_cast<void*>(node));
    for (size_t i = 0; i < found->second.second; ++i)
        if (exec.steps[found->second.first + i].type != (*fresh)->steps[i].type)
            return fail(cudaErrorGraphExecUpdateFailure, "node %zu of the child graph has another type", i);
    for (size_t i = 0; i < found->second.second; ++i)
        exec.steps[found->second.first + i].task = (*fresh)->steps[i].task;
    return {};
}

}  // namespace vgpu::api
