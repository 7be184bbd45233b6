// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The 16-bit formats, all 65,536 patterns of each, against a reference that knows fields and long division
// by powers of two only.
#include "base/half.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace omni {
namespace {

/// A format of 1 sign, `exponent` and `fraction` bits, and the functions under test.
struct Format {
    const char* name;
    int exponent, fraction;
    float (*widen)(uint16_t);
    uint16_t (*narrow)(float);

    uint16_t infinity() const { return static_cast<uint16_t>(((1 << exponent) - 1) << fraction); }
    bool is_nan(uint16_t bits) const { return (bits & 0x7fff) > infinity(); }
};

const Format formats[] = {{"half", 5, 10, half_to_float, float_to_half},
                          {"bfloat16", 8, 7, bfloat16_to_float, float_to_bfloat16}};

/// What the pattern means, infinity taken as the number that would follow the largest: narrowing rounds
/// towards it as towards any other.
double reference(const Format& format, uint16_t bits) {
    const int fraction = bits & ((1 << format.fraction) - 1);
    const int field = bits >> format.fraction & ((1 << format.exponent) - 1);
    const int bias = (1 << (format.exponent - 1)) - 1;
    const int hidden = field == 0 ? 0 : 1 << format.fraction;
    const double size = std::ldexp(hidden + fraction, std::max(field, 1) - bias - format.fraction);
    return bits & 0x8000 ? -size : size;
}

template <class Body>
void for_each_pattern(Body body) {
    for (const Format& format : formats)
        for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
            SCOPED_TRACE(testing::Message() << format.name << " 0x" << std::hex << bits);
            body(format, static_cast<uint16_t>(bits));
            if (testing::Test::HasFailure()) return;
        }
}

TEST(Half, WideningGivesTheValueOfEveryPattern) {
    for_each_pattern([](const Format& format, uint16_t bits) {
        const float wide = format.widen(bits);
        EXPECT_EQ(std::signbit(wide), bits >> 15);
        if (format.is_nan(bits))
            EXPECT_TRUE(std::isnan(wide));
        else if ((bits & 0x7fff) == format.infinity())
            EXPECT_TRUE(std::isinf(wide));
        else
            EXPECT_EQ(wide, reference(format, bits));
    });
}

TEST(Half, NarrowingUndoesWidening) {
    for_each_pattern([](const Format& format, uint16_t bits) {
        const uint16_t quiet = static_cast<uint16_t>(1 << (format.fraction - 1));
        EXPECT_EQ(format.narrow(format.widen(bits)), format.is_nan(bits) ? bits | quiet : bits);
    });
}

// Between each two neighbours, and beyond the largest number: the midpoint goes to the even one, what is next
// to it to the nearer one.
TEST(Half, NarrowingRoundsToNearestEven) {
    for_each_pattern([](const Format& format, uint16_t bits) {
        if ((bits & 0x7fff) >= format.infinity()) return;
        const uint16_t next = bits + 1;
        const uint16_t even = bits % 2 == 0 ? bits : next;
        const float middle = static_cast<float>((reference(format, bits) + reference(format, next)) / 2);
        const float zero = 0, away = std::copysign(std::numeric_limits<float>::infinity(), middle);
        EXPECT_EQ(format.narrow(middle), even);
        EXPECT_EQ(format.narrow(std::nextafter(middle, zero)), bits);
        EXPECT_EQ(format.narrow(std::nextafter(middle, away)), next);
    });
}

TEST(Half, NarrowingKeepsInfinityAndSigns) {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const Format& format : formats) {
        EXPECT_EQ(format.narrow(infinity), format.infinity());
        EXPECT_EQ(format.narrow(-infinity), 0x8000 | format.infinity());
        EXPECT_EQ(format.narrow(std::numeric_limits<float>::max()), format.infinity());
        EXPECT_EQ(format.narrow(-0.0f), 0x8000);
        EXPECT_EQ(format.narrow(-std::numeric_limits<float>::denorm_min()), 0x8000);
    }
}

// Also of a NaN whose payload lies below what the narrow format keeps.
TEST(Half, NarrowingKeepsNan) {
    for (const uint32_t bits : {0x7f800001u, 0x7fc00000u, 0xff800001u, 0xffffffffu})
        for (const Format& format : formats) {
            const uint16_t narrow = format.narrow(std::bit_cast<float>(bits));
            EXPECT_TRUE(format.is_nan(narrow)) << std::hex << bits << " became " << narrow;
            EXPECT_EQ(narrow >> 15, bits >> 31);
        }
}

// The exact sum fits a double; no neighbour of the result may be nearer to it.
TEST(Half, SumsThroughFloatAreRoundedOnce) {
    const Format& half = formats[0];
    std::mt19937 random(1);
    for (int i = 0; i < 50000; ++i) {
        const uint16_t a = static_cast<uint16_t>(random()), b = static_cast<uint16_t>(random());
        if ((a & 0x7fff) >= half.infinity() || (b & 0x7fff) >= half.infinity()) continue;
        const double exact = reference(half, a) + reference(half, b);
        if (std::abs(exact) >= 65520) continue;  // infinity
        const uint16_t sum = float_to_half(half_to_float(a) + half_to_float(b));
        const uint16_t below = sum & 0x7fff ? sum - 1 : sum, above = sum + 1;
        SCOPED_TRACE(testing::Message() << std::hex << "0x" << a << " + 0x" << b);
        const double error = std::abs(exact - reference(half, sum));
        EXPECT_LE(error, std::abs(exact - reference(half, below)));
        EXPECT_LE(error, std::abs(exact - reference(half, above)));
    }
}

}  // namespace
}  // namespace omni
