// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Atomic memory operations.
#include "ops/amo.h"

#include "nvshmem/amo.h"

using namespace omni::ops;
using namespace omni::transport;

#define EXTENDED(NAME, TYPE)                                                              \
    TYPE nvshmem_##NAME##_atomic_fetch(const TYPE* dest, int pe) {                        \
        return amo<Fetch, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch", dest, pe);      \
    }                                                                                     \
    void nvshmem_##NAME##_atomic_set(TYPE* dest, TYPE value, int pe) {                    \
        amo<Set, void>(self(), "nvshmem_" #NAME "_atomic_set", dest, pe, value);          \
    }                                                                                     \
    TYPE nvshmem_##NAME##_atomic_swap(TYPE* dest, TYPE value, int pe) {                   \
        return amo<Swap, TYPE>(self(), "nvshmem_" #NAME "_atomic_swap", dest, pe, value); \
    }

#define STANDARD(NAME, TYPE)                                                                            \
    TYPE nvshmem_##NAME##_atomic_compare_swap(TYPE* dest, TYPE cond, TYPE value, int pe) {              \
        return amo<CompareSwap, TYPE>(self(), "nvshmem_" #NAME "_atomic_compare_swap", dest, pe, value, \
                                      cond);                                                            \
    }                                                                                                   \
    void nvshmem_##NAME##_atomic_add(TYPE* dest, TYPE value, int pe) {                                  \
        amo<Add, void>(self(), "nvshmem_" #NAME "_atomic_add", dest, pe, value);                        \
    }                                                                                                   \
    void nvshmem_##NAME##_atomic_inc(TYPE* dest, int pe) {                                              \
        amo<Add, void>(self(), "nvshmem_" #NAME "_atomic_inc", dest, pe, 1);                            \
    }                                                                                                   \
    TYPE nvshmem_##NAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe) {                            \
        return amo<Add, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch_add", dest, pe, value);           \
    }                                                                                                   \
    TYPE nvshmem_##NAME##_atomic_fetch_inc(TYPE* dest, int pe) {                                        \
        return amo<Add, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch_inc", dest, pe, 1);               \
    }

#define BITWISE(NAME, TYPE)                                                                   \
    void nvshmem_##NAME##_atomic_and(TYPE* dest, TYPE value, int pe) {                        \
        amo<And, void>(self(), "nvshmem_" #NAME "_atomic_and", dest, pe, value);              \
    }                                                                                         \
    void nvshmem_##NAME##_atomic_or(TYPE* dest, TYPE value, int pe) {                         \
        amo<Or, void>(self(), "nvshmem_" #NAME "_atomic_or", dest, pe, value);                \
    }                                                                                         \
    void nvshmem_##NAME##_atomic_xor(TYPE* dest, TYPE value, int pe) {                        \
        amo<Xor, void>(self(), "nvshmem_" #NAME "_atomic_xor", dest, pe, value);              \
    }                                                                                         \
    TYPE nvshmem_##NAME##_atomic_fetch_and(TYPE* dest, TYPE value, int pe) {                  \
        return amo<And, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch_and", dest, pe, value); \
    }                                                                                         \
    TYPE nvshmem_##NAME##_atomic_fetch_or(TYPE* dest, TYPE value, int pe) {                   \
        return amo<Or, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch_or", dest, pe, value);   \
    }                                                                                         \
    TYPE nvshmem_##NAME##_atomic_fetch_xor(TYPE* dest, TYPE value, int pe) {                  \
        return amo<Xor, TYPE>(self(), "nvshmem_" #NAME "_atomic_fetch_xor", dest, pe, value); \
    }

#define FLOATING(NAME, TYPE)                                                                   \
    void nvshmemx_##NAME##_atomic_add(TYPE* dest, TYPE value, int pe) {                        \
        amo<Add, void>(self(), "nvshmemx_" #NAME "_atomic_add", dest, pe, value);              \
    }                                                                                          \
    TYPE nvshmemx_##NAME##_atomic_fetch_add(TYPE* dest, TYPE value, int pe) {                  \
        return amo<Add, TYPE>(self(), "nvshmemx_" #NAME "_atomic_fetch_add", dest, pe, value); \
    }

extern "C" {

NVSHMEM_FOR_EACH_AMO_EXTENDED_TYPE(EXTENDED)
NVSHMEM_FOR_EACH_AMO_STANDARD_TYPE(STANDARD)
NVSHMEM_FOR_EACH_AMO_BITWISE_TYPE(BITWISE)
NVSHMEM_FOR_EACH_AMO_FLOAT_TYPE(FLOATING)

}  // extern "C"
