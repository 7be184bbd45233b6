// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Threads of the machine that join a grid. They come late: a launch is carried out by the thread that
// launches, and most are over before another one could have woken up (32 blocks of 256 threads: 16-18 us,
// with a thread a block 133 us).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "vgpu/engine/grid_run.h"

namespace vgpu {

class Crew {
  public:
    static Crew& get();

    /// From here on, threads join the grid where it needs them: as many as there are CPUs when it lasts
    /// longer than a tick, one for each block when it stands still, since blocks may wait for each other.
    void watch(GridRun& run);

    /// Returns when no thread but the caller carries blocks of the grid.
    void dismiss(GridRun& run);

    /// A block of the grid waits: the blocks that it may wait for are begun now.
    void hurry(GridRun& run);

  private:
    Crew() = default;

    void join(GridRun& run, uint64_t count);
    void run_ticker();
    void run_helper();
    static uint64_t wanted(GridRun& run);
    static void forget_threads();

    std::mutex mutex_;
    std::condition_variable work_, launches_;
    std::vector<GridRun*> watched_;
    std::deque<GridRun*> calls_;  ///< one a thread that is to join
    size_t free_helpers_ = 0;     ///< that wait for a call
    bool ticking_ = false;
    bool ticker_sleeps_ = false;
};

}  // namespace vgpu
