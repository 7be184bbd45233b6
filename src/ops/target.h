// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From (symmetric address, bytes, PE) to the place of the access, with the checks that are always on:
// initialised, PE in range, range inside the heap. An operation first asks mapped(), which is all that the
// hot path needs: one subtraction, three comparisons, one load; with NVSHMEM_CHECKED also whether the range
// is in live blocks, which is two loads more (0.3 ns). Where that says no, a function out of line asks
// resolve(), which knows the rest: unmapped peers, registered buffers, and what is wrong. Where operations
// are traced, mapped() knows no place at all, so that the hot path pays nothing for it.
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

/// The place of a valid access to a mapped peer; null for everything else.
[[gnu::always_inline]] inline char* mapped(const Pe* self, const void* address, size_t bytes, int pe) {
    if (__builtin_expect(self == nullptr, 0)) return nullptr;
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - self->base);
    const bool good = static_cast<unsigned>(pe) < static_cast<unsigned>(self->n) &&
                      offset < self->hot_bytes && bytes <= self->hot_bytes - offset;
    if (__builtin_expect(!good, 0)) return nullptr;
    if (self->live.words && __builtin_expect(!self->live.has_ends(offset, bytes), 0)) return nullptr;
    char* base = self->peer_base[pe];
    return __builtin_expect(base != nullptr, 1) ? base + offset : nullptr;
}

/// Everything else. False after an error was reported (mode return): the operation must have no effect. Zero
/// bytes are an access to nothing: any pointer will do, null too, and `address` is null.
[[gnu::cold, gnu::noinline]] bool resolve(const Pe* self, const Names& names, const void* address,
                                          size_t bytes, int pe, Target& target);

/// The caller's side of a transfer may be any memory, but not null unless there is nothing to move.
[[gnu::cold, gnu::noinline]] bool check_local(const char* call, const char* argument, const void* local,
                                              size_t bytes);

/// nelems * size without overflow; reports the count and returns false otherwise.
[[gnu::cold, gnu::noinline]] bool report_count(const Names& names, size_t nelems, size_t size);
inline bool byte_count(const Names& names, size_t nelems, size_t size, size_t& bytes) {
    if (__builtin_expect(!__builtin_mul_overflow(nelems, size, &bytes) && bytes <= SIZE_MAX / 2, 1))
        return true;
    return report_count(names, nelems, size);
}

}  // namespace omni::ops
