// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading control pages and making sense of them.
#include "control/report.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <optional>
#include <vector>

#include "os/clock.h"

namespace omni::control {

namespace {

std::atomic<bool> requested{false};

/// A consistent copy of an Activity.
struct Snapshot {
    WaitKind kind;
    int team;
    uint64_t identity, epoch, offset, expected, seen;
    int64_t since_ns;
    bool disputed;
    char call[48];
    char relation[8];
};

std::optional<Snapshot> read(const Activity& a) {
    constexpr auto relaxed = std::memory_order_relaxed;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const uint32_t before = a.version.load(std::memory_order_acquire);
        if (a.used.load(relaxed) == 0) return std::nullopt;
        Snapshot s{a.kind.load(relaxed),
                   a.team.load(relaxed),
                   a.identity.load(relaxed),
                   a.epoch.load(relaxed),
                   a.offset.load(relaxed),
                   a.expected.load(relaxed),
                   a.seen.load(relaxed),
                   a.since_ns.load(relaxed),
                   a.disputed.load(relaxed) != 0,
                   {},
                   {}};
        a.call.load(s.call);
        a.relation.load(s.relation);
        // An acquire read-modify-write would order the loads above before this one; so does a load after them
        // on one word each.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (before != 0 && before % 2 == 0 && before == a.version.load(std::memory_order_acquire)) return s;
    }
    return std::nullopt;
}

std::vector<Snapshot> activities(const ControlPage& page) {
    std::vector<Snapshot> all;
    for (const Activity& activity : page.activities)
        if (auto snapshot = read(activity)) all.push_back(*snapshot);
    return all;
}

std::string purpose(const Snapshot& s) {
    switch (s.kind) {
        case WaitKind::memory: {
            const std::string place =
                s.offset == UINT64_MAX ? "a private word" : format("heap+0x%" PRIx64, s.offset);
            return format("%s %s %" PRIu64 ", last seen %" PRIu64, place.c_str(), s.relation, s.expected,
                          s.seen);
        }
        case WaitKind::collective:
            return format("team %d, step %" PRIu64 ", %" PRIu64 " bytes", s.team, s.epoch, s.expected);
        case WaitKind::allocation:
            return format("%" PRIu64 " bytes, allocation %" PRIu64, s.expected, s.epoch);
        case WaitKind::transport:
            return "completion";
    }
    return "";
}

double seconds_since(const Snapshot& s) { return static_cast<double>(os::now_ns() - s.since_ns) * 1e-9; }

const char* condition(const Segment& segment, int pe) {
    switch (segment.page(pe).phase.load(std::memory_order_acquire)) {
        case Phase::absent:
            return "not started";
        case Phase::finalized:
            return "finalized";
        case Phase::failed:
            return "failed";
        case Phase::alive:
            break;
    }
    return segment.is_dead(pe) ? "dead" : "alive";
}

std::string row(const Segment& segment, int pe, const Snapshot* s) {
    const char* call = s ? s->call : "-";
    const std::string since = s ? format("%8.1f s", seconds_since(*s)) : format("%10s", "-");
    return format("  %4d  %-11s  %-32s  %s  %s\n", pe, condition(segment, pe), call, since.c_str(),
                  s ? purpose(*s).c_str() : "computing");
}

bool world_collective(const Snapshot& s) { return s.kind == WaitKind::collective && s.team == 0; }

/// Both are in collectives of one team, this PE's. A handle alone does not say so: disjoint teams may share
/// one, and later teams get it again.
bool same_team(const WaitInfo& mine, int peer, const Snapshot& theirs) {
    return mine.ranks && mine.ranks[peer] >= 0 && mine.team == theirs.team && mine.identity == theirs.identity;
}

/// Whether `peer`, which waits, can only go on after this PE has left the wait it is in now, and that one
/// needs the peer.
bool blocks_me(const Member& member, const WaitInfo& mine, int peer, const Snapshot& theirs) {
    if (mine.kind == WaitKind::allocation && world_collective(theirs))
        return member.world_epoch && theirs.epoch > member.world_epoch->load(std::memory_order_relaxed);
    if (mine.kind == WaitKind::collective && mine.team == 0 && theirs.kind == WaitKind::allocation)
        return theirs.epoch > member.my_page().arrived.load(std::memory_order_relaxed);
    if (mine.kind == WaitKind::collective && theirs.kind == WaitKind::collective)
        return same_team(mine, peer, theirs) && mine.epoch == theirs.epoch &&
               (std::strcmp(mine.call, theirs.call) != 0 || mine.expected != theirs.expected);
    return false;
}

/// Visits the waits of other PEs that block this PE's.
template <class Visit>
void for_each_conflict(const Member& member, const WaitInfo& info, Visit visit) {
    if (info.kind != WaitKind::collective && info.kind != WaitKind::allocation) return;
    for (int pe = 0; pe < member.n; ++pe) {
        if (pe == member.me) continue;
        for (const Snapshot& theirs : activities(member.page(pe)))
            if (blocks_me(member, info, pe, theirs)) visit(pe, theirs);
    }
}

}  // namespace

std::string describe_job(const Segment& segment) {
    std::string text = format("  %4s  %-11s  %-32s  %10s  %s\n", "PE", "state", "waits in", "since", "for");
    for (int pe = 0; pe < segment.pes(); ++pe) {
        const auto waits = activities(segment.page(pe));
        if (waits.empty()) text += row(segment, pe, nullptr);
        for (const Snapshot& wait : waits) text += row(segment, pe, &wait);
    }
    return text;
}

std::string describe_pe(const Segment& segment, int pe) {
    const auto waits = activities(segment.page(pe));
    if (!waits.empty())
        return format("was waiting in %s for %.1f s (%s)", waits[0].call, seconds_since(waits[0]), purpose(waits[0]).c_str());
    switch (segment.page(pe).phase.load(std::memory_order_acquire)) {
        case Phase::absent: return "had not called nvshmem_init";
        case Phase::failed: return "could not start the library";
        case Phase::finalized: return "had called nvshmem_finalize";
        case Phase::alive: break;
    }
    return "was computing, not waiting in any call";
}

Status find_disagreement(const Member& member, const WaitInfo& info) {
    Status found;
    for_each_conflict(member, info, [&](int pe, const Snapshot& theirs) {
        if (!found.ok()) return;
        found = error(
            Code::symmetry,
            "the PEs wait for each other in different calls: PE %d is in %s (%" PRIu64 " bytes), PE %d in %s (%" PRIu64
            " bytes). All PEs must make the same collective calls of the same sizes in the same order\n%s",
            member.me, info.call, info.expected, pe, theirs.call, theirs.expected,
            describe_job(*member.segment).c_str());
    });
    return found;
}

bool all_know_disagreement(const Member& member, const WaitInfo& info) {
    bool all = true;
    for_each_conflict(member, info, [&](int, const Snapshot& theirs) { all = all && theirs.disputed; });
    return all;
}

uint64_t disputed_collective(const Member& member, const WaitInfo& info) {
    uint64_t newest = 0;
    for_each_conflict(member, info, [&](int, const Snapshot& theirs) {
        if (world_collective(theirs)) newest = std::max(newest, theirs.epoch);
    });
    return newest;
}

bool report_requested() { return requested.exchange(false, std::memory_order_relaxed); }
void request_report() { requested.store(true, std::memory_order_relaxed); }

}  // namespace omni::control
