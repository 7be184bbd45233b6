// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Put and get to peers that are not mapped.
#include "ops/rma.h"

namespace omni::ops::detail {

void put_by_transport(const Pe* self, const char* call, uint64_t offset, const void* source, size_t bytes, int pe) {
    if (bytes == 0) return;
    if (Status status = self->transport->put(pe, offset, source, bytes); !status.ok()) report(call, status);
}

void get_by_transport(const Pe* self, const char* call, void* dest, uint64_t offset, size_t bytes, int pe) {
    if (bytes == 0) return;
    if (Status status = self->transport->get(pe, offset, dest, bytes); !status.ok()) report(call, status);
}

}  // namespace omni::ops::detail
