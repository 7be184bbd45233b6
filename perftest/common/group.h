// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who of a block makes a call: one thread, a warp, or all. Tags that pick among overloads, for kernels that
// are templates.
#pragma once

#include "options.h"

namespace perftest {

struct ThreadGroup {
    static constexpr Scope scope = Scope::thread;
    static constexpr const char *name = "thread", *initial = "t";
    static constexpr size_t most_elements = 512;  // of a collective that is worth measuring
    static __device__ unsigned threads() { return 1; }
};
struct WarpGroup {
    static constexpr Scope scope = Scope::warp;
    static constexpr const char *name = "warp", *initial = "w";
    static constexpr size_t most_elements = 4096;
    static __device__ unsigned threads() { return warpSize; }
};
struct BlockGroup {
    static constexpr Scope scope = Scope::block;
    static constexpr const char *name = "block", *initial = "b";
    static constexpr size_t most_elements = ~size_t{0};
    static __device__ unsigned threads() { return blockDim.x; }
};

/// run(group) for those that -s wants.
template <class Run>
void for_each_group(const Options& options, Run run) {
    if (options.wants(Scope::thread)) run(ThreadGroup());
    if (options.wants(Scope::warp)) run(WarpGroup());
    if (options.wants(Scope::block)) run(BlockGroup());
}

}  // namespace perftest
