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

// An element of this size as the transport names it; operations that look at bits alone take any.
template <class T>
constexpr amo_type type_by_size = sizeof(T) == 8   ? type_int64
                                  : sizeof(T) == 4 ? type_int32
                                                   : type_half;

// What a proxy is asked for, where the peer is not mapped.
struct amo_request {
    amo_op op;
    amo_type type;
    uint64_t operand, condition;
};

// here(place of the bits) for a mapped peer; the element before.
template <class T, class Here>
NVSHMEM_DEVICE T amo(const T* dest, int pe, const amo_request& r, Here here) {
    const target<const T> to = resolve(dest, pe);
    if (to.mapped) return value_of<T>(here(reinterpret_cast<bits_type<T>*>(const_cast<T*>(to.mapped))));
    const uint64_t before = proxy_amo(pe, to.offset, r.op, r.type, r.operand, r.condition, true);
    return value_of<T>(static_cast<bits_type<T>>(before));
}

template <class T>
NVSHMEM_DEVICE T amo_fetch(const T* dest, int pe) {
    return amo(dest, pe, {op_fetch, type_by_size<T>, 0, 0}, [](bits_type<T>* p) { return load_acquire(p); });
}
template <class T>
NVSHMEM_DEVICE T amo_swap(T* dest, const T& value, int pe) {
    const auto wanted = bits_of(value);
    return amo(dest, pe, {op_swap, type_by_size<T>, wanted, 0}, [=](bits_type<T>* p) {
        if constexpr (sizeof(T) >= 4)
            return atomic_exchange(p, wanted);
        else
            return modify(p, [=](bits_type<T>) { return wanted; });
    });
}
template <class T>
NVSHMEM_DEVICE T amo_compare_swap(T* dest, T condition, T value, int pe) {
    const auto expected = bits_of(condition), wanted = bits_of(value);
    return amo(dest, pe, {op_compare_swap, type_by_size<T>, wanted, expected},
               [=](bits_type<T>* p) { return compare_swap_bits(p, expected, wanted); });
}

#define NVSHMEMI_DEFINE_AMO(NAME)                                            \
    template <class T>                                                       \
    NVSHMEM_DEVICE T amo_##NAME(T* dest, T value, int pe) {                  \
        const auto bits = bits_of(value);                                    \
        return amo(dest, pe, {op_##NAME, type_by_size<T>, bits, 0},          \
                   [=](bits_type<T>* p) { return atomic_##NAME(p, bits); }); \
    }
NVSHMEMI_DEFINE_AMO(add)
NVSHMEMI_DEFINE_AMO(and)
NVSHMEMI_DEFINE_AMO(or)
NVSHMEMI_DEFINE_AMO(xor)
#undef NVSHMEMI_DEFINE_AMO

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
    constexpr amo_type type = sizeof(T) == 8 ? type_double : sizeof(T) == 4 ? type_float : type_half;
    const auto more = bits_of(value);
    return amo(dest, pe, {op_add, type, more, 0}, [=](bits_type<T>* p) {
        return modify(p, [=](bits_type<T> seen) { return sum_bits(seen, more); });
    });
}

}  // namespace nvshmemi
