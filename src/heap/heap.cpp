// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Collective allocation.
#include "heap/heap.h"

#include <algorithm>
#include <cstring>

#include "heap/agreement.h"

namespace omni::heap {

namespace {

constexpr size_t kWorthAsking = size_t{1} << 20;  // reading what memory is left costs 30 us

struct Allocation {
    size_t bytes, alignment;
    size_t released;  ///< how many releases of this PE wait for the others
    Refusal refusal;

    bool is_like(const Allocation& other) const {
        return bytes == other.bytes && alignment == other.alignment;
    }
    std::string describe() const { return format("%zu bytes, alignment %zu", bytes, alignment); }
};

struct Removal {
    size_t bytes, offset;

    bool is_like(const Removal& other) const { return offset == other.offset; }
    std::string describe() const { return format("the block of %zu bytes at heap+0x%zx", bytes, offset); }
};

size_t most_releases(const std::vector<Allocation>& all) {
    const auto fewer = [](const Allocation& a, const Allocation& b) { return a.released < b.released; };
    const bool all_have_some = std::min_element(all.begin(), all.end(), fewer)->released > 0;
    return all_have_some ? std::max_element(all.begin(), all.end(), fewer)->released : 0;
}

}  // namespace

Heap::Heap(control::Member& member, Space& space, size_t memory_limit)
    : member_(member), space_(space), memory_limit_(memory_limit), allocator_(space.layout().heap_bytes) {}

Status Heap::no_room(size_t bytes, const std::string& why) const {
    return error(Code::out_of_memory,
                 "no room for %zu bytes: %s. Of the heap %zu bytes are free, the largest hole has %zu", bytes,
                 why.c_str(), allocator_.capacity() - allocator_.used(), allocator_.largest_free());
}

/// Memory is committed on touch, so a block that was allocated and never touched still has to find its memory
/// later. PEs allocate alike, so each counts on its share of what the machine has left.
Status Heap::check_memory(size_t bytes) const {
    std::lock_guard lock(mutex_);
    const size_t used = allocator_.used();
    if (bytes > allocator_.capacity()) return {};  // no room on any PE
    if (used + bytes > memory_limit_)
        return no_room(
            bytes,
            format("this PE may have %zu bytes allocated and has %zu; raise NVSHMEM_MAX_MEMORY_PER_GPU",
                   memory_limit_, used));
    if (bytes < kWorthAsking) return {};
    const size_t committed = space_.committed();
    const size_t wanted = used + bytes > committed ? used + bytes - committed : 0;
    const size_t share = os::available_memory() / static_cast<size_t>(member_.n);
    if (wanted <= share) return {};
    return no_room(bytes,
                   format("the machine or its control group has memory for %zu more bytes of each of %d PEs",
                          share, member_.n));
}

/// Frees the blocks that every PE has released, and says how many. The intersection is the same on all PEs,
/// so their allocators stay alike. `most`: the largest number of releases of a PE.
Result<size_t> Heap::reclaim(const char* call, const Ids& released, size_t most) {
    Ids mine = released, all(most * static_cast<size_t>(member_.n));
    mine.resize(most, 0);
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation};
    if (Status status = control::allgather(member_, info, mine.data(), all.data(), most * sizeof mine[0]);
        !status.ok())
        return status;
    std::map<uint64_t, int> pes_of;
    for (const uint64_t id : all) ++pes_of[id];
    pes_of.erase(0);
    std::erase_if(pes_of, [&](const auto& entry) { return entry.second < member_.n; });
    std::lock_guard lock(mutex_);
    for (const auto& [id, pes] : pes_of) allocator_.free(*allocator_.offset_of(id));
    std::erase_if(released_, [&](uint64_t id) { return pes_of.count(id) != 0; });
    return pes_of.size();
}

Result<void*> Heap::take(size_t bytes, size_t alignment) {
    std::lock_guard lock(mutex_);
    const auto offset = allocator_.allocate(bytes, alignment, next_id_++);
    if (!offset)
        return no_room(bytes,
                       format("raise NVSHMEM_SYMMETRIC_SIZE, which is %zu", space_.layout().heap_bytes));
    space_.live().add(*offset, bytes);
    return static_cast<void*>(space_.base() + *offset);
}

