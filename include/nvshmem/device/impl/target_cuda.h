// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The primitives on a GPU (sm_70 and newer).
#pragma once

#include <stdint.h>

namespace nvshmemi {

#define NVSHMEMI_SPECIAL_REGISTER(NAME, REGISTER)                  \
    __device__ inline unsigned NAME() {                            \
        unsigned value;                                            \
        asm volatile("mov.u32 %0, %%" REGISTER ";" : "=r"(value)); \
        return value;                                              \
    }
NVSHMEMI_SPECIAL_REGISTER(thread_x, "tid.x")
NVSHMEMI_SPECIAL_REGISTER(thread_y, "tid.y")
NVSHMEMI_SPECIAL_REGISTER(thread_z, "tid.z")
NVSHMEMI_SPECIAL_REGISTER(threads_x, "ntid.x")
NVSHMEMI_SPECIAL_REGISTER(threads_y, "ntid.y")
NVSHMEMI_SPECIAL_REGISTER(threads_z, "ntid.z")
NVSHMEMI_SPECIAL_REGISTER(lane, "laneid")
#undef NVSHMEMI_SPECIAL_REGISTER

__device__ inline void sync_warp() { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }
__device__ inline void sync_block() { asm volatile("barrier.sync 0;" ::: "memory"); }
// Barriers 8 to 15 are the library's.
__device__ inline void sync_warpgroup(unsigned number) {
    asm volatile("barrier.sync %0, 128;" ::"r"(8 + number % 8) : "memory");
}

__device__ inline void full_fence() { asm volatile("fence.sc.sys;" ::: "memory"); }
__device__ inline void release_fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
__device__ inline void pause() { asm volatile("nanosleep.u32 20;" ::: "memory"); }

__device__ inline uint64_t load_acquire(const uint64_t* p) {
    uint64_t v;
    asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    return v;
}
__device__ inline uint32_t load_acquire(const uint32_t* p) {
    uint32_t v;
    asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}
__device__ inline uint16_t load_acquire(const uint16_t* p) {
    uint16_t v;
    asm volatile("ld.acquire.sys.u16 %0, [%1];" : "=h"(v) : "l"(p) : "memory");
    return v;
}
__device__ inline uint8_t load_acquire(const uint8_t* p) {
    uint32_t v;
    asm volatile("ld.acquire.sys.u8 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return static_cast<uint8_t>(v);
}
__device__ inline void store_release(uint64_t* p, uint64_t v) {
    asm volatile("st.release.sys.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}
__device__ inline void store_release(uint32_t* p, uint32_t v) {
    asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ inline void store_release(uint16_t* p, uint16_t v) {
    asm volatile("st.release.sys.u16 [%0], %1;" ::"l"(p), "h"(v) : "memory");
}
__device__ inline void store_release(uint8_t* p, uint8_t v) {
    asm volatile("st.release.sys.u8 [%0], %1;" ::"l"(p), "r"(static_cast<uint32_t>(v)) : "memory");
}

// Read-modify-writes of 32 and 64 bits; each gives the value before.
#define NVSHMEMI_ATOMIC(NAME, PTX)                                                                           \
    __device__ inline uint32_t NAME(uint32_t* p, uint32_t v) {                                               \
        uint32_t before;                                                                                     \
        asm volatile("atom.relaxed.sys." PTX "32 %0, [%1], %2;" : "=r"(before) : "l"(p), "r"(v) : "memory"); \
        return before;                                                                                       \
    }                                                                                                        \
    __device__ inline uint64_t NAME(uint64_t* p, uint64_t v) {                                               \
        uint64_t before;                                                                                     \
        asm volatile("atom.relaxed.sys." PTX "64 %0, [%1], %2;" : "=l"(before) : "l"(p), "l"(v) : "memory"); \
        return before;                                                                                       \
    }
NVSHMEMI_ATOMIC(atomic_add, "add.u")
NVSHMEMI_ATOMIC(atomic_exchange, "exch.b")
NVSHMEMI_ATOMIC(atomic_and, "and.b")
NVSHMEMI_ATOMIC(atomic_or, "or.b")
NVSHMEMI_ATOMIC(atomic_xor, "xor.b")
NVSHMEMI_ATOMIC(atomic_max, "max.u")
#undef NVSHMEMI_ATOMIC

__device__ inline uint32_t atomic_compare_swap(uint32_t* p, uint32_t expected, uint32_t v) {
    uint32_t before;
    asm volatile("atom.relaxed.sys.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(before)
                 : "l"(p), "r"(expected), "r"(v)
                 : "memory");
    return before;
}
__device__ inline uint64_t atomic_compare_swap(uint64_t* p, uint64_t expected, uint64_t v) {
    uint64_t before;
    asm volatile("atom.relaxed.sys.cas.b64 %0, [%1], %2, %3;"
                 : "=l"(before)
                 : "l"(p), "l"(expected), "l"(v)
                 : "memory");
    return before;
}

__device__ inline float half_to_float(uint16_t bits) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
__device__ inline uint16_t float_to_half(float value) {
    uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}

// A word pair in the block's shared memory for what the block has open, undefined when the block begins; and
// what it holds of no other block, earlier or later.
struct block_mark {
    uint64_t launch, block;
};
__device__ inline block_mark* mark_of_block() {
    __shared__ block_mark mark;
    return &mark;
}
__device__ inline block_mark own_mark() {
    block_mark own;
    uint32_t x, y, z, nx, ny;
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(own.launch));
    asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    asm volatile("mov.u32 %0, %%ctaid.y;" : "=r"(y));
    asm volatile("mov.u32 %0, %%ctaid.z;" : "=r"(z));
    asm volatile("mov.u32 %0, %%nctaid.x;" : "=r"(nx));
    asm volatile("mov.u32 %0, %%nctaid.y;" : "=r"(ny));
    own.block = 1 + x + nx * (y + ny * static_cast<uint64_t>(z));
    return own;
}

// Ends the kernel; the launch fails with an error.
__device__ inline void trap() { asm volatile("trap;"); }

}  // namespace nvshmemi
