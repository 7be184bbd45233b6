// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The table of segments.
#include "transport/local_memory.h"

#include <cinttypes>

namespace omni::transport {

bool LocalMemory::overlaps(uint64_t offset, size_t bytes) const {
    const auto next = segments_.upper_bound(offset);
    if (next != segments_.end() && next->first - offset < bytes) return true;
    return next != segments_.begin() && offset - std::prev(next)->first < std::prev(next)->second;
}

Status LocalMemory::add(uint64_t offset, size_t bytes) {
    std::lock_guard lock(mutex_);
    const bool straddles = offset < bytes_ && bytes > bytes_ - offset;
    if (straddles || overlaps(offset, bytes))
        return error(Code::invalid_value, "%zu bytes at offset 0x%" PRIx64 " overlap another segment", bytes,
                     offset);
    segments_.emplace(offset, bytes);
    return {};
}

Status LocalMemory::remove(uint64_t offset, size_t bytes) {
    std::lock_guard lock(mutex_);
    const auto found = segments_.find(offset);
    if (found == segments_.end() || found->second != bytes)
        return error(Code::invalid_value, "%zu bytes at offset 0x%" PRIx64 " are no segment", bytes, offset);
    segments_.erase(found);
    return {};
}

LocalMemory::Use LocalMemory::use(uint64_t offset, size_t bytes) {
    if (offset < bytes_ && bytes <= bytes_ - offset) return Use(base_ + offset);
    Use use{std::unique_lock(mutex_)};
    const auto next = segments_.upper_bound(offset);
    if (next == segments_.begin()) return use;
    const auto& [begin, length] = *std::prev(next);
    const uint64_t place = offset - begin;
    if (place < length && bytes <= length - place) use.address_ = base_ + offset;
    return use;
}

}  // namespace omni::transport
