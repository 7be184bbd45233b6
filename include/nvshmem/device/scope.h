// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The threads of a kernel that carry an operation out together. Where a name ends in a scope, all threads of
// that scope make the call, with the same arguments, and none goes on before the operation is done for all
// of them:
//
//     _warp        the 32 threads of a warp
//     _warpgroup   four warps, the first of which has a number divisible by 4
//     _block       all threads of the block
//
// Names without a scope are calls of one thread, the same as on the host (rma.h, amo.h, signal.h, wait.h,
// order.h, coll.h): a collective is then called by one thread of each PE.
#pragma once

#include "../detail/exec_space.h"

// The shells of this folder name both ways of each operation: NVSHMEMI_SCOPED(SCOPE, (thread form and its
// arguments), call of the algorithm that shares the work out). NVSHMEM_DEVICE_ALGORITHMS takes the second on
// the virtual device too, to test what a GPU runs.
#if defined(NVSHMEM_TARGET_CUDA) || defined(NVSHMEM_DEVICE_ALGORITHMS)
    #include "impl/shared_out.h"
#else
    #include "impl/once.h"
#endif

// NVSHMEM_FOR_EACH_SCOPE(X, ...): X(SCOPE, ...) for warp and block.
#define NVSHMEM_FOR_EACH_SCOPE(X, ...) X(warp, __VA_ARGS__) X(block, __VA_ARGS__)
