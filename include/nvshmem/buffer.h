// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Memory of the program's own in transfers.
//
// Local buffers: the local side of a transfer may be any memory; registering it can make transfers through a
// network faster. Symmetric buffers: pages that the program has mapped itself become part of the symmetric
// heap.
#pragma once

#include <stddef.h>

#include "detail/export.h"

NVSHMEM_BEGIN_C

// ---- Local buffers: local calls ----

// Registers [addr, addr + length). NULL, length 0, memory that is not there, an overlap with a registered
// range and heap memory are refused. Returns a status.
NVSHMEM_API int nvshmemx_buffer_register(void* addr, size_t length);

// Takes back the registration that begins at `addr`, or all of them. Operations under way are completed
// first. An unknown address gives NVSHMEMX_ERROR_INVALID_VALUE.
NVSHMEM_API int nvshmemx_buffer_unregister(void* addr);
NVSHMEM_API void nvshmemx_buffer_unregister_all(void);

// ---- Symmetric buffers: collective over all PEs, with equal sizes and flags ----

// Adds the `size` bytes at `buf_ptr`, whole pages of shared memory (of a memory file or shared mapping), to
// the heap and returns their symmetric address: an alias of the buffer, valid until it is unregistered.
// `flags` is 0. NULL on all PEs when it cannot be done on one of them: private memory cannot be shared with
// other PEs, and the report says so.
NVSHMEM_API void* nvshmemx_buffer_register_symmetric(void* buf_ptr, size_t size, int flags);

// The same at the address `preferred_addr` inside the heap's address range, which must be free, the same on
// all PEs and page aligned; the result is that address, or NULL without side effects.
NVSHMEM_API void* nvshmemx_buffer_register_symmetric_at_preferred_address(void* buf_ptr, size_t size,
                                                                          void* preferred_addr, int flags);

// Takes a symmetric buffer out again; `mmap_ptr` is what the registration returned. Returns a status.
NVSHMEM_API int nvshmemx_buffer_unregister_symmetric(void* mmap_ptr, size_t size);

NVSHMEM_END_C
