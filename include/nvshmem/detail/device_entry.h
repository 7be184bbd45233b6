// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Functions of the library that the device headers call: on the virtual device where no host function of the
// interface does the work, on GPUs to make device code known. Not for programs.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "../device/impl/state.h"
#include "../types.h"
#include "export.h"

NVSHMEM_BEGIN_C

// Fills `state` for the calling PE: what kernels whose threads share the work need to know. It holds until
// nvshmem_finalize. A status.
NVSHMEM_API int nvshmemid_device_state(nvshmemi_device_state* state);

// A piece of device code for GPUs, as its own host code presents it: each translation unit that nvcc compiles
// has one, and so has libnvshmem_device.a. Both functions act on the calling thread's device and return a
// cudaError_t.
typedef struct nvshmemi_device_code {
    uint32_t bytes;
    uint32_t version;                                      // of the state that it knows
    int (*fill)(const nvshmemi_device_state* state);       // copies the state to the device
    int (*function)(void** function, const void* kernel);  // the CUfunction of a kernel of this code
    struct nvshmemi_device_code* next;                     // the library's
} nvshmemi_device_code;

// From the constructors and destructors of the program's objects; also while the library is up, as where an
// object is loaded late. The state is filled in as soon as the library is up and the PE has a device.
NVSHMEM_API void nvshmemid_add_device_code(nvshmemi_device_code* code);
NVSHMEM_API void nvshmemid_remove_device_code(nvshmemi_device_code* code);

// Pairs of doubles: nvshmemx_double2_maxloc_reduce_block.
NVSHMEM_API int nvshmemid_double2_maxloc_reduce(nvshmem_team_t team, void* dest, const void* src,
                                                size_t nreduce);

// nvshmemx_putmem_signal_counted_nbi_block.
NVSHMEM_API int nvshmemid_putmem_signal_counted_nbi(void* dest, const void* source, size_t bytes,
                                                    uint64_t* signal_addr, int pe);

// The region of the calling block; `block` tells blocks apart. The answer of start is a handle above 0 or a
// negated status.
NVSHMEM_API int64_t nvshmemid_block_region_start(uint64_t block, int has_handle, uint32_t hints);
NVSHMEM_API int nvshmemid_block_region_stop(uint64_t block, uint64_t handle);

NVSHMEM_END_C
