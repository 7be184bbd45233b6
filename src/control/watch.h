// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Looking for the dead, at a cost that does not grow with the number of those who look.
#pragma once

#include "control/segment.h"

namespace omni::control {

/// The place of a member whose process died: a PE, or pes() for the launcher; -1 while all live. To be called
/// now and then by everybody who has time: whoever comes first in a turn of 20 ms looks at all, the others
/// read what was found. So a death is found within two turns as long as anybody calls this, even where the
/// one who looks dies of it.
int find_dead(const Segment& segment);

/// "PE 3 (process 1234) is dead", "the launcher is dead".
std::string describe_dead(const Segment& segment, int place);

}  // namespace omni::control
