// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The members of a team by rank, for algorithms that are written here on the host's public functions.
#pragma once

#include "library.h"

namespace nvshmem_py {

struct Members {
    explicit Members(int team) : team(team), me(library().team_my_pe(team)), n(library().team_n_pes(team)) {}

    /// The PE of a rank.
    int pe(int rank) const { return library().team_translate_pe(team, rank, NVSHMEM_TEAM_WORLD); }
    /// The rank `distance` above this one, around the team.
    int above(int distance) const { return (me + distance) % n; }

    int team, me, n;
};

}  // namespace nvshmem_py
