// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Checking, placing and mapping symmetric buffers.
#include "heap/registration.h"

#include "os/backing.h"

namespace omni::heap {

namespace {

constexpr size_t kAnywhere = SIZE_MAX;

control::WaitInfo info_of(const char* call, size_t bytes) {
    return {.call = call, .kind = control::WaitKind::allocation, .expected = bytes};
}

/// How one step went on a PE.
struct Outcome {
    size_t bytes;
    Refusal refusal;

    bool is_like(const Outcome&) const { return true; }
    std::string describe() const { return ""; }
};

struct Withdrawal {
    size_t bytes, offset;

    bool is_like(const Withdrawal& other) const { return bytes == other.bytes && offset == other.offset; }
    std::string describe() const { return format("the buffer of %zu bytes at heap+0x%zx", bytes, offset); }
};

}  // namespace

/// What a PE brings into a registration.
struct SymmetricBuffers::Offer {
    size_t bytes;
    size_t preferred;  ///< offset, or kAnywhere
    int flags;
    FilePart part;
    Refusal refusal;

    /// A refusal says more than a difference, which may follow from it.
    bool is_like(const Offer& other) const {
        const bool refused = refusal.code != 0 || other.refusal.code != 0;
        return refused || (bytes == other.bytes && preferred == other.preferred && flags == other.flags);
    }
    std::string describe() const {
        const std::string place = preferred == kAnywhere ? "" : format(" at heap+0x%zx", preferred);
        return format("%zu bytes%s, flags %d", bytes, place.c_str(), flags);
    }
};

SymmetricBuffers::SymmetricBuffers(control::Member& member, Space& space, Heap& heap)
    : member_(member), space_(space), heap_(heap), window_(space.layout().window_bytes) {}

Status SymmetricBuffers::check(const Wish& wish) const {
    const size_t page = os::page_size();
    const size_t inside = reinterpret_cast<uintptr_t>(wish.buffer) % page;
    if (!wish.buffer)
        return error(Code::invalid_value, "buf_ptr is null: pass the address of a shared mapping");
    if (wish.bytes == 0) return error(Code::invalid_value, "size is 0: pass the size of the buffer");
    if (wish.flags != 0)
        return error(Code::invalid_value, "flags is 0x%x, but must be 0", static_cast<unsigned>(wish.flags));
    if (inside != 0)
        return error(
            Code::invalid_value,
            "buf_ptr %p lies %zu bytes inside its page: a symmetric buffer begins with a page of %zu bytes",
            wish.buffer, inside, page);
    if (wish.bytes % page != 0)
        return error(Code::invalid_value, "size %zu is no multiple of %zu: a symmetric buffer is whole pages",
                     wish.bytes, page);
    if (wish.bytes > SIZE_MAX - reinterpret_cast<uintptr_t>(wish.buffer))
        return error(Code::invalid_value,
                     "size %zu runs over the end of memory: a negative number passed as a size?", wish.bytes);
    if (space_.overlaps(wish.buffer, wish.bytes))
        return error(Code::invalid_value,
                     "buf_ptr %p + %zu bytes touches symmetric memory, which needs no registration",
                     wish.buffer, wish.bytes);
    return check_known(wish);
}

Status SymmetricBuffers::check_known(const Wish& wish) const {
    const char* begin = static_cast<const char*>(wish.buffer);
    for (const auto& [offset, segment] : segments_) {
        const char* other = static_cast<const char*>(segment.buffer);
        if (begin < other + segment.bytes && other < begin + wish.bytes)
            return error(
                Code::invalid_value,
                "buf_ptr %p + %zu bytes overlaps the buffer at %p of %zu bytes, which is registered already",
                wish.buffer, wish.bytes, segment.buffer, segment.bytes);
    }
    return {};
}

/// Whether the range lies where buffers may lie. Whether it is free is known once all PEs agree on it.
Status SymmetricBuffers::check_preferred(size_t offset, size_t bytes) const {
    const Layout& layout = space_.layout();
    const size_t end = in_window(offset) ? layout.window_offset() + layout.window_bytes : layout.heap_bytes;
    if (offset < end && bytes <= end - offset && offset % os::page_size() == 0) return {};
    return error(
        Code::invalid_value,
        "preferred_addr %p + %zu bytes is not whole pages inside this PE's symmetric memory: the heap is "
        "[%p, %p), the window for buffers [%p, %p)",
        static_cast<void*>(space_.base() + offset), bytes, static_cast<void*>(space_.base()),
        static_cast<void*>(space_.base() + layout.heap_bytes),
        static_cast<void*>(space_.base() + layout.window_offset()),
        static_cast<void*>(space_.base() + layout.window_offset() + layout.window_bytes));
}

/// `file`: stays open until the peers have opened it.
Result<std::vector<SymmetricBuffers::Offer>> SymmetricBuffers::exchange_offers(const char* call,
                                                                               const Wish& wish,
                                                                               os::Descriptor& file) {
    Offer mine{wish.bytes, kAnywhere, wish.flags, {}, {}};
    if (wish.preferred)
        mine.preferred = static_cast<size_t>(static_cast<const char*>(*wish.preferred) - space_.base());
    Status status = check(wish);
    if (status.ok() && wish.preferred) status = check_preferred(mine.preferred, wish.bytes);
    if (status.ok()) {
        auto backing = os::find_backing("buf_ptr", wish.buffer, wish.bytes);
        if (backing.ok()) {
            file = std::move(backing->file);
            mine.part = {os::address_of(file.get()), backing->offset};
        } else {
            status = std::move(backing).status();
        }
    }
    mine.refusal = Refusal(status);
    auto offers = agree(member_, call, mine);
    if (!offers.ok()) return offers;
    if (Status refused = check_refusals(*offers); !refused.ok()) return refused;
    return offers;
}

/// The same on all PEs, since they place buffers and blocks in the same order.
Result<size_t> SymmetricBuffers::take_place(const Offer& offer) {
    const Layout& layout = space_.layout();
    if (offer.preferred != kAnywhere) {
        const bool taken =
            in_window(offer.preferred)
                ? window_.reserve(offer.preferred - layout.window_offset(), offer.bytes, next_id_++)
                : heap_.reserve(offer.preferred, offer.bytes);
        if (taken) return offer.preferred;
        return error(Code::invalid_value, "preferred_addr %p + %zu bytes is not free",
                     static_cast<void*>(space_.base() + offer.preferred), offer.bytes);
    }
    const size_t alignment = offer.bytes >= Layout::kHugePage ? Layout::kHugePage : os::page_size();
    if (const auto place = window_.allocate(offer.bytes, alignment, next_id_++))
        return layout.window_offset() + *place;
    return error(Code::out_of_memory,
                 "no addresses for a buffer of %zu bytes: of %zu for registered buffers the largest hole has "
                 "%zu; raise "
                 "NVSHMEM_SYMMETRIC_SIZE or unregister others",
                 offer.bytes, layout.window_bytes, window_.largest_free());
}

void SymmetricBuffers::give_place_back(size_t offset) {
    if (in_window(offset))
        window_.free(offset - space_.layout().window_offset());
    else
        heap_.unreserve(offset);
}

/// Collective.
Status SymmetricBuffers::map(const char* call, size_t offset, const std::vector<Offer>& offers,
                             const os::Descriptor& file) {
    std::vector<FilePart> parts;
    for (const Offer& offer : offers) parts.push_back(offer.part);
    const size_t bytes = offers[0].bytes;
    if (Status status = space_.map_segment(member_, info_of(call, bytes), offset, bytes, parts, file);
        !status.ok())
        return status;
    const uint64_t place = parts[static_cast<size_t>(member_.me)].offset;
    return observer_.added ? observer_.added(offset, bytes, file.get(), place) : Status();
}

/// Collective. The first failure of a PE, on all of them.
Status SymmetricBuffers::settle(const char* call, size_t bytes, Status mine) {
    auto outcomes = agree(member_, call, Outcome{bytes, Refusal(mine)});
    return outcomes.ok() ? check_refusals(*outcomes) : std::move(outcomes).status();
}

Result<void*> SymmetricBuffers::add(const char* call, const Wish& wish) {
    std::lock_guard one_at_a_time(mutex_);
    os::Descriptor file;
    auto offers = exchange_offers(call, wish, file);
    if (!offers.ok()) return std::move(offers).status();
    auto offset = take_place((*offers)[0]);
    if (!offset.ok()) return std::move(offset).status();
    Status mine = map(call, *offset, *offers, file);
    const bool announced = mine.ok() && observer_.removed;
    if (Status failed = settle(call, wish.bytes, std::move(mine)); !failed.ok()) {
        if (announced) (void)observer_.removed(*offset, wish.bytes);
        (void)space_.unmap_segment(member_, info_of(call, wish.bytes), *offset, wish.bytes);
        give_place_back(*offset);
        return failed;
    }
    segments_.emplace(*offset, Segment{wish.bytes, wish.buffer});
    space_.live().add(*offset, wish.bytes);
    return static_cast<void*>(space_.base() + *offset);
}

Status SymmetricBuffers::remove(const char* call, const void* address, size_t bytes) {
    std::lock_guard one_at_a_time(mutex_);
    const size_t offset = static_cast<size_t>(static_cast<const char*>(address) - space_.base());
    const auto segment = segments_.find(offset);
    if (segment == segments_.end())
        return error(
            Code::invalid_value,
            "mmap_ptr %p is no registered symmetric buffer: pass what the registration returned, once",
            address);
    if (segment->second.bytes != bytes)
        return error(Code::invalid_value,
                     "size is %zu, but the buffer at mmap_ptr %p was registered with %zu bytes", bytes,
                     address, segment->second.bytes);
    auto requests = agree(member_, call, Withdrawal{bytes, offset});
    if (!requests.ok()) return std::move(requests).status();
    space_.live().remove(offset, bytes);
    segments_.erase(segment);
    Status status = observer_.removed ? observer_.removed(offset, bytes) : Status();
    if (Status unmapped = space_.unmap_segment(member_, info_of(call, bytes), offset, bytes); status.ok())
        status = std::move(unmapped);
    give_place_back(offset);
    return status;
}

}  // namespace omni::heap
