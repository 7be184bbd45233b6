// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// fence, quiet, flush. Stores to mapped peers are complete once they are globally visible: one full barrier
// of the processor. Their order among each other needs less.
#pragma once

#include "base/cpu.h"
#include "ops/target.h"

namespace omni::ops {

/// All operations of this PE issued before are complete and visible to every PE.
[[gnu::always_inline]] inline Status quiet(const Pe* self) {
    full_fence();
    return __builtin_expect(self->transport != nullptr, 0) ? self->transport->quiet() : Status();
}

/// Operations to each PE issued before are delivered before those issued after. To mapped peers they are
/// stores and locked instructions.
[[gnu::always_inline]] inline Status fence(const Pe* self) {
    release_fence();
    return __builtin_expect(self->transport != nullptr, 0) ? self->transport->fence() : Status();
}

}  // namespace omni::ops
