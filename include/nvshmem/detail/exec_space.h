// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the compiler at work makes of device code. The only place that asks.
//
//     NVSHMEM_TARGET_CUDA      nvcc, or clang for CUDA: kernels run on a GPU
//     NVSHMEM_TARGET_VIRTUAL   a C++ compiler with the virtual CUDA device's headers on its path: kernels run
//                              on its threads
//     neither                  host code alone, also where NVSHMEM_HOSTLIB_ONLY is defined
//
// NVSHMEM_DEVICE begins a function of device code, NVSHMEM_DEVICE_API one that kernels may call: in the
// device library (NVSHMEM_DEVICE_LIBRARY) these are symbols, everywhere else inline.
// NVSHMEM_DEVICE_OUT_OF_LINE begins one for rare cases, NVSHMEM_DEVICE_ALGORITHM one that many names share:
// called there, not copied into each.
#pragma once

#if defined(__cplusplus) && !defined(NVSHMEM_HOSTLIB_ONLY)
    #if __has_include(<vgpu/hooks.h>)  // which defines __CUDACC__ for programs
        #define NVSHMEM_TARGET_VIRTUAL 1
        #define NVSHMEM_DEVICE inline
    #elif defined(__CUDACC__)
        #define NVSHMEM_TARGET_CUDA 1
        #define NVSHMEM_DEVICE __device__ inline
    #endif
    #ifdef NVSHMEM_DEVICE_LIBRARY
        #define NVSHMEM_DEVICE_API __device__ __attribute__((used))
        #define NVSHMEM_DEVICE_ALGORITHM __device__ __attribute__((noinline))
    #else
        #define NVSHMEM_DEVICE_ALGORITHM NVSHMEM_DEVICE
        #define NVSHMEM_DEVICE_API NVSHMEM_DEVICE
    #endif
    #define NVSHMEM_DEVICE_OUT_OF_LINE NVSHMEM_DEVICE __attribute__((noinline))
#endif
