// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Strided put and get: every type and size, what lies between the elements, errors.
#include <algorithm>
#include <limits>
#include <vector>

#include "common.h"

namespace omni::test {
namespace {

template <class T>
using Transfer = void (*)(T*, const T*, ptrdiff_t, ptrdiff_t, size_t, int);

struct Shape {
    ptrdiff_t dst, sst;
    size_t nelems;
};
constexpr Shape shapes[] = {{1, 1, 4}, {1, 3, 4}, {2, 1, 4}, {3, 2, 4}, {5, 7, 1}, {1, 1, 0}, {2, 3, 0}};
constexpr size_t kSpan = 16;

/// What `dest` holds after a transfer from elements sample(0), sample(1) ... : poison between the elements.
template <class T, class Array>
void expect_only_elements(const Array& dest, const Shape& shape) {
    std::vector<T> expected(kSpan, poison<T>());
    for (size_t k = 0; k < shape.nelems; ++k)
        expected[k * static_cast<size_t>(shape.dst)] =
            sample<T>(static_cast<int>(k) * static_cast<int>(shape.sst));
    for (size_t i = 0; i < kSpan; ++i) EXPECT_TRUE(same(dest[i], expected[i])) << "at " << i;
}

template <class Array>
void fill_with_samples(Array& array) {
    int k = 0;
    for (auto& element : array) element = sample<std::remove_reference_t<decltype(element)>>(k++);
}

template <class T, class Untyped>
void check_put(Transfer<Untyped> iput, const Shape& shape, int pe) {
    Symmetric<T> dest(kSpan);
    std::vector<T> source(4 * kSpan);
    fill_with_samples(source);
    iput(dest.data(), source.data(), shape.dst, shape.sst, shape.nelems, pe);
    std::fill(source.begin(), source.end(), poison<T>());  // the call has returned: the source is free
    nvshmem_barrier_all();
    expect_only_elements<T>(dest, shape);
}

template <class T, class Untyped>
void check_get(Transfer<Untyped> iget, const Shape& shape, int pe) {
    Symmetric<T> source(4 * kSpan);
    std::vector<T> dest(kSpan, poison<T>());
    fill_with_samples(source);
    nvshmem_barrier_all();
    iget(dest.data(), source.data(), shape.dst, shape.sst, shape.nelems, pe);
    expect_only_elements<T>(dest, shape);
}

template <class T, class Untyped = T>
void check(const char* name, Transfer<Untyped> iput, Transfer<Untyped> iget, int pe) {
    SCOPED_TRACE(name);
    for (const Shape& shape : shapes) {
        SCOPED_TRACE(testing::Message()
                     << "dst " << shape.dst << ", sst " << shape.sst << ", nelems " << shape.nelems);
        check_put<T>(iput, shape, pe);
        check_get<T>(iget, shape, pe);
    }
}

template <int Bits>
struct Element {
    unsigned char bytes[Bits / 8];
};

#define TYPED(NAME, TYPE) check<TYPE>(#NAME, nvshmem_##NAME##_iput, nvshmem_##NAME##_iget, pe);
#define SIZED(BITS) check<Element<BITS>, void>(#BITS, nvshmem_iput##BITS, nvshmem_iget##BITS, pe);

void check_every_type(int pe) { NVSHMEM_FOR_EACH_RMA_TYPE(TYPED) }
void check_every_size(int pe){NVSHMEM_FOR_EACH_SIZE(SIZED)}

PE_TEST(Strided, EveryType) {
    check_every_type(Ring().right);
}
PE_TEST(Strided, EverySize) { check_every_size(Ring().right); }

PE_TEST(Strided, BC13_EveryTypeAndSizeToOneself) {
    check_every_type(Ring().me);
    check_every_size(Ring().me);
}

// Elements of 8 bytes that are not aligned: the untyped forms promise no more than bytes.
PE_TEST(Strided, UnalignedElements) {
    const Ring ring;
    Symmetric<char> dest(40);
    char source[40];
    for (size_t i = 0; i < sizeof source; ++i) source[i] = static_cast<char>(i);
    nvshmem_iput64(&dest[1], source + 3, 2, 1, 2, ring.right);
    nvshmem_barrier_all();
    for (size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(dest[1 + i], source[3 + i]);
        EXPECT_EQ(dest[9 + i], poison<char>());
        EXPECT_EQ(dest[17 + i], source[11 + i]);
    }
    EXPECT_EQ(dest[0], poison<char>());
    EXPECT_EQ(dest[25], poison<char>());
}

PE_TEST(Strided, ColumnsOfAMatrix) {
    const Ring ring;
    constexpr ptrdiff_t rows = 100, columns = 37;
    Symmetric<double> matrix(rows * columns);
    std::vector<double> column(rows);
    for (size_t i = 0; i < column.size(); ++i) column[i] = ring.me + 1000.0 * static_cast<double>(i);
    nvshmem_double_iput(&matrix[5], column.data(), columns, 1, rows, ring.right);
    nvshmem_barrier_all();
    std::vector<double> back(rows);
    nvshmem_double_iget(back.data(), &matrix[5], 1, columns, rows, ring.right);
    EXPECT_EQ(back, column);
    for (size_t i = 0; i < matrix.size(); ++i) {
        const double expected =
            i % columns == 5 ? ring.left + 1000.0 * static_cast<double>(i / columns) : poison<double>();
        EXPECT_EQ(matrix[i], expected) << i;
    }
}

// ---- Errors: told, and nothing is done ----

struct Case {
    Symmetric<int> elements{4};
    int source[4] = {1, 2, 3, 4};
    ReturnedErrors errors;

