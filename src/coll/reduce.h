// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction to all members. Few bytes: everybody posts its elements to everybody and combines all. Many:
// each member combines one slice, which it reads from all sources, and puts the result into all destinations.
#pragma once

#include "coll/combine.h"
#include "coll/exchange.h"

namespace omni::coll {

namespace detail {

/// In place too: a member's elements have been posted before its destination is written, and nobody else
/// touches its memory outside the workspace.
template <class Scope, class Reducer>
Outcome<Scope> reduce_by_messages(const Scope& scope, const team::Team& team, const Reducer& reducer,
                                  uint64_t dest, uint64_t source, size_t count) {
    const size_t size = reducer.element_bytes();
    const Exchange<Scope> exchange(scope, team);
    for (int distance = 1; distance <= team.n; ++distance) {
        auto outcome = exchange.post(scope.local(source), count * size, rank_above(team, distance));
        if (!outcome.ok()) return outcome;
    }
    if (auto outcome = exchange.await_all(); !outcome.ok()) return outcome;
    const auto view = [&](int rank, size_t first, size_t, void*, const void*& data) -> Outcome<Scope> {
        data = exchange.message_from(rank) + first * size;
        return {};
    };
    return combine(scope, team, reducer, count, view, sink_to_own(scope, team, reducer, dest));
}

/// In place too: slice k of any PE's source and destination is read and written by rank k alone, each tile
/// read on all PEs before it is written on any.
/// A member's source is at rest, and its destination ready, from its arrival on. When all departures have
/// come to a member, every rank has read its slice of this member's source and written that of its
/// destination, so (S) holds and the result is complete.
template <class Scope, class Reducer>
Outcome<Scope> reduce_by_slices(const Scope& scope, const team::Team& team, const Reducer& reducer,
                                uint64_t dest, uint64_t source, size_t count) {
    const uint64_t step = begin_step(scope, team);
    if (auto outcome = announce_arrival(scope, team, step); !outcome.ok()) return outcome;
    if (auto outcome = await_arrivals(scope, team, step); !outcome.ok()) return outcome;

    const size_t size = reducer.element_bytes();
    const size_t line = kCacheLine / size;  // slices end at cache lines, so that no two ranks write to one
    const size_t per_rank = (count / static_cast<size_t>(team.n) / line + 1) * line;
    const size_t begin = std::min(count, static_cast<size_t>(team.me) * per_rank);
    const size_t end = std::min(count, begin + per_rank);
    const auto put_to_all = [&](size_t first, const void* result, size_t n) -> Outcome<Scope> {
        for (int distance = 1; distance <= team.n; ++distance) {
            const int to = team.pe_of[rank_above(team, distance)];
            auto outcome = scope.put(dest + (begin + first) * size, result, n * size, to);
            if (!outcome.ok()) return outcome;
        }
        return {};
    };
    const auto view = view_of_sources(scope, team, reducer, source + begin * size);
    if (auto outcome = combine(scope, team, reducer, end - begin, view, put_to_all); !outcome.ok())
        return outcome;
    for (int distance = 1; distance < team.n; ++distance) {
        auto outcome = announce_departure(scope, team, step, rank_above(team, distance));
        if (!outcome.ok()) return outcome;
    }
    return await_departures(scope, team, step);
}

}  // namespace detail

/// Up to how many bytes elements are posted to all.
inline constexpr size_t kPostBytes = 4096;
static_assert(kPostBytes <= team::Workspace::kMessageBytes);

/// `dest` and `source` are equal or do not overlap.
template <class Scope, class Reducer>
Outcome<Scope> reduce(const Scope& scope, const team::Team& team, const Reducer& reducer, uint64_t dest,
                      uint64_t source, size_t count) {
    const size_t bytes = count * reducer.element_bytes();
    if (team.n == 1) return scope.put(dest, scope.local(source), bytes, team.pe_of[0]);
    return bytes <= kPostBytes ? detail::reduce_by_messages(scope, team, reducer, dest, source, count)
                               : detail::reduce_by_slices(scope, team, reducer, dest, source, count);
}

}  // namespace omni::coll
