// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// half: IEEE binary16 with CUDA's names. C has the bare type.
#pragma once

#ifndef __cplusplus

typedef struct __half {
    unsigned short x;
} __half;
typedef struct __half2 {
    __half x, y;
} __half2;

#else

    #include "vector_types.h"
    #include "vgpu/narrow_float.h"

namespace vgpu {

struct HalfFormat {
    /// To the nearest, ties to even; beyond 65504 infinity.
    static unsigned short pack(float value) {
        const unsigned bits = bits_of(value), sign = bits >> 16 & 0x8000;
        unsigned magnitude = bits & 0x7fffffff;
        if (magnitude >= 0x47800000)
            return static_cast<unsigned short>(magnitude > 0x7f800000 ? 0x7fff : sign | 0x7c00);
        if (magnitude < 0x38800000)  // subnormal: the addition rounds at the right place
            return static_cast<unsigned short>(sign | (bits_of(float_of(magnitude) + 0.5f) - 0x3f000000));
        magnitude += 0xc8000fff + (magnitude >> 13 & 1);
        return static_cast<unsigned short>(sign | magnitude >> 13);
    }
    static float unpack(unsigned short bits) {
        const unsigned sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
        if (magnitude >= 0x7c00) return float_of(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
        if (magnitude >= 0x400) return float_of(sign | ((magnitude << 13) + 0x38000000));
        const float value = static_cast<float>(magnitude) * 0x1p-24f;
        return sign ? -value : value;
    }
};

}  // namespace vgpu

struct __half : vgpu::NarrowFloat<__half, vgpu::HalfFormat> {
    using NarrowFloat::NarrowFloat;
    __half() = default;
};
struct __half2 : vgpu::NarrowPair<__half2, __half> {
    using NarrowPair::NarrowPair;
    __half2() = default;
};
template <>
inline constexpr bool vgpu::is_narrow<__half> = true;
template <>
inline constexpr bool vgpu::is_narrow_pair<__half2> = true;

inline __half __float2half(float value) { return __half(value); }
inline __half __float2half_rn(float value) { return __half(value); }
inline __half __double2half(double value) { return __half(value); }
inline float __half2float(__half value) { return value; }
inline __half __int2half_rn(int value) { return __half(value); }
inline __half __uint2half_rn(unsigned value) { return __half(value); }
inline int __half2int_rn(__half value) { return static_cast<int>(std::nearbyint(float(value))); }
inline int __half2int_rz(__half value) { return static_cast<int>(float(value)); }
inline unsigned short __half_as_ushort(__half value) { return value.to_bits(); }
inline short __half_as_short(__half value) { return static_cast<short>(value.to_bits()); }
inline __half __ushort_as_half(unsigned short bits) { return __half::from_bits(bits); }
inline __half __short_as_half(short bits) { return __half::from_bits(static_cast<unsigned short>(bits)); }

inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half value) { return {value, value}; }
inline __half2 __float2half2_rn(float value) { return {value, value}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline float2 __half22float2(__half2 value) { return {float(value.x), float(value.y)}; }
inline __half __low2half(__half2 value) { return value.x; }
inline __half __high2half(__half2 value) { return value.y; }

#endif

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
