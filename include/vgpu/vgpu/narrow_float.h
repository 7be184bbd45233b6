// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What half and bfloat16 have in common: 16 bits in an integer register, arithmetic through float. A float
// has more than twice their digits, so each operation is rounded as if it were done at once.
#pragma once

#include <cmath>
#include <type_traits>

#include "vgpu/bits.h"

namespace vgpu {

inline unsigned bits_of(float value) { return bit_cast<unsigned>(value); }
inline float float_of(unsigned bits) { return bit_cast<float>(bits); }

/// `Self` is the type that derives from it, `Format` has pack() and unpack().
template <class Self, class Format>
class NarrowFloat {
  public:
    NarrowFloat() = default;
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    NarrowFloat(T value) : bits_(Format::pack(static_cast<float>(value))) {}

    operator float() const { return Format::unpack(bits_); }

    static Self from_bits(unsigned short bits) {
        Self value;
        value.bits_ = bits;
        return value;
    }
    unsigned short to_bits() const { return bits_; }

    friend Self operator+(const Self& a, const Self& b) { return Self(float(a) + float(b)); }
    friend Self operator-(const Self& a, const Self& b) { return Self(float(a) - float(b)); }
    friend Self operator*(const Self& a, const Self& b) { return Self(float(a) * float(b)); }
    friend Self operator/(const Self& a, const Self& b) { return Self(float(a) / float(b)); }
    friend Self operator-(const Self& a) { return from_bits(static_cast<unsigned short>(a.bits_ ^ 0x8000)); }
    friend Self operator+(const Self& a) { return a; }
    friend Self& operator+=(Self& a, const Self& b) { return a = a + b; }
    friend Self& operator-=(Self& a, const Self& b) { return a = a - b; }
    friend Self& operator*=(Self& a, const Self& b) { return a = a * b; }
    friend Self& operator/=(Self& a, const Self& b) { return a = a / b; }
    friend Self& operator++(Self& a) { return a += Self(1); }
    friend Self& operator--(Self& a) { return a -= Self(1); }
    friend bool operator==(const Self& a, const Self& b) { return float(a) == float(b); }
    friend bool operator!=(const Self& a, const Self& b) { return float(a) != float(b); }
    friend bool operator<(const Self& a, const Self& b) { return float(a) < float(b); }
    friend bool operator>(const Self& a, const Self& b) { return float(a) > float(b); }
    friend bool operator<=(const Self& a, const Self& b) { return float(a) <= float(b); }
    friend bool operator>=(const Self& a, const Self& b) { return float(a) >= float(b); }

  private:
    unsigned short bits_;
};

/// Two of them in 32 bits, element by element.
template <class Self, class T>
struct NarrowPair {
    T x, y;

    NarrowPair() = default;
    NarrowPair(const T& x, const T& y) : x(x), y(y) {}

    friend Self operator+(const Self& a, const Self& b) { return Self(a.x + b.x, a.y + b.y); }
    friend Self operator-(const Self& a, const Self& b) { return Self(a.x - b.x, a.y - b.y); }
    friend Self operator*(const Self& a, const Self& b) { return Self(a.x * b.x, a.y * b.y); }
    friend Self operator/(const Self& a, const Self& b) { return Self(a.x / b.x, a.y / b.y); }
    friend Self operator-(const Self& a) { return Self(-a.x, -a.y); }
    friend Self& operator+=(Self& a, const Self& b) { return a = a + b; }
    friend Self& operator-=(Self& a, const Self& b) { return a = a - b; }
    friend Self& operator*=(Self& a, const Self& b) { return a = a * b; }
    friend Self& operator/=(Self& a, const Self& b) { return a = a / b; }
    friend bool operator==(const Self& a, const Self& b) { return a.x == b.x && a.y == b.y; }
    friend bool operator!=(const Self& a, const Self& b) { return !(a == b); }
};

/// Is it one of the two 16-bit types?
template <class T>
inline constexpr bool is_narrow = false;
template <class T>
inline constexpr bool is_narrow_pair = false;
template <class T>
using IfNarrow = std::enable_if_t<is_narrow<T>, T>;
template <class T>
using IfNarrowPair = std::enable_if_t<is_narrow_pair<T>, T>;

template <class T>
T narrow_fma(T a, T b, T c) {
    return T(static_cast<float>(static_cast<double>(float(a)) * float(b) + float(c)));
}

}  // namespace vgpu

