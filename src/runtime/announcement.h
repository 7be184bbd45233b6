// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a start says because the environment asks for it: version, variables, log, time for a debugger.
#pragma once

#include "base/options.h"
#include "runtime/runtime.h"

namespace omni::runtime {

/// Sets the log up, and waits for a debugger in the first start of the process.
Status prepare_log(const Options& options);

/// After the start. PE 0 prints version and variables, and warns of settings that do not do what they seem
/// to, once a process: the PEs have the same environment as a rule. Every PE logs what it found.
void announce(Runtime& runtime, const Options& options, const Settings& settings);

}  // namespace omni::runtime
