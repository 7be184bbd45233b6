// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Collective allocation.
#include "heap/heap.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace omni::heap {

/// What a PE asks for; compared with everybody else's.
struct Heap::Request {
    char call[24];
    uint64_t bytes;
    uint64_t alignment;  ///< allocations
    uint64_t offset;     ///< frees
    uint64_t has_room;
    uint64_t released;  ///< how many releases of this PE wait for the others

    bool same_call(const Request& other) const {
        return std::strncmp(call, other.call, sizeof call) == 0 && bytes == other.bytes &&
               alignment == other.alignment && offset == other.offset;
    }
};

namespace {

constexpr size_t kWorthAsking = size_t{1} << 20;  // reading what memory is left costs 30 us

std::string table(const std::vector<std::string>& rows) {
    std::string text = format("\n  %4s  %-24s  %16s\n", "PE", "call", "asked for");
    for (size_t pe = 0; pe < rows.size(); ++pe) text += format("  %4zu  ", pe) + rows[pe] + "\n";
    return text;
}

}  // namespace

Heap::Heap(control::Member& member, Space& space, size_t memory_limit)
    : member_(member), space_(space), memory_limit_(memory_limit), allocator_(space.layout().heap_bytes) {}

Result<std::vector<Heap::Request>> Heap::agree(const char* call, Request mine) {
    std::strncpy(mine.call, call, sizeof mine.call - 1);
    mine.released = released_.size();
    std::vector<Request> all(static_cast<size_t>(member_.n));
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation, .expected = mine.bytes};
    if (Status status = control::allgather(member_, info, &mine, all.data(), sizeof mine); !status.ok())
        return status;
    const bool alike =
        std::all_of(all.begin(), all.end(), [&](const Request& r) { return r.same_call(all[0]); });
    if (alike) return all;
    std::vector<std::string> rows;
    for (const Request& r : all) {
        const bool frees = r.bytes == 0;
        rows.push_back(format("%-24.24s  ", r.call) +
                       (frees ? format("  block at 0x%" PRIx64, r.offset)
                              : format("%10" PRIu64 " bytes, alignment %" PRIu64, r.bytes, r.alignment)));
    }
    return error(
        Code::symmetry,
        "the PEs make different collective calls of the heap; all must make the same ones in the same "
        "order. Nothing was allocated or freed%s",
        table(rows).c_str());
}

/// Frees the blocks that every PE has released. The intersection is the same on all PEs, so their allocators
/// stay alike.
Status Heap::reclaim(const char* call, const std::vector<Request>& requests) {
    uint64_t most = 0, least = UINT64_MAX;
    for (const Request& r : requests) most = std::max(most, r.released), least = std::min(least, r.released);
    if (least == 0) return {};
    std::vector<uint64_t> mine = released_, all(most * requests.size());
    mine.resize(most, 0);
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation};
    if (Status status = control::allgather(member_, info, mine.data(), all.data(), most * sizeof(uint64_t));
        !status.ok())
        return status;
    std::map<uint64_t, size_t> count;
    for (uint64_t id : all) ++count[id];
    for (const auto& [id, pes] : count) {
        if (id == 0 || pes != requests.size()) continue;
        allocator_.free(*allocator_.offset_of(id));
        released_.erase(std::lower_bound(released_.begin(), released_.end(), id));
    }
    return {};
}

/// Memory is committed on touch, so a block that was allocated and never touched still has to find its memory
/// later.
bool Heap::memory_is_there(size_t bytes) const {
    if (allocator_.used() + bytes > memory_limit_) return false;
    if (bytes < kWorthAsking) return true;
    const size_t committed = space_.committed();
    const size_t promised = allocator_.used() > committed ? allocator_.used() - committed : 0;
    return (promised + bytes) <= os::available_memory() / static_cast<size_t>(member_.n);
}

