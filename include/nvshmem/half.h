// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The 16-bit floating types of the interface: `half` (IEEE binary16) and `__nv_bfloat16`.
//
// C++ code gets CUDA's own classes where their headers are found (NVSHMEM_NO_CUDA_HEADERS: do not look for
// them). Elsewhere, and in C, they are plain structs that hold the bit pattern. Both travel in an integer
// register, so that callers and library agree whichever each was compiled with.
#pragma once

#include "detail/exec_space.h"

#if defined(__cplusplus) && !defined(NVSHMEM_NO_CUDA_HEADERS) && \
    (defined(NVSHMEM_TARGET_CUDA) || __has_include(<cuda_fp16.h>))

    #include <cuda_bf16.h>
    #include <cuda_fp16.h>

#else

typedef struct __half {
    unsigned short x;  // sign 1, exponent 5, fraction 10 bits
} __half;
typedef __half half;

typedef struct __nv_bfloat16 {
    unsigned short x;  // sign 1, exponent 8, fraction 7 bits: the upper half of a float
} __nv_bfloat16;
typedef __nv_bfloat16 nv_bfloat16;

#endif
