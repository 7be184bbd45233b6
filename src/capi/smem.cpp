// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// How much shared memory a kernel should reserve.
#include "nvshmem/smem.h"

extern "C" {

int nvshmemx_ask_smem(nvshmemx_smem_amount_t flag) {
    switch (flag) {
        case NVSHMEMX_SMEM_MINIMUM:
            return 32768;
        case NVSHMEMX_SMEM_BARRIERS_ONLY:
            return NVSHMEMI_SMEM_DATA_REGION_OFFSET;
        default:
            return 65536;
    }
}

}  // extern "C"
