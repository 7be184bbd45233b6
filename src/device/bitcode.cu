// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// libnvshmem_device.bc: every function that kernels may call, as LLVM bitcode for Triton and its like.
// Compiled by clang for CUDA, device side alone, without CUDA's headers, so CUDA's words are given here.
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))

#include <nvshmemx.h>
