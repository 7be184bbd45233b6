// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Threads that the library makes for itself.
#pragma once

#include <functional>
#include <thread>

#include "base/status.h"

namespace omni::os {

/// Starts a thread that debuggers and `ps -L` show by `name` (15 characters at most). Signals that are sent
/// to the process do not reach it, so that a program's handlers run on the program's own threads.
Result<std::thread> start_thread(const char* name, std::function<void()> body);

}  // namespace omni::os
