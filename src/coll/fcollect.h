// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collection of blocks of one size: each member puts its block into all destinations, in rank order.
#pragma once

#include "coll/step.h"

namespace omni::coll {

/// `bytes`: of one block. `source` may be this PE's own block of `dest`; else they do not overlap.
template <class Scope>
Outcome<Scope> fcollect(const Scope& scope, const team::Team& team, uint64_t dest, uint64_t source,
                        size_t bytes) {
    const uint64_t step = begin_step(scope, team);
    const uint64_t flag = team.workspace + scope.workspace().arrival_flag(static_cast<size_t>(team.me));
    const uint64_t block = dest + static_cast<size_t>(team.me) * bytes;
    const char* from = scope.local(source);
    for (int distance = 1; distance < team.n; ++distance) {
        const int to = team.pe_of[rank_above(team, distance)];
        if (auto outcome = scope.put(block, from, bytes, to); !outcome.ok()) return outcome;
        if (auto outcome = scope.raise(flag, step, to); !outcome.ok()) return outcome;
    }
    if (block != source)
        if (auto outcome = scope.put(block, from, bytes, team.pe_of[team.me]); !outcome.ok()) return outcome;
    return await_arrivals(scope, team, step);
}

}  // namespace omni::coll
