// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Functions of the library that the device headers call on the virtual device, where no host function of the
// interface does the work. Not for programs.
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
