// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Broadcast. Few bytes, or to one other: the root puts them into every destination and does not wait (D).
// Many bytes to many: the members fetch them at the same time, and the root waits until all have (S).
#pragma once

#include "coll/step.h"

namespace omni::coll {

namespace detail {

template <class Scope>
Outcome<Scope> push_from_root(const Scope& scope, const team::Team& team, uint64_t dest, const void* source,
                              size_t bytes, uint64_t step) {
    const uint64_t flag = team.workspace + scope.workspace().arrival_flag(static_cast<size_t>(team.me));
    for (int distance = 1; distance < team.n; ++distance) {
        const int to = team.pe_of[rank_above(team, distance)];
        if (auto outcome = scope.put(dest, source, bytes, to); !outcome.ok()) return outcome;
        if (auto outcome = scope.raise(flag, step, to); !outcome.ok()) return outcome;
    }
    return {};
}

template <class Scope>
Outcome<Scope> fetch_from_root(const Scope& scope, const team::Team& team, uint64_t dest, uint64_t source,
                               size_t bytes, uint64_t step, int root) {
    if (auto outcome = await_arrival(scope, team, step, root); !outcome.ok()) return outcome;
    auto outcome = scope.get(scope.local(dest), source, bytes, team.pe_of[root]);
    return outcome.ok() ? announce_departure(scope, team, step, root) : std::move(outcome);
}

template <class Scope>
Outcome<Scope> offer_at_root(const Scope& scope, const team::Team& team, uint64_t step) {
    if (auto outcome = announce_arrival(scope, team, step); !outcome.ok()) return outcome;
    return await_departures(scope, team, step);
}

}  // namespace detail

/// From how many bytes on three or more members fetch at the same time.
inline constexpr size_t kFetchBytes = 32768;

/// `dest` and `source` are equal or do not overlap.
template <class Scope>
Outcome<Scope> broadcast(const Scope& scope, const team::Team& team, uint64_t dest, uint64_t source,
                         size_t bytes, int root) {
    const uint64_t step = begin_step(scope, team);
    const bool fetch = bytes >= kFetchBytes && team.n > 2;
    if (team.me != root)
        return fetch ? detail::fetch_from_root(scope, team, dest, source, bytes, step, root)
                     : await_arrival(scope, team, step, root);
    const char* from = scope.local(source);
    auto outcome = fetch ? detail::offer_at_root(scope, team, step)
                         : detail::push_from_root(scope, team, dest, from, bytes, step);
    if (!outcome.ok() || dest == source) return outcome;
    return scope.put(dest, from, bytes, team.pe_of[root]);
}

}  // namespace omni::coll
