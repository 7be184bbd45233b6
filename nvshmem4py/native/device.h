// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The virtual CUDA device: the library beside the host library, whose streams and events nvshmem.core.streams
// hands out. The host library finds the same one by itself.
#pragma once

#include <nanobind/nanobind.h>

namespace nvshmem_py {

void define_device(nanobind::module_& module);

}  // namespace nvshmem_py
