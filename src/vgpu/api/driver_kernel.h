// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Handles of kernels.
#pragma once

#include "vgpu/api/outcome.h"

namespace vgpu::api {

/// The kernel that a CUfunction, CUkernel, cudaFunction_t or cudaKernel_t means.
Expected<const vgpuKernel*> kernel_of(const void* handle);

template <class Handle>
Handle handle_of(const vgpuKernel* kernel) {
    return reinterpret_cast<Handle>(const_cast<vgpuKernel*>(kernel));
}

}  // namespace vgpu::api
