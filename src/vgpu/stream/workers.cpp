// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The ticker and the workers.
#include "vgpu/stream/workers.h"

#include <chrono>
#include <cstdlib>

#include "base/log.h"
#include "os/thread.h"
#include "vgpu/stream/scheduler.h"

namespace vgpu::stream {

namespace {

using std::chrono::microseconds;

constexpr microseconds kTick{200};
constexpr int kIdleTicks = 25;                   ///< without work before the ticker sleeps
constexpr std::chrono::seconds kEndPatience{2};  ///< at the end of the process, for tasks that run

}  // namespace

void Workers::wake_ticker() {
    if (stopping_) return;
    if (!started_) start_ticker();
    ticking_ = true;
    wake_.notify_one();
}

void Workers::start_ticker() {
    static const int registered = std::atexit([] { Scheduler::get().workers_->stop(); });
    (void)registered;
    started_ = true;
    auto thread = omni::os::start_thread("vgpu-ticker", [this] { tick_loop(); });
    if (thread.ok())
        ticker_ = std::move(*thread);
    else
        omni::log::warn("%s; work on streams runs only where somebody waits for it", thread.status().text());
}

void Workers::tick_loop() {
    Lock lock(scheduler_.mutex_);
    for (int idle = 0; !stopping_;) {
        tick();
        idle = scheduler_.active_.empty() ? idle + 1 : 0;
        if (idle <= kIdleTicks) {
            wake_.wait_for(lock, kTick, [this] { return stopping_; });
        } else {
            ticking_ = false;
            wake_.wait(lock, [this] { return ticking_ || stopping_; });
            idle = 0;
        }
    }
}

void Workers::tick() {
    for (const std::shared_ptr<Queue>& queue : scheduler_.active_) {
        const bool old = queue->seen == queue->head();
        queue->seen = queue->head();
        if (old && !queue->due && scheduler_.can_begin(*queue)) hand_over(queue);
    }
}

void Workers::hand_over(const std::shared_ptr<Queue>& queue) {
    queue->due = true;
    due_.push_back(queue);
    if (due_.size() > idle_)
        start_worker();
    else
        work_.notify_one();
}

void Workers::start_worker() {
    ++idle_;
    auto thread = omni::os::start_thread("vgpu-worker", [this] { work_loop(); });
    if (thread.ok()) {
        workers_.push_back(std::move(*thread));
    } else {
        --idle_;
        omni::log::warn("%s; streams may wait for each other", thread.status().text());
    }
}

void Workers::work_loop() {
    Lock lock(scheduler_.mutex_);
    while (!stopping_) {
        std::shared_ptr<Queue> queue = next_queue();
        if (!queue) {
            work_.wait(lock, [this] { return stopping_ || !due_.empty(); });
            continue;
        }
        --idle_;
        ++busy_;
        while (!stopping_ && scheduler_.can_begin(*queue)) scheduler_.run_head(*queue, lock);
        --busy_;
        ++idle_;
    }
    --idle_;
    work_.notify_all();
}

/// One that is due; else one that has been looked at and can go on now, as after the end of the work that it
/// waited for.
std::shared_ptr<Queue> Workers::next_queue() {
    if (!due_.empty()) {
        std::shared_ptr<Queue> queue = std::move(due_.front());
        due_.pop_front();
        queue->due = false;
        return queue;
    }
    for (const std::shared_ptr<Queue>& queue : scheduler_.active_)
        if (queue->seen == queue->head() && scheduler_.can_begin(*queue)) return queue;
    return nullptr;
}

void Workers::stop() {
    Lock lock(scheduler_.mutex_);
    stopping_ = true;
    wake_.notify_all();
    work_.notify_all();
    const bool ended = work_.wait_for(lock, kEndPatience, [this] { return busy_ == 0 && idle_ == 0; });
    lock.unlock();
    if (ticker_.joinable()) ticker_.join();
    for (std::thread& worker : workers_) ended ? worker.join() : worker.detach();
    workers_.clear();
}

}  // namespace vgpu::stream
