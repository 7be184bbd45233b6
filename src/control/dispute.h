// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// PEs that wait for each other in different calls: one allocates while another is in a barrier, or two are in
// different collectives of one team at the same step. Each of them finds that out by itself from the control
// pages, and all of them leave with an error. Afterwards they count calls alike again, so that a program may
// go on.
#pragma once

#include "control/wait.h"

namespace omni::control {

/// An error with the table of who is where, when the wait that began at `since_ns` is part of a dispute.
/// Found once all who take part have come, or after a second: whoever is on the way may still join one of the
/// sides.
Status find_dispute(const Member& member, const WaitInfo& info, int64_t since_ns);

/// Leaves the dispute. Waits until the others have found it too, since they see it only while `mine`, this
/// PE's published wait, is there. Then counts the call that the other side was in as made here.
void settle_dispute(Member& member, const WaitInfo& info, Activity& mine);

}  // namespace omni::control
