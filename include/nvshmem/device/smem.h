// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory that a block lends to the library for bulk copies: smem.h.
#pragma once

#include "../smem.h"
#include "scope.h"

NVSHMEM_BEGIN_C

// By all threads of a block with the same arguments: `smem` is aligned to 16 bytes, `size` at least
// nvshmemx_ask_smem(NVSHMEMX_SMEM_BARRIERS_ONLY); less is not used. The block synchronizes.
NVSHMEM_DEVICE_API void nvshmemx_give_smem(void* smem, size_t size) { nvshmemi::give_smem(smem, size); }

// By all threads of the block before it ends, after nvshmemx_flush or nvshmem_quiet.
NVSHMEM_DEVICE_API void nvshmemx_release_smem(void) { nvshmemi::release_smem(); }

NVSHMEM_END_C
