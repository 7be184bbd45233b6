// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A grid while it runs: which blocks have been given out, who carries them, how it ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "vgpu/engine/launch.h"

namespace vgpu {

/// Shared by the threads that carry the grid's blocks out. Lives on the stack of run_grid(), until all have
/// gone ashore.
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
        block = drawn_.fetch_add(1, std::memory_order_acq_rel);
        return block < blocks;
    }
    uint64_t undrawn() const {
        const uint64_t drawn = drawn_.load(std::memory_order_relaxed);
        return failed() || drawn >= blocks ? 0 : blocks - drawn;
    }

    /// Ends the grid with its first fault: no block is begun any more, and those that run end at their next
    /// wait.
    void fail(cudaError_t code, std::string text) {
        const std::lock_guard lock(mutex_);
        if (outcome_.code != cudaSuccess) return;
        outcome_ = {code, std::move(text)};
        stop();
    }
    /// The part of fail() that a signal handler may do.
    void stop() { failed_.store(true, std::memory_order_release); }
    bool failed() const { return failed_.load(std::memory_order_acquire); }

    /// Once nobody carries blocks any more.
    Outcome outcome() const { return outcome_; }

    /// The barrier of all blocks, for one thread of each; `pause` lets others run.
    template <class Pause>
    void meet(Pause pause) {
        const uint32_t generation = generation_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == blocks) {
            arrived_.store(0, std::memory_order_relaxed);
            generation_.store(generation + 1, std::memory_order_release);
            return;
        }
        while (generation_.load(std::memory_order_acquire) == generation) pause();
    }

    // --- helpers: threads that have joined the one that launched. Managed by the crew.

    std::atomic<uint32_t> aboard{0};
    unsigned ticks = 0, idle_ticks = 0;  ///< since the launch; since a block was last begun
    uint64_t seen_undrawn = ~uint64_t{0};

  private:
    std::atomic<uint64_t> drawn_{0};
    std::atomic<bool> failed_{false};
    std::atomic<uint64_t> arrived_{0};
    std::atomic<uint32_t> generation_{0};
    std::mutex mutex_;
    Outcome outcome_;
};

}  // namespace vgpu
