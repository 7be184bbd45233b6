// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Waits and tests, of one element and of several, for every type of the tables: comparisons by the type,
// empty and masked sets, order of what is seen, errors.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <random>
#include <thread>
#include <type_traits>
#include <vector>

#include "common.h"

namespace omni::test {
namespace {

/// The functions of a type under one name each.
template <class T>
struct Calls {
    void (*p)(T*, T, int);
    void (*wait_until)(T*, int, T);
    int (*test)(T*, int, T);
    void (*wait_until_all)(T*, size_t, const int*, int, T);
    void (*wait_until_all_vector)(T*, size_t, const int*, int, T*);
    int (*test_all)(T*, size_t, const int*, int, T);
    int (*test_all_vector)(T*, size_t, const int*, int, T*);
    size_t (*wait_until_any)(T*, size_t, const int*, int, T);
    size_t (*wait_until_any_vector)(T*, size_t, const int*, int, T*);
    size_t (*test_any)(T*, size_t, const int*, int, T);
    size_t (*test_any_vector)(T*, size_t, const int*, int, T*);
    size_t (*wait_until_some)(T*, size_t, size_t*, const int*, int, T);
    size_t (*wait_until_some_vector)(T*, size_t, size_t*, const int*, int, T*);
    size_t (*test_some)(T*, size_t, size_t*, const int*, int, T);
    size_t (*test_some_vector)(T*, size_t, size_t*, const int*, int, T*);
};

#define FORMS(NAME, WHAT) nvshmem_##NAME##_##WHAT, nvshmem_##NAME##_##WHAT##_vector
#define CALLS(NAME, TYPE)                                                                                    \
    Calls<TYPE> {                                                                                            \
        nvshmem_##NAME##_p, nvshmem_##NAME##_wait_until, nvshmem_##NAME##_test, FORMS(NAME, wait_until_all), \
            FORMS(NAME, test_all), FORMS(NAME, wait_until_any), FORMS(NAME, test_any),                       \
            FORMS(NAME, wait_until_some), FORMS(NAME, test_some)                                             \
    }

/// Runs `body(calls)` for every type.
template <class Body>
void for_each_type(Body body) {
#define RUN(NAME, TYPE)          \
    {                            \
        SCOPED_TRACE(#NAME);     \
        body(CALLS(NAME, TYPE)); \
    }
    NVSHMEM_FOR_EACH_WAIT_TYPE(RUN)
#undef RUN
}

template <class T>
void set_all(Symmetric<T>& array, T value) {
    std::fill(array.begin(), array.end(), value);
    nvshmem_barrier_all();
}

// ---- One element ----

constexpr int kComparisons[] = {NVSHMEM_CMP_EQ, NVSHMEM_CMP_NE, NVSHMEM_CMP_GT,
                                NVSHMEM_CMP_LE, NVSHMEM_CMP_LT, NVSHMEM_CMP_GE};

template <class T>
bool holds(T left, int cmp, T right) {
    switch (cmp) {
        case NVSHMEM_CMP_EQ:
            return left == right;
        case NVSHMEM_CMP_NE:
            return left != right;
        case NVSHMEM_CMP_GT:
            return left > right;
        case NVSHMEM_CMP_LE:
            return left <= right;
        case NVSHMEM_CMP_LT:
            return left < right;
        case NVSHMEM_CMP_GE:
            return left >= right;
    }
    return false;
}

PE_TEST(Wait, TestsCompareByTheType) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        const T values[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(),
                            std::numeric_limits<T>::max()};
        Symmetric<T> element(1);
        for (const T seen : values) {
            element[0] = seen;
            for (const T value : values)
                for (const int cmp : kComparisons)
                    EXPECT_EQ(calls.test(element.data(), cmp, value), holds(seen, cmp, value))
                        << +seen << " by " << cmp << " with " << +value;
        }
    });
}

/// From the wrong to the right side of each comparison; the signed minimum is an unsigned middle.
template <class T>
struct Change {
    int cmp;
    T before, after, compared_with;
};

template <class T>
std::vector<Change<T>> changes() {
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return {{NVSHMEM_CMP_EQ, low, high, high}, {NVSHMEM_CMP_NE, 3, low, 3}, {NVSHMEM_CMP_GT, 3, high, 3},
            {NVSHMEM_CMP_GE, low, 3, 3},       {NVSHMEM_CMP_LT, 3, low, 3}, {NVSHMEM_CMP_LE, high, 3, 3}};
}

