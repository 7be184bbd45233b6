// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// nvshmem.bindings: every C function by name, with pointers and streams as integers. The table of functions
// is made from api/; a function becomes a Python object when it is asked for, so a thousand names cost
// nothing at import.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

void define_raw(nanobind::module_& module);

}  // namespace nvshmem_py
