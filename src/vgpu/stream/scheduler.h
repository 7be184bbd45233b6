// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who carries out what the queues hold. A thread that waits for work carries it out itself, with all that has
// to come before: launch and wait cost 0.2 µs, where a hand-over to another thread costs 15. What nobody
// waits for is taken by workers (workers.h) within two ticks. So every queue whose head can begin makes
// progress, and work that waits holds up nobody but its own queue.
//
// One lock guards all queues. It is held for a few dozen nanoseconds, never while a task runs.
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include "vgpu/stream/queue.h"

namespace vgpu::stream {

class Workers;

class Scheduler {
  public:
    /// The one of the process; never destroyed, since threads may still run while the process ends.
    static Scheduler& get();

    /// A queue joins its group for as long as it lives.
    std::shared_ptr<Queue> create(const std::shared_ptr<Group>& group, Kind kind);
    /// No more work comes; what is there is still carried out.
    void retire(Queue& queue);

    /// Puts a task at the end of the queue, after `after` and what the rules of the null stream demand.
    Point enqueue(Queue& queue, TaskPtr task, std::span<const Point> after = {});

    /// Where the queue stands: what an event recorded now would wait for.
    Point end(Queue& queue);

    /// Returns when the point is reached; the calling thread works on it meanwhile. At once, when the calling
    /// thread is carrying out that very queue, so that it would wait for itself.
    enum class Waited { reached, for_itself, interrupted };
    Waited wait(const Point& point);

    /// Whether all queues that the null stream of the group waits for, and itself, are idle.
    bool idle(const Group& group);

    /// True on a thread that carries out a task.
    static bool inside_task();

    using Lock = std::unique_lock<std::mutex>;

  private:
    friend class Workers;
    Scheduler();

    /// What a queue's head needs: nothing (it can begin), another queue, a look later, or the end of what
    /// runs.
    struct Need {
        enum { nothing, other, polling, running } kind;
        Queue* other_queue = nullptr;
    };
    Need need(Queue& queue);
    bool can_begin(Queue& queue) { return !queue.idle() && need(queue).kind == Need::nothing; }
    Queue* next_step(Queue& queue, bool& polled);

    void run_head(Queue& queue, Lock& lock);
    void activate(Queue& queue);
    void deactivate(Queue& queue);
    void add_null_stream_rules(Queue& queue, std::vector<Point>& after);
    void sleep(Lock& lock, bool polled, int& nap_us);

    void before_fork();
    void after_fork_in_parent();
    void after_fork_in_child();

    std::mutex mutex_;
    std::condition_variable progress_;            ///< a task is done
    unsigned sleepers_ = 0;                       ///< threads that wait for progress_
    std::vector<std::shared_ptr<Queue>> active_;  ///< not idle
    Workers* workers_;
};

}  // namespace vgpu::stream
