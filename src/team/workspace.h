// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a team's workspace: the same on every member, its flags zeros when a team begins. Sizes
// follow from the number of PEs of the job, so that the slots of any team are alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/cpu.h"
#include "os/memory.h"

namespace omni::team {

struct Workspace {
    static constexpr size_t kRounds = 16;  ///< of the dissemination barrier: 65,536 PEs
    /// A message lies right behind its flag, so that a short one is one cache line. An odd number of lines
    /// keeps the messages of different ranks in different cache sets.
    static constexpr size_t kSlotBytes = 65 * kCacheLine;
    static constexpr size_t kMessageBytes = kSlotBytes - sizeof(uint64_t);

    int n_pes;

    // Flags. Each has a cache line and one PE that writes it; values are numbers of steps (coll/step.h).

    /// Of a round of the dissemination barrier.
    size_t barrier_flag(size_t round) const { return round * kCacheLine; }
    /// `rank` has come to a step, or its data of that step has come here.
    size_t arrival_flag(size_t rank) const { return (kRounds + rank) * kCacheLine; }
    /// `rank` is through with the second half of a step.
    size_t departure_flag(size_t rank) const { return arrival_flag(pes() + rank); }

    /// `rank` has come to a sync of kernels (device/impl/coll.h), which count by themselves.
    size_t device_flag(size_t rank) const { return departure_flag(pes() + rank); }

    // Slots for messages of at most kMessageBytes; `half` is 0 or 1 in turn.

    size_t slot_flag(size_t half, size_t rank) const {
        return flags_bytes() + (half * pes() + rank) * kSlotBytes;
    }
    size_t message(size_t half, size_t rank) const { return slot_flag(half, rank) + sizeof(uint64_t); }

    size_t flags_bytes() const { return (kRounds + 3 * pes()) * kCacheLine; }
    size_t bytes() const { return os::round_up(flags_bytes() + 2 * pes() * kSlotBytes, 4096); }

    /// Makes the flags at `workspace` zeros again, after a team of `members`. Slots that were never used are
    /// not touched, since that would commit their memory.
    void clear(char* workspace, size_t members, bool used_slots) const {
        std::memset(workspace, 0, flags_bytes());
        if (!used_slots) return;
        for (size_t half = 0; half < 2; ++half)
            for (size_t rank = 0; rank < members; ++rank)
                std::memset(workspace + slot_flag(half, rank), 0, sizeof(uint64_t));
    }

  private:
    size_t pes() const { return static_cast<size_t>(n_pes); }
};

}  // namespace omni::team
