// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Block shared memory that kernels can lend to the library for bulk copies.
#pragma once

#include "detail/export.h"

// Whether device calls may use lent shared memory (NVSHMEM_TMA_POLICY).
typedef enum {
    NVSHMEMX_TMA_DISABLE = 0,
    NVSHMEMX_TMA_ENABLE = 1,
    NVSHMEMX_TMA_FORCE = 2,
    NVSHMEMX_TMA_POLICY_MAX = 2147483647
} nvshmemx_tma_policy_t;

typedef enum {
    NVSHMEMX_SMEM_RECOMMENDED = 0,    // 65536 bytes
    NVSHMEMX_SMEM_MINIMUM = 1,        // 32768 bytes
    NVSHMEMX_SMEM_BARRIERS_ONLY = 2,  // NVSHMEMI_SMEM_DATA_REGION_OFFSET bytes
    NVSHMEMX_SMEM_AMOUNT_MAX = 2147483647
} nvshmemx_smem_amount_t;

#define NVSHMEMI_SMEM_DATA_REGION_OFFSET 1136

NVSHMEM_BEGIN_C

// How many bytes a kernel should reserve. Any other value counts as RECOMMENDED.
NVSHMEM_DUAL_API int nvshmemx_ask_smem(nvshmemx_smem_amount_t flag);

NVSHMEM_END_C
