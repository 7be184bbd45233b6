// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the kernel tells of other processes.
#pragma once

namespace omni::os {

/// Stopped by a signal or a debugger. False for processes that cannot be looked at.
bool is_stopped(int process);

}  // namespace omni::os
