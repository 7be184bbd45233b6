// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Rounds of the small allgather over the control pages.
#include "control/exchange.h"

#include <algorithm>
#include <cstring>

namespace omni::control {

namespace {

void store_payload(ControlPage& page, const char* from, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, from + i, std::min<size_t>(8, bytes - i));
        page.payload[i / 8].store(word, std::memory_order_relaxed);
    }
}

void load_payload(const ControlPage& page, char* to, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 8) {
        const uint64_t word = page.payload[i / 8].load(std::memory_order_relaxed);
        std::memcpy(to + i, &word, std::min<size_t>(8, bytes - i));
    }
}

/// Waits until `counter` of every page has reached `round`.
Status wait_for_all(Member& member, const WaitInfo& info, std::atomic<uint64_t> ControlPage::* counter,
                    uint64_t round) {
    for (int pe = 0; pe < member.n; ++pe) {
        const std::atomic<uint64_t>& theirs = member.page(pe).*counter;
        Status status = wait(member, info, [&](uint64_t& seen) {
            return (seen = theirs.load(std::memory_order_acquire)) >= round;
        });
        if (!status.ok()) return status;
    }
    return {};
}

/// `stride`: distance of two PEs' parts in `all`.
Status one_round(Member& member, const WaitInfo& info, const char* mine, char* all, size_t bytes,
                 size_t stride) {
    ControlPage& page = member.my_page();
    const uint64_t round = page.arrived.load(std::memory_order_relaxed) + 1;
    WaitInfo here = info;
    here.epoch = round;
    if (Status status = wait_for_all(member, here, &ControlPage::left, round - 1); !status.ok())
        return status;
    store_payload(page, mine, bytes);
    page.arrived.store(round, std::memory_order_release);
    if (Status status = wait_for_all(member, here, &ControlPage::arrived, round); !status.ok()) {
        page.arrived.store(round - 1, std::memory_order_release);
        return status;
    }
    for (int pe = 0; pe < member.n; ++pe)
        load_payload(member.page(pe), all + static_cast<size_t>(pe) * stride, bytes);
    page.left.store(round, std::memory_order_release);
    return {};
}

}  // namespace

Status allgather(Member& member, const WaitInfo& info, const void* mine, void* all, size_t bytes) {
    const char* from = static_cast<const char*>(mine);
    char* to = static_cast<char*>(all);
    size_t done = 0;
    do {
        const size_t part = std::min(bytes - done, kExchangeBytes);
        if (Status status = one_round(member, info, from + done, to + done, part, bytes); !status.ok())
            return status;
        done += part;
    } while (done < bytes);
    return {};
}

Status barrier(Member& member, const WaitInfo& info) { return allgather(member, info, nullptr, nullptr, 0); }

}  // namespace omni::control
