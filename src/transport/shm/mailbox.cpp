// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Making and exchanging mailboxes; the doorbell's slow sides.
#include "transport/shm/mailbox.h"

#include "control/peer_files.h"
#include "os/futex.h"

namespace omni::transport::shm {

namespace {

/// What a PE tells the others about its mailbox.
struct Card {
    os::FileAddress file;
    uint64_t address;  ///< where its owner has mapped it
};

constexpr control::WaitInfo kInit{.call = "nvshmem_init", .kind = control::WaitKind::allocation};

}  // namespace

void Doorbell::sleep() {
    os::futex_wait(asleep_, 1);
    stay_awake();
}

void Doorbell::wake() {
    if (asleep_.exchange(0, std::memory_order_seq_cst) != 0) os::futex_wake(asleep_);
}

Status Mailboxes::map(int pe, int file, size_t bytes) {
    auto mapping = os::map_shared(file, bytes);
    if (!mapping.ok()) return std::move(mapping).status();
    boxes_[static_cast<size_t>(pe)] = Mailbox(mapping->address());
    mappings_.push_back(std::move(*mapping));
    return {};
}

Result<Mailboxes> Mailboxes::exchange(control::Member& member, bool threads) {
    Mailboxes all;
    all.boxes_.resize(static_cast<size_t>(member.n));
    const size_t bytes = Mailbox::bytes(member.n);
    auto own = os::create_memory_file("omnishmem-mailbox", bytes);
    if (!own.ok()) return std::move(own).status();
    if (Status status = all.map(member.me, own->get(), bytes); !status.ok()) return status;

    const Card mine{os::address_of(own->get()), reinterpret_cast<uint64_t>(all.of(member.me).address())};
    std::vector<Card> cards(static_cast<size_t>(member.n));
    if (Status status = control::allgather(member, kInit, &mine, cards.data(), sizeof mine); !status.ok())
        return status;
    std::vector<os::FileAddress> files;
    std::vector<int> wanted;
    for (int pe = 0; pe < member.n; ++pe) {
        const Card& card = cards[static_cast<size_t>(pe)];
        files.push_back(card.file);
        if (pe == member.me) continue;
        if (threads)
            all.boxes_[static_cast<size_t>(pe)] = Mailbox(reinterpret_cast<char*>(card.address));
        else
            wanted.push_back(pe);
    }
    const auto map = [&](int pe, const os::Descriptor& file) { return all.map(pe, file.get(), bytes); };
    if (Status status = control::open_peer_files(member, kInit, files, wanted, map); !status.ok())
        return status;
    return all;
}

}  // namespace omni::transport::shm
