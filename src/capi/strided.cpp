// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Strided put and get.
#include "ops/strided.h"

#include "nvshmem/strided.h"

using namespace omni::ops;

#define TYPED(NAME, TYPE)                                                                                   \
    void nvshmem_##NAME##_iput(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                               int pe) {                                                                    \
        iput(self(), "nvshmem_" #NAME "_iput", dest, source, {dst, sst, nelems, sizeof(TYPE)}, pe);         \
    }                                                                                                       \
    void nvshmem_##NAME##_iget(TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                               int pe) {                                                                    \
        iget(self(), "nvshmem_" #NAME "_iget", dest, source, {dst, sst, nelems, sizeof(TYPE)}, pe);         \
    }

#define SIZED(BITS)                                                                                      \
    void nvshmem_iput##BITS(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                            int pe) {                                                                    \
        iput(self(), "nvshmem_iput" #BITS, dest, source, {dst, sst, nelems, BITS / 8}, pe);              \
    }                                                                                                    \
    void nvshmem_iget##BITS(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                            int pe) {                                                                    \
        iget(self(), "nvshmem_iget" #BITS, dest, source, {dst, sst, nelems, BITS / 8}, pe);              \
    }

extern "C" {

NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)
NVSHMEM_FOR_EACH_SIZE(SIZED)

}  // extern "C"
