// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The chances of one PE: a stream of numbers that follows from seed and PE alone. Which operation gets which
// number depends on the order in which the threads of the PE ask.
#pragma once

#include <atomic>
#include <cstdint>

namespace omni::transport::fault {

class Dice {
  public:
    Dice(uint64_t seed, int pe) : start_(mix(seed * 1024 + static_cast<uint64_t>(pe))) {}

    uint64_t next() { return mix(start_ + kStep * drawn_.fetch_add(1, std::memory_order_relaxed)); }
    /// From 0 to `n` - 1; `n` is not 0.
    uint64_t below(uint64_t n) { return next() % n; }
    bool chance(double rate) { return static_cast<double>(next() >> 11) * 0x1p-53 < rate; }

  private:
    /// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): neighbouring inputs give unrelated outputs.
    static uint64_t mix(uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    static constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

    uint64_t start_;
    std::atomic<uint64_t> drawn_{1};
};

}  // namespace omni::transport::fault
