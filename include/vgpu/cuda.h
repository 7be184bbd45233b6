// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA driver interface of the virtual CUDA device. Names and numbers are CUDA 13's; functions with
// several versions have the meaning of the newest.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CUDA_VERSION 13000

#ifdef __cplusplus
extern "C" {
#endif

// --- errors

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0,
#define ERROR_BOTH(number, runtime, driver, meaning) CUDA_ERROR_##driver = number,
#define ERROR_DRIVER(number, driver, meaning) CUDA_ERROR_##driver = number,
#include "vgpu/errors.def"
    VGPU_LAST_CUDA_ERROR = 1000
} CUresult;

#ifdef __cplusplus
}
#endif
