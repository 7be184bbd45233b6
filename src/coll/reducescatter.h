// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reduction whose result is scattered: rank i gets block i of it.
#pragma once

#include "coll/combine.h"
#include "coll/exchange.h"

namespace omni::coll {

namespace detail {

/// As many messages as it takes: block j goes to rank j. In place too (`dest` is the first block of
/// `source`): nobody but this PE reads its source, and it has posted elements [first, first + n) of all
/// blocks before it writes these of `dest`, which are those of the first block.
template <class Scope, class Reducer>
Outcome<Scope> reducescatter_by_messages(const Scope& scope, const team::Team& team, const Reducer& reducer,
                                         uint64_t dest, uint64_t source, size_t count) {
    const size_t size = reducer.element_bytes();
    const size_t most = Exchange<Scope>::kMessageBytes / size;
    for (size_t done = 0; done < count; done += most) {
        const size_t n = std::min(most, count - done);
        const Exchange<Scope> exchange(scope, team);
        for (int distance = 1; distance <= team.n; ++distance) {
            const int rank = rank_above(team, distance);
            const uint64_t from = source + (static_cast<size_t>(rank) * count + done) * size;
            if (auto outcome = exchange.post(scope.local(from), n * size, rank); !outcome.ok())
                return outcome;
        }
        if (auto outcome = exchange.await_all(); !outcome.ok()) return outcome;
        const auto view = [&](int rank, size_t first, size_t, void*, const void*& data) -> Outcome<Scope> {
            data = exchange.message_from(rank) + first * size;
            return {};
        };
        const auto sink = sink_to_own(scope, team, reducer, dest + done * size);
        if (auto outcome = combine(scope, team, reducer, n, view, sink); !outcome.ok()) return outcome;
    }
    return {};
}

/// Each rank reads its block from all sources; the departures say that it has (S).
template <class Scope, class Reducer>
Outcome<Scope> reducescatter_by_reading(const Scope& scope, const team::Team& team, const Reducer& reducer,
                                        uint64_t dest, uint64_t source, size_t count) {
    const uint64_t step = begin_step(scope, team);
    if (auto outcome = announce_arrival(scope, team, step); !outcome.ok()) return outcome;
    if (auto outcome = await_arrivals(scope, team, step); !outcome.ok()) return outcome;
    const uint64_t block = source + static_cast<size_t>(team.me) * count * reducer.element_bytes();
    auto outcome = combine(scope, team, reducer, count, view_of_sources(scope, team, reducer, block),
                           sink_to_own(scope, team, reducer, dest));
    if (!outcome.ok()) return outcome;
    for (int distance = 1; distance < team.n; ++distance) {
        auto announced = announce_departure(scope, team, step, rank_above(team, distance));
        if (!announced.ok()) return announced;
    }
    return await_departures(scope, team, step);
}

}  // namespace detail

/// `count`: elements of one block. `dest` is the first block of `source`, or they do not overlap.
template <class Scope, class Reducer>
Outcome<Scope> reducescatter(const Scope& scope, const team::Team& team, const Reducer& reducer,
                             uint64_t dest, uint64_t source, size_t count) {
    const size_t bytes = count * reducer.element_bytes();
    if (team.n == 1) return scope.put(dest, scope.local(source), bytes, team.pe_of[0]);
    const bool by_messages = bytes <= Exchange<Scope>::kMessageBytes || dest == source;
    return by_messages ? detail::reducescatter_by_messages(scope, team, reducer, dest, source, count)
                       : detail::reducescatter_by_reading(scope, team, reducer, dest, source, count);
}

}  // namespace omni::coll
