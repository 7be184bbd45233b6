// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// GPUs, by the driver interface. Symmetric memory stays in host memory, which the driver maps for kernels:
// they reach all PEs of the node, several on one GPU included, over the bus.
#pragma once

#include "cuda/device.h"
#include "os/library.h"

namespace omni::cuda {

/// To be called once a process. The object lives for ever.
Result<const Device*> bind_gpu(const os::Library& library, const WorkContext& context);

}  // namespace omni::cuda