// --- functions of both types, by the names of CUDA

#define VGPU_NARROW_OPERATOR(name, op)        \
    template <class T>                        \
    vgpu::IfNarrow<T> name(T a, T b) {        \
        return a op b;                        \
    }                                         \
    template <class T>                        \
    vgpu::IfNarrowPair<T> name##2(T a, T b) { \
        return a op b;                        \
    }
VGPU_NARROW_OPERATOR(__hadd, +)
VGPU_NARROW_OPERATOR(__hsub, -)
VGPU_NARROW_OPERATOR(__hmul, *)
VGPU_NARROW_OPERATOR(__hdiv, /)
#undef VGPU_NARROW_OPERATOR

#define VGPU_NARROW_COMPARISON(name, op)          \
    template <class T, class = vgpu::IfNarrow<T>> \
    bool name(T a, T b) {                         \
        return a op b;                            \
    }
VGPU_NARROW_COMPARISON(__heq, ==)
VGPU_NARROW_COMPARISON(__hne, !=)
VGPU_NARROW_COMPARISON(__hlt, <)
VGPU_NARROW_COMPARISON(__hle, <=)
VGPU_NARROW_COMPARISON(__hgt, >)
VGPU_NARROW_COMPARISON(__hge, >=)
#undef VGPU_NARROW_COMPARISON

#define VGPU_NARROW_FUNCTION(name, function) \
    template <class T>                       \
    vgpu::IfNarrow<T> name(T a) {            \
        return T(function(float(a)));        \
    }                                        \
    template <class T>                       \
    vgpu::IfNarrowPair<T> name##2(T a) {     \
        return T(name(a.x), name(a.y));      \
    }
VGPU_NARROW_FUNCTION(__hneg, -)
VGPU_NARROW_FUNCTION(__habs, std::fabs)
VGPU_NARROW_FUNCTION(hsqrt, std::sqrt)
VGPU_NARROW_FUNCTION(hexp, std::exp)
VGPU_NARROW_FUNCTION(hlog, std::log)
VGPU_NARROW_FUNCTION(hsin, std::sin)
VGPU_NARROW_FUNCTION(hcos, std::cos)
VGPU_NARROW_FUNCTION(hfloor, std::floor)
VGPU_NARROW_FUNCTION(hceil, std::ceil)
VGPU_NARROW_FUNCTION(htrunc, std::trunc)
VGPU_NARROW_FUNCTION(hrint, std::nearbyint)
VGPU_NARROW_FUNCTION(hrcp, 1 /)
#undef VGPU_NARROW_FUNCTION

template <class T>
vgpu::IfNarrow<T> __hfma(T a, T b, T c) {
    return vgpu::narrow_fma(a, b, c);
}
template <class T>
vgpu::IfNarrowPair<T> __hfma2(T a, T b, T c) {
    return T(vgpu::narrow_fma(a.x, b.x, c.x), vgpu::narrow_fma(a.y, b.y, c.y));
}
/// A number where the other is none.
template <class T>
vgpu::IfNarrow<T> __hmax(T a, T b) {
    return T(std::fmax(float(a), float(b)));
}
template <class T>
vgpu::IfNarrow<T> __hmin(T a, T b) {
    return T(std::fmin(float(a), float(b)));
}
template <class T>
vgpu::IfNarrowPair<T> __hmax2(T a, T b) {
    return T(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
template <class T>
vgpu::IfNarrowPair<T> __hmin2(T a, T b) {
    return T(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
template <class T, class = vgpu::IfNarrow<T>>
bool __hisnan(T a) {
    return std::isnan(float(a));
}
template <class T, class = vgpu::IfNarrow<T>>
int __hisinf(T a) {
    return std::isinf(float(a)) ? (float(a) < 0 ? -1 : 1) : 0;
}
template <class T, class = vgpu::IfNarrowPair<T>>
float __low2float(T a) {
    return float(a.x);
}
template <class T, class = vgpu::IfNarrowPair<T>>
float __high2float(T a) {
    return float(a.y);
}
