// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Regions: a bracket around nonblocking puts and gets that tells the library it may gather them. Completion
// does not change: nvshmem_quiet is still needed. One region is open at a time in a PE.
#pragma once

#include <stdint.h>

#include "detail/export.h"

typedef uint64_t nvshmemx_region_handle_t;  // never 0

typedef enum { NVSHMEMX_REGION_HINT_NONE = 0, NVSHMEMX_REGION_HINT_BATCH_RMA = 1 } nvshmemx_region_hint_t;

#define NVSHMEMX_REGION_ATTRS_RESERVED_BYTES 60

typedef struct nvshmemx_region_attrs {
    uint32_t hints;  // NVSHMEMX_REGION_HINT_... combined by |
    char reserved[NVSHMEMX_REGION_ATTRS_RESERVED_BYTES];
} nvshmemx_region_attrs;
typedef nvshmemx_region_attrs nvshmemx_region_attrs_t;

#define NVSHMEMX_REGION_ATTRS_INITIALIZER {0, {0}}

NVSHMEM_BEGIN_C

// Opens a region; `attrs` may be NULL. NVSHMEMX_ERROR_INVALID_VALUE when one is open, for a NULL handle and
// for unknown hints.
NVSHMEM_API int nvshmemx_region_start(nvshmemx_region_handle_t* handle, const nvshmemx_region_attrs_t* attrs);

// Closes the region and sends what was gathered. NVSHMEMX_ERROR_INVALID_VALUE for the handle of another one.
NVSHMEM_API int nvshmemx_region_stop(nvshmemx_region_handle_t handle);

// Stores 1 in `active` when a region is open that has all of `hints`, else 0. NVSHMEMX_ERROR_INVALID_VALUE
// for NULL.
NVSHMEM_DUAL_API int nvshmemx_region_is_active(uint32_t hints, int* active);

NVSHMEM_END_C
