// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Order by a warp or a block: of the operations of all its threads. (nvshmem_fence and nvshmem_quiet are
// calls of one thread: order.h.)
#pragma once

#include "../order.h"
#include "scope.h"

NVSHMEM_BEGIN_C

NVSHMEM_DEVICE_API void nvshmemx_flush_warp(void) {
    return NVSHMEMI_SCOPED(warp, (nvshmemx_flush), flush<nvshmemi::warp>());
}
NVSHMEM_DEVICE_API void nvshmemx_flush_block(void) {
    return NVSHMEMI_SCOPED(block, (nvshmemx_flush), flush<nvshmemi::block>());
}

NVSHMEM_END_C
