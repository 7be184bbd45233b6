// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Best fit over two indices.
#include "heap/allocator.h"

#include <algorithm>

#include "os/memory.h"

namespace omni::heap {

Allocator::Allocator(size_t capacity) : capacity_(capacity / kUnit * kUnit) {
    if (capacity_ > 0) add_hole(0, capacity_);
}

void Allocator::add_hole(size_t offset, size_t bytes) {
    if (bytes == 0) return;
    holes_.emplace(offset, bytes);
    by_size_.insert({bytes, offset});
}

void Allocator::remove_hole(size_t offset, size_t bytes) {
    holes_.erase(offset);
    by_size_.erase({bytes, offset});
}

bool Allocator::fits(const Hole& hole, size_t bytes, size_t alignment) {
    const size_t skipped = os::round_up(hole.offset, alignment) - hole.offset;
    return skipped <= hole.bytes && bytes <= hole.bytes - skipped;
}

/// Every hole begins at a multiple of kUnit, so one of bytes + alignment - kUnit fits whatever its offset. A
/// smaller one that happens to begin well is preferred, but only the smallest few are tried, which keeps the
/// search logarithmic. Only where that finds nothing are the others tried too: slow beats out of memory.
std::optional<Allocator::Hole> Allocator::best_hole(size_t bytes, size_t alignment) const {
    constexpr int kTries = 8;
    const auto good = [&](const Hole& hole) { return fits(hole, bytes, alignment); };
    auto candidate = by_size_.lower_bound({bytes, 0});
    for (int i = 0; i < kTries && candidate != by_size_.end(); ++i, ++candidate)
        if (good(*candidate)) return *candidate;
    const auto sure =
        alignment <= capacity_ ? by_size_.lower_bound({bytes + alignment - kUnit, 0}) : by_size_.end();
    if (sure != by_size_.end()) return *sure;
    const auto last_resort = std::find_if(candidate, by_size_.end(), good);
    return last_resort == by_size_.end() ? std::nullopt : std::optional(*last_resort);
}

void Allocator::take(const Hole& hole, size_t offset, size_t bytes, Block block) {
    remove_hole(hole.offset, hole.bytes);
    add_hole(hole.offset, offset - hole.offset);
    add_hole(offset + bytes, hole.offset + hole.bytes - offset - bytes);
    taken_.emplace(offset, block);
    by_id_.emplace(block.id, offset);
    used_ += bytes;
    peak_ = std::max(peak_, used_);
}

std::optional<size_t> Allocator::allocate(size_t asked, size_t alignment, uint64_t id) {
    if (asked > capacity_) return std::nullopt;
    const size_t bytes = os::round_up(asked, kUnit);
    alignment = std::max(alignment, kUnit);
    const auto hole = best_hole(bytes, alignment);
    if (!hole) return std::nullopt;
    const size_t offset = os::round_up(hole->offset, alignment);
    take(*hole, offset, bytes, Block{bytes, asked, id, false});
    return offset;
}

bool Allocator::reserve(size_t offset, size_t bytes, uint64_t id) {
    auto hole = holes_.upper_bound(offset);
    if (bytes == 0 || hole == holes_.begin()) return false;
    --hole;
    const Hole found{hole->second, hole->first};
    if (bytes > found.bytes || offset - found.offset > found.bytes - bytes) return false;
    take(found, offset, bytes, Block{bytes, bytes, id, true});
    return true;
}

bool Allocator::free(size_t offset) {
    const auto block = taken_.find(offset);
    if (block == taken_.end()) return false;
    size_t begin = offset, end = offset + block->second.bytes;
    used_ -= block->second.bytes;
    by_id_.erase(block->second.id);
    taken_.erase(block);
    const auto after = holes_.lower_bound(begin);
    if (after != holes_.begin()) {
        const auto [before_offset, before_bytes] = *std::prev(after);
        if (before_offset + before_bytes == begin) {
            begin = before_offset;
            remove_hole(before_offset, before_bytes);
        }
    }
    if (const auto next = holes_.find(end); next != holes_.end()) {
        const auto [next_offset, next_bytes] = *next;
        end += next_bytes;
        remove_hole(next_offset, next_bytes);
    }
    add_hole(begin, end - begin);
    return true;
}

const Block* Allocator::find(size_t offset) const {
    const auto block = taken_.find(offset);
    return block == taken_.end() ? nullptr : &block->second;
}

const std::pair<const size_t, Block>* Allocator::containing(size_t offset) const {
    auto block = taken_.upper_bound(offset);
    if (block == taken_.begin()) return nullptr;
    --block;
    return offset - block->first < block->second.bytes ? &*block : nullptr;
}

std::optional<size_t> Allocator::offset_of(uint64_t id) const {
    const auto block = by_id_.find(id);
    return block == by_id_.end() ? std::nullopt : std::optional(block->second);
}

size_t Allocator::largest_free() const { return by_size_.empty() ? 0 : by_size_.rbegin()->bytes; }

bool Allocator::is_valid() const {
    std::map<size_t, size_t> tiles = holes_;
    size_t taken = 0, next = 0;
    for (const auto& [offset, block] : taken_) {
        const auto id = by_id_.find(block.id);
        if (!tiles.emplace(offset, block.bytes).second || id == by_id_.end() || id->second != offset)
            return false;
        taken += block.bytes;
    }
    bool after_hole = false;  // two holes in a row should have become one
    for (const auto& [offset, bytes] : tiles) {
        const bool hole = holes_.count(offset) != 0;
        if (offset != next || bytes == 0 || bytes % kUnit != 0 || (hole && after_hole)) return false;
        if (hole && by_size_.count({bytes, offset}) == 0) return false;
        next = offset + bytes;
        after_hole = hole;
    }
    return next == capacity_ && used_ == taken && used_ <= peak_ && holes_.size() == by_size_.size() &&
           taken_.size() == by_id_.size();
}

}  // namespace omni::heap
