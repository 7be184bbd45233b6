// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From (symmetric address, bytes, PE) to the place of the access, with the checks that are always on: initialised, PE in range,
// range inside the heap. In the good case: one subtraction, two comparisons, one load.
#pragma once

#include "base/error.h"
#include "ops/pe.h"

namespace omni::ops {

/// Names of the arguments for error texts, in static storage.
struct Names {
    const char* call;
    const char* symmetric = "dest";  ///< what the public prototype calls the symmetric argument
};

/// Where an access goes: `address` for a mapped peer, else null and `offset` for the transport.
struct Target {
    char* address;
    uint64_t offset;
};

namespace detail {

/// Finds out what is wrong and reports it; or resolves an address in a registered buffer. True when `target` is good after all.
[[gnu::cold, gnu::noinline]] bool resolve_slowly(const Pe* pe, const Names& names, const void* address, size_t bytes, int target_pe,
                                                 Target& target);

}  // namespace detail

/// False after an error was reported (mode return): the operation must have no effect.
inline bool resolve(const Pe* self, const Names& names, const void* address, size_t bytes, int pe, Target& target) {
    if (__builtin_expect(self != nullptr, 1)) {
        const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - self->base);
        if (__builtin_expect(static_cast<unsigned>(pe) < static_cast<unsigned>(self->n) && offset < self->heap_bytes &&
                             bytes <= self->heap_bytes - offset, 1)) {
            char* base = self->peer_base[pe];
            target = {base ? base + offset : nullptr, offset};
            return true;
        }
    }
    return detail::resolve_slowly(self, names, address, bytes, pe, target);
}

/// nelems * size without overflow; reports the count and returns false otherwise.
[[gnu::cold, gnu::noinline]] bool report_count(const Names& names, size_t nelems, size_t size);
inline bool byte_count(const Names& names, size_t nelems, size_t size, size_t& bytes) {
    if (__builtin_expect(!__builtin_mul_overflow(nelems, size, &bytes) && bytes <= SIZE_MAX / 2, 1)) return true;
    return report_count(names, nelems, size);
}

}  // namespace omni::ops
