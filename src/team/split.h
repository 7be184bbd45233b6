// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which ranks of a parent a split takes. Pure arithmetic.
#pragma once

#include <vector>

#include "base/status.h"
#include "team/team.h"

namespace omni::team {

/// The ranks start, start + stride, ... of a parent: `size` of them, in this order.
struct Triplet {
    int start;
    int stride;
    int size;

    /// This triplet's rank of the parent's `rank`, -1 when it is none of them. pre: check() is ok.
    int rank_of(int rank) const;
};

/// All ranks lie in a parent of `n`, and no two are the same. Nothing wraps around.
Status check(const Triplet& triplet, int n);

/// The axes through `rank` when `n` ranks are laid out in rows of `xrange`. pre: xrange > 0.
Triplet row_of(int rank, int xrange, int n);
Triplet column_of(int rank, int xrange, int n);

/// PE numbers of the triplet's ranks. pre: check() is ok.
std::vector<int32_t> members(const Team& parent, const Triplet& triplet);

}  // namespace omni::team
