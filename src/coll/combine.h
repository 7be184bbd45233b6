// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The heart of reductions: contributions of all members, combined tile by tile.
//
// The order is fixed: ((rank 0 op rank 1) op rank 2) ..., whoever combines, in whatever pieces and by
// whatever algorithm. So all members get the same bits for floating types too, and get them again in the
// next run.
#pragma once

#include <algorithm>

#include "coll/reducer.h"
#include "coll/step.h"

namespace omni::coll {

/// `view(rank, first, n, staging, data)` points `data` to elements [first, first + n) of what `rank`
/// contributes; it may fetch them into `staging`, a tile. `sink(first, result, n)` takes the combined ones.
/// Both return an Outcome. pre: team.n > 1.
template <class Scope, class Reducer, class View, class Sink>
Outcome<Scope> combine(const Scope& scope, const team::Team& team, const Reducer& reducer, size_t count,
                       View&& view, Sink&& sink) {
    typename Scope::Scratch scratch;
    void* total = scratch.tile(0);
    const size_t tile = Scope::kTileBytes / reducer.total_bytes();
    for (size_t first = 0; first < count; first += tile) {
        const size_t n = std::min(tile, count - first);
        const void *a = nullptr, *b = nullptr;
        if (auto outcome = view(0, first, n, scratch.tile(1), a); !outcome.ok()) return outcome;
        if (auto outcome = view(1, first, n, scratch.tile(2), b); !outcome.ok()) return outcome;
        reducer.start(scope, total, a, b, n);
        for (int rank = 2; rank < team.n; ++rank) {
            if (auto outcome = view(rank, first, n, scratch.tile(1), a); !outcome.ok()) return outcome;
            reducer.fold(scope, total, a, n);
        }
        void* result = reducer.is_plain() ? total : scratch.tile(1);
        if (!reducer.is_plain()) reducer.finish(scope, result, total, n);
        scope.sync();  // the sink reads what all threads have written
        if (auto outcome = sink(first, result, n); !outcome.ok()) return outcome;
        scope.sync();  // and the next tile overwrites it
    }
    return {};
}

/// A view of the members' own memory at `offset`: of mapped peers in place.
template <class Scope, class Reducer>
auto view_of_sources(const Scope& scope, const team::Team& team, const Reducer& reducer, uint64_t offset) {
    return [&scope, &team, offset, size = reducer.element_bytes()](
               int rank, size_t first, size_t n, void* staging, const void*& data) -> Outcome<Scope> {
        const int pe = team.pe_of[rank];
        const uint64_t from = offset + first * size;
        if ((data = scope.mapped(pe, from))) return {};
        scope.sync();  // the tile may still be read by other threads
        data = staging;
        auto outcome = scope.get(staging, from, n * size, pe);
        scope.sync();
        return outcome;
    };
}

/// A sink into own memory at `offset`.
template <class Scope, class Reducer>
auto sink_to_own(const Scope& scope, const team::Team& team, const Reducer& reducer, uint64_t offset) {
    return
        [&scope, &team, offset, size = reducer.element_bytes()](size_t first, const void* result, size_t n) {
            return scope.put(offset + first * size, result, n * size, team.pe_of[team.me]);
        };
}

}  // namespace omni::coll
