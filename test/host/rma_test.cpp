// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Contiguous put and get, p and g: every type and size, lengths on both sides of each change of the copy,
// errors.
#include <vector>

#include "pattern.h"

namespace omni::test {
namespace {

template <class T>
using Transfer = void (*)(T*, const T*, size_t, int);

constexpr size_t kCounts[] = {0, 1, 2, 3, 5, 8, 17};
constexpr size_t kMost = 17;

template <class T>
const Pattern<T>& pattern_of(int pe) {
    static const Pattern<T> even([](size_t i) { return sample<T>(static_cast<int>(i)); });
    static const Pattern<T> odd([](size_t i) { return sample<T>(static_cast<int>(i) + 77); });
    return pe % 2 == 0 ? even : odd;
}

/// Puts to the right neighbour; looks at what came from the left one.
template <class T, class Untyped>
void check_put(Transfer<Untyped> put) {
    const Ring ring;
    Destination<T> dest(kMost);
    std::vector<T> source(kMost);
    for (size_t count : kCounts) {
        dest.prepare(kMost);
        nvshmem_barrier_all();
        pattern_of<T>(ring.me).write(source.data(), 0, kMost);
        put(dest.data(), source.data(), count, ring.right);
        nvshmem_quiet();
        std::fill(source.begin(), source.end(), poison<T>());  // the source is free
        nvshmem_barrier_all();
        EXPECT_TRUE(pattern_of<T>(ring.left).is_at(dest.data(), 0, count));
        EXPECT_TRUE(dest.ends_at(count)) << "after " << count;
        nvshmem_barrier_all();
    }
}

template <class T, class Untyped>
void check_get(Transfer<Untyped> get) {
    const Ring ring;
    Symmetric<T> source(kMost);
    pattern_of<T>(ring.me).write(source.data(), 0, kMost);
    nvshmem_barrier_all();
    for (size_t count : kCounts) {
        std::vector<T> dest(kMost + 1, poison<T>());
        get(dest.data(), source.data(), count, ring.right);
        nvshmem_quiet();
        EXPECT_TRUE(pattern_of<T>(ring.right).is_at(dest.data(), 0, count));
        EXPECT_TRUE(same(dest[count], poison<T>())) << "after " << count;
    }
}

template <class T>
void check_single(void (*p)(T*, T, int), T (*g)(const T*, int)) {
    const Ring ring;
    Symmetric<T> word(3);
    p(&word[1], sample<T>(ring.me), ring.right);
    nvshmem_barrier_all();
    EXPECT_TRUE(same(word[1], sample<T>(ring.left)));
    EXPECT_TRUE(same(g(&word[1], ring.right), sample<T>(ring.me)));
    EXPECT_TRUE(same(word[0], poison<T>()) && same(word[2], poison<T>()));
}

template <class T, class Untyped = T>
void check(const char* name, std::initializer_list<Transfer<Untyped>> puts,
           std::initializer_list<Transfer<Untyped>> gets) {
    SCOPED_TRACE(name);
    for (Transfer<Untyped> put : puts) check_put<T>(put);
    for (Transfer<Untyped> get : gets) check_get<T>(get);
}

template <int Bits>
struct Element {
    unsigned char bytes[Bits / 8];
};

#define TYPED(NAME, TYPE)                                                \
    check<TYPE>(#NAME, {nvshmem_##NAME##_put, nvshmem_##NAME##_put_nbi}, \
                {nvshmem_##NAME##_get, nvshmem_##NAME##_get_nbi});       \
    check_single<TYPE>(nvshmem_##NAME##_p, nvshmem_##NAME##_g);
#define SIZED(BITS)                                                                 \
    check<Element<BITS>, void>(#BITS, {nvshmem_put##BITS, nvshmem_put##BITS##_nbi}, \
                               {nvshmem_get##BITS, nvshmem_get##BITS##_nbi});

PE_TEST(Rma, EveryType){NVSHMEM_FOR_EACH_RMA_TYPE(TYPED)} PE_TEST(Rma,
                                                                  EverySize){NVSHMEM_FOR_EACH_SIZE(SIZED)}

PE_TEST(Rma, Bytes) {
    check<char, void>("mem", {nvshmem_putmem, nvshmem_putmem_nbi}, {nvshmem_getmem, nvshmem_getmem_nbi});
}

// Every length up to 130 bytes at every offset in a cache line's quarter, and lengths around the sizes at
// which copies change.
PE_TEST(Rma, EveryLengthAndOffset) {
    const Ring ring;
    std::vector<size_t> lengths{4095, 4096, 4097, 8191, 65537, (size_t{1} << 20) + 3};
    for (size_t length = 0; length <= 130; ++length) lengths.push_back(length);
    Symmetric<unsigned char> dest((size_t{1} << 20) + 64);
    std::vector<unsigned char> source(dest.size());
    for (size_t length : lengths)
        for (size_t offset : {size_t{0}, size_t{1}, size_t{7}, size_t{16}}) {
            std::fill_n(dest.data(), length + 32, poison<unsigned char>());
            nvshmem_barrier_all();
            pattern_of<unsigned char>(ring.me).write(source.data() + offset / 2, 0, length);
            nvshmem_putmem(dest.data() + offset, source.data() + offset / 2, length, ring.right);
            nvshmem_barrier_all();
            ASSERT_TRUE(pattern_of<unsigned char>(ring.left).is_at(dest.data() + offset, 0, length))
                << length << " at " << offset;
            ASSERT_TRUE(offset == 0 || dest[offset - 1] == poison_byte);
            ASSERT_EQ(dest[offset + length], poison_byte);
        }
}

PE_TEST(RmaErrors, NoSuchPe) {
    const Ring ring;
    Symmetric<long> word(1);
    ReturnedErrors errors;
    nvshmem_long_p(word.data(), 1, ring.pes);
    errors.expect("nvshmem_long_p", {"pe is"});
    EXPECT_EQ(nvshmem_long_g(word.data(), -1), 0);
    errors.expect("nvshmem_long_g", {"pe is -1"});
    EXPECT_EQ(word[0], poison<long>());
}

PE_TEST(RmaErrors, CountsThatCannotBe) {
    Symmetric<long> word(1);
    long source = 1;
    ReturnedErrors errors;
    nvshmem_long_put(word.data(), &source, static_cast<size_t>(-1), 0);
    errors.expect("nvshmem_long_put", {"nelems is 18446744073709551615", "negative"});
    nvshmem_long_put(word.data(), &source, size_t{1} << 40, 0);
    errors.expect("nvshmem_long_put", {"dest", "beyond the end"});
    EXPECT_EQ(word[0], poison<long>());
}

PE_TEST(RmaErrors, NullOnEitherSide) {
    Symmetric<long> word(2);
    long other = 1;
    uint64_t signal = 0;
    ReturnedErrors errors;
    nvshmem_long_put(nullptr, &other, 1, 0);
    errors.expect("nvshmem_long_put", {"dest is null"});
    nvshmem_long_put(word.data(), nullptr, 1, 0);
    errors.expect("nvshmem_long_put", {"source is null", "8 bytes"});
    nvshmem_long_get(nullptr, word.data(), 1, 0);
    errors.expect("nvshmem_long_get", {"dest is null"});
    nvshmem_long_get(&other, nullptr, 1, 0);
    errors.expect("nvshmem_long_get", {"source is null"});
    nvshmem_long_iput(word.data(), nullptr, 1, 1, 1, 0);
    errors.expect("nvshmem_long_iput", {"source is null"});
    nvshmem_long_iget(nullptr, word.data(), 1, 1, 1, 0);
    errors.expect("nvshmem_long_iget", {"dest is null"});
    nvshmem_long_put_signal(word.data(), nullptr, 1, &signal, 1, NVSHMEM_SIGNAL_SET, 0);
    errors.expect("nvshmem_long_put_signal", {"source is null"});
    EXPECT_EQ(word[0], poison<long>());
    EXPECT_EQ(signal, 0u);
}

PE_TEST(RmaErrors, BC15_NullIsFineForNoElements) {
    ReturnedErrors errors;
    nvshmem_long_put(nullptr, nullptr, 0, 0);
    nvshmem_long_get(nullptr, nullptr, 0, 0);
    nvshmem_putmem_nbi(nullptr, nullptr, 0, 0);
    EXPECT_EQ(nvshmemx_last_error(), nullptr);
}

PE_TEST(RmaErrors, MemoryThatIsNotSymmetric) {
    long stack[2] = {}, source = 1;
    ReturnedErrors errors;
    nvshmem_long_put(stack, &source, 1, 0);
    errors.expect("nvshmem_long_put", {"dest", "no symmetric address", "nvshmem_malloc"});
    nvshmem_long_get(&source, stack, 1, 0);
    errors.expect("nvshmem_long_get", {"source", "no symmetric address"});
    EXPECT_EQ(stack[0], 0);
}

PE_TEST(RmaErrors, BC27_MappedAddressOfAPeer) {
    const Ring ring;
    Symmetric<long> word(1);
    void* mapped = nvshmem_ptr(word.data(), ring.right);
    ReturnedErrors errors;
    if (ring.pes > 1 && mapped) {
        nvshmem_long_p(static_cast<long*>(mapped), 1, ring.right);
        errors.expect("nvshmem_long_p", {"mapped address of PE", "nvshmem_ptr"});
    }
}

}  // namespace
}  // namespace omni::test
