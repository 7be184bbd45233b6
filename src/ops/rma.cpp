// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Put and get that the hot path does not take.
#include "ops/rma.h"

#include "ops/trace.h"

namespace omni::ops::detail {

void put_slowly(const Pe* self, const char* call, void* dest, const void* source, size_t nelems, size_t size,
                int pe) {
    Target target;
    size_t bytes;
    if (!byte_count({call}, nelems, size, bytes)) return;
    if (!resolve(self, {call, "dest"}, dest, bytes, pe, target) || bytes == 0) return;
    if (!check_local(call, "source", source, bytes)) return;
    if (self->traced) trace::put(self, call, target.offset, bytes, pe);
    if (target.address) return copy(target.address, source, bytes);
    if (Status status = self->transport->put(pe, target.offset, source, bytes); !status.ok())
        report(call, status);
}

void get_slowly(const Pe* self, const char* call, void* dest, const void* source, size_t nelems, size_t size,
                int pe) {
    Target target;
    size_t bytes;
    if (!byte_count({call}, nelems, size, bytes)) return;
    if (!resolve(self, {call, "source"}, source, bytes, pe, target) || bytes == 0) return;
    if (!check_local(call, "dest", dest, bytes)) return;
    if (self->traced) trace::get(self, call, target.offset, bytes, pe);
    if (target.address) return copy(dest, target.address, bytes);
    if (Status status = self->transport->get(pe, target.offset, dest, bytes); !status.ok())
        report(call, status);
}

}  // namespace omni::ops::detail
