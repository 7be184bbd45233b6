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

/// What a PE does or did last, as the rest of a sentence: "was waiting in nvshmem_barrier_all for 3.2 s (team
/// 0, collective 7)".
std::string describe_pe(const Segment& segment, int pe);

/// Asked for by SIGUSR1; true once for each request.
bool report_requested();
/// Async-signal-safe.
void request_report();

}  // namespace omni::control
