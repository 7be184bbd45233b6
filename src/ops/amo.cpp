// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Atomic memory operations that the hot path does not take.
#include "ops/amo.h"

#include "ops/trace.h"

namespace omni::ops {

namespace {

Status carry_out(const Pe* self, const Target& target, const transport::Amo& amo, int pe, uint64_t* old) {
    if (!target.address) return self->transport->amo(pe, target.offset, amo, old);
    const uint64_t before = transport::perform(target.address, amo);
    if (old) *old = before;
    return {};
}

}  // namespace

uint64_t detail::amo_slowly(const Pe* self, const char* call, const void* dest, size_t size,
                            const transport::Amo& amo, int pe, bool fetch) {
    Target target;
    if (!resolve_element(self, {call, "dest"}, dest, size, pe, target)) return 0;
    uint64_t old = 0;
    const Status status = carry_out(self, target, amo, pe, fetch ? &old : nullptr);
    if (self->traced) trace::atomic(self, call, target.offset, amo, pe, fetch ? &old : nullptr);
    if (!status.ok()) {
        report(call, status);
        return 0;
    }
    return old;
}

}  // namespace omni::ops
