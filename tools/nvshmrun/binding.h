// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which CPUs a PE runs on.
#pragma once

#include <sched.h>

#include <vector>

#include "base/status.h"
#include "options.h"

namespace omni::nvshmrun {

/// One set a PE, or none at all where PEs are not bound. The launcher's own mask limits them.
/// One core each would be the fastest for programs of one thread, and starve those of several: hence the
/// share.
Result<std::vector<cpu_set_t>> assign_cpus(Binding binding, int pes);

}  // namespace omni::nvshmrun
