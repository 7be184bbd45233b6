// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Put and get. A mapped peer is a copy; another one is the transport's. Nonblocking forms are the blocking ones: a copy to a mapped
// peer is complete for the caller when it returns, and a transport's put returns once the source may be reused.
#pragma once

#include "ops/copy.h"
#include "ops/target.h"

namespace omni::ops {

namespace detail {

[[gnu::cold]] void put_by_transport(const Pe* self, const char* call, uint64_t offset, const void* source, size_t bytes, int pe);
[[gnu::cold]] void get_by_transport(const Pe* self, const char* call, void* dest, uint64_t offset, size_t bytes, int pe);

}  // namespace detail

/// `dest` is symmetric, `source` any memory. Returns when the source may be reused.
inline void put(const Pe* self, const char* call, void* dest, const void* source, size_t bytes, int pe) {
    Target target;
    if (!resolve(self, {call, "dest"}, dest, bytes, pe, target)) return;
    if (__builtin_expect(target.address != nullptr, 1)) return copy(target.address, source, bytes);
    detail::put_by_transport(self, call, target.offset, source, bytes, pe);
}

/// `source` is symmetric, `dest` any memory. Returns when the data is there.
inline void get(const Pe* self, const char* call, void* dest, const void* source, size_t bytes, int pe) {
    Target target;
    if (!resolve(self, {call, "source"}, source, bytes, pe, target)) return;
    if (__builtin_expect(target.address != nullptr, 1)) return copy(dest, target.address, bytes);
    detail::get_by_transport(self, call, dest, target.offset, bytes, pe);
}

template <class T>
void put_elements(const Pe* self, const char* call, void* dest, const void* source, size_t nelems, int pe) {
    size_t bytes;
    if (byte_count({call}, nelems, sizeof(T), bytes)) put(self, call, dest, source, bytes, pe);
}

template <class T>
void get_elements(const Pe* self, const char* call, void* dest, const void* source, size_t nelems, int pe) {
    size_t bytes;
    if (byte_count({call}, nelems, sizeof(T), bytes)) get(self, call, dest, source, bytes, pe);
}

template <class T>
void put_value(const Pe* self, const char* call, T* dest, const T& value, int pe) {
    put(self, call, dest, &value, sizeof(T), pe);
}

/// Zero after an error in mode return.
template <class T>
T get_value(const Pe* self, const char* call, const T* source, int pe) {
    T value{};
    get(self, call, &value, source, sizeof(T), pe);
    return value;
}

}  // namespace omni::ops
