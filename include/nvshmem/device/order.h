// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Order by a warp or a block: of the operations of all its threads. (nvshmem_fence and nvshmem_quiet are
// calls of one thread: order.h.)
#pragma once

#include "../order.h"
#include "scope.h"

NVSHMEM_BEGIN_C

NVSHMEM_DEVICE void nvshmemx_flush_warp(void) { nvshmemi::flush<nvshmemi::warp>(nvshmemx_flush); }
NVSHMEM_DEVICE void nvshmemx_flush_block(void) { nvshmemi::flush<nvshmemi::block>(nvshmemx_flush); }

NVSHMEM_END_C
