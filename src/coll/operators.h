// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Element types and operators of reductions.
//
// An element is stored as `Stored` and combined as `Total`. The 16-bit floating formats are combined in float
// and rounded once, at the end; all other types are their own total. Integer sums and products wrap around.
//
// min and max of floating numbers: a NaN gives way to a number and is the result only where all members
// contribute one. Zeros of either sign are equal: that of the lowest rank stays.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/half.h"

namespace omni::coll {

template <class T>
struct Plain {
    using Stored = T;
    using Total = T;
    static T widen(T value) { return value; }
    static T narrow(T value) { return value; }
};

struct Half {
    using Stored = uint16_t;
    using Total = float;
    static float widen(uint16_t bits) { return half_to_float(bits); }
    static uint16_t narrow(float value) { return float_to_half(value); }
};

struct Bfloat16 {
    using Stored = uint16_t;
    using Total = float;
    static float widen(uint16_t bits) { return bfloat16_to_float(bits); }
    static uint16_t narrow(float value) { return float_to_bfloat16(value); }
};

namespace detail {

/// Where arithmetic on T is carried out: integers as unsigned numbers that no promotion makes signed.
template <class T>
struct Arithmetic {
    using type = std::conditional_t<sizeof(T) <= sizeof(unsigned), unsigned, uint64_t>;
};
template <>
struct Arithmetic<float> {
    using type = float;
};
template <>
struct Arithmetic<double> {
    using type = double;
};
template <class T>
using ArithmeticOf = typename Arithmetic<T>::type;

template <class T>
bool is_nan(T value) {
    return value != value;
}

}  // namespace detail

struct Min {
    template <class T>
    static T apply(T a, T b) {
        return ((b < a) | detail::is_nan(a)) ? b : a;
    }
};
struct Max {
    template <class T>
    static T apply(T a, T b) {
        return ((a < b) | detail::is_nan(a)) ? b : a;
    }
};
struct Sum {
    template <class T>
    static T apply(T a, T b) {
        using A = detail::ArithmeticOf<T>;
        return static_cast<T>(static_cast<A>(a) + static_cast<A>(b));
    }
};
struct Prod {
    template <class T>
    static T apply(T a, T b) {
        using A = detail::ArithmeticOf<T>;
        return static_cast<T>(static_cast<A>(a) * static_cast<A>(b));
    }
};
struct And {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a & b);
    }
};
struct Or {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a | b);
    }
};
/// CUDA's double2: a value and where it is from.
struct Located {
    double value;
    double place;
};
/// The larger value; of equal ones that of the lower place.
struct MaxLoc {
    static Located apply(const Located& a, const Located& b) {
        const bool second =
            (a.value < b.value) | detail::is_nan(a.value) | ((a.value == b.value) & (b.place < a.place));
        return second ? b : a;
    }
};
struct Xor {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a ^ b);
    }
};

}  // namespace omni::coll
