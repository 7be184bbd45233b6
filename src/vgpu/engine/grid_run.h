// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A grid while it runs: which blocks have been given out, and how it ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "vgpu/engine/launch.h"

namespace vgpu {

/// Shared by the threads that carry the grid's blocks out.
class GridRun {
  public:
    explicit GridRun(const Grid& grid)
        : grid(grid),
          blocks(uint64_t{grid.grid.x} * grid.grid.y * grid.grid.z),
          threads(grid.block.x * grid.block.y * grid.block.z) {}

    const Grid& grid;
    const uint64_t blocks;
    const unsigned threads;  ///< of each block

    /// The number of a block that nobody has begun; false when there is none, or the grid has failed.
    bool draw(uint64_t& block) {
        if (failed()) return false;
        block = drawn_.fetch_add(1, std::memory_order_relaxed);
        return block < blocks;
    }

    /// Ends the grid with its first fault: no block is begun any more, and those that run end at their next
    /// wait.
    void fail(cudaError_t code, std::string text) {
        const std::lock_guard lock(mutex_);
        if (failed()) return;
        outcome_ = {code, std::move(text)};
        failed_.store(true, std::memory_order_release);
    }
    bool failed() const { return failed_.load(std::memory_order_acquire); }

    /// Once nobody carries blocks any more.
    Outcome outcome() const { return outcome_; }

  private:
    std::atomic<uint64_t> drawn_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    Outcome outcome_;
};

}  // namespace vgpu
