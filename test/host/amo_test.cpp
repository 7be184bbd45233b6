// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic memory operations: every operation of every type of the tables on a neighbour and on oneself, exact
// results under contention, rounding, errors.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "common.h"

namespace omni::test {
namespace {

// ---- Every operation of every type, on an element that nobody else uses ----

template <class T>
struct Extended {
    T (*fetch)(const T*, int);
    void (*set)(T*, T, int);
    T (*swap)(T*, T, int);

    void run(T* element, int pe) const {
        const T first = sample<T>(1), second = sample<T>(2);
        EXPECT_TRUE(same(fetch(element, pe), poison<T>()));
        set(element, first, pe);
        nvshmem_quiet();
        EXPECT_TRUE(same(fetch(element, pe), first));
        EXPECT_TRUE(same(swap(element, second, pe), first));
    }
    T result() const { return sample<T>(2); }
};

template <class T>
struct Standard {
    T (*compare_swap)(T*, T, T, int);
    void (*add)(T*, T, int);
    void (*inc)(T*, int);
    T (*fetch_add)(T*, T, int);
    T (*fetch_inc)(T*, int);

    static constexpr T largest = std::numeric_limits<T>::max();

    /// Sums are made unsigned, where they may wrap.
    static T sum(T a, std::make_unsigned_t<T> b) {
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + b);
    }

    void run(T* element, int pe) const {
        const T first = sample<T>(3), second = sample<T>(4);
        EXPECT_EQ(compare_swap(element, first, second, pe), poison<T>()) << "differs, so it stays";
        EXPECT_EQ(compare_swap(element, poison<T>(), first, pe), poison<T>());
        EXPECT_EQ(fetch_add(element, second, pe), first);
        EXPECT_EQ(compare_swap(element, sum(first, second), largest, pe), sum(first, second));
        EXPECT_EQ(fetch_inc(element, pe), largest) << "and wraps";
        add(element, second, pe);
        inc(element, pe);
        nvshmem_quiet();
    }
    T result() const { return sum(sum(largest, sample<T>(4)), 2); }
};

template <class T>
struct Bitwise {
    void (*band)(T*, T, int);
    void (*bor)(T*, T, int);
    void (*bxor)(T*, T, int);
    T (*fetch_and)(T*, T, int);
    T (*fetch_or)(T*, T, int);
    T (*fetch_xor)(T*, T, int);

    static constexpr int a = 5, b = 6, c = 7;

    static T after_fetching() {
        return static_cast<T>(((poison<T>() & sample<T>(a)) | sample<T>(b)) ^ sample<T>(c));
    }

    void run(T* element, int pe) const {
        EXPECT_EQ(fetch_and(element, sample<T>(a), pe), poison<T>());
        EXPECT_EQ(fetch_or(element, sample<T>(b), pe), poison<T>() & sample<T>(a));
        EXPECT_EQ(fetch_xor(element, sample<T>(c), pe), (poison<T>() & sample<T>(a)) | sample<T>(b));
        bxor(element, sample<T>(a), pe);
        nvshmem_fence();
        band(element, sample<T>(b), pe);
        nvshmem_fence();
        bor(element, sample<T>(c), pe);
        nvshmem_quiet();
    }
    T result() const { return ((after_fetching() ^ sample<T>(a)) & sample<T>(b)) | sample<T>(c); }
};

/// A sum whose correctly rounded value is known.
template <class T>
struct Sum {
    T start, addend, expected;
};

template <class T>
struct Floating {
    void (*set)(T*, T, int);
    void (*add)(T*, T, int);
    T (*fetch_add)(T*, T, int);
    std::vector<Sum<T>> sums;

