// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Atomic memory operations that the hot path does not take.
#include "ops/amo.h"

namespace omni::ops {

uint64_t detail::amo_slowly(const Pe* self, const char* call, const void* dest, size_t size,
                            const transport::Amo& amo, int pe, bool fetch) {
    Target target;
    if (!resolve_element(self, {call, "dest"}, dest, size, pe, target)) return 0;
    if (target.address) return transport::perform(target.address, amo);
    uint64_t old = 0;
    const Status status = self->transport->amo(pe, target.offset, amo, fetch ? &old : nullptr);
    if (status.ok()) return old;
    report(call, status);
    return 0;
}

}  // namespace omni::ops
