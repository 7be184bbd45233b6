// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The symmetric heap.
//
// Every PE has a heap of NVSHMEM_SYMMETRIC_SIZE bytes. Blocks are allocated by all PEs together and lie at
// the same offset in each heap, so the address that a PE got from its own call names the block of any PE:
// that is a *symmetric address*. An address anywhere inside a block is symmetric too. What nvshmem_ptr
// answers is an ordinary address, not a symmetric one.
#pragma once

#include <stddef.h>

#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Allocation: collective over all PEs, with equal arguments ----
//
// Blocks are aligned to 512 bytes at least. The calls synchronize the PEs before they return. All PEs succeed
// or all get NULL: when a heap is full (the report gives asked, free, the largest hole and the variable to
// raise), or when the PEs do not agree on call, size or alignment (NVSHMEMX_ERROR_SYMMETRY; the report is a
// table of who asked for what). Size 0 gives NULL at once and synchronizes nobody.

NVSHMEM_API void* nvshmem_malloc(size_t size);

// `count` elements of `size` bytes, all zero. A product that does not fit in size_t gives NULL.
NVSHMEM_API void* nvshmem_calloc(size_t count, size_t size);

// `alignment` is a power of two and a multiple of 8.
NVSHMEM_API void* nvshmem_align(size_t alignment, size_t size);

// Gives a block back; `ptr` must be its start. The PEs synchronize first, so no PE loses a block that a peer
// still writes to before the call. NULL does nothing and synchronizes nobody.
NVSHMEM_API void nvshmem_free(void* ptr);

// Gives a block back without the other PEs: local, never waits. The memory is re-used after a later
// collective allocation, once every PE has released or freed the block. Meant for garbage collectors. A
// released block must not be used by this PE; peers may use their blocks and this PE's until they release
// them too. NULL does nothing. Returns a status.
NVSHMEM_API int nvshmemx_release(void* ptr);

// ---- Addresses ----

// The address at which this PE can load and store the object that `ptr`, a symmetric address, names on PE
// `pe`; NULL when that PE's heap is not mapped here, and for an address outside of any block or a wrong PE.
NVSHMEM_DUAL_API void* nvshmem_ptr(const void* ptr, int pe);

// The multicast address of a symmetric object for `team`: a store to it reaches every member. NULL where
// there is no multicast memory.
NVSHMEM_DUAL_API void* nvshmemx_mc_ptr(nvshmem_team_t team, const void* ptr);

NVSHMEM_END_C
