// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The virtual CUDA device as the library sees it: a dozen C functions of libnvshmem_vcuda (its header is
// vgpu/hooks.h), found by name.
#pragma once

#include "cuda/device.h"
#include "os/library.h"

namespace omni::cuda {

/// To be called once a process. Waits inside kernels let other threads of the block run from then on. The
/// object lives for ever.
Result<const Device*> bind_virtual_device(const os::Library& library, const WorkContext& context);

}  // namespace omni::cuda
