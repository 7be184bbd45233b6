// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signal pads of nvshmem.torch: a symmetric array of 32-bit words. In the pad of rank r, word (channel, s) is
// how rank s tells r something: s waits until it is 0 and sets it to 1, r waits until it is 1 and sets it to
// 0. So a pad is all 0 whenever nobody is under way, and channels do not meet.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

void define_pads(nanobind::module_& module);

}  // namespace nvshmem_py
