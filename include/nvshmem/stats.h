// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the library can tell about itself at run time.
#pragma once

#include <stddef.h>

#include "detail/export.h"

// The caller's symmetric heap, in bytes where no other unit is given.
typedef struct {
    size_t struct_size;       // set by the caller to sizeof(nvshmemx_heap_stats_t)
    size_t capacity;          // what the heap can hold
    size_t used;              // in blocks, alignment included
    size_t peak;              // the largest `used` so far
    size_t largest_free;      // the largest block that can be had now
    size_t allocations;       // number of live blocks
    size_t released_pending;  // number of blocks this PE has released and not all others have
} nvshmemx_heap_stats_t;

NVSHMEM_BEGIN_C

// Fills `out`. Local. Returns a status: NVSHMEMX_ERROR_INVALID_VALUE for NULL and for a size that is no known
// one.
NVSHMEM_API int nvshmemx_heap_stats(nvshmemx_heap_stats_t* out);

NVSHMEM_END_C
