// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Runs of bits.
#include "heap/live_map.h"

#include <algorithm>

namespace omni::heap {

namespace {

/// Calls visit(word index, mask) for each word that holds some of the bits [first, last]; stops when it says
/// no.
template <class Visit>
bool for_each_word(size_t first, size_t last, Visit visit) {
    for (size_t unit = first; unit <= last; unit = (unit / 64 + 1) * 64) {
        const size_t end = std::min(last, unit / 64 * 64 + 63);
        const uint64_t ones = ~uint64_t{0} >> (63 - (end - unit));
        if (!visit(unit / 64, ones << (unit % 64))) return false;
    }
    return true;
}

constexpr auto relaxed = std::memory_order_relaxed;

}  // namespace

Result<LiveMap> LiveMap::create(size_t bytes) {
    const size_t words = bytes / kUnit / 64 + 1;
    auto memory = os::map_zeros(2 * words * sizeof(Word));
    if (!memory.ok()) return std::move(memory).status();
    LiveMap map;
    map.bytes_ = bytes;
    map.memory_ = std::move(*memory);
    map.live_ = reinterpret_cast<Word*>(map.memory_.address());
    map.begins_ = map.live_ + words;
    return map;
}

void LiveMap::add(size_t offset, size_t bytes) {
    const size_t first = offset / kUnit, last = (offset + bytes - 1) / kUnit;
    begins_[first / 64].fetch_or(uint64_t{1} << (first % 64), relaxed);
    for_each_word(first, last,
                  [&](size_t i, uint64_t mask) { return live_[i].fetch_or(mask, relaxed), true; });
}

void LiveMap::remove(size_t offset, size_t bytes) {
    const size_t first = offset / kUnit, last = (offset + bytes - 1) / kUnit;
    for_each_word(first, last,
                  [&](size_t i, uint64_t mask) { return live_[i].fetch_and(~mask, relaxed), true; });
    begins_[first / 64].fetch_and(~(uint64_t{1} << (first % 64)), relaxed);
}

bool LiveMap::holds(size_t offset, size_t bytes) const {
    if (offset >= bytes_ || bytes > bytes_ - offset) return false;
    const size_t first = offset / kUnit, last = (offset + bytes - 1) / kUnit;
    const bool live = for_each_word(
        first, last, [&](size_t i, uint64_t mask) { return (live_[i].load(relaxed) & mask) == mask; });
    return live && (first == last || for_each_word(first + 1, last, [&](size_t i, uint64_t mask) {
                        return (begins_[i].load(relaxed) & mask) == 0;
                    }));
}

}  // namespace omni::heap
