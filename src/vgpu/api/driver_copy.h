// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The boxes of the driver interface's copies.
#pragma once

#include <cuda.h>

#include "vgpu/api/copy.h"

namespace vgpu::api {

/// An error where arrays are named, which the virtual device does not have.
Expected<BoxCopy> box_of(const CUDA_MEMCPY2D& copy);
Expected<BoxCopy> box_of(const CUDA_MEMCPY3D& copy);

}  // namespace vgpu::api
