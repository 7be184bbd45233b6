// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Work of the host in the order of a stream of the driver. Host functions of all streams share one thread of
// the driver and so must not wait: here such a function only wakes a thread of the library's own, and the
// stream waits for a word that this thread writes:
//
//     host function   hand the work to a thread
//     wait            until `done` is 1      stored by the thread after the work
//     write           `done` = 0             for the next replay, where the stream was captured
//
// Other streams go on meanwhile, and the same three operations are right in a graph.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "cuda/driver.h"
#include "os/memory.h"

namespace omni::cuda {

/// Lives for ever, as its threads do.
class StreamWork {
  public:
    StreamWork(const Driver& driver, const WorkContext& context) : driver_(driver), context_(context) {}

    /// As Device::enqueue. Work that was captured is never dropped: graphs do not say when they end.
    Status enqueue(cudaStream_t stream, void (*work)(void*), void* argument, void (*drop)(void*));

  private:
    /// A cache line of memory that the device maps.
    struct alignas(64) Flag {
        uint32_t done;
    };
    struct Item {
        StreamWork* owner = nullptr;
        Flag* flag = nullptr;
        void (*work)(void*) = nullptr;
        void* argument = nullptr;
        void (*drop)(void*) = nullptr;
        void* context = nullptr;
        bool captured = false;
        std::atomic<bool> ended{true};  ///< nobody but enqueue() touches it until it is used again
    };

    Result<Item*> take_item();
    Status add_flags();
    Status submit(cudaStream_t stream, Item* item);
    static void begin(void* item);
    void post(Item* item);
    void serve();
    void carry_out(Item& item);

    const Driver& driver_;
    const WorkContext context_;

    std::mutex items_mutex_;
    std::deque<Item> items_;
    std::deque<os::Mapping> flags_;

    std::mutex posted_mutex_;  // of what follows
    std::condition_variable posted_changed_;
    std::deque<Item*> posted_;
    size_t idle_ = 0;  ///< threads that wait for work
};

}  // namespace omni::cuda
