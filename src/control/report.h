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

/// PEs that wait for each other in different calls: one allocates while another is in a barrier, or two are
/// in different collectives of one team at the same step. The error's text is the table "PE, call, size".
Status find_disagreement(const Member& member, const WaitInfo& info);

/// Asked for by SIGUSR1; true once for each request.
bool report_requested();
/// Async-signal-safe.
void request_report();

}  // namespace omni::control
