// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic memory operations on one element of PE `pe`.
//
// `dest` is a symmetric address, aligned to the size of TYPE. Operations on the same element, from any PE,
// are atomic with each other and with waits on it; they are not with puts. Operations that return a value
// have happened when they return, the others after nvshmem_quiet. Neither orders other operations:
// nvshmem_fence and nvshmem_quiet do.
//
// Errors. A wrong PE, an address that is not symmetric or not aligned is reported (error.h) and nothing
// changes; functions with a result give 0.
#pragma once

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// ---- Fetch, set, swap ----

// nvshmem_TYPENAME_atomic_fetch: returns the value.
// nvshmem_TYPENAME_atomic_set:   replaces it by `value`.
// nvshmem_TYPENAME_atomic_swap:  replaces it and returns the one before.
#define NVSHMEM_DECLARE_AMO(TYPENAME, TYPE)                                                \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch(const TYPE* dest, int pe);     \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_set(TYPE* dest, TYPE value, int pe); \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_swap(TYPE* dest, TYPE value, int pe);
NVSHMEM_FOR_EACH_AMO_EXTENDED_TYPE(NVSHMEM_DECLARE_AMO)
#undef NVSHMEM_DECLARE_AMO

// ---- Compare-and-swap, add, increment ----

// nvshmem_TYPENAME_atomic_compare_swap: replaces the value by `value` if it equals `cond`, and returns the
//                                       value before.
// nvshmem_TYPENAME_atomic_add, _inc:    adds `value`, or 1. Signed types wrap too.
// nvshmem_TYPENAME_atomic_fetch_add, _fetch_inc: the same, and returns the value before.
#define NVSHMEM_DECLARE_AMO(TYPENAME, TYPE)                                                           \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_compare_swap(TYPE* dest, TYPE cond, TYPE value, \
                                                                   int pe);                           \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_add(TYPE* dest, TYPE value, int pe);            \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_inc(TYPE* dest, int pe);                        \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe);      \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch_inc(TYPE* dest, int pe);
NVSHMEM_FOR_EACH_AMO_STANDARD_TYPE(NVSHMEM_DECLARE_AMO)
#undef NVSHMEM_DECLARE_AMO

// ---- Bitwise ----

// nvshmem_TYPENAME_atomic_and, _or, _xor: combines the value with `value`.
// nvshmem_TYPENAME_atomic_fetch_and, _fetch_or, _fetch_xor: the same, and returns the value before.
#define NVSHMEM_DECLARE_AMO(TYPENAME, TYPE)                                                      \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_and(TYPE* dest, TYPE value, int pe);       \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_or(TYPE* dest, TYPE value, int pe);        \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_atomic_xor(TYPE* dest, TYPE value, int pe);       \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch_and(TYPE* dest, TYPE value, int pe); \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch_or(TYPE* dest, TYPE value, int pe);  \
    NVSHMEM_DUAL_API TYPE nvshmem_##TYPENAME##_atomic_fetch_xor(TYPE* dest, TYPE value, int pe);
NVSHMEM_FOR_EACH_AMO_BITWISE_TYPE(NVSHMEM_DECLARE_AMO)
#undef NVSHMEM_DECLARE_AMO

// ---- Floating-point add ----

// nvshmemx_TYPENAME_atomic_add, _fetch_add: each addition is rounded to nearest, so the sum of many depends
// on their order.
#define NVSHMEM_DECLARE_AMO(TYPENAME, TYPE)                                                 \
    NVSHMEM_DUAL_API void nvshmemx_##TYPENAME##_atomic_add(TYPE* dest, TYPE value, int pe); \
    NVSHMEM_DUAL_API TYPE nvshmemx_##TYPENAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe);
NVSHMEM_FOR_EACH_AMO_FLOAT_TYPE(NVSHMEM_DECLARE_AMO)
#undef NVSHMEM_DECLARE_AMO

NVSHMEM_END_C
