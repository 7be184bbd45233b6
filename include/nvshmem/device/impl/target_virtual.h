// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The same on the virtual device, so that the algorithms that a GPU runs can be tested without one.
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>
#include <vgpu/hooks.h>

namespace nvshmemi {

inline unsigned thread_x() { return threadIdx.x; }
inline unsigned thread_y() { return threadIdx.y; }
inline unsigned thread_z() { return threadIdx.z; }
inline unsigned threads_x() { return blockDim.x; }
inline unsigned threads_y() { return blockDim.y; }
inline unsigned threads_z() { return blockDim.z; }

inline void sync_warp() { __syncwarp(); }
inline void sync_block() { __syncthreads(); }
inline void sync_warpgroup(unsigned) {
    vgpuOnce(vgpuScopeWarpgroup, [](void*) { return 0L; }, nullptr);
}

inline void full_fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void release_fence() { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
inline void pause() { vgpuPause(); }

template <class U>
U load_acquire(const U* p) {
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
template <class U>
void store_release(U* p, U v) {
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}

template <class U>
U atomic_add(U* p, U v) {
    return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
}
template <class U>
U atomic_exchange(U* p, U v) {
    return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);
}
template <class U>
U atomic_and(U* p, U v) {
    return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);
}
template <class U>
U atomic_or(U* p, U v) {
    return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
}
template <class U>
U atomic_xor(U* p, U v) {
    return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);
}
template <class U>
U atomic_compare_swap(U* p, U expected, U v) {
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
template <class U>
U atomic_max(U* p, U v) {
    U before = load_acquire(p);
    while (before < v &&
           !__atomic_compare_exchange_n(p, &before, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return before;
}

inline float half_to_float(uint16_t bits) {
    _Float16 value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return static_cast<float>(value);
}
inline uint16_t float_to_half(float wide) {
    const _Float16 value = static_cast<_Float16>(wide);
    uint16_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

struct block_mark {
    uint64_t launch, block;
};
inline block_mark* mark_of_block() {
    static thread_local block_mark mark;
    return &mark;
}
inline block_mark own_mark() { return {1, vgpuBlockSerial()}; }

inline void trap() { vgpuFail(719, "an operation of the library cannot be carried out"); }

}  // namespace nvshmemi
