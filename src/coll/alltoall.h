// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Exchange of blocks: each member puts block j of its source into rank j's destination, as block number "me".
#pragma once

#include "coll/step.h"

namespace omni::coll {

/// `bytes`: of one block. `dest` and `source` do not overlap.
template <class Scope>
Outcome<Scope> alltoall(const Scope& scope, const team::Team& team, uint64_t dest, uint64_t source,
                        size_t bytes) {
    const uint64_t step = begin_step(scope, team);
    const uint64_t flag = team.workspace + scope.workspace().arrival_flag(static_cast<size_t>(team.me));
    const uint64_t block = dest + static_cast<size_t>(team.me) * bytes;
    const auto put_block = [&](int rank) {
        return scope.put(block, scope.local(source + static_cast<size_t>(rank) * bytes), bytes,
                         team.pe_of[rank]);
    };
    for (int distance = 1; distance < team.n; ++distance) {
        const int rank = rank_above(team, distance);
        if (auto outcome = put_block(rank); !outcome.ok()) return outcome;
        if (auto outcome = scope.raise(flag, step, team.pe_of[rank]); !outcome.ok()) return outcome;
    }
    if (auto outcome = put_block(team.me); !outcome.ok()) return outcome;
    return await_arrivals(scope, team, step);
}

}  // namespace omni::coll
