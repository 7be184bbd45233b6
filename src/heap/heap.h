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

/// A block as its user sees it.
struct Extent {
    size_t offset, bytes;
};

/// Collective calls are made by one thread at a time; the others may be called by any thread at any time and
/// never wait for a peer.
class Heap {
  public:
    /// `memory_limit`: most bytes that this PE may have allocated (NVSHMEM_MAX_MEMORY_PER_GPU); may differ
    /// between PEs.
    Heap(control::Member& member, Space& space, size_t memory_limit);

    /// Collective. An out-of-memory status when one PE has no room; the same on all PEs.
    /// pre: bytes > 0, alignment a power of two, at most Space::alignment().
    Result<void*> allocate(const char* call, size_t bytes, size_t alignment);
    /// allocate(), and the block is zero on all PEs before any PE returns.
    Result<void*> allocate_zeroed(const char* call, size_t bytes);
    /// Collective. The block is free once all PEs have entered.
    Status free(const char* call, void* block);

    /// This PE needs the block no more. Reclaimed by the next collective allocation after every PE has
    /// released it.
    Status release(void* block);

    /// Takes [offset, offset + bytes) for something else than a block, when it is free. The same call on all
    /// PEs.
    bool reserve(size_t offset, size_t bytes);
    void unreserve(size_t offset);

    /// The block of this PE that holds `offset`, unless it is released.
    std::optional<Extent> block_around(size_t offset) const;
    Statistics statistics() const;

  private:
    using Ids = std::vector<uint64_t>;  // ascending

    Result<size_t> reclaim(const char* call, const Ids& released, size_t most);
    Result<void*> take(size_t bytes, size_t alignment);
    Status check_memory(size_t bytes) const;
    Status no_room(size_t bytes, const std::string& why) const;
    Result<size_t> offset_of_block(const void* block) const;
    Status explain_block(const void* block, size_t offset) const;
    bool is_released(uint64_t id) const;

    control::Member& member_;
    Space& space_;
    const size_t memory_limit_;
    std::mutex collective_;     // held through a collective call
    mutable std::mutex mutex_;  // of the data below; never held while waiting
    Allocator allocator_;
    uint64_t next_id_ = 1;
    Ids released_;
};

}  // namespace omni::heap