    void run(T* element, int pe) const {
        for (const Sum<T>& sum : sums) {
            set(element, sum.start, pe);
            nvshmem_quiet();
            EXPECT_TRUE(same(fetch_add(element, sum.addend, pe), sum.start));
            EXPECT_TRUE(same(fetch_add(element, T{}, pe), sum.expected));
            set(element, sum.start, pe);
            nvshmem_fence();
            add(element, sum.addend, pe);
            nvshmem_quiet();
            EXPECT_TRUE(same(fetch_add(element, T{}, pe), sum.expected));
        }
    }
    T result() const { return sums.back().expected; }
};

half half_of(uint16_t bits) { return std::bit_cast<half>(bits); }

template <class T>
std::vector<Sum<T>> known_sums() {
    using limits = std::numeric_limits<T>;
    const T tie = 2 / limits::epsilon();  // from here on odd numbers lie half-way between two neighbours
    return {{tie, 1, tie},
            {tie, 3, tie + 4},
            {limits::denorm_min(), limits::denorm_min(), 2 * limits::denorm_min()},
            {limits::max(), limits::max(), limits::infinity()},
            {1.5, -2.75, -1.25}};
}

template <>
std::vector<Sum<half>> known_sums<half>() {
    const auto sum = [](uint16_t a, uint16_t b, uint16_t c) {
        return Sum<half>{half_of(a), half_of(b), half_of(c)};
    };
    return {sum(0x6800, 0x3c00, 0x6800),   // 2048 + 1: a tie, to even
            sum(0x6800, 0x4200, 0x6802),   // 2048 + 3: a tie, to 2052
            sum(0x0001, 0x0001, 0x0002),   // the smallest subnormals
            sum(0x03ff, 0x0001, 0x0400),   // the largest subnormal becomes normal
            sum(0x7bff, 0x4800, 0x7bff),   // 65504 + 8
            sum(0x7bff, 0x4c00, 0x7c00),   // 65504 + 16: infinity
            sum(0xfbff, 0xcc00, 0xfc00),   // the same below zero
            sum(0x3c00, 0xbc00, 0x0000)};  // 1 - 1
}

/// Runs the operations on an element of `pe`; what lies beside it stays.
template <class T, class Operations>
void check(const char* name, const Operations& operations, int pe) {
    SCOPED_TRACE(name);
    Symmetric<T> elements(3);
    operations.run(&elements[1], pe);
    nvshmem_barrier_all();
    EXPECT_TRUE(same(elements[0], poison<T>()));
    EXPECT_TRUE(same(elements[1], operations.result()));
    EXPECT_TRUE(same(elements[2], poison<T>()));
}

#define EXTENDED(NAME, TYPE)                                                               \
    check<TYPE>(#NAME,                                                                     \
                Extended<TYPE>{nvshmem_##NAME##_atomic_fetch, nvshmem_##NAME##_atomic_set, \
                               nvshmem_##NAME##_atomic_swap},                              \
                pe);
#define STANDARD(NAME, TYPE)                                                                      \
    check<TYPE>(#NAME,                                                                            \
                Standard<TYPE>{nvshmem_##NAME##_atomic_compare_swap, nvshmem_##NAME##_atomic_add, \
                               nvshmem_##NAME##_atomic_inc, nvshmem_##NAME##_atomic_fetch_add,    \
                               nvshmem_##NAME##_atomic_fetch_inc},                                \
                pe);
#define BITWISE(NAME, TYPE)                                                                         \
    check<TYPE>(#NAME,                                                                              \
                Bitwise<TYPE>{nvshmem_##NAME##_atomic_and, nvshmem_##NAME##_atomic_or,              \
                              nvshmem_##NAME##_atomic_xor, nvshmem_##NAME##_atomic_fetch_and,       \
                              nvshmem_##NAME##_atomic_fetch_or, nvshmem_##NAME##_atomic_fetch_xor}, \
                pe);
#define FLOATING(NAME, TYPE)                                                              \
    check<TYPE>(#NAME,                                                                    \
                Floating<TYPE>{nvshmem_##NAME##_atomic_set, nvshmemx_##NAME##_atomic_add, \
                               nvshmemx_##NAME##_atomic_fetch_add, known_sums<TYPE>()},   \
                pe);

void check_extended(int pe) { NVSHMEM_FOR_EACH_AMO_EXTENDED_TYPE(EXTENDED) }
void check_standard(int pe) { NVSHMEM_FOR_EACH_AMO_STANDARD_TYPE(STANDARD) }
void check_bitwise(int pe) { NVSHMEM_FOR_EACH_AMO_BITWISE_TYPE(BITWISE) }
void check_floating(int pe){NVSHMEM_FOR_EACH_AMO_FLOAT_TYPE(FLOATING)}

PE_TEST(Amo, FetchSetAndSwapOfEveryType) {
    check_extended(Ring().right);
}
PE_TEST(Amo, CompareSwapAddAndIncrementOfEveryType) { check_standard(Ring().right); }
PE_TEST(Amo, BitwiseOfEveryType) { check_bitwise(Ring().right); }
PE_TEST(Amo, FloatingAddsRoundToNearestEven) { check_floating(Ring().right); }

PE_TEST(Amo, BC13_EveryOperationOnOneself) {
    const int me = nvshmem_my_pe();
    check_extended(me);
    check_standard(me);
    check_bitwise(me);
    check_floating(me);
}

// ---- Many PEs on one element ----

template <class T>
void fill(Symmetric<T>& array, T value) {
    std::fill(array.begin(), array.end(), value);
    nvshmem_barrier_all();
}

PE_TEST(AmoContention, EveryTicketIsDrawnOnce) {
    const Ring ring;
    const int each = rounds(10000, 100000);
    Symmetric<unsigned> next(1);
    Symmetric<int> drawn(static_cast<size_t>(each * ring.pes));
    fill(next, 0u);
    fill(drawn, 0);
    for (int i = 0; i < each; ++i) {
        const unsigned ticket = nvshmem_uint_atomic_fetch_inc(next.data(), 0);
        ASSERT_LT(ticket, drawn.size());
        nvshmem_int_atomic_inc(&drawn[ticket], 0);
    }
    nvshmem_barrier_all();
    if (ring.me != 0) return;
    EXPECT_EQ(next[0], drawn.size());
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), 1), static_cast<long>(drawn.size()));
}

void increment_by_compare_swap(long* counter, int pe) {
    for (long seen = nvshmem_long_atomic_fetch(counter, pe);;) {
        const long before = nvshmem_long_atomic_compare_swap(counter, seen, seen + 1, pe);
        if (before == seen) return;
        seen = before;
    }
}

void increment(long* counter, int pe, int way) {
    switch (way % 4) {
        case 0:
            return nvshmem_long_atomic_inc(counter, pe);
        case 1:
            return nvshmem_long_atomic_add(counter, 1, pe);
        case 2:
            nvshmem_long_atomic_fetch_add(counter, 1, pe);
            return;
        default:
            return increment_by_compare_swap(counter, pe);
    }
}

PE_TEST(AmoContention, DifferentWaysToIncrementLoseNothing) {
    const Ring ring;
    const int each = rounds(20000, 200000), target = ring.pes - 1;
    Symmetric<long> counter(1);
    fill(counter, 0L);
    for (int i = 0; i < each; ++i) increment(counter.data(), target, ring.me + i);
    nvshmem_barrier_all();
    if (ring.me == target) {
        EXPECT_EQ(counter[0], static_cast<long>(each) * ring.pes);
    }
}

PE_TEST(AmoContention, SwapsConserveWhatGoesRound) {
    const Ring ring;
    const int each = rounds(10000, 100000);
    Symmetric<uint64_t> slot(1), balance(1);
    fill(slot, uint64_t{1});
    fill(balance, uint64_t{0});
    for (int i = 0; i < each; ++i) {
        const uint64_t in = static_cast<uint64_t>(ring.me + 1) << 32 | static_cast<uint64_t>(i);
        const uint64_t out = nvshmem_uint64_atomic_swap(slot.data(), in, 0);
        nvshmem_uint64_atomic_add(balance.data(), in - out, 0);
    }
    nvshmem_barrier_all();
    if (ring.me == 0) {
        EXPECT_EQ(balance[0], slot[0] - 1);
    }
}

PE_TEST(AmoContention, EveryPeKeepsItsBits) {
    const Ring ring;
    ASSERT_LE(ring.pes, 32);
    const int each = rounds(10000, 100000) | 1;
    const uint64_t mine = uint64_t{1} << ring.me | uint64_t{1} << (63 - ring.me);
    Symmetric<uint64_t> word(1), expected(1);
    fill(word, uint64_t{0});
    fill(expected, uint64_t{0});
    for (int i = 0; i < each; ++i) nvshmem_uint64_atomic_xor(word.data(), mine, 0);
    nvshmem_uint64_atomic_fetch_xor(expected.data(), mine, 0);
    for (int i = 0; i < each; ++i) {
        nvshmem_uint64_atomic_fetch_and(word.data(), ~mine, 0);
        nvshmem_uint64_atomic_fetch_or(word.data(), mine, 0);
    }
    nvshmem_barrier_all();
    if (ring.me == 0) {
        EXPECT_EQ(word[0], expected[0]);
    }
}

template <class T>
void add_and_take_back(Symmetric<T>& sums, T one, T minus_one, void (*add)(T*, T, int)) {
    const Ring ring;
    fill(sums, T{});
    for (int left = rounds(4000, 40000); left > 0; --left) {
        for (const int i : {ring.me, ring.right}) add(&sums[static_cast<size_t>(i)], one, 0);
        if (left == 1) break;
        for (const int i : {ring.me, ring.right}) add(&sums[static_cast<size_t>(i)], minus_one, 0);
    }
    nvshmem_barrier_all();
}

// Two PEs on each element, and others on the elements beside it. All sums on the way are exact.
PE_TEST(AmoContention, FloatingAddsLoseNothing) {
    const Ring ring;
    Symmetric<float> floats(static_cast<size_t>(ring.pes));
    Symmetric<double> doubles(floats.size());
    Symmetric<half> halves(floats.size());
    add_and_take_back(floats, 1.0f, -1.0f, nvshmemx_float_atomic_add);
    add_and_take_back(doubles, 1.0, -1.0, nvshmemx_double_atomic_add);
    add_and_take_back(halves, half_of(0x3c00), half_of(0xbc00), nvshmemx_half_atomic_add);
    for (size_t i = 0; ring.me == 0 && i < floats.size(); ++i) {
        EXPECT_EQ(floats[i], 2.0f);
        EXPECT_EQ(doubles[i], 2.0);
        EXPECT_TRUE(same(halves[i], half_of(0x4000)));
    }
}

// ---- Errors: told, and nothing is done ----

PE_TEST(AmoErrors, MisalignedElement) {
    const Ring ring;
    Symmetric<long> elements(2);
    ReturnedErrors errors;
    char* bytes = reinterpret_cast<char*>(elements.data());
    nvshmem_long_atomic_add(reinterpret_cast<long*>(bytes + 1), 1, ring.right);
    errors.expect("nvshmem_long_atomic_add", {"dest", "not aligned", "multiple of 8"});
    EXPECT_EQ(nvshmem_int_atomic_swap(reinterpret_cast<int*>(bytes + 2), 1, ring.right), 0);
    errors.expect("nvshmem_int_atomic_swap", {"dest", "not aligned", "multiple of 4"});
    nvshmem_half_atomic_set(reinterpret_cast<half*>(bytes + 1), half_of(1), ring.right);
    errors.expect("nvshmem_half_atomic_set", {"dest", "not aligned", "multiple of 2"});
    nvshmem_barrier_all();
    EXPECT_EQ(elements[0], poison<long>());
}

PE_TEST(AmoErrors, NoSymmetricAddress) {
    const Ring ring;
    int on_stack = 5;
    ReturnedErrors errors;
    EXPECT_EQ(nvshmem_int_atomic_fetch_add(&on_stack, 1, ring.right), 0);
    errors.expect("nvshmem_int_atomic_fetch_add", {"dest", "no symmetric address", "nvshmem_malloc"});
    nvshmem_int_atomic_inc(nullptr, ring.right);
    errors.expect("nvshmem_int_atomic_inc", {"dest is null"});
    EXPECT_EQ(on_stack, 5);
}

PE_TEST(AmoErrors, NoSuchPe) {
    const Ring ring;
    Symmetric<unsigned> element(1);
    ReturnedErrors errors;
    EXPECT_EQ(nvshmem_uint_atomic_fetch_or(element.data(), 1, ring.pes), 0u);
    errors.expect("nvshmem_uint_atomic_fetch_or", {"pe is", std::to_string(ring.pes).c_str()});
    nvshmem_uint_atomic_xor(element.data(), 1, -1);
    errors.expect("nvshmem_uint_atomic_xor", {"pe is -1"});
    EXPECT_EQ(nvshmem_uint_atomic_compare_swap(element.data(), poison<unsigned>(), 1, INT32_MIN), 0u);
    errors.expect("nvshmem_uint_atomic_compare_swap", {"pe is -2147483648"});
    nvshmem_barrier_all();
    EXPECT_EQ(element[0], poison<unsigned>());
}

PE_TEST(AmoErrors, BC27_MappedAddressOfAPeer) {
    const Ring ring;
    Symmetric<int> element(1);
    ReturnedErrors errors;
    int* theirs = static_cast<int*>(nvshmem_ptr(element.data(), ring.right));
    if (ring.right == ring.me || !theirs) return;
    nvshmem_int_atomic_inc(theirs, ring.right);
    const std::string owner = "mapped address of PE " + std::to_string(ring.right);
    errors.expect("nvshmem_int_atomic_inc", {"dest", owner.c_str()});
    EXPECT_EQ(nvshmem_int_atomic_fetch(element.data(), ring.right), poison<int>());
}

}  // namespace
}  // namespace omni::test
