// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA types that occur in prototypes. They are CUDA's own where its runtime header is found; otherwise
// they are declared just far enough to be passed on, and a later include of a CUDA header agrees with them.
// NVSHMEM_NO_CUDA_HEADERS: do not look for CUDA's headers.
#pragma once

#include "exec_space.h"

#if !defined(NVSHMEM_NO_CUDA_HEADERS) && (defined(NVSHMEM_TARGET_CUDA) || __has_include(<cuda_runtime_api.h>))
    #define NVSHMEM_HAS_CUDA_RUNTIME_HEADER 1
    #include <cuda_runtime_api.h>
#endif

typedef struct CUmod_st* CUmodule;
typedef struct CUlib_st* CUlibrary;
typedef struct CUstream_st* cudaStream_t;
typedef struct dim3 dim3;
