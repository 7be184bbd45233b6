// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reading what a PE waits for from its control page, while it goes on.
#pragma once

#include <vector>

#include "control/page.h"

namespace omni::control {

/// A consistent copy of an Activity.
struct Snapshot {
    WaitKind kind;
    int team;
    uint64_t identity, epoch, world_epoch, offset, expected, seen;
    int64_t since_ns;
    int64_t disputed_ns;
    char call[48];
    char relation[8];
};

/// All that the threads of a PE wait for at this moment.
std::vector<Snapshot> activities(const ControlPage& page);

}  // namespace omni::control
