// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A step in which each member posts one short message to every member, itself included, and reads those
// posted to it. Messages lie in the slots of the workspace, in the two halves by turns. Whose turn it is, is
// the writer's own affair: the reader takes the half whose flag is at the step. So members that failed in
// different steps, and then count their exchanges differently, understand each other in the next one all the
// same.
//
// Proof that a slot is free when it is written again. Rank i writes rank j's slot in exchanges x and x + 2,
// and in no step between. It begins x + 2 only after all messages of x + 1 have come to it, that of j among
// them. j posted that one after it was through with x, so it has read the slot; and raise() orders those
// reads before the flag that i saw.
#pragma once

#include "coll/step.h"

namespace omni::coll {

template <class Scope>
class Exchange {
  public:
    static constexpr size_t kMessageBytes = team::Workspace::kMessageBytes;

    Exchange(const Scope& scope, const team::Team& team)
        : scope_(scope), team_(team), step_(begin_step(scope, team)), half_(scope.once([&] {
              return team.epochs->exchange.fetch_add(1, std::memory_order_relaxed) % 2;
          })) {}

    /// pre: bytes <= kMessageBytes.
    Outcome<Scope> post(const void* message, size_t bytes, int rank) const {
        const size_t me = static_cast<size_t>(team_.me);
        const int to = team_.pe_of[rank];
        auto outcome =
            scope_.put(team_.workspace + scope_.workspace().message(half_, me), message, bytes, to);
        if (!outcome.ok()) return outcome;
        return scope_.raise(team_.workspace + scope_.workspace().slot_flag(half_, me), step_, to);
    }

    /// To be called once this PE has posted to all. After an error a member may write over messages that
    /// others have not read. These see a flag beyond the step then, and fail as well.
    Outcome<Scope> await_all() const {
        for (int distance = 1; distance < team_.n; ++distance) {
            const size_t rank = static_cast<size_t>(rank_above(team_, distance));
            const uint64_t flags[] = {flag(0, rank), flag(1, rank)};
            if (auto outcome = scope_.await_either(team_, flags, step_); !outcome.ok()) return outcome;
        }
        scope_.sync();
        return {};
    }

    /// What `rank` posted; good until this PE begins the next exchange of the team.
    const char* message_from(int rank) const {
        const size_t from = static_cast<size_t>(rank);
        const uint64_t half = scope_.flag(flag(0, from)) == step_ ? 0 : 1;
        return scope_.local(team_.workspace + scope_.workspace().message(half, from));
    }

  private:
    uint64_t flag(uint64_t half, size_t rank) const {
        return team_.workspace + scope_.workspace().slot_flag(half, rank);
    }

    const Scope& scope_;
    const team::Team& team_;
    uint64_t step_;
    uint64_t half_;
};

}  // namespace omni::coll
