// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation, and what is known of addresses.
#include "vgpu/api/memory.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>

#include "vgpu/api/device.h"

namespace vgpu::api {

const char* name_of(Origin origin) {
    constexpr const char* names[] = {
        "device memory",     "managed memory",     "host memory of cudaHostAlloc",
        "registered memory", "mapped by cuMemMap", "imported memory",
        "adopted memory"};
    return names[static_cast<int>(origin)];
}

Memory& Memory::get() {
    static Memory* one = new Memory;
    return *one;
}

Memory::Memory() {
    ::pthread_atfork([] { get().mutex_.lock(); }, [] { get().mutex_.unlock(); },
                     [] { get().in_child_of_fork(); });
}

/// The child has no memory of devices; what is the host's own it has, as every other memory.
void Memory::in_child_of_fork() {
    for (auto& [device, arena] : arenas_) arena->forget();
    std::erase_if(ranges_, [](const auto& entry) {
        return entry.second.origin != Origin::host && entry.second.origin != Origin::registered;
    });
    mutex_.unlock();
}

Arena& Memory::arena(int device) {
    auto& arena = arenas_[device];
    if (!arena) arena = std::make_unique<Arena>((*Device::at(device))->memory());
    return *arena;
}

Expected<char*> Memory::allocate(int device, size_t bytes, Origin origin) {
    const std::lock_guard lock(mutex_);
    auto address = arena(device).allocate(bytes);
    if (address.ok()) ranges_[*address] = {*address, std::max<size_t>(bytes, 1), origin, device, 0};
    return address;
}

Expected<char*> Memory::allocate_host(int device, size_t bytes, unsigned flags) {
    char* address = static_cast<char*>(std::aligned_alloc(
        omni::os::page_size(), omni::os::round_up(std::max<size_t>(bytes, 1), omni::os::page_size())));
    if (!address) return fail(cudaErrorMemoryAllocation, "the machine has no %zu bytes", bytes);
    const std::lock_guard lock(mutex_);
    ranges_[address] = {address, std::max<size_t>(bytes, 1), Origin::host, device, flags};
    return address;
}

Outcome Memory::release(void* pointer, std::initializer_list<Origin> origins) {
    char* address = static_cast<char*>(pointer);
    const std::lock_guard lock(mutex_);
    const auto found = ranges_.find(address);
    if (found == ranges_.end() || std::ranges::find(origins, found->second.origin) == origins.end())
        return fail(cudaErrorInvalidValue, "pointer is %p, which is not the begin of %s in use", pointer,
                    name_of(*origins.begin()));
    const Range range = found->second;
    ranges_.erase(found);
    if (range.origin == Origin::device || range.origin == Origin::managed)
        arena(range.device).release(address);
    if (range.origin == Origin::host) std::free(address);
    return {};
}

Outcome Memory::add(const Range& range, cudaError_t when_known) {
    const std::lock_guard lock(mutex_);
    auto next = ranges_.upper_bound(range.begin);
    const bool hits_next = next != ranges_.end() && next->second.begin < range.end();
    const bool hits_before = next != ranges_.begin() && std::prev(next)->second.end() > range.begin;
    if (hits_next || hits_before) {
        const Range& other = hits_before ? std::prev(next)->second : next->second;
        return fail(when_known, "[%p, %p) is known in part as %s [%p, %p)", static_cast<void*>(range.begin),
                    static_cast<void*>(range.end()), name_of(other.origin), static_cast<void*>(other.begin),
                    static_cast<void*>(other.end()));
    }
    ranges_[range.begin] = range;
    return {};
}

std::optional<Range> Memory::find(const void* pointer) {
    const char* address = static_cast<const char*>(pointer);
    const std::lock_guard lock(mutex_);
    auto next = ranges_.upper_bound(address);
    if (next == ranges_.begin() || address >= std::prev(next)->second.end()) return std::nullopt;
    return std::prev(next)->second;
}

size_t Memory::used(int device) {
    const std::lock_guard lock(mutex_);
    return arena(device).used();
}

std::optional<Memory::Place> Memory::place_of(const void* pointer) {
    const std::lock_guard lock(mutex_);
    for (auto& [device, arena] : arenas_)
        if (arena->holds(pointer)) return Place{arena->file(), arena->offset_of(pointer), 0};
    return std::nullopt;
}

Outcome check_range(const char* name, const void* address, size_t bytes) {
    if (!address) return fail(cudaErrorInvalidValue, "%s is null", name);
    const auto range = Memory::get().find(address);
    if (!range) return {};
    const size_t left = static_cast<size_t>(range->end() - static_cast<const char*>(address));
    if (bytes > left)
        return fail(cudaErrorInvalidValue,
                    "%s is %p with %zu bytes, of which only %zu lie in the allocation [%p, %p) (%s)", name,
                    address, bytes, left, static_cast<void*>(range->begin), static_cast<void*>(range->end()),
                    name_of(range->origin));
    return {};
}

}  // namespace vgpu::api
