// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The state of a barrier within a block. All of it belongs to one thread of the machine, so nothing is
// atomic.
#pragma once

#include <cstdint>

namespace vgpu {

/// A result is kept for one more generation: a thread can be at most one barrier ahead of those that have not
/// read it yet.
struct Barrier {
    uint32_t generation = 0;  ///< bumped by the last to arrive; waiters wait for that
    uint32_t arrived = 0;
    long votes = 0;                     ///< of the threads that have arrived
    long results[2] = {};               ///< by generation
    long (*function)(void*) = nullptr;  ///< what the last to arrive does for all
    void* argument = nullptr;

    long& result(uint32_t of) { return results[of % 2]; }
};

}  // namespace vgpu
