// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// bfloat16: the upper half of a float, with CUDA's names. C has the bare type.
#pragma once

#ifndef __cplusplus

typedef struct __nv_bfloat16 {
    unsigned short x;
} __nv_bfloat16;
typedef struct __nv_bfloat162 {
    __nv_bfloat16 x, y;
} __nv_bfloat162;

#else

    #include "vector_types.h"
    #include "vgpu/narrow_float.h"

namespace vgpu {

struct BfloatFormat {
    /// To the nearest, ties to even.
    static unsigned short pack(float value) {
        const unsigned bits = bits_of(value);
        if ((bits & 0x7fffffff) > 0x7f800000) return 0x7fff;
        return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
    static float unpack(unsigned short bits) { return float_of(static_cast<unsigned>(bits) << 16); }
};

}  // namespace vgpu

struct __nv_bfloat16 : vgpu::NarrowFloat<__nv_bfloat16, vgpu::BfloatFormat> {
    using NarrowFloat::NarrowFloat;
    __nv_bfloat16() = default;
};
struct __nv_bfloat162 : vgpu::NarrowPair<__nv_bfloat162, __nv_bfloat16> {
    using NarrowPair::NarrowPair;
    __nv_bfloat162() = default;
};
template <>
inline constexpr bool vgpu::is_narrow<__nv_bfloat16> = true;
template <>
inline constexpr bool vgpu::is_narrow_pair<__nv_bfloat162> = true;

inline __nv_bfloat16 __float2bfloat16(float value) { return __nv_bfloat16(value); }
inline __nv_bfloat16 __float2bfloat16_rn(float value) { return __nv_bfloat16(value); }
inline __nv_bfloat16 __double2bfloat16(double value) { return __nv_bfloat16(value); }
inline float __bfloat162float(__nv_bfloat16 value) { return value; }
inline __nv_bfloat16 __int2bfloat16_rn(int value) { return __nv_bfloat16(value); }
inline int __bfloat162int_rz(__nv_bfloat16 value) { return static_cast<int>(float(value)); }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) { return value.to_bits(); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16::from_bits(bits); }

inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 value) { return {value, value}; }
inline __nv_bfloat162 __float2bfloat162_rn(float value) { return {value, value}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {x, y}; }
inline float2 __bfloat1622float2(__nv_bfloat162 value) { return {float(value.x), float(value.y)}; }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 value) { return value.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 value) { return value.y; }

#endif

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