// The left neighbour sends data, then the value; who sees the value sees the data.
PE_TEST(Wait, BC12_EveryComparisonOfEveryType) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        const Ring ring;
        Symmetric<T> element(1), data(1);
        for (const Change<T>& change : changes<T>()) {
            set_all(element, change.before);
            EXPECT_FALSE(calls.test(element.data(), change.cmp, change.compared_with));
            nvshmem_barrier_all();
            calls.p(data.data(), static_cast<T>(change.cmp), ring.right);
            nvshmem_fence();
            calls.p(element.data(), change.after, ring.right);
            calls.wait_until(element.data(), change.cmp, change.compared_with);
            EXPECT_EQ(data[0], static_cast<T>(change.cmp));
            nvshmem_barrier_all();
            EXPECT_EQ(element[0], change.after);
        }
    });
}

// ---- Several elements that are there already ----

constexpr size_t kElements = 5;

/// All forms on one set, scalar and vector: with equal values they must agree.
template <class T>
struct Set {
    const Calls<T>& calls;
    Symmetric<T>& elements;
    const int* status;
    size_t nelems = kElements;
    std::vector<T> values = std::vector<T>(kElements, T{1});
    std::vector<size_t> indices = std::vector<size_t>(kElements, SIZE_MAX);

    bool test_all() {
        const int scalar = calls.test_all(elements.data(), nelems, status, NVSHMEM_CMP_EQ, 1);
        EXPECT_EQ(scalar,
                  calls.test_all_vector(elements.data(), nelems, status, NVSHMEM_CMP_EQ, values.data()));
        EXPECT_TRUE(scalar == 0 || scalar == 1);
        return scalar;
    }
    std::vector<size_t> some(size_t (*form)(T*, size_t, size_t*, const int*, int, T)) {
        const size_t count = form(elements.data(), nelems, indices.data(), status, NVSHMEM_CMP_EQ, 1);
        return {indices.begin(), indices.begin() + static_cast<ptrdiff_t>(count)};
    }
    std::vector<size_t> some(size_t (*form)(T*, size_t, size_t*, const int*, int, T*)) {
        const size_t count =
            form(elements.data(), nelems, indices.data(), status, NVSHMEM_CMP_EQ, values.data());
        return {indices.begin(), indices.begin() + static_cast<ptrdiff_t>(count)};
    }
    size_t any(size_t (*form)(T*, size_t, const int*, int, T)) {
        return form(elements.data(), nelems, status, NVSHMEM_CMP_EQ, 1);
    }
    size_t any(size_t (*form)(T*, size_t, const int*, int, T*)) {
        return form(elements.data(), nelems, status, NVSHMEM_CMP_EQ, values.data());
    }
    void wait_until_all() {
        calls.wait_until_all(elements.data(), nelems, status, NVSHMEM_CMP_EQ, 1);
        calls.wait_until_all_vector(elements.data(), nelems, status, NVSHMEM_CMP_EQ, values.data());
    }

    void expect_empty() {
        wait_until_all();
        EXPECT_TRUE(test_all());
        for (const auto form : {calls.wait_until_any, calls.test_any}) EXPECT_EQ(any(form), SIZE_MAX);
        for (const auto form : {calls.wait_until_any_vector, calls.test_any_vector})
            EXPECT_EQ(any(form), SIZE_MAX);
        for (const auto form : {calls.wait_until_some, calls.test_some}) EXPECT_TRUE(some(form).empty());
        for (const auto form : {calls.wait_until_some_vector, calls.test_some_vector})
            EXPECT_TRUE(some(form).empty());
    }
    void expect_none_satisfied() {
        EXPECT_FALSE(test_all());
        EXPECT_EQ(any(calls.test_any), SIZE_MAX);
        EXPECT_EQ(any(calls.test_any_vector), SIZE_MAX);
        EXPECT_TRUE(some(calls.test_some).empty());
        EXPECT_TRUE(some(calls.test_some_vector).empty());
    }
    /// `satisfied`: the only ones that are there and satisfied.
    void expect_satisfied(const std::vector<size_t>& satisfied) {
        const auto is_one = [&](size_t i) { return std::count(satisfied.begin(), satisfied.end(), i) == 1; };
        for (const auto form : {calls.wait_until_any, calls.test_any}) EXPECT_TRUE(is_one(any(form)));
        for (const auto form : {calls.wait_until_any_vector, calls.test_any_vector})
            EXPECT_TRUE(is_one(any(form)));
        for (const auto form : {calls.wait_until_some, calls.test_some}) EXPECT_EQ(some(form), satisfied);
        for (const auto form : {calls.wait_until_some_vector, calls.test_some_vector})
            EXPECT_EQ(some(form), satisfied);
    }
};

