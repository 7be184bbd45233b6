// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The addresses of the job: this PE's symmetric memory and, side by side with it, that of every peer it can
// map. One memory file a PE, the same layout everywhere:
//     [0, heap_bytes)                                  what nvshmem_malloc hands out
//     [heap_bytes, heap_bytes + workspace_bytes)       flags and scratch of the teams; starts as zeros
//     [window_offset, window_offset + window_bytes)    addresses for registered user buffers
// The file is sparse: memory is committed where it is touched (first touch 4.7 us a page, so nothing is
// prefaulted).
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "control/exchange.h"
#include "heap/live_map.h"
#include "os/memory.h"

namespace omni::heap {

struct Layout {
    size_t heap_bytes = 0;
    size_t workspace_bytes = 0;
    size_t window_bytes = 0;

    static constexpr size_t kHugePage = size_t{2} << 20;
    static constexpr size_t kLargestAlignment = size_t{1} << 30;

    /// Of the memory of every PE, and so the largest that a block can have: no block needs more than the
    /// heap.
    size_t alignment() const { return std::clamp(std::bit_ceil(heap_bytes), kHugePage, kLargestAlignment); }
    size_t file_bytes() const { return heap_bytes + workspace_bytes; }
    size_t window_offset() const { return os::round_up(file_bytes(), kHugePage); }
    /// Distance of two PEs' memory.
    size_t span() const { return os::round_up(window_offset() + window_bytes, alignment()); }
};

/// A part of a file that some PE has open.
struct FilePart {
    os::FileAddress file;
    uint64_t offset;
};

class Space {
  public:
    /// Collective. `mapped`: the PEs whose memory this one maps, itself among them. `threads`: PEs share this
    /// address space, so each heap is mapped once and shared (thread sanitizer misses races through two
    /// mappings of one file).
    static Result<Space> create(control::Member& member, const Layout& layout,
                                const std::vector<int32_t>& mapped, bool threads);

    const Layout& layout() const { return layout_; }
    char* base() const { return bases_[static_cast<size_t>(me_)]; }
    /// One a PE, null where the peer is not mapped. Stable for the life of the Space.
    char* const* bases() const { return bases_.data(); }

    /// All addresses: this PE's own memory, and that of the peers which it has mapped itself.
    const os::Mapping& range() const { return range_; }

    /// The PE whose mapped memory holds `address`, -1 for none.
    int owner(const void* address) const;
    /// Whether some byte of the range lies in the memory of some PE.
    bool overlaps(const void* address, size_t bytes) const;

    /// What this PE may name in operations: blocks and registered buffers.
    LiveMap& live() { return live_; }
    const LiveMap& live() const { return live_; }

    /// Collective. Maps other pages at [offset, offset + bytes) of every PE's memory: of PE i those of
    /// parts[i]; `file` is this PE's own. All take part to the end whatever fails; after a failure anywhere
    /// call unmap_segment().
    Status map_segment(control::Member& member, const control::WaitInfo& info, size_t offset, size_t bytes,
                       const std::vector<FilePart>& parts, const os::Descriptor& file);
    /// Collective. Brings back what was there: pages of the heap, or nothing in the window.
    Status unmap_segment(control::Member& member, const control::WaitInfo& info, size_t offset, size_t bytes);

    /// Bytes of this PE's file that have memory behind them.
    size_t committed() const;
    int file() const { return file_.get(); }

  private:
    Space() = default;

    Status map_own(int n, bool side_by_side);
    Status map_peer(int pe, const os::Descriptor& file);
    /// The other PEs whose memory this PE has mapped itself: where PEs share the address space, none.
    std::vector<int> mapped_peers() const;

    Layout layout_;
    int me_ = 0;
    bool threads_ = false;
    os::Descriptor file_;
    os::Mapping range_;
    std::vector<char*> bases_;
    std::vector<os::FileAddress> files_;
    LiveMap live_;
};

}  // namespace omni::heap
