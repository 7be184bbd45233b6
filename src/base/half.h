// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The 16-bit floating formats as bit patterns: half (IEEE binary16: sign 1, exponent 5, fraction 10 bits) and
// bfloat16 (the upper half of a float). Widening is exact. Narrowing rounds to nearest, ties to even, gives
// infinity from the midpoint above the largest number on, and keeps a NaN one, its sign and its upper
// payload; a signalling NaN becomes quiet. No step makes a subnormal float, so flush-to-zero modes change
// nothing.
//
// A sum or product of two such numbers, made in float and narrowed once, is the correctly rounded one: float
// has more than twice their digits.
#pragma once

#include <bit>
#include <cstdint>

namespace omni {

namespace detail {

inline constexpr uint32_t kFloatSign = 0x8000'0000;
inline constexpr uint32_t kFloatInfinity = 0x7f80'0000;

/// Drops the lowest `count` bits: to nearest, ties to even.
constexpr uint32_t drop_bits(uint32_t bits, int count) {
    const uint32_t odd = bits >> count & 1;
    return (bits + (1u << (count - 1)) - 1 + odd) >> count;
}

}  // namespace detail

constexpr float half_to_float(uint16_t half) {
    const uint32_t sign = (half & 0x8000u) << 16;
    const uint32_t magnitude = half & 0x7fffu;
    uint32_t bits = magnitude << 13;
    if (magnitude >= 0x7c00)
        bits |= detail::kFloatInfinity;
    else if (magnitude >= 0x0400)
        bits += (127 - 15) << 23;
    else
        bits = std::bit_cast<uint32_t>(static_cast<float>(magnitude) * 0x1p-24f);
    return std::bit_cast<float>(sign | bits);
}

constexpr uint16_t float_to_half(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits & detail::kFloatSign) >> 16;
    const uint32_t magnitude = bits & ~detail::kFloatSign;
    uint32_t half = 0;
    if (magnitude > detail::kFloatInfinity)
        half = 0x7e00 | (magnitude >> 13 & 0x01ff);
    else if (magnitude >= 0x477f'f000)  // 65,520
        half = 0x7c00;
    else if (magnitude >= 0x3880'0000)  // 2^-14, the smallest normal half
        half = detail::drop_bits(magnitude - ((127 - 15) << 23), 13);
    else  // the last place of 0.5f is 2^-24, that of a subnormal half
        half =
            std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - std::bit_cast<uint32_t>(0.5f);
    return static_cast<uint16_t>(sign | half);
}

constexpr float bfloat16_to_float(uint16_t bfloat16) {
    return std::bit_cast<float>(static_cast<uint32_t>(bfloat16) << 16);
}

constexpr uint16_t float_to_bfloat16(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    if ((bits & ~detail::kFloatSign) > detail::kFloatInfinity)
        return static_cast<uint16_t>(bits >> 16 | 0x0040);
    return static_cast<uint16_t>(detail::drop_bits(bits, 16));
}

}  // namespace omni