    ~Case() {
        nvshmem_barrier_all();
        for (int element : elements) EXPECT_EQ(element, poison<int>());
    }

    void put(int* dest, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, std::initializer_list<const char*> words,
             int pe = 0) {
        nvshmem_int_iput(dest, source, dst, sst, nelems, pe);
        errors.expect("nvshmem_int_iput", words);
    }
    void get(const int* from, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
             std::initializer_list<const char*> words, int pe = 0) {
        const int before = source[0];
        nvshmem_int_iget(source, from, dst, sst, nelems, pe);
        errors.expect("nvshmem_int_iget", words);
        EXPECT_EQ(source[0], before);
    }
};

PE_TEST(StridedErrors, StridesBelowOne) {
    Case test;
    int* const elements = test.elements.data();
    test.put(elements, 0, 1, 2, {"dst is 0", "1 element or more"});
    test.put(elements, 1, 0, 2, {"sst is 0", "1 element or more"});
    test.put(elements, -1, 1, 2, {"dst is -1"});
    test.put(elements, 1, PTRDIFF_MIN, 0, {"sst is -9223372036854775808"});
    test.get(elements, 0, 1, 2, {"dst is 0"});
    test.get(elements, 1, -3, 2, {"sst is -3"});
}

PE_TEST(StridedErrors, StretchesThatLeaveTheHeap) {
    Case test;
    int* const elements = test.elements.data();
    constexpr ptrdiff_t far = ptrdiff_t{1} << 40;
    test.put(elements, far, 1, 2, {"dest", "beyond the end"});
    test.get(elements, 1, far, 2, {"source", "beyond the end"});
    test.put(elements, PTRDIFF_MAX, 1, 3, {"nelems is 3", "dst is 9223372036854775807"});
    test.put(elements, 1, 1, SIZE_MAX, {"nelems is 18446744073709551615", "negative"});
    test.get(elements, 1, 4, static_cast<size_t>(-2), {"nelems is 18446744073709551614", "negative"});
    test.put(elements, 2, far, SIZE_MAX / 4, {"nelems"});
}

PE_TEST(StridedErrors, BadAddressesAndPes) {
    Case test;
    int on_stack[4] = {};
    int* const elements = test.elements.data();
    test.put(on_stack, 1, 1, 2, {"dest", "no symmetric address"});
    test.put(nullptr, 1, 1, 2, {"dest is null"});
    test.get(on_stack, 1, 1, 2, {"source", "no symmetric address"});
    test.put(elements, 1, 1, 2, {"pe is -1"}, -1);
    test.get(elements, 1, 1, 0, {"pe is"}, nvshmem_n_pes());
    EXPECT_EQ(on_stack[0], 0);
}

PE_TEST(StridedErrors, BC27_MappedAddressOfAPeer) {
    const Ring ring;
    Case test;
    int* theirs = static_cast<int*>(nvshmem_ptr(test.elements.data(), ring.right));
    if (ring.right == ring.me || !theirs) return;
    const std::string owner = "mapped address of PE " + std::to_string(ring.right);
    test.put(theirs, 1, 1, 2, {"dest", owner.c_str()}, ring.right);
    test.get(theirs, 1, 1, 2, {"source", owner.c_str()}, ring.right);
}

PE_TEST(StridedErrors, NullWithoutElementsIsNone) {
    Case test;
    nvshmem_int_iput(nullptr, nullptr, 1, 1, 0, 0);
    nvshmem_int_iget(nullptr, nullptr, 3, 2, 0, 0);
    EXPECT_EQ(nvshmemx_last_error(), nullptr);
}

}  // namespace
}  // namespace omni::test
