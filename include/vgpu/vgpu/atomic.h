// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic functions. The plain forms, those of a block and those of the whole system are one: all memory is
// the machine's. As templates they leave a program room for functions of its own with the same name.
#pragma once

#include <type_traits>

#include "vgpu/bits.h"

namespace vgpu {

/// The second argument follows the first one's type, as in CUDA's overloads.
template <class T>
struct Identity {
    using type = T;
};
template <class T>
using Value = typename Identity<T>::type;

template <class T>
BitsOf<T>* bits_at(T* address) {
    return reinterpret_cast<BitsOf<T>*>(address);
}

template <class T>
T atomic_load(T* address) {
    return bit_cast<T>(__atomic_load_n(bits_at(address), __ATOMIC_RELAXED));
}

template <class T>
T atomic_exchange(T* address, T value) {
    return bit_cast<T>(__atomic_exchange_n(bits_at(address), bit_cast<BitsOf<T>>(value), __ATOMIC_SEQ_CST));
}

/// Compares bits, as the hardware does; returns the value before.
template <class T>
T atomic_compare_exchange(T* address, T expected, T value) {
    auto seen = bit_cast<BitsOf<T>>(expected);
    __atomic_compare_exchange_n(bits_at(address), &seen, bit_cast<BitsOf<T>>(value), false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    return bit_cast<T>(seen);
}

/// Replaces the value by `change(value)` and returns the one before.
template <class T, class Change>
T atomic_update(T* address, Change change) {
    T seen = atomic_load(address);
    for (;;) {
        const T before = atomic_compare_exchange(address, seen, static_cast<T>(change(seen)));
        if (bit_cast<BitsOf<T>>(before) == bit_cast<BitsOf<T>>(seen)) return seen;
        seen = before;
    }
}

template <class T>
T atomic_add(T* address, T value) {
    if constexpr (std::is_integral_v<T>) {
        return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
    } else {
        return atomic_update(address, [=](T old) { return old + value; });
    }
}

}  // namespace vgpu

template <class T>
T atomicAdd(T* address, vgpu::Value<T> value) {
    return vgpu::atomic_add(address, value);
}
template <class T>
T atomicSub(T* address, vgpu::Value<T> value) {
    return vgpu::atomic_add(address, static_cast<T>(-value));
}
template <class T>
T atomicExch(T* address, vgpu::Value<T> value) {
    return vgpu::atomic_exchange(address, value);
}
template <class T>
T atomicCAS(T* address, vgpu::Value<T> expected, vgpu::Value<T> value) {
    return vgpu::atomic_compare_exchange(address, expected, value);
}
template <class T>
T atomicMin(T* address, vgpu::Value<T> value) {
    return vgpu::atomic_update(address, [=](T old) { return value < old ? value : old; });
}
template <class T>
T atomicMax(T* address, vgpu::Value<T> value) {
    return vgpu::atomic_update(address, [=](T old) { return old < value ? value : old; });
}
template <class T>
T atomicAnd(T* address, vgpu::Value<T> value) {
    return __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomicOr(T* address, vgpu::Value<T> value) {
    return __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomicXor(T* address, vgpu::Value<T> value) {
    return __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST);
}
/// Counts up to `last` and begins at 0 again.
inline unsigned atomicInc(unsigned* address, unsigned last) {
    return vgpu::atomic_update(address, [=](unsigned old) { return old >= last ? 0 : old + 1; });
}
/// Counts down to 0 and begins at `first` again.
inline unsigned atomicDec(unsigned* address, unsigned first) {
    return vgpu::atomic_update(address,
                               [=](unsigned old) { return old == 0 || old > first ? first : old - 1; });
}

#define VGPU_SCOPED_ATOMIC(name)               \
    template <class T, class... V>             \
    T name##_block(T* address, V... values) {  \
        return name(address, values...);       \
    }                                          \
    template <class T, class... V>             \
    T name##_system(T* address, V... values) { \
        return name(address, values...);       \
    }
VGPU_SCOPED_ATOMIC(atomicAdd)
VGPU_SCOPED_ATOMIC(atomicSub)
VGPU_SCOPED_ATOMIC(atomicExch)
VGPU_SCOPED_ATOMIC(atomicCAS)
VGPU_SCOPED_ATOMIC(atomicMin)
VGPU_SCOPED_ATOMIC(atomicMax)
VGPU_SCOPED_ATOMIC(atomicAnd)
VGPU_SCOPED_ATOMIC(atomicOr)
VGPU_SCOPED_ATOMIC(atomicXor)
VGPU_SCOPED_ATOMIC(atomicInc)
VGPU_SCOPED_ATOMIC(atomicDec)
#undef VGPU_SCOPED_ATOMIC
