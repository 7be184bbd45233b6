// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Steps: the clock that all collectives of a team share, and why they may follow each other in any mixture
// with nothing in between.
//
// All members make the same collective calls in the same order, with the same sizes and roots, so each takes
// the same steps and counts them alike. Most calls are one step; an empty one is none.
//
// (F) Flags. A flag has one writer. In a step it sets the flag to the number of the step, or leaves it alone;
//     numbers only grow, so nothing is ever reset. The target awaits every flag that is raised at it, in the
//     step in which it is raised. Hence: a wait for ">= s" ends only when the writer has come to that point
//     of step s (a larger value comes from a later step of the same writer, which was behind it); and when a
//     member is through with a step, no flag of that step is on its way to it any more.
// (D) Destinations may be written from the moment when the first member enters the call. That they are ready
//     then is the caller's part. No member writes after it has left the call.
// (S) Sources. A member leaves only when all who read its source have said that they are through.
// (M) Messages in slots: exchange.h has its own proof.
#pragma once

#include "coll/scope.h"

namespace omni::coll {

/// The number of the step that begins now, from 1 on.
template <class Scope>
uint64_t begin_step(const Scope& scope, const team::Team& team) {
    return scope.once([&] { return team.epochs->collective.fetch_add(1, std::memory_order_relaxed) + 1; });
}

/// The rank `distance` above this PE's, cyclically. Members who go round from 1 on do not meet at one target.
inline int rank_above(const team::Team& team, int distance) {
    const int rank = team.me + distance;
    return rank < team.n ? rank : rank - team.n;
}

/// Raises this PE's arrival flag at all other members: what it put to them before is there.
template <class Scope>
Outcome<Scope> announce_arrival(const Scope& scope, const team::Team& team, uint64_t step) {
    const uint64_t flag = team.workspace + scope.workspace().arrival_flag(static_cast<size_t>(team.me));
    for (int distance = 1; distance < team.n; ++distance) {
        const int to = team.pe_of[rank_above(team, distance)];
        if (auto outcome = scope.raise(flag, step, to); !outcome.ok()) return outcome;
    }
    return {};
}

template <class Scope>
Outcome<Scope> await_arrival(const Scope& scope, const team::Team& team, uint64_t step, int rank) {
    return scope.await(team, team.workspace + scope.workspace().arrival_flag(static_cast<size_t>(rank)),
                       step);
}

template <class Scope>
Outcome<Scope> await_arrivals(const Scope& scope, const team::Team& team, uint64_t step) {
    for (int distance = 1; distance < team.n; ++distance) {
        auto outcome = await_arrival(scope, team, step, rank_above(team, distance));
        if (!outcome.ok()) return outcome;
    }
    return {};
}

/// The same for the departure flags, which end a step that has two halves.
template <class Scope>
Outcome<Scope> announce_departure(const Scope& scope, const team::Team& team, uint64_t step, int rank) {
    const uint64_t flag = team.workspace + scope.workspace().departure_flag(static_cast<size_t>(team.me));
    return scope.raise(flag, step, team.pe_of[rank]);
}

template <class Scope>
Outcome<Scope> await_departures(const Scope& scope, const team::Team& team, uint64_t step) {
    for (int distance = 1; distance < team.n; ++distance) {
        const size_t rank = static_cast<size_t>(rank_above(team, distance));
        const uint64_t flag = team.workspace + scope.workspace().departure_flag(rank);
        if (auto outcome = scope.await(team, flag, step); !outcome.ok()) return outcome;
    }
    return {};
}

}  // namespace omni::coll
