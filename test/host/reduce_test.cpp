// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// reduce and reducescatter: every type and operator, odd counts on both sides of each change of algorithm,
// every kind of team, in place. The reference combines in rank order, as the library says it does, so that
// floating results are compared bit for bit.
#include <cmath>
#include <limits>

#include "pattern.h"
#include "teams.h"

namespace omni::test {
namespace {

// ---- The 16-bit formats, by arithmetic and not by bits ----

/// The nearest number with `digits` binary digits, ties to even; smallest exponent as given.
double round_to(double value, int digits, int least_exponent) {
    if (value == 0 || !std::isfinite(value)) return value;
    int exponent;
    std::frexp(value, &exponent);
    const int unit = std::max(exponent - digits, least_exponent);
    return std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
}

struct HalfFormat {
    using Bits = half;
    static constexpr int digits = 11, bias = 15;
    static constexpr double limit = 65520;
};
struct Bfloat16Format {
    using Bits = __nv_bfloat16;
    static constexpr int digits = 8, bias = 127;
    static constexpr double limit = std::numeric_limits<double>::infinity();
};

template <class Format>
typename Format::Bits encode(double value) {
    constexpr int fraction = Format::digits - 1;
    const double rounded = round_to(std::fabs(value), Format::digits, 1 - Format::bias - fraction);
    int exponent;
    const double mantissa = std::frexp(rounded, &exponent);
    unsigned bits;
    if (rounded >= Format::limit)
        bits = (2 * Format::bias + 1) << fraction;
    else if (rounded == 0)
        bits = 0;
    else
        bits = static_cast<unsigned>((exponent - 1 + Format::bias) << fraction) +
               static_cast<unsigned>(std::ldexp(mantissa, Format::digits)) - (1u << fraction);
    return std::bit_cast<typename Format::Bits>(
        static_cast<uint16_t>(bits | (std::signbit(value) ? 0x8000u : 0)));
}

// ---- Contributions and their combination ----

/// How a type is combined: `Total`, and the way from and to the type.
template <class T>
struct Arithmetic {
    using Total = T;
    static T from(T total) { return total; }
};
template <>
struct Arithmetic<half> {
    using Total = float;
    static half from(float total) { return encode<HalfFormat>(total); }
};
template <>
struct Arithmetic<__nv_bfloat16> {
    using Total = float;
    static __nv_bfloat16 from(float total) { return encode<Bfloat16Format>(total); }
};
template <class T>
using TotalOf = typename Arithmetic<T>::Total;

/// Element `i` of PE `pe`, as a total: positive and negative, fractions where there are any, all exact in 8
/// binary digits.
template <class T>
TotalOf<T> contribution(int pe, size_t i) {
    using Total = TotalOf<T>;
    const unsigned seed = static_cast<unsigned>(pe) * 37 + static_cast<unsigned>(i) * 11;
    if constexpr (std::is_floating_point_v<Total>)
        return static_cast<Total>(static_cast<int>(seed % 253) - 120) /
               static_cast<Total>(1 + pe % 3 * 3 + (seed % 5 == 0));
    else
        return static_cast<Total>(seed * 0x9e3779b97f4a7c15ull >> 7);
}

template <class T>
Pattern<T> stored(int pe) {
    return Pattern<T>([=](size_t i) { return Arithmetic<T>::from(contribution<T>(pe, i)); });
}

enum class Op { min, max, sum, prod, bit_and, bit_or, bit_xor };

template <class Total>
Total apply(Op op, Total a, Total b) {
    if (op == Op::min) return a < b ? a : b;
    if (op == Op::max) return a > b ? a : b;
    if constexpr (std::is_floating_point_v<Total>) {
        return op == Op::sum ? a + b : a * b;
    } else {
        const unsigned long long x = static_cast<unsigned long long>(a),
                                 y = static_cast<unsigned long long>(b);
        switch (op) {
            case Op::sum:
                return static_cast<Total>(x + y);
            case Op::prod:
                return static_cast<Total>(x * y);
            case Op::bit_and:
                return static_cast<Total>(x & y);
            case Op::bit_or:
                return static_cast<Total>(x | y);
            default:
                return static_cast<Total>(x ^ y);
        }
    }
}

/// What is stored is what is combined: of the short formats the rounded number.
template <class T>
TotalOf<T> as_total(int pe, size_t i) {
    if constexpr (std::is_same_v<T, half>)
        return static_cast<float>(round_to(contribution<T>(pe, i), HalfFormat::digits, -24));
    else if constexpr (std::is_same_v<T, __nv_bfloat16>)
        return static_cast<float>(round_to(contribution<T>(pe, i), Bfloat16Format::digits, -133));
    else
        return contribution<T>(pe, i);
}

template <class T>
Pattern<T> expected(Op op, const std::vector<int>& members) {
    return Pattern<T>([&](size_t i) {
        TotalOf<T> total = as_total<T>(members[0], i);
        for (size_t rank = 1; rank < members.size(); ++rank)
            total = apply(op, total, as_total<T>(members[rank], i));
        return Arithmetic<T>::from(total);
    });
}

// ---- The calls ----

template <class T>
struct Reduction {
    Op op;
    int (*reduce)(nvshmem_team_t, T*, const T*, size_t);
    int (*reducescatter)(nvshmem_team_t, T*, const T*, size_t);
};

#define CALLS(NAME, OP, KIND) {KIND, nvshmem_##NAME##_##OP##_reduce, nvshmem_##NAME##_##OP##_reducescatter}
#define ARITHMETIC(NAME)                                                             \
    CALLS(NAME, min, Op::min), CALLS(NAME, max, Op::max), CALLS(NAME, sum, Op::sum), \
        CALLS(NAME, prod, Op::prod)
#define BITWISE(NAME) \
    CALLS(NAME, and, Op::bit_and), CALLS(NAME, or, Op::bit_or), CALLS(NAME, xor, Op::bit_xor)

/// Buffers of one type, one element off the place that the heap gives.
template <class T>
struct Arena {
    explicit Arena(size_t most) : most(most) {}

