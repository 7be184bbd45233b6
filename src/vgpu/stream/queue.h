// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ordered work and what joins it: a queue holds tasks and numbers them; a point names one of them, so that
// others can wait for it; a group is the queues of one context, among which the rules of the null stream
// hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "vgpu/stream/task.h"

namespace vgpu::stream {

class Queue;

/// "All of `queue` up to and including number `ticket`." Tickets only grow, so a point once reached stays
/// reached.
struct Point {
    std::shared_ptr<Queue> queue;
    uint64_t ticket = 0;

    bool reached() const;
};

/// The first failure of a context. It stays: later work is dropped, and calls give it, until the context is
/// reset.
class Fault {
  public:
    bool raised() const { return code_.load(std::memory_order_acquire) != cudaSuccess; }
    void raise(const Outcome& outcome);
    Outcome get() const;
    void clear();

  private:
    mutable std::mutex mutex_;
    std::atomic<int> code_{cudaSuccess};
    std::string text_;
};

/// How a queue stands to the null stream of its group.
enum class Kind { legacy, blocking, independent };

/// The queues of one context. The lists are the scheduler's, under its lock.
struct Group {
    Fault fault;
    Queue* legacy = nullptr;
    std::vector<Queue*> blocking;
};

/// Members are the scheduler's, under its lock, but for finished() and what is atomic.
class Queue : public std::enable_shared_from_this<Queue> {
  public:
    Queue(std::shared_ptr<Group> group, Kind kind) : group(std::move(group)), kind(kind) {}

    struct Item {
        TaskPtr task;
        void* context = nullptr;
        std::vector<Point> after;  ///< other queues' work that comes first
    };

    const std::shared_ptr<Group> group;
    const Kind kind;
    std::deque<Item> items;
    bool running = false;                ///< a thread carries the oldest item out; it is no longer in `items`
    std::atomic<uint64_t> enqueued{0};   ///< ticket of the youngest item; others may look
    std::atomic<uint64_t> completed{0};  ///< all up to this one are done
    uint64_t seen = 0;                   ///< the worker's last tick found this ticket at the head
    bool retired = false;                ///< leaves its group when it is idle
    bool due = false;                    ///< handed to a worker that has not begun
    size_t place = 0;                    ///< in the scheduler's list of queues that are not idle

    /// For a thread without the lock: all that it knows to be enqueued is done.
    bool finished() const {
        return completed.load(std::memory_order_acquire) >= enqueued.load(std::memory_order_acquire);
    }

    bool idle() const { return !running && items.empty(); }
    Point end() { return {shared_from_this(), enqueued}; }
    uint64_t head() const { return completed.load(std::memory_order_relaxed) + 1; }
};

inline bool Point::reached() const {
    return !queue || queue->completed.load(std::memory_order_acquire) >= ticket;
}

}  // namespace vgpu::stream
