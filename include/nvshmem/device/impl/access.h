// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From a symmetric address to the place of the access: in memory for peers that are mapped, else by the
// proxy.
#pragma once

#include "proxy.h"

namespace nvshmemi {

// Where an access goes; `mapped` is null for a peer that is not.
template <class T>
struct target {
    T* mapped;
    uint64_t offset;
    int pe;
};

NVSHMEM_DEVICE bool is_symmetric(const void* address, int pe) {
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - state().base);
    return static_cast<unsigned>(pe) < static_cast<unsigned>(state().n) && offset < state().heap_bytes;
}

// What nvshmem_ptr says: null where the peer is not mapped, or no such place.
NVSHMEM_DEVICE char* peer_place(const void* address, int pe) {
    if (!is_symmetric(address, pe)) return nullptr;
    char* base = state().peer_base[pe];
    return base ? base + (static_cast<const char*>(address) - state().base) : nullptr;
}

// The same for an access: a wrong PE and an address that is not symmetric end the kernel.
template <class T>
NVSHMEM_DEVICE target<T> resolve(T* address, int pe) {
    if (!is_symmetric(address, pe)) trap();
    const uint64_t offset = static_cast<uint64_t>(reinterpret_cast<const char*>(address) - state().base);
    char* base = state().peer_base[pe];
    return {base ? reinterpret_cast<T*>(base + offset) : nullptr, offset, pe};
}

// By all threads of the scope, which does not meet.
template <class Scope, class T>
NVSHMEM_DEVICE void put_to(const target<T>& to, const void* source, size_t bytes) {
    if (to.mapped)
        copy<Scope>(to.mapped, source, bytes);
    else
        proxy_put<Scope>(to.pe, to.offset, static_cast<const char*>(source), bytes);
}
template <class Scope, class T>
NVSHMEM_DEVICE void get_from(const target<T>& from, void* dest, size_t bytes) {
    if (from.mapped)
        copy<Scope>(dest, from.mapped, bytes);
    else
        proxy_get<Scope>(from.pe, from.offset, static_cast<char*>(dest), bytes);
}

// One element, by one thread; `T` of any size.
template <class T>
NVSHMEM_DEVICE void put_element(T* dest, const T& value, int pe) {
    const target<T> to = resolve(dest, pe);
    if (to.mapped)
        *to.mapped = value;
    else
        proxy_put<thread>(pe, to.offset, reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
NVSHMEM_DEVICE T get_element(const T* source, int pe) {
    const target<const T> from = resolve(source, pe);
    if (from.mapped) return *from.mapped;
    T value;
    proxy_get<thread>(pe, from.offset, reinterpret_cast<char*>(&value), sizeof value);
    return value;
}

// The same for elements that others may wait on: whole, by a release store and an acquire load.
template <class T>
NVSHMEM_DEVICE void put_single(T* dest, const T& value, int pe) {
    if (char* there = peer_place(dest, pe))
        store(reinterpret_cast<T*>(there), value);
    else
        put_element(dest, value, pe);
}
template <class T>
NVSHMEM_DEVICE T get_single(const T* source, int pe) {
    if (char* there = peer_place(source, pe)) return load(reinterpret_cast<const T*>(there));
    return get_element(source, pe);
}

}  // namespace nvshmemi
