// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From options to running PEs: program, arguments, environment, CPUs and streams of each.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <string>

#include "job.h"
#include "options.h"

namespace omni::nvshmrun {

class Input;
class Output;

/// What PEs get back as it was before the launcher changed it for itself.
struct Inherited {
    sigset_t signal_mask;
    rlimit open_files;
};

/// NAME=VALUE that every process of the job has in its environment, and no other process.
std::string mark_of(const control::Segment& segment);

/// Starts all PEs. On an error some may be running.
Status launch(const Options& options, const Inherited& inherited, Job& job, Input& input, Output& output);

}  // namespace omni::nvshmrun
