// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Strided put and get: as rma.h, of elements that do not lie side by side.
//
// `dst` and `sst` are the distances between consecutive elements at `dest` and at `source`, counted in
// elements, 1 or more. Elements between them are not touched. The calls block as put and get do.
#pragma once

#include <stddef.h>

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// nvshmem_TYPENAME_iput: copies element k * sst of `source` to element k * dst of `dest` on PE `pe`, for each
//                        k < nelems.
// nvshmem_TYPENAME_iget: the same from `source` on PE `pe`.
#define NVSHMEM_DECLARE_STRIDED(TYPENAME, TYPE)                                                    \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_iput(TYPE* dest, const TYPE* source, ptrdiff_t dst, \
                                                    ptrdiff_t sst, size_t nelems, int pe);         \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_iget(TYPE* dest, const TYPE* source, ptrdiff_t dst, \
                                                    ptrdiff_t sst, size_t nelems, int pe);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_STRIDED)
#undef NVSHMEM_DECLARE_STRIDED

// nvshmem_iputSIZE, nvshmem_igetSIZE: elements of SIZE bits.
#define NVSHMEM_DECLARE_STRIDED(SIZE)                                                                      \
    NVSHMEM_DUAL_API void nvshmem_iput##SIZE(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, \
                                             size_t nelems, int pe);                                       \
    NVSHMEM_DUAL_API void nvshmem_iget##SIZE(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, \
                                             size_t nelems, int pe);
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DECLARE_STRIDED)
#undef NVSHMEM_DECLARE_STRIDED

NVSHMEM_END_C
