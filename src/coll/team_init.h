// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A team without a parent: its members meet in the lobby that a unique id names.
#pragma once

#include "coll/scope.h"

namespace omni::coll {

/// What this PE alone can say of the arguments.
Status check_meeting(const ops::Pe& pe, const team::Config& config, int size, int rank);

/// Makes the team of the `size` PEs that call with this `config.unique_id`, each with its own `rank`. Ends
/// when all have come; an error is one on all of them.
/// pre: check_meeting() is ok.
Result<int32_t> init_by_id(const HostScope& scope, const team::Config& config, int size, int rank);

}  // namespace omni::coll
