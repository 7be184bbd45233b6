// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of a team. Few members raise a flag at each other, so that everybody goes on after one
// wait. Many do it by dissemination: in round r each rank raises a flag at the rank 2^r above and waits for
// the one 2^r below; after ceil(log2 n) rounds everybody has heard of everybody.
#pragma once

#include "coll/step.h"

namespace omni::coll {

/// Up to how many members raise flags at all others. A wait costs more than many stores where PEs share
/// processors, since each round lets all others run first: on 2 processors 8 PEs take 10 us so and 14 us in
/// rounds, 32 PEs 80 and 240 us.
inline constexpr int kMeetAtOnce = 32;

namespace detail {

template <class Scope>
Outcome<Scope> disseminate(const Scope& scope, const team::Team& team, uint64_t step) {
    for (int round = 0, distance = 1; distance < team.n; ++round, distance *= 2) {
        const uint64_t flag = team.workspace + scope.workspace().barrier_flag(static_cast<size_t>(round));
        const int to = team.pe_of[rank_above(team, distance)];
        if (auto outcome = scope.raise(flag, step, to); !outcome.ok()) return outcome;
        if (auto outcome = scope.await(team, flag, step); !outcome.ok()) return outcome;
    }
    return {};
}

}  // namespace detail

/// No member leaves before all have entered. Says nothing about the completion of earlier operations: see
/// barrier().
template <class Scope>
Outcome<Scope> sync(const Scope& scope, const team::Team& team) {
    const uint64_t step = begin_step(scope, team);
    if (team.n > kMeetAtOnce) return detail::disseminate(scope, team, step);
    if (auto outcome = announce_arrival(scope, team, step); !outcome.ok()) return outcome;
    return await_arrivals(scope, team, step);
}

/// sync(), and all operations that the members issued before are complete and visible to all.
template <class Scope>
Outcome<Scope> barrier(const Scope& scope, const team::Team& team) {
    if (auto outcome = ops::quiet(&scope.pe()); !outcome.ok()) return outcome;
    return sync(scope, team);
}

}  // namespace omni::coll
