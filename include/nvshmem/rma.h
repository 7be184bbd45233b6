// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Remote memory access: put, get, p, g, and the nonblocking forms.
//
// Arguments. The remote side (`dest` of a put, `source` of a get) is a symmetric address, the other side any
// address of the calling PE. `nelems` counts elements of the named type or size, `bytes` bytes; with 0
// nothing happens and pointers may be NULL. The two sides must not overlap. `pe` may be the caller.
//
// Completion. A blocking put returns when `source` may be changed again; the data is at the target after
// nvshmem_quiet or a barrier. A blocking get returns when `dest` holds the data. Of a nonblocking operation
// nothing is promised before nvshmem_quiet (put sources: nvshmemx_flush). Puts to one PE keep their order
// only across nvshmem_fence.
//
// Elements of up to 8 bytes that are aligned to their size are never seen half written.
//
// Errors. A wrong PE, an address that is not symmetric or a range that leaves its block is reported (error.h)
// and nothing is transferred. None of these functions waits for the target PE.
#pragma once

#include <stddef.h>

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Typed ----

// nvshmem_TYPENAME_put: copies `nelems` elements to PE `pe`.
// nvshmem_TYPENAME_get: copies `nelems` elements from PE `pe`.
#define NVSHMEM_DECLARE_PUT_GET(TYPENAME, TYPE)                                                            \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_put(TYPE* dest, const TYPE* source, size_t nelems, int pe); \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_get(TYPE* dest, const TYPE* source, size_t nelems, int pe);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_PUT_GET)
#undef NVSHMEM_DECLARE_PUT_GET

// nvshmem_TYPENAME_put_nbi, nvshmem_TYPENAME_get_nbi: the same, nonblocking.
#define NVSHMEM_DECLARE_PUT_GET_NBI(TYPENAME, TYPE)                                                   \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_put_nbi(TYPE* dest, const TYPE* source, size_t nelems, \
                                                       int pe);                                       \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_get_nbi(TYPE* dest, const TYPE* source, size_t nelems, int pe);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_PUT_GET_NBI)
#undef NVSHMEM_DECLARE_PUT_GET_NBI

// nvshmem_TYPENAME_p: stores one element on PE `pe`, completed like a put.
// nvshmem_TYPENAME_g: loads one element from PE `pe`; all bits 0 after an error.
#define NVSHMEM_DECLARE_P_G(TYPENAME, TYPE)                                             \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_p(TYPE* dest, const TYPE value, int pe); \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_g(const TYPE* src, int pe);
NVSHMEM_FOR_EACH_RMA_TYPE(NVSHMEM_DECLARE_P_G)
#undef NVSHMEM_DECLARE_P_G

// ---- By element size and by byte ----

// nvshmem_putSIZE, nvshmem_getSIZE and their nonblocking forms: elements of SIZE bits.
#define NVSHMEM_DECLARE_SIZED(SIZE)                                                                       \
    NVSHMEM_DUAL_API void nvshmem_put##SIZE(void* dest, const void* source, size_t nelems, int pe);       \
    NVSHMEM_DUAL_API void nvshmem_get##SIZE(void* dest, const void* source, size_t nelems, int pe);       \
    NVSHMEM_DUAL_API void nvshmem_put##SIZE##_nbi(void* dest, const void* source, size_t nelems, int pe); \
    NVSHMEM_DUAL_API void nvshmem_get##SIZE##_nbi(void* dest, const void* source, size_t nelems, int pe);
NVSHMEM_FOR_EACH_SIZE(NVSHMEM_DECLARE_SIZED)
#undef NVSHMEM_DECLARE_SIZED

NVSHMEM_DUAL_API void nvshmem_putmem(void* dest, const void* source, size_t bytes, int pe);
NVSHMEM_DUAL_API void nvshmem_getmem(void* dest, const void* source, size_t bytes, int pe);
NVSHMEM_DUAL_API void nvshmem_putmem_nbi(void* dest, const void* source, size_t bytes, int pe);
NVSHMEM_DUAL_API void nvshmem_getmem_nbi(void* dest, const void* source, size_t bytes, int pe);

NVSHMEM_END_C
