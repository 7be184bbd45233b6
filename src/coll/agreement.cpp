// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Agreements made of ANDs.
#include "coll/agreement.h"

#include <algorithm>
#include <bit>

#include "coll/exchange.h"

namespace omni::coll {

namespace {

Status and_over_members(const HostScope& scope, const team::Team& team, std::span<uint64_t> words) {
    const Exchange exchange(scope, team);
    for (int rank = 0; rank < team.n; ++rank)
        if (Status status = exchange.post(words.data(), words.size_bytes(), rank); !status.ok())
            return status;
    if (Status status = exchange.await_all(); !status.ok()) return status;
    for (int rank = 0; rank < team.n; ++rank) {
        const uint64_t* theirs = reinterpret_cast<const uint64_t*>(exchange.message_from(rank));
        for (size_t i = 0; i < words.size(); ++i) words[i] &= theirs[i];
    }
    return {};
}

/// The `count` lowest bits that are set; fewer when there are not so many.
std::vector<int32_t> lowest_bits(std::span<const uint64_t> words, size_t count) {
    std::vector<int32_t> bits;
    for (size_t i = 0; i < words.size(); ++i)
        for (uint64_t left = words[i]; left != 0 && bits.size() < count; left &= left - 1)
            bits.push_back(static_cast<int32_t>(64 * i) + std::countr_zero(left));
    return bits;
}

Status no_slot(const team::Table& table) {
    return error(Code::out_of_memory,
                 "no team slot is free on all members: NVSHMEM_MAX_TEAMS is %d, the %d predefined teams "
                 "included. Destroy teams that are no longer needed, or set NVSHMEM_MAX_TEAMS higher",
                 table.max_teams(), team::first_user);
}

/// False when another thread of this PE took one of them meanwhile; then none is claimed.
bool claim_slots(team::Table& table, const std::vector<int32_t>& slots, const std::vector<bool>& member) {
    for (size_t i = 0; i < slots.size(); ++i) {
        if (!member[i] || table.claim(slots[i])) continue;
        release_slots(table, {slots.begin(), slots.begin() + static_cast<ptrdiff_t>(i)}, member);
        return false;
    }
    return true;
}

}  // namespace

AndAll over_members(const HostScope& scope, const team::Team& team) {
    return [&scope, &team](std::span<uint64_t> words) -> Status {
        constexpr size_t most = Exchange<HostScope>::kMessageBytes / sizeof(uint64_t);
        for (size_t done = 0; done < words.size(); done += most) {
            const auto part = words.subspan(done, std::min(most, words.size() - done));
            if (Status status = and_over_members(scope, team, part); !status.ok()) return status;
        }
        return {};
    };
}

Status agree_on_arguments(const AndAll& and_all, Status valid, std::span<const uint64_t> arguments,
                          uint64_t& identity) {
    // An argument and its complement are ANDed: the results are complements again only when all were equal.
    std::vector<uint64_t> words{valid.ok() ? ~uint64_t{0} : 0, identity};
    for (const uint64_t argument : arguments) words.insert(words.end(), {argument, ~argument});
    if (Status status = and_all(words); !status.ok()) return status;
    if (!valid.ok()) return valid;
    if (words[0] == 0)
        return error(Code::invalid_value, "another member of the parent passes invalid arguments");
    identity = words[1];
    for (size_t i = 2; i < words.size(); i += 2)
        if (words[i] != ~words[i + 1])
            return error(Code::symmetry,
                         "the members pass different arguments: a split needs the same on all");
    return {};
}

Result<std::vector<int32_t>> take_slots(const AndAll& and_all, team::Table& table,
                                        const std::vector<bool>& member) {
    const bool takes_part = std::find(member.begin(), member.end(), true) != member.end();
    for (;;) {
        std::vector<uint64_t> words = table.free_slots();
        if (!takes_part) std::fill(words.begin(), words.end(), ~uint64_t{0});
        if (Status status = and_all(words); !status.ok()) return status;
        const std::vector<int32_t> slots = lowest_bits(words, member.size());
        if (slots.size() < member.size()) return no_slot(table);
        const bool mine = claim_slots(table, slots, member);
        uint64_t claimed = mine ? ~uint64_t{0} : 0;
        Status status = and_all({&claimed, 1});
        if (status.ok() && claimed != 0) return slots;
        if (mine) release_slots(table, slots, member);
        if (!status.ok()) return status;
    }
}

void release_slots(team::Table& table, const std::vector<int32_t>& slots, const std::vector<bool>& member) {
    for (size_t i = 0; i < slots.size(); ++i)
        if (member[i]) table.release(slots[i]);
}

}  // namespace omni::coll
