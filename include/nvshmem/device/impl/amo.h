// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomics on one element of any size that the interface has: integers by the processor's own, everything else
// by compare and swap on the bit pattern.
#pragma once

#include "access.h"

namespace nvshmemi {

// Compare and swap of the 16-bit element at `p` in the 32-bit word around it. Gives the element before.
NVSHMEM_DEVICE uint16_t compare_swap_16(uint16_t* p, uint16_t expected, uint16_t value) {
    const uintptr_t place = reinterpret_cast<uintptr_t>(p);
    uint32_t* word = reinterpret_cast<uint32_t*>(place & ~uintptr_t{3});
    const int shift = static_cast<int>(place & 2) * 8;
    uint32_t seen = load_acquire(word);
    for (;;) {
        const uint16_t before = static_cast<uint16_t>(seen >> shift);
        if (before != expected) return before;
        const uint32_t wanted = (seen & ~(0xffffu << shift)) | static_cast<uint32_t>(value) << shift;
        const uint32_t found = atomic_compare_swap(word, seen, wanted);
        if (found == seen) return before;
        seen = found;
    }
}
NVSHMEM_DEVICE uint32_t compare_swap_bits(uint32_t* p, uint32_t expected, uint32_t value) {
    return atomic_compare_swap(p, expected, value);
}
NVSHMEM_DEVICE uint64_t compare_swap_bits(uint64_t* p, uint64_t expected, uint64_t value) {
    return atomic_compare_swap(p, expected, value);
}
NVSHMEM_DEVICE uint16_t compare_swap_bits(uint16_t* p, uint16_t expected, uint16_t value) {
    return compare_swap_16(p, expected, value);
}

// *p = change(*p); the bits before.
template <class U, class Change>
NVSHMEM_DEVICE U modify(U* p, Change change) {
    U seen = load_acquire(p);
    for (;;) {
        const U found = compare_swap_bits(p, seen, change(seen));
        if (found == seen) return seen;
        seen = found;
    }
}

template <class T>
using bits_type = typename unsigned_of<sizeof(T)>::type;
template <class T>
NVSHMEM_DEVICE bits_type<T>* bits_at(const T* dest, int pe) {
    return reinterpret_cast<bits_type<T>*>(const_cast<T*>(place(dest, pe)));
}

template <class T>
NVSHMEM_DEVICE T amo_fetch(const T* dest, int pe) {
    return value_of<T>(load_acquire(bits_at(dest, pe)));
}
template <class T>
NVSHMEM_DEVICE T amo_swap(T* dest, const T& value, int pe) {
    const auto wanted = bits_of(value);
    if constexpr (sizeof(T) >= 4)
        return value_of<T>(atomic_exchange(bits_at(dest, pe), wanted));
    else
        return value_of<T>(modify(bits_at(dest, pe), [=](bits_type<T>) { return wanted; }));
}
template <class T>
NVSHMEM_DEVICE T amo_compare_swap(T* dest, T condition, T value, int pe) {
    return value_of<T>(compare_swap_bits(bits_at(dest, pe), bits_of(condition), bits_of(value)));
}
template <class T>
NVSHMEM_DEVICE T amo_add(T* dest, T value, int pe) {
    return value_of<T>(atomic_add(bits_at(dest, pe), bits_of(value)));
}
template <class T>
NVSHMEM_DEVICE T amo_and(T* dest, T value, int pe) {
    return value_of<T>(atomic_and(bits_at(dest, pe), bits_of(value)));
}
template <class T>
NVSHMEM_DEVICE T amo_or(T* dest, T value, int pe) {
    return value_of<T>(atomic_or(bits_at(dest, pe), bits_of(value)));
}
template <class T>
NVSHMEM_DEVICE T amo_xor(T* dest, T value, int pe) {
    return value_of<T>(atomic_xor(bits_at(dest, pe), bits_of(value)));
}

// Floating sums, rounded at each add.
NVSHMEM_DEVICE uint32_t sum_bits(uint32_t a, uint32_t b) {
    return bits_of(value_of<float>(a) + value_of<float>(b));
}
NVSHMEM_DEVICE uint64_t sum_bits(uint64_t a, uint64_t b) {
    return bits_of(value_of<double>(a) + value_of<double>(b));
}
NVSHMEM_DEVICE uint16_t sum_bits(uint16_t a, uint16_t b) {
    return float_to_half(half_to_float(a) + half_to_float(b));
}
template <class T>
NVSHMEM_DEVICE T amo_float_add(T* dest, const T& value, int pe) {
    const auto more = bits_of(value);
    return value_of<T>(modify(bits_at(dest, pe), [=](bits_type<T> seen) { return sum_bits(seen, more); }));
}

}  // namespace nvshmemi
