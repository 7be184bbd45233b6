// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Best fit, neighbours joined at release, large releases given back to the machine.
#include "vgpu/api/arena.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <new>

/// Of the address sanitizer, where the program has one: free memory and the gap behind each allocation are
/// out of bounds.
extern "C" {
[[gnu::weak]] void __asan_poison_memory_region(void const volatile* address, size_t bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(void const volatile* address, size_t bytes);
}

namespace vgpu::api {

namespace {

using omni::os::page_size;
using omni::os::round_up;

constexpr size_t kReturned = size_t{256} << 10;  // releases of this size go back to the machine
constexpr size_t kLooked = size_t{16}
                           << 20;  // allocations of this size ask the machine whether it has as much

bool poisons() { return __asan_poison_memory_region != nullptr; }

void forbid(char* address, size_t bytes) {
    if (poisons()) __asan_poison_memory_region(address, bytes);
}

void allow(char* address, size_t bytes) {
    if (poisons()) __asan_unpoison_memory_region(address, bytes);
}

}  // namespace

Outcome Arena::open() {
    auto file = omni::os::create_memory_file("vgpu-memory", bytes_);
    if (!file.ok()) return fail(cudaErrorMemoryAllocation, "%s", file.status().text());
    auto mapping = omni::os::map_shared(file->get(), bytes_);
    if (!mapping.ok()) return fail(cudaErrorMemoryAllocation, "%s", mapping.status().text());
    ::madvise(mapping->address(), bytes_, MADV_DONTFORK);
    file_ = std::move(*file);
    base_ = std::move(*mapping);
    give(0, bytes_);
    return {};
}

Expected<char*> Arena::allocate(size_t bytes) {
    if (!base_.valid()) VGPU_TRY(open());
    const size_t gap = poisons() ? kAlignment : 0;
    if (bytes > bytes_) bytes = bytes_ + 1;
    const size_t rounded = round_up(bytes == 0 ? 1 : bytes, kAlignment) + gap;
    const auto fit = by_size_.lower_bound({rounded, 0});
    if (fit == by_size_.end() || (bytes >= kLooked && bytes > omni::os::available_memory()))
        return fail(cudaErrorMemoryAllocation,
                    "no %zu bytes are free: the device has %zu, of which %zu are in use, and the machine can "
                    "give %zu (VGPU_MEMORY sets the size of a device)",
                    bytes, bytes_, used_, omni::os::available_memory());
    const auto [size, offset] = *fit;
    by_size_.erase(fit);
    free_.erase(offset);
    if (size > rounded) give(offset + rounded, size - rounded);
    taken_.emplace(offset, rounded);
    used_ += rounded;
    char* address = base_.address() + offset;
    allow(address, bytes);
    forbid(address + bytes, rounded - bytes);
    return address;
}

void Arena::give(size_t offset, size_t bytes) {
    free_.emplace(offset, bytes);
    by_size_.emplace(bytes, offset);
}

void Arena::release(char* address) {
    auto place = taken_.find(offset_of(address));
    size_t offset = place->first, bytes = place->second;
    taken_.erase(place);
    used_ -= bytes;
    if (bytes >= kReturned) {
        const size_t first = round_up(offset, page_size()),
                     last = (offset + bytes) / page_size() * page_size();
        ::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(first),
                    static_cast<off_t>(last - first));
    }
    forbid(address, bytes);
    auto next = free_.lower_bound(offset);
    if (next != free_.end() && next->first == offset + bytes) {
        bytes += next->second;
        take_back(next++);
    }
    next = free_.lower_bound(offset);
    if (next != free_.begin())
        if (const auto before = std::prev(next); before->first + before->second == offset) {
            offset = before->first;
            bytes += before->second;
            take_back(before);
        }
    give(offset, bytes);
}

void Arena::take_back(std::map<size_t, size_t>::iterator place) {
    by_size_.erase({place->second, place->first});
    free_.erase(place);
}

bool Arena::holds(const void* address) const {
    const char* at = static_cast<const char*>(address);
    return base_.valid() && at >= base_.address() && at < base_.address() + bytes_;
}

void Arena::forget() {
    new (&base_) omni::os::Mapping;  // its addresses may be somebody else's by now
    file_ = {};
    free_.clear();
    by_size_.clear();
    taken_.clear();
    used_ = 0;
}

}  // namespace vgpu::api
