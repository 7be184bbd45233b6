// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What ran out when the system refused something, what the limit is, and what raises it.
#pragma once

#include "base/status.h"

namespace omni {

/// For errno of a failed system call, to stand behind its text: " (this process may have 1024 open files:
/// raise ulimit -n)". "" where nothing ran out.
std::string describe_exhaustion(int number);

/// "cannot start WHAT: ...", for a process or a thread that could not be started, with the limit on them.
Status start_error(const char* what, int number);

}  // namespace omni
