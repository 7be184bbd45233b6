// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A grid from its launch to its outcome.
#include "vgpu/engine/carrier.h"
#include "vgpu/engine/hooks.h"
#include "vgpu/engine/launch.h"
#include "vgpu/engine/limits.h"

#include <algorithm>

namespace vgpu {

Outcome run_grid(const Grid& grid) {
    GridRun run(grid);
    const InstalledContext context(grid.context);
    Carrier::mine().carry(run);
    return run.outcome();
}

int resident_blocks(const vgpuKernel* kernel, unsigned threads, size_t shared) {
    if (threads == 0 || threads > kMaxThreads || shared > kMaxSharedPerBlock) return 0;
    if (kernel && kernel->max_threads != 0 && threads > kernel->max_threads) return 0;
    const unsigned warps = (threads + kWarp - 1) / kWarp;
    const size_t by_threads = kThreadsPerMultiprocessor / kWarp / warps;
    const size_t by_shared = kSharedPerMultiprocessor / (shared + kReservedShared);
    return static_cast<int>(std::min({by_threads, by_shared, size_t{kBlocksPerMultiprocessor}}));
}

}  // namespace vgpu
