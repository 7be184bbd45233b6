// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reserving, mapping and exchanging the memory of the PEs.
#include "heap/space.h"

#include <sys/stat.h>

#include <cinttypes>

#include "control/peer_files.h"

namespace omni::heap {

namespace {

/// What a PE tells the others about its memory file.
struct Card {
    os::FileAddress file;
    uint64_t base;
    uint64_t heap_bytes;
    uint64_t workspace_bytes;
    uint64_t window_bytes;
};

constexpr control::WaitInfo kInit{.call = "nvshmem_init", .kind = control::WaitKind::allocation};

constexpr size_t kAddresses = size_t{1} << 47;  // of a process, on all processors that matter

/// The sums and products of the layout must not run over.
Status check_addresses(const Layout& layout, size_t places) {
    if (layout.heap_bytes <= kAddresses && layout.file_bytes() <= kAddresses &&
        layout.span() <= kAddresses / places)
        return {};
    return error(Code::invalid_value,
                 "NVSHMEM_SYMMETRIC_SIZE is %zu: the memory of %zu PEs side by side needs more addresses "
                 "than a process has. "
                 "Make it smaller",
                 layout.heap_bytes, places);
}

Status check_alike(const std::vector<Card>& cards) {
    for (size_t pe = 1; pe < cards.size(); ++pe) {
        if (cards[pe].heap_bytes != cards[0].heap_bytes)
            return error(Code::symmetry,
                         "NVSHMEM_SYMMETRIC_SIZE differs: PE 0 has %" PRIu64 " bytes, PE %zu has %" PRIu64
                         ". Give all PEs the same value",
                         cards[0].heap_bytes, pe, cards[pe].heap_bytes);
        if (cards[pe].workspace_bytes != cards[0].workspace_bytes)
            return error(Code::symmetry,
                         "NVSHMEM_MAX_TEAMS differs between PE 0 and PE %zu. Give all PEs the same value",
                         pe);
    }
    return {};
}

}  // namespace

Status Space::map_own(int n, bool side_by_side) {
    auto file = os::create_memory_file("omnishmem-heap", layout_.file_bytes());
    if (!file.ok()) return std::move(file).status();
    file_ = std::move(*file);
    const size_t places = side_by_side ? static_cast<size_t>(n) : 1;
    if (Status status = check_addresses(layout_, places); !status.ok()) return status;
    auto range = os::reserve(places * layout_.span(), layout_.alignment());
    if (!range.ok())
        return error(Code::out_of_memory, "NVSHMEM_SYMMETRIC_SIZE is %zu, with %d PEs: %s",
                     layout_.heap_bytes, n, range.status().text());
    range_ = std::move(*range);
    char* own = range_.address() + (side_by_side ? static_cast<size_t>(me_) * layout_.span() : 0);
    auto live = LiveMap::create(layout_.span());
    if (!live.ok()) return std::move(live).status();
    live_ = std::move(*live);
    bases_.assign(static_cast<size_t>(n), nullptr);
    bases_[static_cast<size_t>(me_)] = own;
    return os::map_shared_at(own, file_.get(), 0, layout_.file_bytes());
}

Status Space::map_peer(int pe, const os::Descriptor& file) {
    char* place = range_.address() + static_cast<size_t>(pe) * layout_.span();
    if (Status status = os::map_shared_at(place, file.get(), 0, layout_.file_bytes()); !status.ok())
        return status;
    bases_[static_cast<size_t>(pe)] = place;
    return {};
}

Result<Space> Space::create(control::Member& member, const Layout& layout, const std::vector<int32_t>& mapped,
                            bool threads) {
    Space space;
    space.layout_ = layout;
    space.me_ = member.me;
    space.threads_ = threads;
    const bool side_by_side = mapped.size() > 1 && !threads;
    if (Status status = space.map_own(member.n, side_by_side); !status.ok()) return status;

    const Card mine{os::address_of(space.file_.get()), reinterpret_cast<uint64_t>(space.base()),
                    layout.heap_bytes, layout.workspace_bytes, layout.window_bytes};
    std::vector<Card> cards(static_cast<size_t>(member.n));
    if (Status status = control::allgather(member, kInit, &mine, cards.data(), sizeof mine); !status.ok())
        return status;
    if (Status status = check_alike(cards); !status.ok()) return status;

    for (const Card& card : cards) space.files_.push_back(card.file);
    std::vector<int> wanted;
    for (int pe : mapped) {
        if (threads)
            space.bases_[static_cast<size_t>(pe)] =
                reinterpret_cast<char*>(cards[static_cast<size_t>(pe)].base);
        else if (pe != member.me)
            wanted.push_back(pe);
    }
    const auto map = [&](int pe, const os::Descriptor& file) { return space.map_peer(pe, file); };
    if (Status status = control::open_peer_files(member, kInit, space.files_, wanted, map); !status.ok())
        return status;
    return space;
}

int Space::owner(const void* address) const {
    const char* p = static_cast<const char*>(address);
    for (size_t pe = 0; pe < bases_.size(); ++pe)
        if (bases_[pe] && p >= bases_[pe] && p < bases_[pe] + layout_.span()) return static_cast<int>(pe);
    return -1;
}

bool Space::overlaps(const void* address, size_t bytes) const {
    const char* begin = static_cast<const char*>(address);
    return std::any_of(bases_.begin(), bases_.end(), [&](const char* base) {
        return base && begin < base + layout_.span() && base < begin + bytes;
    });
}

std::vector<int> Space::mapped_peers() const {
    std::vector<int> peers;
    for (int pe = 0; pe < static_cast<int>(bases_.size()) && !threads_; ++pe)
        if (pe != me_ && bases_[static_cast<size_t>(pe)]) peers.push_back(pe);
    return peers;
}

Status Space::map_segment(control::Member& member, const control::WaitInfo& info, size_t offset, size_t bytes,
                          const std::vector<FilePart>& parts, const os::Descriptor& file) {
    Status first;
    const auto map = [&](int pe, const os::Descriptor& pages) {
        const auto at = static_cast<size_t>(pe);
        Status status = os::map_shared_at(bases_[at] + offset, pages.get(), parts[at].offset, bytes);
        if (first.ok()) first = std::move(status);
        return Status();  // this PE still has to hand its own file to others
    };
    (void)map(me_, file);
    std::vector<os::FileAddress> files;
    for (const FilePart& part : parts) files.push_back(part.file);
    Status status = control::open_peer_files(member, info, files, mapped_peers(), map);
    return first.ok() ? std::move(status) : std::move(first);
}

Status Space::unmap_segment(control::Member& member, const control::WaitInfo& info, size_t offset,
                            size_t bytes) {
    if (offset < layout_.file_bytes()) {
        std::vector<FilePart> heap;
        for (const os::FileAddress& file : files_) heap.push_back({file, offset});
        return map_segment(member, info, offset, bytes, heap, file_);
    }
    Status first = os::unmap_at(base() + offset, bytes);
    for (const int pe : mapped_peers()) {
        Status status = os::unmap_at(bases_[static_cast<size_t>(pe)] + offset, bytes);
        if (first.ok()) first = std::move(status);
    }
    return first;
}

size_t Space::committed() const {
    struct stat facts;
    return ::fstat(file_.get(), &facts) == 0 ? static_cast<size_t>(facts.st_blocks) * 512 : 0;
}

}  // namespace omni::heap
