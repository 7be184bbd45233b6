// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Ordering over mapped peers and the transport.
#include "ops/order.h"

namespace omni::ops {

Status quiet(const Pe* self) {
    full_fence();
    return self->transport ? self->transport->quiet() : Status();
}

Status fence(const Pe* self) {
    full_fence();
    return self->transport ? self->transport->fence() : Status();
}

}  // namespace omni::ops
