// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The processors this process may run on.
#pragma once

namespace omni::os {

/// Number of CPUs in the affinity mask, at least 1.
int usable_cpus();

}  // namespace omni::os
