// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The scopes: which threads work together, the caller's number among them, and how they meet. sync() also
// makes what each wrote visible to the others.
#pragma once

#include "target.h"

namespace nvshmemi {

NVSHMEM_DEVICE unsigned thread_of_block() {
    return thread_x() + threads_x() * (thread_y() + threads_y() * thread_z());
}

struct thread {
    NVSHMEM_DEVICE static unsigned index() { return 0; }
    NVSHMEM_DEVICE static unsigned size() { return 1; }
    NVSHMEM_DEVICE static void sync() {}
};
struct warp {
    NVSHMEM_DEVICE static unsigned index() { return thread_of_block() % 32; }
    NVSHMEM_DEVICE static unsigned size() { return 32; }
    NVSHMEM_DEVICE static void sync() { sync_warp(); }
};
struct warpgroup {
    NVSHMEM_DEVICE static unsigned index() { return thread_of_block() % 128; }
    NVSHMEM_DEVICE static unsigned size() { return 128; }
    NVSHMEM_DEVICE static void sync() { sync_warpgroup(thread_of_block() / 128); }
};
struct block {
    NVSHMEM_DEVICE static unsigned index() { return thread_of_block(); }
    NVSHMEM_DEVICE static unsigned size() { return threads_x() * threads_y() * threads_z(); }
    NVSHMEM_DEVICE static void sync() { sync_block(); }
};

}  // namespace nvshmemi
