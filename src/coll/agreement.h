// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// How PEs that make a team agree: on what they want, and on the slot that the team gets. All of it is built
// on one operation, the bitwise AND of words of all who take part; a PE that has nothing to say says ones.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "coll/scope.h"

namespace omni::coll {

/// Replaces each word by the AND of that word on all participants. Collective over them.
using AndAll = std::function<Status(std::span<uint64_t> words)>;

/// AndAll over the members of a team.
AndAll over_members(const HostScope& scope, const team::Team& team);

/// Success on all participants when all are `valid` and bring the same `arguments`; else an error on all of
/// them. One that is not valid gets its own error back. The number of arguments is the same everywhere.
/// `identity`: one participant brings a number, the others ones; all go with the number.
Status agree_on_arguments(const AndAll& and_all, Status valid, std::span<const uint64_t> arguments,
                          uint64_t& identity);

/// Slots that are free on all participants, and are claimed on this PE when it is to be a member of the team:
/// `member[i]` of the team that gets slot i. The same slots on all participants, or an error on all.
Result<std::vector<int32_t>> take_slots(const AndAll& and_all, team::Table& table,
                                        const std::vector<bool>& member);

/// Gives them back.
void release_slots(team::Table& table, const std::vector<int32_t>& slots, const std::vector<bool>& member);

}  // namespace omni::coll
