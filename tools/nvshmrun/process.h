// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starting one process.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/status.h"

namespace omni::nvshmrun {

/// What a new process does between fork and exec. Everything belongs to the caller.
struct Start {
    const char* path = nullptr;
    char* const* words = nullptr;
    char* const* environment = nullptr;
    int input = -1, output = -1, errors = -1;  ///< become descriptors 0, 1, 2; -1 leaves the launcher's own
    int kept = -1;                             ///< stays open across exec
    const cpu_set_t* cpus = nullptr;           ///< null: the launcher's
    const sigset_t* signal_mask = nullptr;
    const rlimit* open_files = nullptr;
    bool takes_terminal =
        false;  ///< its process group becomes the foreground of the terminal on descriptor 0
};

/// Starts it as the leader of a new process group; the kernel kills it when the launcher dies. A failed exec
/// ends the new process with kNotFound or kNotExecutable, after a line on its standard error.
Result<pid_t> start(const Start& start);

}  // namespace omni::nvshmrun
