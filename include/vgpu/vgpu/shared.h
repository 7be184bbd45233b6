// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shared memory of a block. The source step makes `__shared__ T x` a static thread_local variable, since a
// block runs on one thread of the machine, and `extern __shared__ T x[]` a reference to what is here.
#pragma once

#include <type_traits>

extern "C" {
/// The dynamic shared memory of this thread's blocks: one place for as long as the thread lives.
void* vgpuDynamicShared(void);
/// How many bytes the launch asked for.
unsigned vgpuDynamicSharedSize(void);
}

namespace vgpu {

/// CUDA allows no variable in shared memory that needs a constructor, as nobody would run it for each block.
template <class T>
inline constexpr bool may_be_shared = std::is_trivially_default_constructible_v<std::remove_all_extents_t<T>>;

}  // namespace vgpu
