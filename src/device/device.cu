// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every function that kernels may call, as symbols: libnvshmem_device.bc for Triton and its like,
// libnvshmem_device.a for programs of relocatable device code, libnvshmem_device.ltoir.fatbin for linkers at
// run time. clang compiles the device side alone, without CUDA's headers, so CUDA's words are given here.
#ifndef __NVCC__
    #define __device__ __attribute__((device))
    #define __host__ __attribute__((host))
    #define __constant__ __attribute__((constant))
    #define __shared__ __attribute__((shared))
#endif

#ifdef __CUDA_ARCH__
    #include <nvshmemx.h>

    #include "program.h"
#else
    #include <nvshmem/device/impl/module_state.h>  // all that has a host side
#endif
