// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// From a symmetric address to the place of the access, and copies shared out among the threads of a scope.
#pragma once

#include "module_state.h"
#include "scopes.h"

namespace nvshmemi {

NVSHMEM_DEVICE const nvshmemi_device_state& state() { return nvshmemi_device_state_d; }

// The place of `address` in the memory of `pe`; null where that is not mapped, or no such place.
NVSHMEM_DEVICE char* peer_place(const void* address, int pe) {
    const uint64_t offset = static_cast<uint64_t>(static_cast<const char*>(address) - state().base);
    if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state().n)) return nullptr;
    if (offset >= state().heap_bytes) return nullptr;
    char* base = state().peer_base[pe];
    return base ? base + offset : nullptr;
}

// The same for an access that must be possible: a wrong PE, an address that is not symmetric and a peer that
// is not mapped end the kernel.
template <class T>
NVSHMEM_DEVICE T* place(T* address, int pe) {
    char* there = peer_place(address, pe);
    if (!there) trap();
    return reinterpret_cast<T*>(there);
}

struct alignas(16) quad {
    uint32_t x, y, z, w;
};

// Elements of type T by all threads of the scope, side by side.
template <class Scope, class T>
NVSHMEM_DEVICE void copy_as(char* to, const char* from, size_t bytes) {
    T* dest = reinterpret_cast<T*>(to);
    const T* source = reinterpret_cast<const T*>(from);
    for (size_t i = Scope::index(); i < bytes / sizeof(T); i += Scope::size()) dest[i] = source[i];
}

// Copies by the widest element that both addresses and the size allow; aligned elements of up to 8 bytes are
// never seen half written. The scope does not meet.
template <class Scope>
NVSHMEM_DEVICE_ALGORITHM void copy(void* dest, const void* source, size_t bytes) {
    char* to = static_cast<char*>(dest);
    const char* from = static_cast<const char*>(source);
    const uintptr_t all = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from) | bytes;
    if (all % 16 == 0) return copy_as<Scope, quad>(to, from, bytes);
    if (all % 8 == 0) return copy_as<Scope, uint64_t>(to, from, bytes);
    if (all % 4 == 0) return copy_as<Scope, uint32_t>(to, from, bytes);
    if (all % 2 == 0) return copy_as<Scope, uint16_t>(to, from, bytes);
    copy_as<Scope, uint8_t>(to, from, bytes);
}

}  // namespace nvshmemi
