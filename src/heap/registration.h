// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Symmetric buffers: pages that the program has mapped itself become part of every PE's symmetric memory.
// Each PE maps the pages of all PEs at one and the same offset, so that the result is a symmetric address
// like any other.
//
// Rule: a buffer is whole pages (address and size) of one writable shared mapping of a file that can be found
// from another process. Its offset lies in the window, which no block uses; a preferred address may also lie
// in a hole of the heap.
#pragma once

#include <functional>
#include <map>
#include <mutex>

#include "heap/agreement.h"
#include "heap/heap.h"

namespace omni::heap {

/// Who has to learn of symmetric memory besides this PE and those it has mapped: the transport. Called on
/// every PE; no PE names the range before all have returned from added(), or after one has entered removed().
struct SegmentObserver {
    std::function<Status(size_t offset, size_t bytes, int fd, uint64_t fd_offset)> added;
    std::function<Status(size_t offset, size_t bytes)> removed;
};

/// Collective calls, by one thread at a time.
class SymmetricBuffers {
  public:
    SymmetricBuffers(control::Member& member, Space& space, Heap& heap);
    void set_observer(SegmentObserver observer) { observer_ = std::move(observer); }

    /// What a program asks for.
    struct Wish {
        void* buffer;
        size_t bytes;
        std::optional<const void*> preferred;  ///< address of the result
        int flags;
    };

    /// The symmetric address of the buffer; on all PEs or on none.
    Result<void*> add(const char* call, const Wish& wish);
    Status remove(const char* call, const void* address, size_t bytes);

  private:
    struct Offer;
    struct Segment {
        size_t bytes;
        const void* buffer;
    };

    Status check(const Wish& wish) const;
    Status check_preferred(size_t offset, size_t bytes) const;
    Status check_known(const Wish& wish) const;
    Result<std::vector<Offer>> exchange_offers(const char* call, const Wish& wish, os::Descriptor& file);
    Result<size_t> take_place(const Offer& offer);
    void give_place_back(size_t offset);
    Status map(const char* call, size_t offset, const std::vector<Offer>& offers, const os::Descriptor& file);
    Status settle(const char* call, size_t bytes, Status mine);
    bool in_window(size_t offset) const { return offset >= space_.layout().window_offset(); }

    control::Member& member_;
    Space& space_;
    Heap& heap_;
    SegmentObserver observer_;
    std::mutex mutex_;
    Allocator window_;
    uint64_t next_id_ = 1;
    std::map<size_t, Segment> segments_;  // by offset
};

}  // namespace omni::heap
