// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The job-wide report: who waits in which call, for what, since when. Made from the control pages alone, so
// it needs no answer from a PE that is stuck.
#pragma once

#include <string>

#include "control/wait.h"

namespace omni::control {

/// An aligned table, one line a PE, for people.
std::string describe_job(const Segment& segment);

/// What a PE does or did last, as the rest of a sentence: "was waiting in nvshmem_barrier_all for 3.2 s (team 0, collective 7)".
std::string describe_pe(const Segment& segment, int pe);

/// PEs that wait for each other in different calls: one allocates while another is in a barrier, or two are
/// in different collectives of one team at the same step. The error's text is the table "PE, call, size".
Status find_disagreement(const Member& member, const WaitInfo& info);

/// Whether every PE that disagrees with this one has found that out too.
bool all_know_disagreement(const Member& member, const WaitInfo& info);

/// The newest collective of the world team that others wait in while this PE is in another call; 0 for none.
uint64_t disputed_collective(const Member& member, const WaitInfo& info);

/// Asked for by SIGUSR1; true once for each request.
bool report_requested();
/// Async-signal-safe.
void request_report();

}  // namespace omni::control
