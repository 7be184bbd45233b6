// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Elements that the hot path does not take.
#include "ops/element.h"

namespace omni::ops {

namespace {

bool check_alignment(const Names& names, const void* address, size_t size) {
    if (reinterpret_cast<uintptr_t>(address) % size == 0) return true;
    report(
        names.call,
        error(Code::invalid_value,
              "%s %p is not aligned: an element of %zu bytes must lie at a multiple of %zu, as memory from "
              "nvshmem_malloc does",
              names.symmetric, address, size, size));
    return false;
}

}  // namespace

bool resolve_element(const Pe* self, const Names& names, const void* address, size_t size, int pe,
                     Target& target) {
    return resolve(self, names, address, size, pe, target) && check_alignment(names, address, size);
}

bool check_own_elements(const Pe* self, const Names& names, const void* first, size_t nelems, size_t size) {
    Target target;
    size_t bytes;
    if (!byte_count(names, nelems, size, bytes)) return false;
    if (!resolve(self, names, first, bytes, self ? self->me : 0, target)) return false;
    return nelems == 0 || check_alignment(names, first, size);
}

}  // namespace omni::ops
