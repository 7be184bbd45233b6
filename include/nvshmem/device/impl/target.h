// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The few things that an algorithm asks of the processor: who am I, meet, order, atomic access, pause. One
// set for GPUs, in PTX so that no header of CUDA is needed, and one for the virtual device.
//
// Scope and order: all atomics are of system scope, as their words are shared by GPUs, processes and the
// host. Loads acquire, stores release, read-modify-writes are relaxed unless their name says otherwise.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "../../detail/exec_space.h"
#include "unsigned_of.h"

#ifdef NVSHMEM_TARGET_CUDA
    #include "target_cuda.h"
#else
    #include "target_virtual.h"
#endif

namespace nvshmemi {

// The bit pattern of a value, and back.
template <class T>
NVSHMEM_DEVICE typename unsigned_of<sizeof(T)>::type bits_of(const T& value) {
    typename unsigned_of<sizeof(T)>::type bits;
    __builtin_memcpy(&bits, static_cast<const void*>(&value), sizeof bits);
    return bits;
}
template <class T>
NVSHMEM_DEVICE T value_of(typename unsigned_of<sizeof(T)>::type bits) {
    T value;
    __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof value);
    return value;
}

template <class T>
NVSHMEM_DEVICE T load(const T* address) {
    using U = typename unsigned_of<sizeof(T)>::type;
    return value_of<T>(load_acquire(reinterpret_cast<const U*>(address)));
}
template <class T>
NVSHMEM_DEVICE void store(T* address, const T& value) {
    using U = typename unsigned_of<sizeof(T)>::type;
    store_release(reinterpret_cast<U*>(address), bits_of(value));
}

}  // namespace nvshmemi
