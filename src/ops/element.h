// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Places of single elements, which atomics, signals and waits need aligned to their size. As in target.h the
// hot case is inline and everything else one call.
#pragma once

#include "ops/target.h"

namespace omni::ops {

/// The place of a valid element on a mapped peer; null for everything else. Heaps begin at pages, so the
/// element is aligned there as it is here.
template <class T>
[[gnu::always_inline]] inline T* mapped_element(const Pe* self, const T* address, int pe) {
    char* place = mapped(self, address, sizeof(T), pe);
    const bool aligned = reinterpret_cast<uintptr_t>(place) % sizeof(T) == 0;
    return __builtin_expect(aligned, 1) ? reinterpret_cast<T*>(place) : nullptr;
}

/// resolve() of an element of `size` bytes.
[[gnu::cold]] bool resolve_element(const Pe* self, const Names& names, const void* address, size_t size,
                                   int pe, Target& target);

/// Whether `first` points to `nelems` elements of the caller's own symmetric memory: the hot case only. What
/// it does not know may still be in order; check_own_elements() tells.
template <class T>
[[gnu::always_inline]] inline bool owns(const Pe* self, const T* first, size_t nelems) {
    size_t bytes;
    return self && !__builtin_mul_overflow(nelems, sizeof(T), &bytes) &&
           reinterpret_cast<uintptr_t>(first) % sizeof(T) == 0 && mapped(self, first, bytes, self->me);
}

/// The same for all cases; false after an error was reported (mode return).
[[gnu::cold]] bool check_own_elements(const Pe* self, const Names& names, const void* first, size_t nelems,
                                      size_t size);

}  // namespace omni::ops
