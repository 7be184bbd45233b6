// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How a public function is declared: C linkage, visible in the shared library. NVSHMEM_DUAL_API: kernels call
// it too. nvcc knows no overloads by space, so such a name is declared once; its device body is in
// device/impl/thread_forms.h, and on the host it is the library's.
#pragma once

#include "exec_space.h"

#define NVSHMEM_API __attribute__((visibility("default")))
#ifdef NVSHMEM_TARGET_CUDA
    #define NVSHMEM_DUAL_API NVSHMEM_API __host__ __device__
#else
    #define NVSHMEM_DUAL_API NVSHMEM_API
#endif

#ifdef __cplusplus
    #define NVSHMEM_BEGIN_C extern "C" {
    #define NVSHMEM_END_C }
#else
    #define NVSHMEM_BEGIN_C
    #define NVSHMEM_END_C
#endif
