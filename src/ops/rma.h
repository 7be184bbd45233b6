// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put and get. A mapped peer is a copy; another one is the transport's. Nonblocking forms are the blocking
// ones: a copy to a mapped peer is complete for the caller when it returns, and a transport's put returns
// once the source may be reused.
#pragma once

#include "base/copy.h"
#include "ops/target.h"

namespace omni::ops {

namespace detail {

// Registered buffers, unmapped peers, null for nothing, errors.
[[gnu::cold]] void put_slowly(const Pe* self, const char* call, void* dest, const void* source, size_t nelems,
                              size_t size, int pe);
[[gnu::cold]] void get_slowly(const Pe* self, const char* call, void* dest, const void* source, size_t nelems,
                              size_t size, int pe);

}  // namespace detail

/// Puts `nelems` elements of `Size` bytes. `dest` is symmetric, `source` any memory. Returns when the source
/// may be reused.
template <size_t Size>
[[gnu::always_inline]] inline void put(const Pe* self, const char* call, void* dest, const void* source,
                                       size_t nelems, int pe) {
    size_t bytes;
    const bool countable = !__builtin_mul_overflow(nelems, Size, &bytes);
    char* to = countable && source ? mapped(self, dest, bytes, pe) : nullptr;
    if (__builtin_expect(to != nullptr, 1)) return copy(to, source, bytes);
    detail::put_slowly(self, call, dest, source, nelems, Size, pe);
}

/// Gets `nelems` elements of `Size` bytes. `source` is symmetric, `dest` any memory. Returns when the data is
/// there.
template <size_t Size>
[[gnu::always_inline]] inline void get(const Pe* self, const char* call, void* dest, const void* source,
                                       size_t nelems, int pe) {
    size_t bytes;
    const bool countable = !__builtin_mul_overflow(nelems, Size, &bytes);
    const char* from = countable && dest ? mapped(self, source, bytes, pe) : nullptr;
    if (__builtin_expect(from != nullptr, 1)) return copy(dest, from, bytes);
    detail::get_slowly(self, call, dest, source, nelems, Size, pe);
}

template <class T>
void put_value(const Pe* self, const char* call, T* dest, const T& value, int pe) {
    put<sizeof(T)>(self, call, dest, &value, 1, pe);
}

/// Zero after an error in mode return.
template <class T>
T get_value(const Pe* self, const char* call, const T* source, int pe) {
    T value{};
    get<sizeof(T)>(self, call, &value, source, 1, pe);
    return value;
}

}  // namespace omni::ops