    /// Collective over the world. The destination holds elements of the source where it is `in_place`.
    void prepare(size_t count, size_t in_place) {
        mine.write(source(), 0, count * pes);
        dests.prepare(count * pes + 1);
        mine.write(dest(), 0, in_place);
        nvshmem_barrier_all();
    }
    T* source() { return sources.data() + 1; }
    T* dest() { return dests.data() + 1; }

    size_t most, pes = static_cast<size_t>(nvshmem_n_pes());
    Pattern<T> mine = stored<T>(nvshmem_my_pe());
    Symmetric<T> sources{most * pes + 1};
    Destination<T> dests{most * pes + 1};
};

/// All four forms on one team; collective over the world.
template <class T>
void check(const Reduction<T>& calls, const SplitTeam& team, Arena<T>& arena, const Pattern<T>& result,
           size_t count) {
    SCOPED_TRACE(testing::Message() << "operator " << static_cast<int>(calls.op) << ", " << count
                                    << " elements");
    const bool member = team.is_member();
    const size_t blocks = count * team.members().size();
    const size_t own = member ? static_cast<size_t>(team.rank()) * count : 0;
    const auto run = [&](const char* form, auto call, bool in_place, size_t read, size_t first) {
        SCOPED_TRACE(testing::Message() << form << (in_place ? " in place" : ""));
        arena.prepare(count, in_place && member ? read : 0);
        if (member) {
            EXPECT_EQ(call(team.handle(), arena.dest(), in_place ? arena.dest() : arena.source(), count), 0);
            EXPECT_TRUE(result.is_at(arena.dest(), first, count));
        }
        nvshmem_barrier_all();
        EXPECT_TRUE(arena.dests.ends_at(1 + (!member ? 0 : in_place ? read : count)));
    };
    run("reduce", calls.reduce, false, count, 0);
    run("reduce", calls.reduce, true, count, 0);
    run("reducescatter", calls.reducescatter, false, blocks, own);
    run("reducescatter", calls.reducescatter, true, blocks, own);
}

template <class T>
void check(const Reduction<T>& calls, const SplitTeam& team, Arena<T>& arena,
           std::initializer_list<size_t> counts) {
    const Pattern<T> result = expected<T>(calls.op, team.members());
    for (const size_t count : counts) check(calls, team, arena, result, count);
}

template <class T>
void check_type(const char* name, std::initializer_list<Reduction<T>> all) {
    SCOPED_TRACE(name);
    const SplitTeam team("world", 0, 1, nvshmem_n_pes());
    Arena<T> arena(5001);
    // The last count goes by slices and by reading.
    for (const Reduction<T>& calls : all) check(calls, team, arena, {3, 33, 5001 / sizeof(T)});
}

PE_TEST(Reduce, BC18_AllFloatingTypes) {
    check_type<float>("float", {ARITHMETIC(float)});
    check_type<double>("double", {ARITHMETIC(double)});
    check_type<half>("half", {ARITHMETIC(half)});
    check_type<__nv_bfloat16>("bfloat16", {ARITHMETIC(bfloat16)});
}

PE_TEST(Reduce, BC18_AllSignedTypes) {
    check_type<char>("char", {ARITHMETIC(char)});
    check_type<signed char>("schar", {ARITHMETIC(schar)});
    check_type<short>("short", {ARITHMETIC(short)});
    check_type<int>("int", {ARITHMETIC(int)});
    check_type<long>("long", {ARITHMETIC(long)});
    check_type<long long>("longlong", {ARITHMETIC(longlong)});
    check_type<int8_t>("int8", {ARITHMETIC(int8), BITWISE(int8)});
    check_type<int16_t>("int16", {ARITHMETIC(int16), BITWISE(int16)});
    check_type<int32_t>("int32", {ARITHMETIC(int32), BITWISE(int32)});
    check_type<int64_t>("int64", {ARITHMETIC(int64), BITWISE(int64)});
}

PE_TEST(Reduce, BC18_AllUnsignedTypes) {
    check_type<unsigned char>("uchar", {ARITHMETIC(uchar), BITWISE(uchar)});
    check_type<unsigned short>("ushort", {ARITHMETIC(ushort), BITWISE(ushort)});
    check_type<unsigned>("uint", {ARITHMETIC(uint), BITWISE(uint)});
    check_type<unsigned long>("ulong", {ARITHMETIC(ulong), BITWISE(ulong)});
    check_type<unsigned long long>("ulonglong", {ARITHMETIC(ulonglong), BITWISE(ulonglong)});
    check_type<uint8_t>("uint8", {ARITHMETIC(uint8), BITWISE(uint8)});
    check_type<uint16_t>("uint16", {ARITHMETIC(uint16), BITWISE(uint16)});
    check_type<uint32_t>("uint32", {ARITHMETIC(uint32), BITWISE(uint32)});
    check_type<uint64_t>("uint64", {ARITHMETIC(uint64), BITWISE(uint64)});
    check_type<size_t>("size", {ARITHMETIC(size), BITWISE(size)});
}

template <class T>
void check_teams(const Reduction<T>& calls, std::initializer_list<size_t> counts) {
    Arena<T> arena(*std::max_element(counts.begin(), counts.end()));
    on_every_kind_of_team([&](const SplitTeam& team) { check(calls, team, arena, counts); });
}

PE_TEST(Reduce, BC18_AllTeams) {
    const auto edges = {size_t{1},   size_t{2},   size_t{31},  size_t{511}, size_t{512},
                        size_t{513}, size_t{519}, size_t{520}, size_t{3000}};
    check_teams<double>(CALLS(double, sum, Op::sum), edges);
    check_teams<uint64_t>(CALLS(uint64, xor, Op::bit_xor), edges);
    check_teams<half>(CALLS(half, sum, Op::sum), {1, 7, 2047, 2048, 2049, 2077, 9000});
}

PE_TEST(Reduce, BC18_LargeCounts) {
    const size_t count = long_run() ? (size_t{1} << 20) + 1 : 50001;
    const SplitTeam team("reversed world", nvshmem_n_pes() - 1, nvshmem_n_pes() > 1 ? -1 : 0,
                         nvshmem_n_pes());
    Arena<float> floats(count);
    check<float>(CALLS(float, sum, Op::sum), team, floats, {count});
    Arena<signed char> chars(count);
    check<signed char>(CALLS(schar, prod, Op::prod), team, chars, {count});
}

/// The bits of a sum do not depend on the rank that looks, nor on the algorithm that the count selects.
PE_TEST(Reduce, FloatsAreTheSameBitsOnAllPes) {
    const size_t pes = static_cast<size_t>(nvshmem_n_pes());
    constexpr size_t most = 3000;
    Symmetric<float> source(most), few(100), many(most), all(most * pes);
    for (size_t i = 0; i < most; ++i)
        source[i] = std::exp(
            static_cast<float>((i * 7919 + static_cast<size_t>(nvshmem_my_pe()) * 104729) % 1000) / 30);
    nvshmem_barrier_all();
    ASSERT_EQ(nvshmem_float_sum_reduce(NVSHMEM_TEAM_WORLD, few.data(), source.data(), 100), 0);
    ASSERT_EQ(nvshmem_float_sum_reduce(NVSHMEM_TEAM_WORLD, many.data(), source.data(), most), 0);
    ASSERT_EQ(nvshmem_float_fcollect(NVSHMEM_TEAM_WORLD, all.data(), many.data(), most), 0);
    EXPECT_EQ(std::memcmp(few.data(), many.data(), few.bytes()), 0);
    for (size_t pe = 0; pe < pes; ++pe)
        EXPECT_EQ(std::memcmp(all.data() + pe * most, many.data(), many.bytes()), 0) << "PE " << pe;
}

PE_TEST(Reduce, ANumberWinsOverNan) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<double> source(2), least(2), greatest(2);
    source[0] = me == pes - 1 ? 5 : std::numeric_limits<double>::quiet_NaN();
    source[1] = std::numeric_limits<double>::quiet_NaN();
    nvshmem_double_min_reduce(NVSHMEM_TEAM_WORLD, least.data(), source.data(), 2);
    nvshmem_double_max_reduce(NVSHMEM_TEAM_WORLD, greatest.data(), source.data(), 2);
    EXPECT_EQ(least[0], 5);
    EXPECT_EQ(greatest[0], 5);
    EXPECT_TRUE(std::isnan(least[1]) && std::isnan(greatest[1]));
}

/// Messages in slots by turns, with a destination that is used again at once: nobody else writes to it.
PE_TEST(Reduce, BackToBackIntoOnePlace) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<int64_t> source(3), dest(3);
    for (int64_t call = 0; call < rounds(2000, 20000); ++call) {
        for (int64_t& value : source) value = call * 1000 + me;
        ASSERT_EQ(nvshmem_int64_sum_reduce(NVSHMEM_TEAM_WORLD, dest.data(), source.data(), 3), 0);
        for (const int64_t value : dest)
            ASSERT_EQ(value, call * 1000 * pes + int64_t{pes} * (pes - 1) / 2) << "call " << call;
    }
}

/// By slices others read the source and write the destination: both must be free again when the call returns.
PE_TEST(Reduce, SourcesAreFreeWhenItReturns) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    constexpr size_t count = 2000;
    Symmetric<int64_t> source(count), even(count), odd(count);
    for (int64_t call = 0; call < rounds(300, 3000); ++call) {
        int64_t* dest = call % 2 ? odd.data() : even.data();
        std::fill(source.begin(), source.end(), call * 1000 + me);
        ASSERT_EQ(nvshmem_int64_sum_reduce(NVSHMEM_TEAM_WORLD, dest, source.data(), count), 0);
        std::fill(source.begin(), source.end(), -1);
        const int64_t sum = call * 1000 * pes + int64_t{pes} * (pes - 1) / 2;
        ASSERT_EQ(std::count(dest, dest + count, sum), static_cast<ptrdiff_t>(count)) << "call " << call;
    }
}

}  // namespace
}  // namespace omni::test
