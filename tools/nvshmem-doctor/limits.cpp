// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Resource limits of this shell, which PEs inherit.
#include <sys/resource.h>

#include "checks.h"
#include "sources.h"

namespace omni::doctor {

namespace {

constexpr rlim_t kManyFiles = 256, kManyProcesses = 128;

rlimit limit_of(decltype(RLIMIT_AS) what) {
    rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    ::getrlimit(what, &limit);
    return limit;
}

std::string count_text(rlim_t count) { return count == RLIM_INFINITY ? "no limit" : std::to_string(count); }
std::string bytes_text(rlim_t bytes) { return bytes == RLIM_INFINITY ? "no limit" : size_text(bytes); }

/// A PE takes two pipes of the launcher, which raises its own limit as far as it may.
Finding look_at_files() {
    const rlimit limit = limit_of(RLIMIT_NOFILE);
    const std::string found = count_text(limit.rlim_cur) + ", may be raised to " + count_text(limit.rlim_max);
    if (limit.rlim_max < kManyFiles)
        return limited("open files", found,
                       format("for more than about %lu PEs raise the hard limit: ulimit -Hn",
                              static_cast<unsigned long>(limit.rlim_max / 4)));
    return works("open files", found);
}

Finding look_at_process_count() {
    const rlimit limit = limit_of(RLIMIT_NPROC);
    if (limit.rlim_cur < kManyProcesses)
        return limited("processes", count_text(limit.rlim_cur) + " of this user, threads included",
                       "ulimit -u");
    return works("processes", count_text(limit.rlim_cur));
}

Finding look_at_addresses() {
    const rlimit limit = limit_of(RLIMIT_AS);
    if (limit.rlim_cur != RLIM_INFINITY)
        return limited("addresses", bytes_text(limit.rlim_cur) + " a process: heaps of all PEs must fit in",
                       "ulimit -v unlimited");
    return works("addresses", bytes_text(limit.rlim_cur));
}

/// The kernel counts memory files as files.
Finding look_at_file_size() {
    const rlimit limit = limit_of(RLIMIT_FSIZE);
    if (limit.rlim_cur != RLIM_INFINITY)
        return limited("file size", bytes_text(limit.rlim_cur) + ", which a heap must not exceed",
                       "ulimit -f unlimited");
    return works("file size", bytes_text(limit.rlim_cur));
}

Finding look_at_core() {
    const rlimit limit = limit_of(RLIMIT_CORE);
    if (limit.rlim_cur == 0)
        return absent("core files", "none is written when a PE crashes",
                      "ulimit -c unlimited, or nvshmrun --gdb");
    return works("core files", bytes_text(limit.rlim_cur));
}

}  // namespace

Section look_at_limits() {
    return {
        "Limits",
        {look_at_files(), look_at_process_count(), look_at_addresses(), look_at_file_size(), look_at_core()}};
}

}  // namespace omni::doctor
