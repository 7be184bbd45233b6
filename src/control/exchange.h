// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The small allgather and the barrier of the control segment. They need no heap, so the heap is built on
// them; at most one runs at a time in a job, and all PEs call the same ones in the same order.
#pragma once

#include "control/wait.h"

namespace omni::control {

/// Gathers `bytes` from each PE: `all` receives n * bytes in PE order. Any size; more than kExchangeBytes
/// goes in rounds. On an error this PE's contribution of the round in question is withdrawn.
/// PEs that meet in different calls (`info.call`) or with other sizes all get the same error, a table of who
/// is where.
Status allgather(Member& member, const WaitInfo& info, const void* mine, void* all, size_t bytes);

/// Counts `round` as made by this PE, with nothing to give: whoever still reads it fails. For rounds in a
/// dispute.
void skip_round(Member& member, uint64_t round);

/// No PE returns before all have entered.
Status barrier(Member& member, const WaitInfo& info);

}  // namespace omni::control
