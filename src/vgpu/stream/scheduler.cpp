// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Enqueueing, waiting, carrying out.
#include "vgpu/stream/scheduler.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "vgpu/engine/hooks.h"
#include "vgpu/stream/workers.h"

namespace vgpu::stream {

namespace {

constexpr std::chrono::milliseconds kBetweenQuestions{20};  // whether to be interrupted
constexpr int kFirstNap_us = 50, kLongestNap_us = 1000;     // between looks at what nobody announces

/// The queues that the calling thread carries out: tasks nest where a task waits for other work.
class RunningHere {
  public:
    explicit RunningHere(const Queue& queue) : queue_(queue), outer_(innermost) { innermost = this; }
    ~RunningHere() { innermost = outer_; }
    RunningHere(const RunningHere&) = delete;
    RunningHere& operator=(const RunningHere&) = delete;

    static bool any() { return innermost != nullptr; }
    static bool holds(const Queue* queue) {
        for (const RunningHere* here = innermost; here; here = here->outer_)
            if (&here->queue_ == queue) return true;
        return false;
    }
    static void forget() { innermost = nullptr; }

  private:
    static thread_local const RunningHere* innermost;

    const Queue& queue_;
    const RunningHere* outer_;
};
thread_local const RunningHere* RunningHere::innermost = nullptr;

/// A failed context carries nothing out any more; the task is dropped.
void carry_out(Fault& fault, Queue::Item item) {
    if (fault.raised()) return;
    if (Outcome outcome = item.task->run(item.context); outcome.code != cudaSuccess) fault.raise(outcome);
}

}  // namespace

Scheduler& Scheduler::get() {
    static Scheduler* one = new Scheduler;
    return *one;
}

Scheduler::Scheduler() : workers_(new Workers(*this)) {
    ::pthread_atfork([] { get().before_fork(); }, [] { get().after_fork_in_parent(); },
                     [] { get().after_fork_in_child(); });
}

bool Scheduler::inside_task() { return RunningHere::any(); }

std::shared_ptr<Queue> Scheduler::create(const std::shared_ptr<Group>& group, Kind kind) {
    auto queue = std::make_shared<Queue>(group, kind);
    const Lock lock(mutex_);
    if (kind == Kind::legacy) group->legacy = queue.get();
    if (kind == Kind::blocking) group->blocking.push_back(queue.get());
    return queue;
}

void Scheduler::retire(Queue& queue) {
    const Lock lock(mutex_);
    queue.retired = true;
    if (queue.idle()) std::erase(queue.group->blocking, &queue);
}

Point Scheduler::enqueue(Queue& queue, TaskPtr task, std::span<const Point> after) {
    void* context = hooks().capture ? hooks().capture() : nullptr;
    std::vector<Point> first(after.begin(), after.end());
    const Lock lock(mutex_);
    add_null_stream_rules(queue, first);
    if (queue.idle()) activate(queue);
    queue.items.push_back({std::move(task), context, std::move(first)});
    ++queue.enqueued;
    workers_->notice_work();
    return queue.end();
}

/// The null stream begins after all that its blocking streams hold, and what they get later comes after it.
void Scheduler::add_null_stream_rules(Queue& queue, std::vector<Point>& after) {
    Group& group = *queue.group;
    if (queue.kind == Kind::legacy) {
        for (Queue* other : group.blocking)
            if (!other->idle()) after.push_back(other->end());
    } else if (queue.kind == Kind::blocking && group.legacy && !group.legacy->idle()) {
        after.push_back(group.legacy->end());
    }
}

Point Scheduler::end(Queue& queue) {
    const Lock lock(mutex_);
    return queue.end();
}

bool Scheduler::idle(const Group& group) {
    const Lock lock(mutex_);
    return (!group.legacy || group.legacy->idle()) &&
           std::ranges::all_of(group.blocking, [](const Queue* queue) { return queue->idle(); });
}

void Scheduler::activate(Queue& queue) {
    queue.place = active_.size();
    active_.push_back(queue.shared_from_this());
}

void Scheduler::deactivate(Queue& queue) {
    if (queue.retired) std::erase(queue.group->blocking, &queue);
    active_.back()->place = queue.place;
    std::swap(active_[queue.place], active_.back());
    active_.pop_back();
}

Scheduler::Need Scheduler::need(Queue& queue) {
    if (queue.running) return {Need::running};
    Queue::Item& head = queue.items.front();
    while (!head.after.empty() && head.after.back().reached()) head.after.pop_back();
    if (!head.after.empty()) return {Need::other, head.after.back().queue.get()};
    return {head.task->ready() || queue.group->fault.raised() ? Need::nothing : Need::polling};
}

/// The queue whose head has to run next so that `queue` gets on; null when that is not for this thread to do
/// now. Points only name older work, so the way ends.
Queue* Scheduler::next_step(Queue& queue, bool& polled) {
    Queue* at = &queue;
    for (;;) {
        const Need need = this->need(*at);
        if (need.kind == Need::nothing) return at;
        polled = need.kind == Need::polling;
        if (need.kind != Need::other) return nullptr;
        at = need.other_queue;
    }
}

void Scheduler::run_head(Queue& queue, Lock& lock) {
    const std::shared_ptr<Queue> kept = queue.shared_from_this();
    Queue::Item item = std::move(queue.items.front());
    queue.items.pop_front();
    queue.running = true;
    lock.unlock();
    {
        const RunningHere here(queue);
        carry_out(queue.group->fault, std::move(item));
    }
    lock.lock();
    queue.running = false;
    queue.completed.store(queue.head(), std::memory_order_release);
    if (queue.items.empty()) deactivate(queue);
    if (sleepers_ > 0) progress_.notify_all();
}

Scheduler::Waited Scheduler::wait(const Point& point) {
    if (point.reached()) return Waited::reached;
    if (RunningHere::holds(point.queue.get())) return Waited::for_itself;
    Lock lock(mutex_);
    int nap_us = kFirstNap_us;
    while (!point.reached()) {
        bool polled = false;
        if (Queue* queue = next_step(*point.queue, polled)) {
            run_head(*queue, lock);
            nap_us = kFirstNap_us;
        } else {
            sleep(lock, polled, nap_us);
            if (point.reached()) break;
            lock.unlock();
            const bool give_up = interrupted();
            lock.lock();
            if (give_up) return Waited::interrupted;
        }
    }
    return Waited::reached;
}

void Scheduler::sleep(Lock& lock, bool polled, int& nap_us) {
    ++sleepers_;
    if (polled) {
        progress_.wait_for(lock, std::chrono::microseconds(nap_us));
        nap_us = std::min(2 * nap_us, kLongestNap_us);
    } else {
        progress_.wait_for(lock, kBetweenQuestions);
    }
    --sleepers_;
}

// --- fork: the child sees no work of the parent, and none of its threads

void Scheduler::before_fork() { mutex_.lock(); }
void Scheduler::after_fork_in_parent() { mutex_.unlock(); }

void Scheduler::after_fork_in_child() {
    for (const std::shared_ptr<Queue>& queue : active_) {
        new (&queue->items) std::deque<Queue::Item>;  // not destroyed: what the arguments own is the parent's
        queue->running = false;
        queue->due = false;
        queue->completed.store(queue->enqueued, std::memory_order_release);
    }
    active_.clear();
    sleepers_ = 0;
    RunningHere::forget();
    new (&progress_) std::condition_variable;
    workers_ = new Workers(*this, workers_);
    mutex_.unlock();
}

}  // namespace vgpu::stream
