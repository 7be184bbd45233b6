// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The threads that carry out what nobody waits for. One, the ticker, looks every 200 µs and never runs a task
// itself; a queue that it finds with the same head twice goes to a worker, an idle one or a new one. A worker
// keeps the queue until it is empty or cannot go on. As many workers as queues that wait inside their tasks:
// their number is no limit. Threads are started by the first work, sleep while there is none, and are gone
// when the process ends.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "vgpu/stream/queue.h"

namespace vgpu::stream {

class Scheduler;

/// All members but stop() are called under the scheduler's lock.
class Workers {
  public:
    /// `of_parent`: after a fork, what holds the threads that the child does not have; it is never touched
    /// again.
    explicit Workers(Scheduler& scheduler, Workers* of_parent = nullptr)
        : scheduler_(scheduler), of_parent_(of_parent) {}

    /// There is work: wakes the ticker when it sleeps.
    void notice_work() {
        if (!ticking_) wake_ticker();
    }

    /// Ends all threads that do not carry out a task at the moment; waits a little for the others. What is
    /// queued stays.
    void stop();

  private:
    using Lock = std::unique_lock<std::mutex>;

    void wake_ticker();
    void start_ticker();
    void tick_loop();
    void tick();
    void hand_over(const std::shared_ptr<Queue>& queue);
    void start_worker();
    void work_loop();
    std::shared_ptr<Queue> next_queue();

    Scheduler& scheduler_;
    Workers* of_parent_;
    bool ticking_ = false;  ///< the ticker looks by itself
    bool started_ = false, stopping_ = false;
    std::thread ticker_;
    std::condition_variable wake_;  ///< for the ticker
    std::vector<std::thread> workers_;
    size_t idle_ = 0, busy_ = 0;
    std::condition_variable work_;  ///< for idle workers
    std::deque<std::shared_ptr<Queue>> due_;
};

}  // namespace vgpu::stream
