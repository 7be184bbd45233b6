// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Regions of a block: region.h. One is open at a time in a block; the handle is the block's.
#pragma once

#include "../region.h"
#include "scope.h"

NVSHMEM_BEGIN_C

NVSHMEM_DEVICE_API int nvshmemx_region_start_block(nvshmemx_region_handle_t* handle,
                                                   const nvshmemx_region_attrs_t* attrs) {
    return nvshmemi::region_start(handle, attrs);
}
NVSHMEM_DEVICE_API int nvshmemx_region_stop_block(nvshmemx_region_handle_t handle) {
    return nvshmemi::region_stop(handle);
}

NVSHMEM_END_C
