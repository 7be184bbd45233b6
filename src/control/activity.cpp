// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Consistent copies of activities.
#include "control/activity.h"

#include <optional>

namespace omni::control {

namespace {

std::optional<Snapshot> read(const Activity& a) {
    constexpr auto relaxed = std::memory_order_relaxed;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const uint32_t before = a.version.load(std::memory_order_acquire);
        if (a.used.load(relaxed) == 0) return std::nullopt;
        Snapshot s{a.kind.load(relaxed),
                   a.team.load(relaxed),
                   a.identity.load(relaxed),
                   a.epoch.load(relaxed),
                   a.world_epoch.load(relaxed),
                   a.offset.load(relaxed),
                   a.expected.load(relaxed),
                   a.seen.load(relaxed),
                   a.since_ns.load(relaxed),
                   a.disputed_ns.load(relaxed),
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

}  // namespace

std::vector<Snapshot> activities(const ControlPage& page) {
    std::vector<Snapshot> all;
    for (const Activity& activity : page.activities)
        if (auto snapshot = read(activity)) all.push_back(*snapshot);
    return all;
}

}  // namespace omni::control
