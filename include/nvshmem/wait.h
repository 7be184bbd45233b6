// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Waiting for values that other PEs write into the caller's memory, and testing for them.
//
// `ivar` and `ivars` are the caller's own symmetric objects, aligned to the size of TYPE; PEs write them by
// p, put of one element, AMOs or signals. A value satisfies when it compares by `cmp` (NVSHMEM_CMP_...) with
// `cmp_value`, or, in the vector forms, element i with cmp_values[i]. What the writer had completed before it
// wrote the value can be read then.
//
// `status` is NULL or an array of nelems ints, which is only read: elements with a non-zero entry are left
// out. When none is left (nelems 0 among them), the calls return at once: any gives SIZE_MAX, some 0,
// test_all 1.
//
// Waits spin for a short time only and then leave the CPU to others. After NVSHMEM_WAIT_REPORT seconds a note
// tells what is waited for; after NVSHMEM_WAIT_TIMEOUT seconds (0: never) the wait is an error: it returns,
// with the result that stands for "none". Tests never wait.
#pragma once

#include <stddef.h>

#include "detail/expand.h"
#include "detail/export.h"
#include "types.h"

NVSHMEM_BEGIN_C

// nvshmem_TYPENAME_wait_until: waits until the value satisfies.
// nvshmem_TYPENAME_test:       1 if it satisfies, else 0.
#define NVSHMEM_DECLARE_WAIT(TYPENAME, TYPE)                                                    \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_wait_until(TYPE* ivar, int cmp, TYPE cmp_value); \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_test(TYPE* ivar, int cmp, TYPE cmp_value);
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DECLARE_WAIT)
#undef NVSHMEM_DECLARE_WAIT

// nvshmem_TYPENAME_wait_until_all: waits until every element satisfies.
// nvshmem_TYPENAME_test_all:       1 if every element satisfies, else 0.
#define NVSHMEM_DECLARE_WAIT(TYPENAME, TYPE)                                                                 \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_wait_until_all(TYPE* ivar, size_t nelems, const int* status,  \
                                                              int cmp, TYPE cmp_value);                      \
    NVSHMEM_DUAL_API void nvshmem_##TYPENAME##_wait_until_all_vector(                                        \
        TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values);                           \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_test_all(TYPE* ivars, size_t nelems, const int* status,        \
                                                       int cmp, TYPE cmp_value);                             \
    NVSHMEM_DUAL_API int nvshmem_##TYPENAME##_test_all_vector(TYPE* ivars, size_t nelems, const int* status, \
                                                              int cmp, TYPE* cmp_values);
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DECLARE_WAIT)
#undef NVSHMEM_DECLARE_WAIT

// nvshmem_TYPENAME_wait_until_any: waits until some element satisfies and returns its index.
// nvshmem_TYPENAME_test_any:       the index of an element that satisfies, SIZE_MAX if there is none.
// A caller that marks each returned index in `status` gets every satisfied element once.
#define NVSHMEM_DECLARE_WAIT(TYPENAME, TYPE)                                                                 \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_wait_until_any(TYPE* ivar, size_t nelems,                   \
                                                                const int* status, int cmp, TYPE cmp_value); \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_wait_until_any_vector(                                      \
        TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values);                           \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_test_any(TYPE* ivars, size_t nelems, const int* status,     \
                                                          int cmp, TYPE cmp_value);                          \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_test_any_vector(                                            \
        TYPE* ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values);
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DECLARE_WAIT)
#undef NVSHMEM_DECLARE_WAIT

// nvshmem_TYPENAME_wait_until_some: waits until some element satisfies, writes the indices of all that do to
//                                   `indices` (room for nelems) and returns how many they are.
// nvshmem_TYPENAME_test_some:       the same without waiting; 0 if none satisfies.
#define NVSHMEM_DECLARE_WAIT(TYPENAME, TYPE)                                                            \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_wait_until_some(                                       \
        TYPE* ivar, size_t nelems, size_t* indices, const int* status, int cmp, TYPE cmp_value);        \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_wait_until_some_vector(                                \
        TYPE* ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values);     \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_test_some(TYPE* ivars, size_t nelems, size_t* indices, \
                                                           const int* status, int cmp, TYPE cmp_value); \
    NVSHMEM_DUAL_API size_t nvshmem_##TYPENAME##_test_some_vector(                                      \
        TYPE* ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values);
NVSHMEM_FOR_EACH_WAIT_TYPE(NVSHMEM_DECLARE_WAIT)
#undef NVSHMEM_DECLARE_WAIT

NVSHMEM_END_C
