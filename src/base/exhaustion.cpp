// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Limits as words.
#include "base/exhaustion.h"

#include <sys/resource.h>

#include <cerrno>
#include <cstring>

namespace omni {

namespace {

rlim_t limit_of(int resource) {
    rlimit limit;
    return ::getrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 ? limit.rlim_cur
                                                                              : RLIM_INFINITY;
}

std::string limit_text(int resource) {
    const rlim_t limit = limit_of(resource);
    return limit == RLIM_INFINITY ? "any number of" : std::to_string(limit);
}

std::string describe_memory() {
    if (limit_of(RLIMIT_AS) == RLIM_INFINITY)
        return " (memory ran out, or the number of mappings: see vm.max_map_count and "
               "vm.overcommit_memory)";
    return format(
        " (this process may use %s bytes of addresses: raise ulimit -v, or lower "
        "NVSHMEM_SYMMETRIC_SIZE)",
        limit_text(RLIMIT_AS).c_str());
}

}  // namespace

std::string describe_exhaustion(int number) {
    switch (number) {
        case EMFILE:
            return format(" (this process may have %s open files: raise ulimit -n)",
                          limit_text(RLIMIT_NOFILE).c_str());
        case ENFILE:
            return " (the machine has no more open files: raise fs.file-max)";
        case EFBIG:
            return format(" (a file of this process may have %s bytes: raise ulimit -f)",
                          limit_text(RLIMIT_FSIZE).c_str());
        case ENOSPC:
            return " (the file system is full: make room there)";
        case EDQUOT:
            return " (the disk quota of this user is used up)";
        case ENOMEM:
            return describe_memory();
        default:
            return "";
    }
}

Status start_error(const char* what, int number) {
    const std::string limit =
        number != EAGAIN
            ? describe_exhaustion(number)
            : format(
                  " (this user may have %s processes and threads: raise ulimit -u, or pids.max of "
                  "the control group)",
                  limit_text(RLIMIT_NPROC).c_str());
    return error(Code::internal, "cannot start %s: %s%s", what, std::strerror(number), limit.c_str());
}

}  // namespace omni
