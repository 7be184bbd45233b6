// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The end of the job before its time: global exit, and the error handler's way out.
#pragma once

#include <string>

#include "base/status.h"

namespace omni::runtime {

/// Ends the job from this PE; `cause` is for people. Where another PE has begun to end it, that one's status
/// counts. Waiting PEs end by themselves with the job's status, the launcher ends the others; without one
/// they are ended by signal. Does not return.
[[noreturn]] void end_job(int exit_status, const std::string& cause);

/// For set_fatal_hook: the first PE with an error says it, the others end without a word.
[[noreturn]] void end_on_error(const char* function, const Status& status);

}  // namespace omni::runtime
