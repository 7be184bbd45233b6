// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Forms of device functions for Triton, whose programs call a function by all threads of the block at once:
// waits and atomics that act once for the block and give every thread the result, and single elements under a
// mask.
#pragma once

#include <nvshmemx.h>

namespace nvshmemi {

// What `action` gives to the first thread, for every thread. All threads call; the block meets before and
// after.
template <class T, class Action>
NVSHMEM_DEVICE T once_per_block(Action action) {
    __shared__ T answer;
    block::sync();
    if (block::index() == 0) answer = action();
    block::sync();
    return answer;
}

}  // namespace nvshmemi

#define NVSHMEMI_PROGRAM extern "C" __device__ __attribute__((used))

// ---- Waits ----

NVSHMEMI_PROGRAM inline uint64_t nvshmemi_signal_wait_until_block(uint64_t* sig_addr, int cmp,
                                                                  uint64_t cmp_val) {
    return nvshmemi::once_per_block<uint64_t>(
        [=] { return nvshmem_signal_wait_until(sig_addr, cmp, cmp_val); });
}
#define NVSHMEMI_DEFINE_PROGRAM_WAIT(NAME, TYPE)                                                           \
    NVSHMEMI_PROGRAM inline void nvshmemi_##NAME##_wait_until_block(TYPE* ivar, int cmp, TYPE cmp_val) {   \
        nvshmemi::once_per_block<int>([=] { return nvshmem_##NAME##_wait_until(ivar, cmp, cmp_val), 0; }); \
    }
NVSHMEMI_DEFINE_PROGRAM_WAIT(int32, int32_t)
NVSHMEMI_DEFINE_PROGRAM_WAIT(int64, int64_t)
NVSHMEMI_DEFINE_PROGRAM_WAIT(uint32, uint32_t)
NVSHMEMI_DEFINE_PROGRAM_WAIT(uint64, uint64_t)
#undef NVSHMEMI_DEFINE_PROGRAM_WAIT

// ---- Atomics ----

#define NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, OP, PREFIX)                                              \
    NVSHMEMI_PROGRAM inline TYPE nvshmemi_##NAME##_atomic_##OP##_block(TYPE* dest, TYPE value, int pe) { \
        return nvshmemi::once_per_block<TYPE>(                                                           \
            [=] { return PREFIX##_##NAME##_atomic_##OP(dest, value, pe); });                             \
    }
#define NVSHMEMI_DEFINE_PROGRAM_EXCHANGE(NAME, TYPE)                                                      \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, swap, nvshmem)                                                \
    NVSHMEMI_PROGRAM inline TYPE nvshmemi_##NAME##_atomic_fetch_block(const TYPE* source, int pe) {       \
        return nvshmemi::once_per_block<TYPE>([=] { return nvshmem_##NAME##_atomic_fetch(source, pe); }); \
    }
#define NVSHMEMI_DEFINE_PROGRAM_INTEGER(NAME, TYPE)                                                 \
    NVSHMEMI_DEFINE_PROGRAM_EXCHANGE(NAME, TYPE)                                                    \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, fetch_add, nvshmem)                                     \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, fetch_and, nvshmem)                                     \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, fetch_or, nvshmem)                                      \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, fetch_xor, nvshmem)                                     \
    NVSHMEMI_PROGRAM inline TYPE nvshmemi_##NAME##_atomic_compare_swap_block(TYPE* dest, TYPE cond, \
                                                                             TYPE value, int pe) {  \
        return nvshmemi::once_per_block<TYPE>(                                                      \
            [=] { return nvshmem_##NAME##_atomic_compare_swap(dest, cond, value, pe); });           \
    }
#define NVSHMEMI_DEFINE_PROGRAM_FLOATING(NAME, TYPE) \
    NVSHMEMI_DEFINE_PROGRAM_EXCHANGE(NAME, TYPE)     \
    NVSHMEMI_DEFINE_PROGRAM_AMO(NAME, TYPE, fetch_add, nvshmemx)
NVSHMEMI_DEFINE_PROGRAM_INTEGER(int32, int32_t)
NVSHMEMI_DEFINE_PROGRAM_INTEGER(int64, int64_t)
NVSHMEMI_DEFINE_PROGRAM_INTEGER(uint32, uint32_t)
NVSHMEMI_DEFINE_PROGRAM_INTEGER(uint64, uint64_t)
NVSHMEMI_DEFINE_PROGRAM_FLOATING(float, float)
NVSHMEMI_DEFINE_PROGRAM_FLOATING(double, double)
#undef NVSHMEMI_DEFINE_PROGRAM_FLOATING
#undef NVSHMEMI_DEFINE_PROGRAM_INTEGER
#undef NVSHMEMI_DEFINE_PROGRAM_EXCHANGE
#undef NVSHMEMI_DEFINE_PROGRAM_AMO

// ---- Elements ----

// By each thread for its own element; threads that hold the same element do the same. Nothing is touched
// where `mask` is 0.
#define NVSHMEMI_DEFINE_PROGRAM_ELEMENT(BITS)                                                               \
    NVSHMEMI_PROGRAM inline void nvshmemi_put_element##BITS(uint##BITS##_t* dest, uint##BITS##_t value,     \
                                                            int pe, int mask) {                             \
        if (mask) nvshmem_uint##BITS##_p(dest, value, pe);                                                  \
    }                                                                                                       \
    NVSHMEMI_PROGRAM inline uint##BITS##_t nvshmemi_get_element##BITS(const uint##BITS##_t* source, int pe, \
                                                                      int mask, uint##BITS##_t other) {     \
        return mask ? nvshmem_uint##BITS##_g(source, pe) : other;                                           \
    }
NVSHMEMI_DEFINE_PROGRAM_ELEMENT(8)
NVSHMEMI_DEFINE_PROGRAM_ELEMENT(16)
NVSHMEMI_DEFINE_PROGRAM_ELEMENT(32)
NVSHMEMI_DEFINE_PROGRAM_ELEMENT(64)
#undef NVSHMEMI_DEFINE_PROGRAM_ELEMENT
#undef NVSHMEMI_PROGRAM
