// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bad addresses and the like in kernels.
#pragma once

namespace vgpu {

/// Takes over the signals of faults; outside kernels the program's own handlers go on to have them.
void catch_faults();

}  // namespace vgpu
