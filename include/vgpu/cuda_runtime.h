// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA runtime interface of the virtual device.
#pragma once

#include "driver_types.h"
#include "vector_types.h"
#ifdef __cplusplus
    #include "vgpu/device.h"
extern "C" {
#endif

cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetLastError(void);
const char* cudaGetErrorString(cudaError_t error);

#ifdef __cplusplus
}
#endif
