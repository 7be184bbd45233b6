// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// For no-fresh: what gets of words have given before.
#pragma once

#include <cstring>
#include <map>
#include <utility>

#include "transport/fault/dice.h"

namespace omni::transport::fault {

class StaleWords {
  public:
    explicit StaleWords(Dice& dice) : dice_(dice) {}

    /// True when `dest` was filled from memory.
    bool answer(int pe, uint64_t offset, void* dest, size_t bytes) {
        const auto known = words_.find({pe, offset});
        if (known == words_.end() || bytes > sizeof(uint64_t) || dice_.chance(0.5)) return false;
        std::memcpy(dest, &known->second, bytes);
        return true;
    }
    void remember(int pe, uint64_t offset, const void* source, size_t bytes) {
        if (bytes <= sizeof(uint64_t)) std::memcpy(&words_[{pe, offset}], source, bytes);
    }

  private:
    Dice& dice_;
    std::map<std::pair<int, uint64_t>, uint64_t> words_;
};

}  // namespace omni::transport::fault
