// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Teams out of a parent, and the end of teams. Collective over the parent's members, or the team's.
#pragma once

#include <span>

#include "coll/scope.h"
#include "team/split.h"

namespace omni::coll {

/// A team to be made of ranks of the parent.
struct Part {
    team::Triplet ranks;
    team::Config config;
};

/// Makes a team of each part. `valid`: what this PE thinks of its arguments; `arguments`: what must be the
/// same on all members. The parts may differ between the PEs as long as their members agree, and there are
/// as many everywhere. The handles are -1 for the parts that this PE does not belong to. An error is one on
/// all members, and no team is made.
Result<std::vector<int32_t>> split(const HostScope& scope, const team::Team& parent, Status valid,
                                   std::span<const uint64_t> arguments, std::span<const Part> parts);

/// pre: a team that a program made.
Status destroy(const HostScope& scope, const team::Team& team);

}  // namespace omni::coll
