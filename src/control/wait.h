// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The one wait primitive. Spin, then yield, then sleep; past the spin phase the wait is published on the
// control page, so that anybody can say who waits for whom. It ends when the test holds, or with an error:
// limit reached, a PE died, the job is ending, or the PEs wait for each other in different calls.
#pragma once

#include <cstdint>

#include "base/cpu.h"
#include "base/kernel.h"
#include "control/member.h"

namespace omni::control {

/// What a wait is for. All pointers to static storage.
struct WaitInfo {
    const char* call = "";
    WaitKind kind = WaitKind::memory;
    int team = -1;
    uint64_t epoch = 0;
    uint64_t offset = UINT64_MAX;
    const char* relation = ">=";
    uint64_t expected = 0;
    uint64_t identity = 0;           ///< collective: with `team`, which team, as handles are used again
    const int32_t* ranks = nullptr;  ///< collective: one a PE of the job, negative for those outside the team
};

/// The phases after the spin.
class SlowWait {
  public:
    SlowWait(Member& member, const WaitInfo& info);
    ~SlowWait();
    SlowWait(const SlowWait&) = delete;
    SlowWait& operator=(const SlowWait&) = delete;

    /// Lets others run for a moment; an error when it is time to give up. `seen`: the value that the test
    /// read last.
    Status step(uint64_t seen);

    /// Leaves the wait with this error.
    Status give_up(Status reason);

  private:
    void publish(uint64_t seen);
    Status look_around(uint64_t seen);

    Member& member_;
    const WaitInfo& info_;
    int64_t began_ns_;
    int64_t next_look_ns_;
    int64_t sleep_ns_;
    Activity* activity_ = nullptr;
    bool reported_ = false;
};

template <class Test>
[[gnu::noinline]] Status wait_slowly(Member& member, const WaitInfo& info, Test& test) {
    SlowWait slow(member, info);
    for (uint64_t seen = 0; !test(seen);) {
        Status status = slow.step(seen);
        // What is waited for may have come after the last test, and with it what looked like a disagreement.
        if (!status.ok()) return test(seen) ? Status() : slow.give_up(std::move(status));
    }
    return {};
}

/// Asked, about every 20 ms, by each thread whose wait lasts; an answer other than 0 ends that wait. Null:
/// nobody is asked.
using Interrupt = int (*)();
void set_interrupt(Interrupt ask);

/// Returns once `test(seen)` holds. The test loads with acquire order and stores what it read in `seen`, an
/// uint64_t&.
template <class Test>
Status wait(Member& member, const WaitInfo& info, Test test) {
    uint64_t seen = 0;
    // The one who is waited for may be a neighbour on the same thread of the system.
    for (int left = kernel::inside() ? 1 : member.policy.spins; left > 0; --left) {
        if (test(seen)) return {};
        pause();
    }
    return wait_slowly(member, info, test);
}

}  // namespace omni::control