PE_TEST(WaitSets, BC14_EmptySetsReturnAtOnce) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        Symmetric<T> elements(kElements);
        const std::vector<int> masked = {1, -1, 2, 1, 1}, before = masked;
        Set<T>{calls, elements, masked.data()}.expect_empty();
        Set<T>{calls, elements, nullptr, 0}.expect_empty();
        Set<T>{calls, elements, masked.data(), 0}.expect_empty();
        EXPECT_EQ(masked, before);
        for (const T element : elements) EXPECT_EQ(element, poison<T>());
    });
}

PE_TEST(WaitSets, BC14_MaskedElementsAreNotThere) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        Symmetric<T> elements(kElements);
        const std::vector<int> status = {1, 0, 1, 0, 1}, before = status;
        Set<T> set{calls, elements, status.data()};
        elements[0] = elements[2] = elements[4] = 1;
        set.expect_none_satisfied();
        elements[3] = 1;
        set.expect_satisfied({3});
        EXPECT_FALSE(set.test_all());
        elements[1] = 1;
        set.expect_satisfied({1, 3});
        EXPECT_TRUE(set.test_all());
        elements[0] = 0;
        EXPECT_TRUE(set.test_all());
        set.wait_until_all();
        EXPECT_EQ(status, before);
    });
}

PE_TEST(WaitSets, NullStatusMasksNothing) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        Symmetric<T> elements(kElements);
        Set<T> set{calls, elements, nullptr};
        set.expect_none_satisfied();
        elements[2] = 1;
        set.expect_satisfied({2});
        EXPECT_FALSE(set.test_all());
        std::fill(elements.begin(), elements.end(), T{1});
        set.expect_satisfied({0, 1, 2, 3, 4});
        EXPECT_TRUE(set.test_all());
        set.wait_until_all();
    });
}

PE_TEST(WaitSets, VectorsCompareEachWithItsOwn) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        Symmetric<T> elements(kElements);
        std::iota(elements.begin(), elements.end(), T{10});
        Set<T> set{calls, elements, nullptr};
        set.values = {10, 9, 12, 14, 13};
        EXPECT_EQ(set.some(calls.test_some_vector), (std::vector<size_t>{0, 2}));
        EXPECT_EQ(
            calls.test_all_vector(elements.data(), kElements, nullptr, NVSHMEM_CMP_EQ, set.values.data()), 0);
        set.values = {10, 11, 12, 13, 14};
        EXPECT_EQ(
            calls.test_all_vector(elements.data(), kElements, nullptr, NVSHMEM_CMP_EQ, set.values.data()), 1);
    });
}

PE_TEST(WaitSets, BC14_AnyGivesEveryIndexOnce) {
    for_each_type([]<class T>(const Calls<T>& calls) {
        Symmetric<T> elements(kElements);
        std::fill(elements.begin(), elements.end(), T{1});
        std::vector<int> status(kElements, 0);
        Set<T> set{calls, elements, status.data()};
        for (size_t left = kElements; left > 0; --left) {
            const size_t found = left % 2 ? set.any(calls.wait_until_any) : set.any(calls.test_any_vector);
            ASSERT_LT(found, kElements);
            EXPECT_EQ(status[found]++, 0);
        }
        EXPECT_EQ(set.any(calls.wait_until_any), SIZE_MAX);
    });
}

// Who re-arms elements in place of masking them is not kept busy by the first of them.
PE_TEST(WaitSets, AnyLetsEveryElementHaveItsTurn) {
    Symmetric<int> elements(kElements);
    std::fill(elements.begin(), elements.end(), 1);
    std::vector<int> turns(kElements, 0);
    for (size_t i = 0; i < 2 * kElements; ++i)
        ++turns[nvshmem_int_wait_until_any(elements.data(), kElements, nullptr, NVSHMEM_CMP_EQ, 1)];
    EXPECT_EQ(turns, std::vector<int>(kElements, 2));
}

