// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// fence, quiet, flush. Stores to mapped peers are complete once they are globally visible: one full barrier
// of the processor.
#pragma once

#include "base/cpu.h"
#include "ops/target.h"

namespace omni::ops {

/// All operations of this PE issued before are complete and visible to every PE.
Status quiet(const Pe* self);
/// Operations to each PE issued before are delivered before those issued after.
Status fence(const Pe* self);

}  // namespace omni::ops