Result<void*> Heap::allocate(const char* call, size_t bytes, size_t alignment) {
    std::lock_guard lock(mutex_);
    const bool room = bytes <= allocator_.capacity() && memory_is_there(bytes);
    auto requests = agree(call, Request{{}, bytes, alignment, 0, room, 0});
    if (!requests.ok()) return std::move(requests).status();
    if (Status status = reclaim(call, *requests); !status.ok()) return status;
    const auto lacks =
        std::find_if(requests->begin(), requests->end(), [](const Request& r) { return !r.has_room; });
    if (lacks == requests->end())
        if (const auto offset = allocator_.allocate(bytes, alignment, next_id_++))
            return static_cast<void*>(space_.base() + *offset);
    const std::string where = lacks == requests->end() ? "" : format(" on PE %zd", lacks - requests->begin());
    return error(Code::out_of_memory,
                 "no room for %zu bytes%s: %zu bytes of the heap are free, the largest hole has %zu; raise "
                 "NVSHMEM_SYMMETRIC_SIZE (now %zu) and mind the memory limit of the process",
                 bytes, where.c_str(), allocator_.capacity() - allocator_.used(), allocator_.largest_free(),
                 space_.layout().heap_bytes);
}

Result<void*> Heap::allocate_zeroed(const char* call, size_t bytes) {
    auto block = allocate(call, bytes, Allocator::kUnit);
    if (!block.ok()) return block;
    std::memset(*block, 0, bytes);
    const control::WaitInfo info{.call = call, .kind = control::WaitKind::allocation, .expected = bytes};
    if (Status status = control::barrier(member_, info); !status.ok()) return status;
    return block;
}

Result<size_t> Heap::offset_of_block(const void* block) const {
    const char* p = static_cast<const char*>(block);
    const size_t offset = static_cast<size_t>(p - space_.base());
    const Block* found = offset < allocator_.capacity() ? allocator_.find(offset) : nullptr;
    if (found && !std::binary_search(released_.begin(), released_.end(), found->id)) return offset;
    if (const auto* around = offset < allocator_.capacity() ? allocator_.containing(offset) : nullptr;
        around && !found)
        return error(
            Code::invalid_value,
            "ptr %p points %zu bytes into a block of %zu bytes: pass the address that the allocation "
            "returned",
            block, offset - around->first, around->second.asked);
    return error(
        Code::invalid_value,
        "ptr %p is no allocated block of the symmetric heap (freed before, or not from it): pass what "
        "nvshmem_malloc, nvshmem_calloc or nvshmem_align returned, once%s",
        block, found ? "; this one was released" : "");
}

Status Heap::free(const char* call, void* block) {
    std::lock_guard lock(mutex_);
    auto offset = offset_of_block(block);
    if (!offset.ok()) return std::move(offset).status();
    auto requests = agree(call, Request{{}, 0, 0, *offset, 1, 0});
    if (!requests.ok()) return std::move(requests).status();
    allocator_.free(*offset);
    return reclaim(call, *requests);
}

Status Heap::release(void* block) {
    std::lock_guard lock(mutex_);
    auto offset = offset_of_block(block);
    if (!offset.ok()) return std::move(offset).status();
    const uint64_t id = allocator_.find(*offset)->id;
    released_.insert(std::lower_bound(released_.begin(), released_.end(), id), id);
    return {};
}

bool Heap::is_live(const void* address, size_t bytes) const {
    std::lock_guard lock(mutex_);
    const size_t offset = static_cast<size_t>(static_cast<const char*>(address) - space_.base());
    if (offset >= allocator_.capacity()) return false;
    const auto* block = allocator_.containing(offset);
    return block && bytes <= block->second.bytes - (offset - block->first) &&
           !std::binary_search(released_.begin(), released_.end(), block->second.id);
}

Statistics Heap::statistics() const {
    std::lock_guard lock(mutex_);
    return {allocator_.capacity(),     allocator_.used(),   allocator_.peak(),
            allocator_.largest_free(), allocator_.blocks(), released_.size()};
}

}  // namespace omni::heap