// ---- Several elements that peers write meanwhile ----

/// A shuffled order in which PE `pe` writes.
std::vector<size_t> write_order(size_t count, int pe) {
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(static_cast<unsigned>(pe)));
    return order;
}

constexpr size_t kArrivals = 16;

/// The left neighbour fills the elements in a random order; `receive(elements)` sees all of them come.
template <class Receive>
void with_arrivals(Receive receive) {
    const Ring ring;
    for (int i = rounds(100, 2000); i > 0; --i) {
        Symmetric<long> elements(kArrivals);
        set_all(elements, 0L);
        for (const size_t k : write_order(kArrivals, ring.me + i)) {
            nvshmem_long_p(&elements[k], static_cast<long>(k) + 1, ring.right);
            if (k % 3 == 0) std::this_thread::yield();
        }
        receive(elements);
        nvshmem_barrier_all();
    }
}

std::vector<long> numbers() {
    std::vector<long> values(kArrivals);
    std::iota(values.begin(), values.end(), 1L);
    return values;
}

PE_TEST(WaitArrivals, AllReturnsWhenTheLastHasCome) {
    with_arrivals([](Symmetric<long>& elements) {
        nvshmem_long_wait_until_all(elements.data(), kArrivals, nullptr, NVSHMEM_CMP_NE, 0);
        EXPECT_EQ(std::vector<long>(elements.begin(), elements.end()), numbers());
    });
}

PE_TEST(WaitArrivals, AllVectorReturnsWhenTheLastHasCome) {
    with_arrivals([](Symmetric<long>& elements) {
        std::vector<long> values = numbers();
        nvshmem_long_wait_until_all_vector(elements.data(), kArrivals, nullptr, NVSHMEM_CMP_GE,
                                           values.data());
        EXPECT_EQ(std::vector<long>(elements.begin(), elements.end()), values);
    });
}

/// Takes arrivals until all are in; `next(status, indices)` gives how many have newly come, and which.
template <class Next>
void take_each_once(Next next) {
    std::array<int, kArrivals> status{};
    for (size_t taken = 0; taken < kArrivals;) {
        std::array<size_t, kArrivals> indices;
        const size_t count = next(status.data(), indices.data());
        ASSERT_TRUE(count > 0 && count <= kArrivals) << count;
        for (size_t k = 0; k < count; ++k, ++taken) {
            ASSERT_LT(indices[k], kArrivals);
            EXPECT_EQ(status[indices[k]]++, 0) << "element " << indices[k] << " came twice";
        }
    }
}

PE_TEST(WaitArrivals, AnyGivesEachOnce) {
    with_arrivals([](Symmetric<long>& elements) {
        take_each_once([&](const int* status, size_t* index) {
            *index = nvshmem_long_wait_until_any(elements.data(), kArrivals, status, NVSHMEM_CMP_GT, 0);
            return size_t{1};
        });
    });
}

PE_TEST(WaitArrivals, SomeGivesEachOnce) {
    with_arrivals([](Symmetric<long>& elements) {
        std::vector<long> values = numbers();
        take_each_once([&](const int* status, size_t* indices) {
            return nvshmem_long_wait_until_some_vector(elements.data(), kArrivals, indices, status,
                                                       NVSHMEM_CMP_EQ, values.data());
        });
    });
}

// ---- Errors ----

PE_TEST(WaitErrors, NoSuchComparison) {
    Symmetric<int> element(1);
    ReturnedErrors errors;
    size_t index = 77;
    for (const int cmp : {-1, 6, int{NVSHMEM_SIGNAL_SET}}) {
        const std::string text = "cmp is " + std::to_string(cmp);
        nvshmem_int_wait_until(element.data(), cmp, 0);
        errors.expect("nvshmem_int_wait_until", {text.c_str(), "NVSHMEM_CMP_EQ"});
        EXPECT_EQ(nvshmem_int_test(element.data(), cmp, poison<int>()), 0);
        errors.expect("nvshmem_int_test", {text.c_str()});
        EXPECT_EQ(nvshmem_int_wait_until_any(element.data(), 1, nullptr, cmp, poison<int>()), SIZE_MAX);
        errors.expect("nvshmem_int_wait_until_any", {text.c_str()});
        EXPECT_EQ(nvshmem_int_test_some(element.data(), 1, &index, nullptr, cmp, poison<int>()), 0u);
        errors.expect("nvshmem_int_test_some", {text.c_str()});
    }
    EXPECT_EQ(index, 77u);
}

