// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The loops of reductions, against scalar references: all pairs of 8-bit numbers, corners of the others.
#include "coll/reducer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace omni::coll {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The loops do not look at their scope.
const HostScope& any_scope() {
    static ops::Pe pe;
    static const HostScope scope(pe, "test", 0);
    return scope;
}

/// a op b by start() and, the operands in a total, by fold(): both are right or it fails.
template <class T>
std::vector<T> combine(ElementKind kind, ReduceOp op, const std::vector<T>& a, const std::vector<T>& b) {
    const HostReducer& reducer = host_reducer(kind, op);
    EXPECT_EQ(reducer.element_bytes(), sizeof(T));
    std::vector<T> started(a.size()), folded(a);
    if (reducer.is_plain()) {
        reducer.start(any_scope(), started.data(), a.data(), b.data(), a.size());
        reducer.fold(any_scope(), folded.data(), b.data(), a.size());
    } else {
        std::vector<float> total(a.size());
        reducer.start(any_scope(), total.data(), a.data(), b.data(), a.size());
        reducer.finish(any_scope(), started.data(), total.data(), a.size());
        return started;
    }
    EXPECT_EQ(std::memcmp(started.data(), folded.data(), a.size() * sizeof(T)), 0);
    return started;
}

template <class T>
T reference(ReduceOp op, T a, T b) {
    switch (op) {
        case ReduceOp::min:
            return a < b ? a : b;
        case ReduceOp::max:
            return a > b ? a : b;
        case ReduceOp::sum:
            return static_cast<T>(static_cast<unsigned __int128>(a) + static_cast<unsigned __int128>(b));
        case ReduceOp::prod:
            return static_cast<T>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
        case ReduceOp::bit_and:
            return static_cast<T>(a & b);
        case ReduceOp::bit_or:
            return static_cast<T>(a | b);
        case ReduceOp::bit_xor:
            return static_cast<T>(a ^ b);
    }
    return 0;
}

constexpr ReduceOp kOps[] = {ReduceOp::min,     ReduceOp::max,    ReduceOp::sum,    ReduceOp::prod,
                             ReduceOp::bit_and, ReduceOp::bit_or, ReduceOp::bit_xor};

template <class T>
void check_pairs(ElementKind kind, const std::vector<T>& values) {
    std::vector<T> a, b;
    for (const T x : values)
        for (const T y : values) a.push_back(x), b.push_back(y);
    for (const ReduceOp op : kOps) {
        const std::vector<T> result = combine(kind, op, a, b);
        for (size_t i = 0; i < a.size(); ++i)
            ASSERT_EQ(result[i], reference(op, a[i], b[i]))
                << "op " << static_cast<int>(op) << " of " << +a[i] << ", " << +b[i];
    }
}

template <class T>
std::vector<T> all_values() {
    std::vector<T> values;
    for (int i = 0; i < 256; ++i) values.push_back(static_cast<T>(i));
    return values;
}

template <class T>
std::vector<T> corners() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values;
    for (const T near : {T(0), Limits::max(), Limits::min(), static_cast<T>(Limits::max() / 2),
                         static_cast<T>(Limits::max() / 3)})
        for (int step = -2; step <= 2; ++step)
            values.push_back(static_cast<T>(near + static_cast<uint64_t>(step)));
    return values;
}

TEST(IntegerReducer, IsRightForAllPairs) {
    check_pairs(ElementKind::int8, all_values<int8_t>());
    check_pairs(ElementKind::uint8, all_values<uint8_t>());
}

TEST(IntegerReducer, IsRightAndWrapsAtTheCorners) {
    check_pairs(ElementKind::int16, corners<int16_t>());
    check_pairs(ElementKind::int32, corners<int32_t>());
    check_pairs(ElementKind::int64, corners<int64_t>());
    check_pairs(ElementKind::uint16, corners<uint16_t>());
    check_pairs(ElementKind::uint32, corners<uint32_t>());
    check_pairs(ElementKind::uint64, corners<uint64_t>());
}

