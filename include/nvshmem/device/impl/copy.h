// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The state of the module, and copies shared out among the threads of a scope.
#pragma once

#include "module_state.h"
#include "scopes.h"

namespace nvshmemi {

NVSHMEM_DEVICE const nvshmemi_device_state& state() { return nvshmemi_device_state_d; }

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
