// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Where threads of a block meet. All of it belongs to one thread of the machine, so nothing is atomic.
#pragma once

#include <cstdint>
#include <deque>

#include "vgpu/engine/limits.h"

namespace vgpu {

/// What the last thread to arrive does for all.
struct Errand {
    long (*function)(void*) = nullptr;
    void* argument = nullptr;

    long run() const { return function(argument); }
};

/// All threads of a block or warpgroup. A result is kept for one more generation: a thread can be at most one
/// barrier ahead of those that have not read it yet.
struct Barrier {
    uint32_t generation = 0;  ///< bumped by the last to arrive; waiters wait for that
    uint32_t arrived = 0;
    long votes = 0;  ///< of the threads that have arrived
    long results[2] = {};
    Errand errand;

    long& result(uint32_t of) { return results[of % 2]; }
};

/// The lanes of one warp that a mask names. Several can be under way in a warp, of masks that do not overlap;
/// a meeting is kept until the last lane has read what the others brought.
struct WarpMeeting {
    WarpMeeting* next = nullptr;  ///< of the same warp, or of those at rest
    uint32_t mask = 0;
    uint32_t arrived = 0;
    uint32_t complete = 0;    ///< 1 when all lanes are there; waiters wait for that
    uint32_t inside = 0;      ///< lanes that have arrived and not left
    bool converging = false;  ///< may be complete without all: see Carrier::converge()
    const void* place = nullptr;
    Errand errand;
    long result = 0;
    uint64_t values[kWarp];
};

/// Meetings at rest, and the memory of all.
class MeetingPool {
  public:
    WarpMeeting& take() {
        WarpMeeting* meeting = resting_;
        if (!meeting) return all_.emplace_back();
        resting_ = meeting->next;
        meeting->arrived = meeting->complete = meeting->inside = 0;
        meeting->converging = false;
        meeting->errand = {};
        return *meeting;
    }
    void park(WarpMeeting& meeting) {
        meeting.next = resting_;
        resting_ = &meeting;
    }

  private:
    WarpMeeting* resting_ = nullptr;
    std::deque<WarpMeeting> all_;
};

struct WarpState {
    uint32_t live = 0;  ///< lanes whose thread has begun, waited, and not returned
    WarpMeeting* meetings = nullptr;
};

}  // namespace vgpu
