// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// put, get, put_nbi, get_nbi: the calls whose cost per call matters, from the arguments of Python to the C
// function without a line of Python between.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

void define_transfers(nanobind::module_& module);

}  // namespace nvshmem_py
