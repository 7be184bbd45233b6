// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The addresses of the job: this PE's symmetric memory and, side by side with it, that of every peer it can
// map. One memory file a PE, the same layout everywhere:
//     [0, heap_bytes)                                  what nvshmem_malloc hands out
//     [heap_bytes, heap_bytes + workspace_bytes)       flags and scratch of the teams; starts as zeros
//     [.., .. + window_bytes)                          addresses for registered user buffers
// The file is sparse: memory is committed where it is touched (first touch 4.7 us a page, so nothing is
// prefaulted).
#pragma once

#include <vector>

#include "control/exchange.h"
#include "os/memory.h"

namespace omni::heap {

struct Layout {
    size_t heap_bytes = 0;
    size_t workspace_bytes = 0;
    size_t window_bytes = 0;

    size_t file_bytes() const { return heap_bytes + workspace_bytes; }
    size_t span() const { return file_bytes() + window_bytes; }
    size_t window_offset() const { return file_bytes(); }
};

class Space {
  public:
    /// Collective. `map_peers`: else only this PE's own memory is mapped. `threads`: PEs share this address
    /// space, so each heap is mapped once and shared (thread sanitizer misses races through two mappings of
    /// one file).
    static Result<Space> create(control::Member& member, const Layout& layout, bool map_peers, bool threads);

    const Layout& layout() const { return layout_; }
    char* base() const { return bases_[static_cast<size_t>(me_)]; }
    /// One a PE, null where the peer is not mapped. Stable for the life of the Space.
    char* const* bases() const { return bases_.data(); }

    /// The PE whose mapped memory holds `address`, -1 for none.
    int owner(const void* address) const;

    /// Bytes of this PE's file that have memory behind them.
    size_t committed() const;
    int file() const { return file_.get(); }

  private:
    Space() = default;

    Status map_own(int n, bool side_by_side);
    Status map_peer(int pe, const os::FileAddress& address);

    Layout layout_;
    int me_ = 0;
    os::Descriptor file_;
    os::Mapping range_;
    std::vector<char*> bases_;
};

}  // namespace omni::heap
