// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA runtime interface of the virtual CUDA device, and for C++ what kernels use.
#pragma once

#include <limits.h>

#include "cuda_runtime_api.h"
#include "vector_functions.h"
#ifdef __cplusplus
    #include "vgpu/device.h"
    #include "vgpu/runtime_templates.h"
#endif