PE_TEST(WaitErrors, BC27_WordThatNoPeerCanWrite) {
    ReturnedErrors errors;
    long on_stack = 0;
    size_t index = 77;
    nvshmem_long_wait_until(&on_stack, NVSHMEM_CMP_EQ, 1);
    errors.expect("nvshmem_long_wait_until", {"ivar", "no symmetric address", "nvshmem_malloc"});
    nvshmem_long_wait_until(nullptr, NVSHMEM_CMP_EQ, 1);
    errors.expect("nvshmem_long_wait_until", {"ivar is null"});
    nvshmem_long_wait_until_all_vector(&on_stack, 1, nullptr, NVSHMEM_CMP_EQ, &on_stack);
    errors.expect("nvshmem_long_wait_until_all_vector", {"ivars", "no symmetric address"});
    EXPECT_EQ(nvshmem_long_wait_until_some(&on_stack, 1, &index, nullptr, NVSHMEM_CMP_EQ, 1), 0u);
    errors.expect("nvshmem_long_wait_until_some", {"ivar", "no symmetric address"});
    EXPECT_EQ(nvshmem_long_test_all(&on_stack, 1, nullptr, NVSHMEM_CMP_EQ, 0), 0);
    errors.expect("nvshmem_long_test_all", {"ivars", "no symmetric address"});
    EXPECT_EQ(index, 77u);
}

PE_TEST(WaitErrors, BC27_MappedAddressOfAPeer) {
    const Ring ring;
    Symmetric<int> element(1);
    ReturnedErrors errors;
    int* theirs = static_cast<int*>(nvshmem_ptr(element.data(), ring.right));
    if (ring.right == ring.me || !theirs) return;
    const std::string owner = "mapped address of PE " + std::to_string(ring.right);
    nvshmem_int_wait_until(theirs, NVSHMEM_CMP_EQ, 1);
    errors.expect("nvshmem_int_wait_until", {"ivar", owner.c_str()});
    EXPECT_EQ(nvshmem_int_test_any(theirs, 1, nullptr, NVSHMEM_CMP_EQ, poison<int>()), SIZE_MAX);
    errors.expect("nvshmem_int_test_any", {"ivars", owner.c_str()});
}

PE_TEST(WaitErrors, MisalignedTooManyOrNullArrays) {
    Symmetric<int> elements(2);
    ReturnedErrors errors;
    size_t index = 77;
    auto* misaligned = reinterpret_cast<int*>(reinterpret_cast<char*>(elements.data()) + 2);
    nvshmem_int_wait_until(misaligned, NVSHMEM_CMP_NE, 0);
    errors.expect("nvshmem_int_wait_until", {"ivar", "not aligned", "multiple of 4"});
    EXPECT_EQ(nvshmem_int_test_all(misaligned, 1, nullptr, NVSHMEM_CMP_NE, 0), 0);
    errors.expect("nvshmem_int_test_all", {"ivars", "not aligned"});
    nvshmem_int_wait_until_all(elements.data(), static_cast<size_t>(-1), nullptr, NVSHMEM_CMP_NE, 0);
    errors.expect("nvshmem_int_wait_until_all", {"nelems", "negative"});
    EXPECT_EQ(nvshmem_int_wait_until_any(elements.data(), size_t{1} << 50, nullptr, NVSHMEM_CMP_NE, 0),
              SIZE_MAX);
    errors.expect("nvshmem_int_wait_until_any", {"ivar", "beyond the end"});
    EXPECT_EQ(nvshmem_int_wait_until_any_vector(elements.data(), 2, nullptr, NVSHMEM_CMP_NE, nullptr),
              SIZE_MAX);
    errors.expect("nvshmem_int_wait_until_any_vector", {"cmp_values is null"});
    EXPECT_EQ(nvshmem_int_test_some(elements.data(), 2, nullptr, nullptr, NVSHMEM_CMP_NE, 0), 0u);
    errors.expect("nvshmem_int_test_some", {"indices is null"});
    EXPECT_EQ(index, 77u);
}

}  // namespace
}  // namespace omni::test
