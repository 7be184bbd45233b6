// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a team's workspace: the same on every member, zeros when a team begins. Sizes follow from the
// number of PEs of the job, so that slots of any team are alike.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "os/memory.h"

namespace omni::team {

struct Workspace {
    static constexpr size_t kRounds = 16;       ///< of the dissemination barrier: 65,536 PEs
    static constexpr size_t kSlotBytes = 4096;  ///< scratch a rank and half

    int n_pes;

    /// One cache line a round of the dissemination barrier; written by one PE only, monotone.
    size_t barrier_flag(size_t round) const { return round * kCacheLine; }
    /// One word a source rank: the number of its collective whose data has arrived here. Monotone.
    size_t arrival_flag(size_t rank) const { return kRounds * kCacheLine + rank * sizeof(uint64_t); }
    /// One word a source rank, for a second step within one collective.
    size_t departure_flag(size_t rank) const {
        return arrival_flag(static_cast<size_t>(n_pes)) + rank * sizeof(uint64_t);
    }
    /// Scratch of `rank`'s contribution; `half` is 0 or 1 in turn.
    size_t slot(size_t half, size_t rank) const {
        return flags_bytes() + (half * static_cast<size_t>(n_pes) + rank) * kSlotBytes;
    }
    size_t flags_bytes() const {
        return os::round_up(kRounds * kCacheLine + 2 * static_cast<size_t>(n_pes) * sizeof(uint64_t), 4096);
    }
    size_t bytes() const { return flags_bytes() + 2 * static_cast<size_t>(n_pes) * kSlotBytes; }
};

}  // namespace omni::team
