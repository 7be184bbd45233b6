// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which memory is symmetric: the live allocations, external registrations and peer views by address, so that
// a slice of an array is found by the allocation that contains it. Guarded by the GIL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace nvshmem_py {

enum class Kind { normal = 0, peer = 1, multimem = 2, external = 3 };

struct Range {
    uintptr_t start;
    size_t size;
    Kind kind;
    int pe;  ///< whose memory it is, for peer views

    bool symmetric() const { return kind == Kind::normal || kind == Kind::external; }
};

class Ranges {
  public:
    void add(const Range& range) { ranges_[range.start] = range; }
    bool remove(uintptr_t start) { return ranges_.erase(start) != 0; }
    void clear() { ranges_.clear(); }

    /// The range that holds the byte at `address`; null where none does.
    const Range* containing(uintptr_t address) const {
        auto after = ranges_.upper_bound(address);
        if (after == ranges_.begin()) return nullptr;
        const Range& range = std::prev(after)->second;
        return address - range.start < range.size ? &range : nullptr;
    }

  private:
    std::map<uintptr_t, Range> ranges_;
};

Ranges& ranges();

}  // namespace nvshmem_py
