// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Barriers of a block, fences, and the hook that loops wait with.
#pragma once

#include "vgpu/hooks.h"

extern "C" {

/// The barrier of the block's threads that have not exited.
void __syncthreads(void);
/// The barrier, and over all threads: how many predicates are not 0; whether all are; whether any is.
int __syncthreads_count(int predicate);
int __syncthreads_and(int predicate);
int __syncthreads_or(int predicate);

/// The barrier of all blocks of a cooperative launch, called by all threads.
void vgpuSyncGrid(void);
}

namespace vgpu {

/// All that this thread did comes before all that it does from here on, for every observer. On x86 a locked
/// operation costs 2 ns, where the mfence of a sequentially consistent fence costs 21.
inline void full_fence() {
#if defined(__SANITIZE_THREAD__)
    static thread_local int order;
    __atomic_fetch_add(&order, 1, __ATOMIC_SEQ_CST);
#elif defined(__x86_64__)
    asm volatile("lock; orl $0, -8(%%rsp)" ::: "memory", "cc");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/// In each round of a loop of a kernel that may wait for another thread. Most such loops end soon, so it is a
/// counter.
inline void spin() {
    static thread_local unsigned rounds;
    asm volatile("" ::: "memory");
    if (++rounds % 64 == 0) vgpuPause();
}

}  // namespace vgpu

inline void __threadfence() { vgpu::full_fence(); }
inline void __threadfence_block() { vgpu::full_fence(); }
inline void __threadfence_system() { vgpu::full_fence(); }