template <class T>
void check_floats(ElementKind kind) {
    const T nan = static_cast<T>(kNan), infinity = static_cast<T>(kInfinity);
    const std::vector<T> a{1, -2, T(0.0), T(-0.0), nan, 3, nan, infinity, -infinity};
    const std::vector<T> b{2, -3, T(-0.0), T(0.0), 5, nan, nan, 1, nan};
    const auto expect = [&](ReduceOp op, std::vector<T> expected) {
        const std::vector<T> result = combine(kind, op, a, b);
        for (size_t i = 0; i < a.size(); ++i) {
            if (std::isnan(expected[i])) {
                EXPECT_TRUE(std::isnan(result[i])) << i;
                continue;
            }
            EXPECT_EQ(result[i], expected[i]) << i;
            EXPECT_EQ(std::signbit(result[i]), std::signbit(expected[i])) << i;
        }
    };
    expect(ReduceOp::min, {1, -3, T(0.0), T(-0.0), 5, 3, nan, 1, -infinity});
    expect(ReduceOp::max, {2, -2, T(0.0), T(-0.0), 5, 3, nan, infinity, -infinity});
    expect(ReduceOp::sum, {3, -5, 0, 0, nan, nan, nan, infinity, nan});
    expect(ReduceOp::prod, {2, 6, T(-0.0), T(-0.0), nan, nan, nan, infinity, nan});
}

TEST(FloatReducer, LetsNumbersWinOverNan) {
    check_floats<float>(ElementKind::float32);
    check_floats<double>(ElementKind::float64);
}

/// 1 + three times half a unit in the last place: rounded at each step it stays 1.
TEST(ShortFloatReducer, RoundsOnceAtTheEnd) {
    const HostReducer& half = host_reducer(ElementKind::half, ReduceOp::sum);
    const uint16_t one = 0x3c00, half_unit = 0x1000;  // 2^-11
    float total;
    half.start(any_scope(), &total, &one, &half_unit, 1);
    half.fold(any_scope(), &total, &half_unit, 1);
    half.fold(any_scope(), &total, &half_unit, 1);
    uint16_t result;
    half.finish(any_scope(), &result, &total, 1);
    EXPECT_EQ(result, one + 2) << "1 + 1.5 units, ties to even";

    const HostReducer& bfloat16 = host_reducer(ElementKind::bfloat16, ReduceOp::sum);
    const uint16_t b_one = 0x3f80, b_half_unit = 0x3b80;  // 2^-8
    bfloat16.start(any_scope(), &total, &b_one, &b_half_unit, 1);
    bfloat16.fold(any_scope(), &total, &b_half_unit, 1);
    bfloat16.finish(any_scope(), &result, &total, 1);
    EXPECT_EQ(result, b_one + 1);
}

TEST(ShortFloatReducer, OverflowsToInfinityOnlyAtTheEnd) {
    const std::vector<uint16_t> big{0x7bff}, minus{0xfbff};  // 65504
    EXPECT_EQ(combine(ElementKind::half, ReduceOp::sum, big, big)[0], 0x7c00);
    const HostReducer& half = host_reducer(ElementKind::half, ReduceOp::sum);
    float total;
    half.start(any_scope(), &total, big.data(), big.data(), 1);
    half.fold(any_scope(), &total, minus.data(), 1);
    uint16_t result;
    half.finish(any_scope(), &result, &total, 1);
    EXPECT_EQ(result, 0x7bff);
}

TEST(ShortFloatReducer, OrdersByValueNotByBits) {
    const std::vector<uint16_t> a{0x3c00, 0xbc00, 0x7e00}, b{0xc000, 0xc000, 0x3c00};  // 1 -1 nan, -2 -2 1
    EXPECT_EQ(combine(ElementKind::half, ReduceOp::min, a, b),
              (std::vector<uint16_t>{0xc000, 0xc000, 0x3c00}));
    EXPECT_EQ(combine(ElementKind::half, ReduceOp::max, a, b),
              (std::vector<uint16_t>{0x3c00, 0xbc00, 0x3c00}));
}

}  // namespace
}  // namespace omni::coll
