// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Synchronisation of a team: dissemination. In round r each rank raises a flag at the rank 2^r above and
// waits for the one 2^r below; after ceil(log2 n) rounds everybody has heard of everybody. Flags hold the
// number of the team's collective and only grow, so nothing is ever reset.
#pragma once

#include "coll/scope.h"

namespace omni::coll {

/// The number of the collective that begins now. Called once a collective, by one thread of the scope.
inline uint64_t begin_collective(const team::Team& team) {
    return team.epochs->collective.fetch_add(1, std::memory_order_relaxed) + 1;
}

/// No member leaves before all have entered. Says nothing about the completion of earlier operations: see
/// barrier().
template <class Scope>
Status sync(const Scope& scope, const team::Team& team, uint64_t epoch) {
    for (int round = 0, distance = 1; distance < team.n; ++round, distance *= 2) {
        const uint64_t flag = team.workspace + scope.workspace().barrier_flag(static_cast<size_t>(round));
        const int to = team.pe_of[(team.me + distance) % team.n];
        if (Status status = scope.raise(flag, epoch, to); !status.ok()) return status;
        if (Status status = scope.await(team, flag, epoch); !status.ok()) return status;
    }
    return {};
}

/// sync(), and all operations that the members issued before are complete and visible to all.
template <class Scope>
Status barrier(const Scope& scope, const team::Team& team, uint64_t epoch) {
    if (Status status = ops::quiet(&scope.pe()); !status.ok()) return status;
    return sync(scope, team, epoch);
}

}  // namespace omni::coll