Result<void*> Heap::allocate(const char* call, size_t bytes, size_t alignment) {
    std::lock_guard one_at_a_time(collective_);
    const Ids released = [&] { return std::lock_guard(mutex_), released_; }();
    const auto ask = [&](size_t releases) {
        return agree(member_, call, Allocation{bytes, alignment, releases, Refusal(check_memory(bytes))});
    };
    auto requests = ask(released.size());
    if (!requests.ok()) return std::move(requests).status();
    if (const size_t most = most_releases(*requests); most > 0) {
        auto reclaimed = reclaim(call, released, most);
        if (!reclaimed.ok()) return std::move(reclaimed).status();
        if (*reclaimed > 0) requests = ask(0);  // who had no room may have it now
        if (!requests.ok()) return std::move(requests).status();
    }
    if (Status refused = check_refusals(*requests); !refused.ok()) return refused;
    return take(bytes, alignment);
}

Result<void*> Heap::allocate_zeroed(const char* call, size_t bytes) {
    auto block = allocate(call, bytes, Allocator::kUnit);
    if (!block.ok()) return block;
    std::memset(*block, 0, bytes);
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation, .expected = bytes};
    if (Status status = control::barrier(member_, info); !status.ok()) return status;
    return block;
}

bool Heap::is_released(uint64_t id) const {
    return std::binary_search(released_.begin(), released_.end(), id);
}

Status Heap::explain_block(const void* block, size_t offset) const {
    const int owner = space_.owner(block);
    if (owner >= 0 && owner != member_.me)
        return error(
            Code::invalid_value,
            "ptr %p is the mapped address of PE %d's memory, as nvshmem_ptr returns it: pass what this PE's "
            "own allocation returned",
            block, owner);
    if (owner < 0)
        return error(
            Code::invalid_value,
            "ptr %p is not in the symmetric heap: pass what nvshmem_malloc, nvshmem_calloc or nvshmem_align "
            "returned",
            block);
    const auto* around = allocator_.containing(offset);
    if (offset >= allocator_.capacity() || (around && around->second.reserved))
        return error(Code::invalid_value,
                     "ptr %p is a registered buffer: pass it to nvshmemx_buffer_unregister_symmetric", block);
    if (!around)
        return error(Code::invalid_value, "ptr %p is in no block of the symmetric heap: it was freed before",
                     block);
    if (is_released(around->second.id))
        return error(Code::invalid_value, "ptr %p is in a block that this PE has released", block);
    return error(
        Code::invalid_value,
        "ptr %p points %zu bytes into a block of %zu bytes: pass the address that the allocation returned",
        block, offset - around->first, around->second.asked);
}

Result<size_t> Heap::offset_of_block(const void* block) const {
    const size_t offset = static_cast<size_t>(static_cast<const char*>(block) - space_.base());
    const Block* found = offset < allocator_.capacity() ? allocator_.find(offset) : nullptr;
    if (found && !found->reserved && !is_released(found->id)) return offset;
    return explain_block(block, offset);
}

Status Heap::free(const char* call, void* block) {
    std::lock_guard one_at_a_time(collective_);
    Removal mine{};
    {
        std::lock_guard lock(mutex_);
        auto offset = offset_of_block(block);
        if (!offset.ok()) return std::move(offset).status();
        mine = {allocator_.find(*offset)->asked, *offset};
    }
    auto requests = agree(member_, call, mine);
    if (!requests.ok()) return std::move(requests).status();
    std::lock_guard lock(mutex_);
    std::erase(released_, allocator_.find(mine.offset)->id);  // by another thread meanwhile
    space_.live().remove(mine.offset, mine.bytes);
    allocator_.free(mine.offset);
    return {};
}

Status Heap::release(void* block) {
    std::lock_guard lock(mutex_);
    auto offset = offset_of_block(block);
    if (!offset.ok()) return std::move(offset).status();
    const Block& found = *allocator_.find(*offset);
    released_.insert(std::lower_bound(released_.begin(), released_.end(), found.id), found.id);
    space_.live().remove(*offset, found.asked);
    return {};
}

bool Heap::reserve(size_t offset, size_t bytes) {
    std::lock_guard lock(mutex_);
    return allocator_.reserve(offset, bytes, next_id_++);
}

void Heap::unreserve(size_t offset) {
    std::lock_guard lock(mutex_);
    allocator_.free(offset);
}

std::optional<Extent> Heap::block_around(size_t offset) const {
    std::lock_guard lock(mutex_);
    const auto* block = offset < allocator_.capacity() ? allocator_.containing(offset) : nullptr;
    if (!block || is_released(block->second.id)) return std::nullopt;
    return Extent{block->first, block->second.asked};
}

Statistics Heap::statistics() const {
    std::lock_guard lock(mutex_);
    return {allocator_.capacity(),     allocator_.used(),   allocator_.peak(),
            allocator_.largest_free(), allocator_.blocks(), released_.size()};
}

}  // namespace omni::heap
