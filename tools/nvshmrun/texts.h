// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the launcher says about the job: one block of text for the first failure, a table on demand.
#pragma once

#include <string>

#include "job.h"

namespace omni::nvshmrun {

/// "was killed by signal 11 (SIGSEGV)", "ended with exit status 3".
std::string describe_end(const End& end);

/// A PE failed first: which, how, what it was doing last.
std::string describe_failure(const Job& job, int pe);

/// A PE died that is not itself the process that was started for it.
std::string describe_loss(const Job& job, int pe);

/// A PE ended the job through the library, which has told the reason already.
std::string describe_decision(const Job& job, int exit_status);

/// Every PE: what it waits for, its process.
std::string describe_state(const Job& job);

}  // namespace omni::nvshmrun
