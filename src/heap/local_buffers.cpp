// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The table of local buffers.
#include "heap/local_buffers.h"

namespace omni::heap {

namespace {

const void* pointer(uintptr_t address) { return reinterpret_cast<const void*>(address); }

}  // namespace

Status LocalBuffers::check(uintptr_t begin, size_t bytes) const {
    if (begin == 0) return error(Code::invalid_value, "addr is null: pass the address of a buffer");
    if (bytes == 0)
        return error(Code::invalid_value, "length is 0: pass the size of the buffer at %p", pointer(begin));
    if (begin + bytes < begin)
        return error(
            Code::invalid_value,
            "length %zu at addr %p runs over the end of memory: a negative number passed as a length?", bytes,
            pointer(begin));
    if (space_.overlaps(pointer(begin), bytes))
        return error(Code::invalid_value,
                     "addr %p + %zu bytes touches symmetric memory, which needs no registration",
                     pointer(begin), bytes);
    if (!os::is_mapped(pointer(begin), bytes))
        return error(Code::invalid_value, "addr %p + %zu bytes is not all mapped memory", pointer(begin),
                     bytes);
    return {};
}

Status LocalBuffers::check_free(uintptr_t begin, size_t bytes) const {
    auto next = buffers_.lower_bound(begin);
    if (next != buffers_.end() && next->first == begin && next->second == bytes)
        return error(Code::invalid_value, "addr %p is registered already: register a buffer once",
                     pointer(begin));
    if (next != buffers_.begin() && std::prev(next)->first + std::prev(next)->second > begin) --next;
    if (next == buffers_.end() || next->first >= begin + bytes) return {};
    return error(
        Code::invalid_value,
        "addr %p + %zu bytes overlaps the registered buffer at %p of %zu bytes: unregister that one first",
        pointer(begin), bytes, pointer(next->first), next->second);
}

Status LocalBuffers::add(const void* address, size_t bytes) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    if (Status status = check(begin, bytes); !status.ok()) return status;
    std::lock_guard lock(mutex_);
    if (Status status = check_free(begin, bytes); !status.ok()) return status;
    buffers_.emplace(begin, bytes);
    return {};
}

Status LocalBuffers::remove(const void* address) {
    std::lock_guard lock(mutex_);
    if (buffers_.erase(reinterpret_cast<uintptr_t>(address)) == 1) return {};
    return error(Code::invalid_value,
                 "addr %p is where no registered buffer begins: pass what was registered, once", address);
}

void LocalBuffers::clear() {
    std::lock_guard lock(mutex_);
    buffers_.clear();
}

size_t LocalBuffers::size() const {
    std::lock_guard lock(mutex_);
    return buffers_.size();
}

}  // namespace omni::heap
