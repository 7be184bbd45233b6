// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Rounds of the small allgather over the control pages.
#include "control/exchange.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

namespace omni::control {

namespace {

constexpr uint64_t kNothing = UINT64_MAX;  // of a PE that is not in the round: equals no size

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

void sign(ControlPage& page, const WaitInfo& info, size_t bytes) {
    page.bytes.store(bytes, std::memory_order_relaxed);
    page.asked.store(info.expected, std::memory_order_relaxed);
    page.call.store(info.call);
}

bool same_call(const ControlPage& a, const ControlPage& b) {
    constexpr auto relaxed = std::memory_order_relaxed;
    char first[48], second[48];
    a.call.load(first);
    b.call.load(second);
    const uint64_t bytes = a.bytes.load(relaxed);
    return bytes != kNothing && bytes == b.bytes.load(relaxed) && std::strcmp(first, second) == 0;
}

Status different_calls(const Member& member) {
    std::string table = format("  %4s  %-47s  %s\n", "PE", "call", "bytes");
    for (int pe = 0; pe < member.n; ++pe) {
        char call[48];
        member.page(pe).call.load(call);
        const uint64_t asked = member.page(pe).asked.load(std::memory_order_relaxed);
        table += format("  %4d  %-47s  %" PRIu64 "\n", pe, call, asked);
    }
    return error(
        Code::symmetry,
        "the PEs are in different collective calls, so none of them had an effect. All PEs must make the "
        "same ones in the same order\n%s",
        table.c_str());
}

/// Of a round in which all have arrived and which nobody has left.
Status check_same_call(const Member& member) {
    for (int pe = 1; pe < member.n; ++pe)
        if (!same_call(member.page(0), member.page(pe))) return different_calls(member);
    return {};
}

/// A disputed round is over for all PEs. From another one this PE withdraws, so that it can be tried again.
Status give_up_round(Member& member, uint64_t round, Status reason) {
    if (reason.code() == Code::symmetry)
        skip_round(member, round);
    else
        member.my_page().arrived.store(round - 1, std::memory_order_release);
    return reason;
}

/// `stride`: distance of two PEs' parts in `all`.
Status one_round(Member& member, const WaitInfo& info, const char* mine, char* all, size_t bytes,
                 size_t stride) {
    ControlPage& page = member.my_page();
    const uint64_t round = page.arrived.load(std::memory_order_relaxed) + 1;
    WaitInfo here = info;
    here.epoch = round;
    if (Status status = wait_for_all(member, here, &ControlPage::left, round - 1); !status.ok())
        return give_up_round(member, round, std::move(status));
    sign(page, info, bytes);
    store_payload(page, mine, bytes);
    page.arrived.store(round, std::memory_order_release);
    if (Status status = wait_for_all(member, here, &ControlPage::arrived, round); !status.ok())
        return give_up_round(member, round, std::move(status));
    Status same = check_same_call(member);
    for (int pe = 0; pe < member.n && same.ok(); ++pe)
        load_payload(member.page(pe), all + static_cast<size_t>(pe) * stride, bytes);
    page.left.store(round, std::memory_order_release);
    return same;
}

}  // namespace

void skip_round(Member& member, uint64_t round) {
    ControlPage& page = member.my_page();
    page.bytes.store(kNothing, std::memory_order_relaxed);
    page.arrived.store(round, std::memory_order_release);
    page.left.store(round, std::memory_order_release);
}

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
