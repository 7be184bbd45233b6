// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A grid from its launch to its outcome.
#include <algorithm>
#include <mutex>

#include "base/status.h"
#include "vgpu/engine/carrier.h"
#include "vgpu/engine/crew.h"
#include "vgpu/engine/fault.h"
#include "vgpu/engine/hooks.h"
#include "vgpu/engine/launch.h"
#include "vgpu/engine/limits.h"

namespace vgpu {

namespace {

/// Blocks of a cooperative launch wait for each other, so all must fit on the device at a time.
bool fits(const GridRun& run) {
    const int blocks = resident_blocks(run.grid.kernel, run.threads, run.grid.shared);
    return run.blocks <= uint64_t{kMultiprocessors} * static_cast<unsigned>(blocks);
}

void carry_with_helpers(GridRun& run) {
    Crew::get().watch(run);
    Carrier::mine().carry(run);
    Crew::get().dismiss(run);
}

}  // namespace

Outcome run_grid(const Grid& grid) {
    static std::once_flag caught;
    std::call_once(caught, catch_faults);
    GridRun run(grid);
    if (grid.cooperative && !fits(run))
        return {cudaErrorCooperativeLaunchTooLarge,
                omni::format("kernel %s: %llu blocks do not fit on the device at a time", grid.kernel->name,
                             static_cast<unsigned long long>(run.blocks))};
    const InstalledContext context(grid.context);
    happens_before(&run.grid);
    run.blocks > 1 ? carry_with_helpers(run) : Carrier::mine().carry(run);
    happens_after(&run.blocks);
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
