// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the library says on standard error. One write() a message, so that lines of several PEs do not mix.
#pragma once

#include "base/status.h"

namespace omni::log {

enum class Level { none = 0, warn = 1, info = 2, trace = 3 };

void set_level(Level level);
Level level();

/// Which PE speaks: that of this thread where PEs are threads, else that of the process; -1: none has a
/// number yet.
void set_pe_of_thread(int pe);
void set_pe_of_process(int pe);

[[gnu::format(printf, 1, 2)]] void warn(const char* pattern, ...);
[[gnu::format(printf, 1, 2)]] void info(const char* pattern, ...);

/// An error as the handler prints it: who, which call, what is wrong.
void write_error(const char* function, const Status& status);

/// One block of text, as it is.
void write_block(const std::string& text);

}  // namespace omni::log
