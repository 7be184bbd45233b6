// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Operators of reductions on the device. The 16-bit formats are combined as float and rounded once; integer
// sums and products wrap; in min and max a NaN gives way to a number (coll.h of the public headers).
#pragma once

#include <type_traits>

#include "../../half.h"
#include "target.h"

namespace nvshmemi {

template <class T>
NVSHMEM_DEVICE T widen(const T& value) {
    return value;
}
NVSHMEM_DEVICE float widen(const half& value) { return half_to_float(bits_of(value)); }
NVSHMEM_DEVICE float widen(const __nv_bfloat16& value) {
    return value_of<float>(static_cast<uint32_t>(bits_of(value)) << 16);
}

template <class T>
struct narrowed {
    NVSHMEM_DEVICE static T from(const T& value) { return value; }
};
template <>
struct narrowed<half> {
    NVSHMEM_DEVICE static half from(float value) { return value_of<half>(float_to_half(value)); }
};
template <>
struct narrowed<__nv_bfloat16> {
    // To nearest, ties to even; a NaN stays one.
    NVSHMEM_DEVICE static __nv_bfloat16 from(float value) {
        const uint32_t bits = bits_of(value);
        const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
        return value_of<__nv_bfloat16>(static_cast<uint16_t>(value != value ? bits >> 16 | 0x40 : rounded));
    }
};
template <class T, class Wide>
NVSHMEM_DEVICE T narrow(const Wide& value) {
    return narrowed<T>::from(value);
}

// Where sums and products wrap.
template <class T, bool integer = std::is_integral<T>::value>
struct arithmetic {
    using type = T;
};
template <class T>
struct arithmetic<T, true> {
    using type = typename std::conditional<sizeof(T) == 8, unsigned long long, unsigned>::type;
};

// Integers of one size and sign are one type to the algorithms, so that each algorithm exists once for them.
template <size_t Size, bool is_signed>
struct integer_of {
    using type = typename unsigned_of<Size>::type;
};
template <size_t Size>
struct integer_of<Size, true> {
    using type = typename std::make_signed<typename unsigned_of<Size>::type>::type;
};
template <class T, bool integer = std::is_integral<T>::value>
struct canonical {
    using type = T;
};
template <class T>
struct canonical<T, true> {
    using type = typename integer_of<sizeof(T), std::is_signed<T>::value>::type;
};

struct min_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        return b < a || a != a ? b : a;
    }
};
struct max_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        return a < b || a != a ? b : a;
    }
};
struct sum_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        using A = typename arithmetic<T>::type;
        return static_cast<T>(static_cast<A>(a) + static_cast<A>(b));
    }
};
struct prod_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        using A = typename arithmetic<T>::type;
        return static_cast<T>(static_cast<A>(a) * static_cast<A>(b));
    }
};
struct and_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        return static_cast<T>(a & b);
    }
};
struct or_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        return static_cast<T>(a | b);
    }
};
struct xor_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(T a, T b) {
        return static_cast<T>(a ^ b);
    }
};
// Pairs of value x and place y: the larger value, of equal ones that of the lower place.
struct maxloc_op {
    template <class T>
    NVSHMEM_DEVICE static T apply(const T& a, const T& b) {
        return a.x < b.x || a.x != a.x || (a.x == b.x && b.y < a.y) ? b : a;
    }
};

}  // namespace nvshmemi
