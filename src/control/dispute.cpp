// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Finding and settling disputes.
#include "control/dispute.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>

#include "control/activity.h"
#include "control/exchange.h"
#include "control/report.h"
#include "os/clock.h"

namespace omni::control {

namespace {

constexpr int64_t kPatienceNs = 1'000'000'000;
constexpr int64_t kStepNs = 1'000'000;

struct PeWait {
    int pe;
    Snapshot wait;
};

bool is_collective(WaitKind kind) { return kind == WaitKind::collective || kind == WaitKind::allocation; }

bool is_of_world(const Snapshot& s) { return s.kind == WaitKind::collective && s.team == 0; }

/// Both are in collectives of one team, this PE's. A handle alone does not say so: disjoint teams may share
/// one, and later teams get it again.
bool same_team(const WaitInfo& mine, int peer, const Snapshot& theirs) {
    return mine.ranks && mine.ranks[peer] >= 0 && mine.team == theirs.team &&
           mine.identity == theirs.identity;
}

/// One PE allocates, the other is in a collective of the world team, and neither has made the call of the
/// other: not one that has not noticed yet that its own call is complete.
bool allocates_against(const Member& member, const WaitInfo& mine, int peer, const Snapshot& theirs) {
    const auto rounds = [&](int pe) { return member.page(pe).arrived.load(std::memory_order_acquire); };
    if (mine.kind == WaitKind::allocation)
        return is_of_world(theirs) && theirs.epoch > member.steps_of_world() && rounds(peer) < mine.epoch;
    return mine.team == 0 && theirs.kind == WaitKind::allocation && theirs.epoch > rounds(member.me) &&
           theirs.world_epoch < mine.epoch;
}

/// Whether `peer`, which waits, can only go on after this PE has left the wait it is in now, and that one
/// needs the peer.
bool blocks_me(const Member& member, const WaitInfo& mine, int peer, const Snapshot& theirs) {
    if (allocates_against(member, mine, peer, theirs)) return true;
    return mine.kind == WaitKind::collective && theirs.kind == WaitKind::collective &&
           same_team(mine, peer, theirs) && mine.epoch == theirs.epoch &&
           (std::strcmp(mine.call, theirs.call) != 0 || mine.expected != theirs.expected);
}

/// Whether the peer is in the same call as this PE.
bool is_beside_me(const WaitInfo& mine, int peer, const Snapshot& theirs) {
    if (mine.kind != theirs.kind || mine.epoch != theirs.epoch) return false;
    return mine.kind == WaitKind::allocation || same_team(mine, peer, theirs);
}

template <class Test>
std::vector<PeWait> waits_of_others(const Member& member, Test test) {
    std::vector<PeWait> found;
    for (int pe = 0; pe < member.n; ++pe) {
        if (pe == member.me) continue;
        for (const Snapshot& wait : activities(member.page(pe)))
            if (test(pe, wait)) found.push_back({pe, wait});
    }
    return found;
}

/// The other side of a dispute that the wait which began at `since_ns` may be part of. Who had left his
/// dispute before that had it with others.
std::vector<PeWait> find_opponents(const Member& member, const WaitInfo& info, int64_t since_ns) {
    return waits_of_others(member, [&](int pe, const Snapshot& theirs) {
        return blocks_me(member, info, pe, theirs) &&
               (theirs.disputed_ns == 0 || theirs.disputed_ns >= since_ns);
    });
}

/// Whether all who have a part in the calls in question have come to one side or the other. A PE in some
/// other wait has not: it may only not have noticed yet that an earlier call is complete.
bool all_have_come(const Member& member, const WaitInfo& info) {
    for (int pe = 0; pe < member.n; ++pe) {
        const bool has_no_part = info.kind == WaitKind::collective && info.ranks && info.ranks[pe] < 0;
        if (pe == member.me || has_no_part) continue;
        const auto waits = activities(member.page(pe));
        if (std::none_of(waits.begin(), waits.end(), [&](const Snapshot& theirs) {
                return blocks_me(member, info, pe, theirs) || is_beside_me(info, pe, theirs);
            }))
            return false;
    }
    return true;
}

/// Whether somebody who waited when this PE left the dispute does not know of it yet.
bool somebody_is_unaware(const Member& member, const WaitInfo& info, int64_t disputed_ns) {
    return !waits_of_others(member, [&](int pe, const Snapshot& theirs) {
                return theirs.disputed_ns == 0 && theirs.since_ns <= disputed_ns &&
                       (blocks_me(member, info, pe, theirs) || is_beside_me(info, pe, theirs));
            }).empty();
}

}  // namespace

Status find_dispute(const Member& member, const WaitInfo& info, int64_t since_ns) {
    if (!is_collective(info.kind)) return {};
    const auto opponents = find_opponents(member, info, since_ns);
    if (opponents.empty() || (!all_have_come(member, info) && os::now_ns() - since_ns < kPatienceNs))
        return {};
    const auto& [pe, theirs] = opponents[0];
    return error(
        Code::symmetry,
        "the PEs wait for each other in different calls: PE %d is in %s (%" PRIu64
        " bytes), PE %d in %s (%" PRIu64
        " bytes). All PEs must make the same collective calls of the same sizes in the same order\n%s",
        member.me, info.call, info.expected, pe, theirs.call, theirs.expected,
        describe_job(*member.segment).c_str());
}

void settle_dispute(Member& member, const WaitInfo& info, Activity& mine) {
    const auto opponents = find_opponents(member, info, mine.since_ns.load());
    const int64_t now = os::now_ns();
    mine.disputed_ns.store(now, std::memory_order_release);
    while (somebody_is_unaware(member, info, now) && os::now_ns() < now + kPatienceNs) os::sleep_ns(kStepNs);
    for (const auto& [pe, theirs] : opponents) {
        if (theirs.kind == WaitKind::allocation)
            skip_round(member, theirs.epoch);
        else if (info.kind == WaitKind::allocation)
            member.world_epoch->store(theirs.epoch, std::memory_order_relaxed);
    }
}

}  // namespace omni::control
