// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The table of ranges.
#include "transport/local_memory.h"

#include <cinttypes>

namespace omni::transport {

Status LocalMemory::add(uint64_t offset, size_t bytes) {
    std::lock_guard lock(mutex_);
    const auto next = ranges_.upper_bound(offset);
    const bool meets_next = next != ranges_.end() && next->first - offset < bytes;
    const bool meets_last =
        next != ranges_.begin() && offset - std::prev(next)->first < std::prev(next)->second;
    if (meets_next || meets_last)
        return error(Code::invalid_value, "%zu bytes at offset 0x%" PRIx64 " are part of a segment already",
                     bytes, offset);
    ranges_.emplace_hint(next, offset, bytes);
    return {};
}

Status LocalMemory::remove(uint64_t offset, size_t bytes) {
    std::lock_guard lock(mutex_);
    const auto found = ranges_.find(offset);
    if (found == ranges_.end() || found->second != bytes)
        return error(Code::invalid_value, "%zu bytes at offset 0x%" PRIx64 " are no segment", bytes, offset);
    ranges_.erase(found);
    return {};
}

LocalMemory::Use LocalMemory::use(uint64_t offset, size_t bytes) {
    Use use(mutex_);
    const auto next = ranges_.upper_bound(offset);
    if (next == ranges_.begin()) return use;
    const auto& [begin, length] = *std::prev(next);
    const uint64_t place = offset - begin;
    if (place < length && bytes <= length - place) use.address_ = base_ + offset;
    return use;
}

}  // namespace omni::transport
