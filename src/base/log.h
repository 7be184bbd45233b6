// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the library says on standard error, or into a file where NVSHMEM_DEBUG_FILE names one. One write() a
// message, so that lines of several PEs do not mix.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace omni::log {

enum class Level { warn, info, trace };

/// The part that speaks, by the names of NVSHMEM_DEBUG_SUBSYS.
enum class Source { init, coll, p2p, proxy, transport, mem, bootstrap, topo, util };

struct Rules {
    Level level = Level::warn;
    uint32_t sources = ~uint32_t{0};  ///< whose info and trace lines are written: a bit each
    std::string file;                 ///< gets the lines at its end; empty: standard error
};
/// For the whole process. An error when the file cannot be opened; nothing has changed then.
Status set_rules(const Rules& rules);
bool logs(Level level, Source source);

/// Which PE speaks: that of this thread where PEs are threads, else that of the process; -1: none has a
/// number yet.
void set_pe_of_thread(int pe);
void set_pe_of_process(int pe);

[[gnu::format(printf, 1, 2)]] void warn(const char* pattern, ...);
[[gnu::format(printf, 2, 3)]] void info(Source source, const char* pattern, ...);

/// A line of level trace, made up whole by the caller, who has asked logs().
void write_trace(const std::string& line);

/// An error as the handler prints it: who, which call, what is wrong. Always on standard error, and in the
/// file too.
void write_error(const char* function, const Status& status);

/// One block of text on standard error, as it is.
void write_block(const std::string& text);

}  // namespace omni::log
