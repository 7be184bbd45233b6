// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One PE's seat in the control segment, and what every wait and every small collective of the node needs to
// know.
#pragma once

#include <atomic>

#include "control/segment.h"

namespace omni::control {

/// How long a wait spins and when it speaks up; the same for all waits of a PE.
struct WaitPolicy {
    int spins = 20;  ///< pauses before the first yield: many only while PEs fit on the CPUs
    int64_t longest_sleep_ns = 1'000'000;  ///< of a wait: longer where very many PEs share few CPUs
    double limit_s = 0;                    ///< a wait longer than this is an error; 0: never
    double report_s = 30;                  ///< a wait longer than this writes one note
};

/// A PE in the segment. Shared by the threads of the PE; none of its members changes after init but through
/// atomics.
struct Member {
    Segment* segment = nullptr;
    int me = 0;
    int n = 1;
    WaitPolicy policy;
    std::atomic<uint64_t>* world_epoch =
        nullptr;  ///< collectives begun on the world team, null before teams exist

    uint64_t steps_of_world() const { return world_epoch ? world_epoch->load(std::memory_order_relaxed) : 0; }

    ControlPage& page(int pe) const { return segment->page(pe); }
    ControlPage& my_page() const { return segment->page(me); }
};

/// 1,000 pauses when every thread has a CPU of its own, else 20: 1,000 made a barrier of 4 PEs on 2 cores
/// take 33 to 120 us.
int spins_for(const Segment& segment, int threads);

/// 1 ms, which costs 0.7 % of a CPU, for up to 16 threads a CPU; beyond, what keeps the cost of all together.
int64_t longest_sleep_for(const Segment& segment, int threads);

}  // namespace omni::control
