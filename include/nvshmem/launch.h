// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Launching kernels that synchronize with those of other PEs: all blocks of the grid run at the same time.
// Each PE launches the same kernel; the calls do not wait for the kernel, nor for the other PEs.
//
// All return a status: NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED for a grid that does not fit,
// NVSHMEMX_ERROR_NOT_SUPPORTED in a process without a CUDA device.
#pragma once

#include <stddef.h>

#include "detail/cuda_types.h"
#include "detail/export.h"

typedef struct nvshmemx_collective_launch_attr nvshmemx_collective_launch_attr_t;

#ifdef NVSHMEM_HAS_CUDA_RUNTIME_HEADER
struct nvshmemx_collective_launch_attr {
    cudaLaunchConfig_t cuda_config;
};
#endif

NVSHMEM_BEGIN_C

// Launches `func` on `stream` with `sharedMem` bytes of dynamic shared memory a block and arguments as
// cudaLaunchKernel takes them. A grid of (0, 0, 0) means as many blocks as fit.
NVSHMEM_API int nvshmemx_collective_launch(const void* func, dim3 gridDims, dim3 blockDims, void** args,
                                           size_t sharedMem, cudaStream_t stream);

// The same from a launch configuration, whose attributes win over those that the library would set.
NVSHMEM_API int nvshmemx_collective_launch_attr(const nvshmemx_collective_launch_attr_t* attr,
                                                const void* func, void** args);

// Stores in `gridsize` the largest number of blocks that such a launch can have; may be 0.
NVSHMEM_API int nvshmemx_collective_launch_query_gridsize(const void* func, dim3 blockDims, void** args,
                                                          size_t sharedMem, int* gridsize);

NVSHMEM_END_C
