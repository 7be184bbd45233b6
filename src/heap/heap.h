// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The symmetric heap: collective allocation on top of Space and Allocator. Every collective call first
// compares what the PEs ask for; where they differ, all of them fail alike with the table of who asked for
// what, and the heap is as before.
#pragma once

#include <mutex>
#include <vector>

#include "heap/allocator.h"
#include "heap/space.h"

namespace omni::heap {

struct Statistics {
    size_t capacity, used, peak, largest_free, allocations, released_pending;
};

class Heap {
  public:
    /// `memory_limit`: most bytes that this PE may have allocated (NVSHMEM_MAX_MEMORY_PER_GPU); may differ
    /// between PEs.
    Heap(control::Member& member, Space& space, size_t memory_limit);

    /// Collective. Null pointer and an out-of-memory status when one PE has no room; the same on all PEs.
    /// pre: bytes > 0, alignment a power of two.
    Result<void*> allocate(const char* call, size_t bytes, size_t alignment);
    /// allocate(), and the block is zero on all PEs before any PE returns.
    Result<void*> allocate_zeroed(const char* call, size_t bytes);
    /// Collective. The block is free once all PEs have entered.
    Status free(const char* call, void* block);

    /// Local: this PE needs the block no more. Reclaimed by the next collective allocation after every PE has
    /// released it.
    Status release(void* block);

    /// Whether [address, address + bytes) lies inside one block that is allocated and not released.
    bool is_live(const void* address, size_t bytes) const;
    Statistics statistics() const;

  private:
    struct Request;

    Result<std::vector<Request>> agree(const char* call, Request mine);
    Status reclaim(const char* call, const std::vector<Request>& requests);
    bool memory_is_there(size_t bytes) const;
    Result<size_t> offset_of_block(const void* block) const;

    control::Member& member_;
    Space& space_;
    size_t memory_limit_;
    mutable std::mutex mutex_;
    Allocator allocator_;
    uint64_t next_id_ = 1;
    std::vector<uint64_t> released_;  // ids, ascending
};

}  // namespace omni::heap
