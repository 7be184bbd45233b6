// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which places of its symmetric memory a PE may name: two bits for each unit of 512 bytes. Lock-free, so that
// operations can ask while another thread allocates; 1/2048 of the memory, committed where blocks are.
#pragma once

#include <atomic>

#include "os/memory.h"

namespace omni::heap {

class LiveMap {
  public:
    static constexpr size_t kUnit = 512;
    using Word = std::atomic<uint64_t>;

    /// For the hot path, by value. Null words: nothing is asked, everything counts as live.
    struct View {
        const Word* words = nullptr;

        /// Whether both ends of [offset, offset + bytes) are live: two loads, one for an element, which ends
        /// where it begins. It does not see a range that runs from one block into another; holds() does.
        [[gnu::always_inline]] bool has_ends(size_t offset, size_t bytes) const {
            if (__builtin_constant_p(bytes) && bytes <= 8) return is_set(words, offset / kUnit);
            return is_set(words, offset / kUnit) && is_set(words, (offset + bytes - (bytes != 0)) / kUnit);
        }
    };

    LiveMap() = default;
    /// Covers offsets [0, bytes); nothing is live.
    static Result<LiveMap> create(size_t bytes);

    /// [offset, offset + bytes) becomes one live block, or dead again. `offset` is a multiple of kUnit.
    void add(size_t offset, size_t bytes);
    void remove(size_t offset, size_t bytes);

    /// Whether the range lies inside one live block. pre: bytes > 0.
    bool holds(size_t offset, size_t bytes) const;

    View view() const { return {live_}; }

  private:
    static bool is_set(const Word* words, size_t unit) {
        return words[unit / 64].load(std::memory_order_relaxed) >> (unit % 64) & 1;
    }

    size_t bytes_ = 0;
    os::Mapping memory_;
    Word* live_ = nullptr;    ///< the unit belongs to a live block
    Word* begins_ = nullptr;  ///< a block begins with the unit
};

}  // namespace omni::heap
