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

/// Prefix of every line, e.g. "PE 3"; empty before the PE has a number. Thread-local, since PEs may be
/// threads.
void set_prefix(std::string prefix);

[[gnu::format(printf, 1, 2)]] void warn(const char* pattern, ...);
[[gnu::format(printf, 1, 2)]] void info(const char* pattern, ...);

/// An error as the handler prints it: who, which call, what is wrong.
void write_error(const char* function, const Status& status);

/// One block of text, as it is.
void write_block(const std::string& text);

}  // namespace omni::log
