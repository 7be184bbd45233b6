// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Signals: put_signal of every type and size, what order they promise, exact sums, waits and fetches, counted
// signals, errors that leave no half.
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "common.h"

namespace omni::test {
namespace {

uint64_t wait_for(uint64_t* signal, uint64_t at_least) {
    return nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, at_least);
}

// ---- Put with signal of every type and size ----

template <class T>
using PutSignal = void (*)(T*, const T*, size_t, uint64_t*, uint64_t, int, int);

/// Three elements and a signal to `pe`, by both forms; the receiver needs no barrier.
template <class T, class Untyped = T>
void check(const char* name, PutSignal<Untyped> put, PutSignal<Untyped> put_nbi, int pe) {
    SCOPED_TRACE(name);
    const std::vector<T> source = {sample<T>(1), sample<T>(2), sample<T>(3)};
    for (const auto form : {put, put_nbi}) {
        Symmetric<T> data(4);
        Symmetric<uint64_t> signal(1);
        form(data.data(), source.data(), source.size(), signal.data(), 7, NVSHMEM_SIGNAL_SET, pe);
        EXPECT_EQ(nvshmem_signal_wait_until(signal.data(), NVSHMEM_CMP_EQ, 7), 7u);
        for (size_t i = 0; i < source.size(); ++i) EXPECT_TRUE(same(data[i], source[i]));
        EXPECT_TRUE(same(data[3], poison<T>()));
    }
}

template <int Bits>
struct Element {
    unsigned char bytes[Bits / 8];
};

#define TYPED(NAME, TYPE) \
    check<TYPE>(#NAME, nvshmem_##NAME##_put_signal, nvshmem_##NAME##_put_signal_nbi, pe);
#define SIZED(BITS) \
    check<Element<BITS>, void>(#BITS, nvshmem_put##BITS##_signal, nvshmem_put##BITS##_signal_nbi, pe);

void check_every_type(int pe) { NVSHMEM_FOR_EACH_RMA_TYPE(TYPED) }

void check_every_size(int pe) {
    NVSHMEM_FOR_EACH_SIZE(SIZED)
    check<char, void>("mem", nvshmem_putmem_signal, nvshmem_putmem_signal_nbi, pe);
}

PE_TEST(PutSignal, EveryType) { check_every_type(Ring().right); }
PE_TEST(PutSignal, EverySize) { check_every_size(Ring().right); }

PE_TEST(PutSignal, BC13_EveryTypeAndSizeToOneself) {
    check_every_type(Ring().me);
    check_every_size(Ring().me);
}

// ---- Order ----

/// A stream of rounds to the right neighbour, each acknowledged before the next: `send` and `check` get the
/// number of the round and the bytes.
struct Stream {
    explicit Stream(size_t largest) : data(largest), arrived(1), acknowledged(1), source(largest) {
        arrived[0] = acknowledged[0] = 0;
        nvshmem_barrier_all();
    }

    template <class Send>
    void round(size_t bytes, Send send) {
        ++number;
        std::fill_n(source.begin(), bytes, static_cast<unsigned char>(number));
        send();
        EXPECT_EQ(wait_for(arrived.data(), number), number);
        const auto fresh = [&](unsigned char byte) { return byte == static_cast<unsigned char>(number); };
        EXPECT_TRUE(std::all_of(data.begin(), data.begin() + bytes, fresh))
            << bytes << " bytes, round " << number;
        nvshmemx_signal_op(acknowledged.data(), number, NVSHMEM_SIGNAL_SET, ring.left);
        wait_for(acknowledged.data(), number);
    }

    Ring ring;
    Symmetric<unsigned char> data;
    Symmetric<uint64_t> arrived, acknowledged;
    std::vector<unsigned char> source;
    uint64_t number = 0;
};

constexpr size_t kLargest = (1 << 20) + 3;

/// Sizes of a run of `count` rounds: the named ones in turn, the largest seldom, random ones between.
std::vector<size_t> sizes_of_rounds(int count) {
    constexpr size_t named[] = {0, 1, 7, 8, 9, 63, 64, 4095};
    std::mt19937 random(5);
    std::vector<size_t> sizes;
    for (int i = 0; i < count; ++i) {
        const size_t k = static_cast<size_t>(i) % (std::size(named) + 1);
        sizes.push_back(k < std::size(named) ? named[k] : random() % 5000);
    }
    for (int i = 0; i <= count / 100; ++i) sizes.push_back(kLargest);
    return sizes;
}

void check_data_before_signal(PutSignal<void> put) {
    Stream stream(kLargest);
    for (const size_t bytes : sizes_of_rounds(rounds(300, 10000)))
        stream.round(bytes, [&] {
            put(stream.data.data(), stream.source.data(), bytes, stream.arrived.data(), stream.number,
                NVSHMEM_SIGNAL_SET, stream.ring.right);
        });
}

PE_TEST(SignalOrder, BC08_SignalNeverOvertakesItsData) { check_data_before_signal(nvshmem_putmem_signal); }

PE_TEST(SignalOrder, BC08_SignalNeverOvertakesItsDataNbi) {
    check_data_before_signal(nvshmem_putmem_signal_nbi);
}

// A put with signal promises nothing for earlier puts; a fence between does.
PE_TEST(SignalOrder, BC08_FencedPutIsThereWithTheSignal) {
    Stream stream(kLargest);
    for (const size_t bytes : sizes_of_rounds(rounds(300, 10000)))
        stream.round(bytes, [&] {
            nvshmem_putmem_nbi(stream.data.data(), stream.source.data(), bytes, stream.ring.right);
            nvshmem_fence();
            nvshmemx_signal_op(stream.arrived.data(), stream.number, NVSHMEM_SIGNAL_SET, stream.ring.right);
        });
}

PE_TEST(SignalOrder, BC09_ZeroBytes) {
    const Ring ring;
    Symmetric<int> data(4);
    Symmetric<uint64_t> words(4);  // from the left, from oneself; by valid and by null pointers
    std::fill(words.begin(), words.end(), 0);
    nvshmem_barrier_all();
    int source = 3;
    int* const dests[] = {data.data(), nullptr};
    const int* const sources[] = {&source, nullptr};
    const auto send = [&](uint64_t value, int op) {
        for (size_t i = 0; i < 4; ++i)
            nvshmem_int_put_signal(dests[i / 2], sources[i / 2], 0, &words[i], value, op,
                                   i % 2 ? ring.me : ring.right);
    };
    send(5, NVSHMEM_SIGNAL_SET);
    nvshmem_quiet();
    send(3, NVSHMEM_SIGNAL_ADD);
    for (uint64_t& word : words) EXPECT_EQ(wait_for(&word, 8), 8u);
    for (int element : data) EXPECT_EQ(element, poison<int>());
}

PE_TEST(SignalOrder, BC10_ExactSumsWithManyAdders) {
    const Ring ring;
    const int each = rounds(10000, 10000);
    Symmetric<uint64_t> words(3);
    Symmetric<int> data(static_cast<size_t>(ring.pes));
    words[1] = 0;
    nvshmem_barrier_all();
    for (int i = 0; i < each; ++i) {
        if (i % 2 == 0)
            nvshmem_int_put_signal(&data[static_cast<size_t>(ring.me)], &i, 1, &words[1], 1,
                                   NVSHMEM_SIGNAL_ADD, 0);
        else
            nvshmemx_signal_op(&words[1], 1, NVSHMEM_SIGNAL_ADD, 0);
    }
    nvshmem_barrier_all();
    EXPECT_EQ(words[0], poison<uint64_t>());
    EXPECT_EQ(words[2], poison<uint64_t>());
    if (ring.me != 0) return;
    EXPECT_EQ(nvshmem_signal_fetch(&words[1]), static_cast<uint64_t>(each) * static_cast<uint64_t>(ring.pes));
    for (int last : data) EXPECT_EQ(last, (each - 1) / 2 * 2);
}

// x lives on one PE and y on another; who sees y sees x.
template <class Order>
void check_three_pes(Order order, void (*put)(int*, const int*, size_t, int)) {
    const Ring ring;
    const int writer = 0, has_x = 1 % ring.pes, has_y = 2 % ring.pes;
    Symmetric<int> x(1);
    Symmetric<uint64_t> y(1), acknowledged(1);
    y[0] = acknowledged[0] = 0;
    nvshmem_barrier_all();
    for (int i = 1; i <= rounds(2000, 100000); ++i) {
        if (ring.me == writer) {
            put(x.data(), &i, 1, has_x);
            order();
            nvshmemx_signal_op(y.data(), static_cast<uint64_t>(i), NVSHMEM_SIGNAL_SET, has_y);
        }
        if (ring.me == has_y) {
            wait_for(y.data(), static_cast<uint64_t>(i));
            EXPECT_EQ(nvshmem_int_g(x.data(), has_x), i);
            nvshmemx_signal_op(acknowledged.data(), static_cast<uint64_t>(i), NVSHMEM_SIGNAL_SET, writer);
        }
        if (ring.me == writer) wait_for(acknowledged.data(), static_cast<uint64_t>(i));
    }
}

PE_TEST(SignalOrder, BC28_QuietMakesVisibleToAll) { check_three_pes(nvshmem_quiet, nvshmem_int_put); }
PE_TEST(SignalOrder, BC28_QuietMakesNbiVisibleToAll) { check_three_pes(nvshmem_quiet, nvshmem_int_put_nbi); }

PE_TEST(SignalOrder, BC28_BarrierMakesVisibleToAll) {
    const Ring ring;
    const int has_x = 1 % ring.pes, has_y = 2 % ring.pes;
    Symmetric<int> x(1), y(1);
    for (int i = 1; i <= rounds(2000, 100000); ++i) {
        if (ring.me == 0) nvshmem_int_put_nbi(x.data(), &i, 1, has_x);
        nvshmem_barrier_all();
        if (ring.me == 0) nvshmem_int_p(y.data(), i, has_y);
        if (ring.me == has_y) {
            nvshmem_int_wait_until(y.data(), NVSHMEM_CMP_EQ, i);
            EXPECT_EQ(nvshmem_int_g(x.data(), has_x), i);
        }
        nvshmem_barrier_all();
    }
}

// ---- Waits ----

struct Change {
    int cmp;
    uint64_t before, after, compared_with;
};

// Each begins on the wrong side, and would be on the right one if it were taken as signed.
constexpr uint64_t kTop = uint64_t{1} << 63;
constexpr Change changes[] = {{NVSHMEM_CMP_EQ, 5, kTop + 5, kTop + 5},
                              {NVSHMEM_CMP_NE, kTop, 0, kTop},
                              {NVSHMEM_CMP_GT, kTop - 1, kTop + 1, kTop},
                              {NVSHMEM_CMP_GE, kTop - 1, kTop, kTop},
                              {NVSHMEM_CMP_LT, kTop, 4, 5},
                              {NVSHMEM_CMP_LE, UINT64_MAX, 7, 7}};

// The last PE changes the words of all, after it has said that it is about to.
PE_TEST(SignalWait, BC12_EveryComparisonIsUnsignedAndInTime) {
    const Ring ring;
    Symmetric<uint64_t> word(1), about_to(1);
    for (size_t k = 0; k < std::size(changes); ++k) {
        SCOPED_TRACE(k);
        const Change& change = changes[k];
        word[0] = change.before;
        about_to[0] = 0;
        nvshmem_barrier_all();
        if (ring.me == ring.pes - 1) {
            std::this_thread::sleep_for(std::chrono::milliseconds(long_run() ? 50 : 5));
            for (int pe = 0; pe < ring.pes; ++pe)
                nvshmemx_signal_op(about_to.data(), 1, NVSHMEM_SIGNAL_SET, pe);
            nvshmem_quiet();
            for (int pe = 0; pe < ring.pes; ++pe)
                nvshmemx_signal_op(word.data(), change.after, NVSHMEM_SIGNAL_SET, pe);
        }
        EXPECT_EQ(nvshmem_signal_wait_until(word.data(), change.cmp, change.compared_with), change.after);
        EXPECT_EQ(nvshmem_signal_fetch(about_to.data()), 1u);
        nvshmem_barrier_all();
    }
}

PE_TEST(SignalWait, CountedSignalsCountModulo) {
    const Ring ring;
    Symmetric<uint64_t> counter(1);
    nvshmemx_signal_counted_reset(counter.data());
    EXPECT_EQ(nvshmemx_signal_counted_load(counter.data()), 0u);
    nvshmemx_signal_counted_wait_until(counter.data(), 0);
    nvshmemx_signal_counted_wait_until(counter.data(), UINT64_MAX);  // one more than that has arrived
    nvshmem_barrier_all();
    for (const uint64_t bytes : {uint64_t{48}, kTop - 1, kTop, uint64_t{16}})  // 63, and once round
        nvshmemx_signal_op(counter.data(), bytes, NVSHMEM_SIGNAL_ADD, ring.right);
    nvshmem_quiet();
    nvshmem_barrier_all();
    EXPECT_EQ(nvshmemx_signal_counted_load(counter.data()), 63u);
    nvshmem_barrier_all();
    nvshmemx_signal_op(counter.data(), 1, NVSHMEM_SIGNAL_ADD, ring.right);
    nvshmemx_signal_counted_wait_until(counter.data(), 64);
    EXPECT_EQ(nvshmemx_signal_counted_load(counter.data()), 64u);
}

// ---- Errors: neither data nor signal is sent ----

struct Pair {
    Symmetric<int> data{2};
    Symmetric<uint64_t> signal{2};
    int source[2] = {1, 2};
    ReturnedErrors errors;

    ~Pair() {
        nvshmem_barrier_all();
        for (int element : data) EXPECT_EQ(element, poison<int>());
        for (uint64_t word : signal) EXPECT_EQ(word, poison<uint64_t>());
    }

    void put(int* dest, uint64_t* sig_addr, int op = NVSHMEM_SIGNAL_SET, size_t nelems = 2, int pe = 0) {
        nvshmem_int_put_signal(dest, source, nelems, sig_addr, 1, op, pe);
    }
    void expect(std::initializer_list<const char*> words) { errors.expect("nvshmem_int_put_signal", words); }
};

PE_TEST(SignalErrors, BadDataSendsNoSignal) {
    Pair pair;
    pair.put(pair.source, pair.signal.data());
    pair.expect({"dest", "no symmetric address"});
    pair.put(nullptr, pair.signal.data());
    pair.expect({"dest is null"});
    pair.put(pair.data.data(), pair.signal.data(), NVSHMEM_SIGNAL_SET, SIZE_MAX / 4);
    pair.expect({"nelems", "negative"});
    pair.put(pair.data.data(), pair.signal.data(), NVSHMEM_SIGNAL_SET, size_t{1} << 50);
    pair.expect({"dest", "beyond the end"});
}

PE_TEST(SignalErrors, BadSignalSendsNoData) {
    Pair pair;
    uint64_t on_stack = 0;
    pair.put(pair.data.data(), &on_stack);
    pair.expect({"sig_addr", "no symmetric address"});
    pair.put(pair.data.data(), reinterpret_cast<uint64_t*>(reinterpret_cast<char*>(pair.signal.data()) + 4));
    pair.expect({"sig_addr", "not aligned", "multiple of 8"});
    pair.put(pair.data.data(), nullptr);
    pair.expect({"sig_addr is null"});
    pair.put(pair.data.data(), nullptr, NVSHMEM_SIGNAL_SET, 0);
    pair.expect({"sig_addr is null"});
    EXPECT_EQ(on_stack, 0u);
}

PE_TEST(SignalErrors, NoSuchOperatorOrPe) {
    Pair pair;
    pair.put(pair.data.data(), pair.signal.data(), NVSHMEM_CMP_EQ);
    pair.expect({"sig_op is 0", "NVSHMEM_SIGNAL_SET (9)", "NVSHMEM_SIGNAL_ADD (10)"});
    pair.put(pair.data.data(), pair.signal.data(), 11, 0);
    pair.expect({"sig_op is 11"});
    pair.put(pair.data.data(), pair.signal.data(), NVSHMEM_SIGNAL_ADD, 2, nvshmem_n_pes());
    pair.expect({"pe is"});
    nvshmemx_signal_op(pair.signal.data(), 1, 8, 0);
    pair.errors.expect("nvshmemx_signal_op", {"sig_op is 8"});
    nvshmemx_signal_op(pair.signal.data(), 1, NVSHMEM_SIGNAL_ADD, -1);
    pair.errors.expect("nvshmemx_signal_op", {"pe is -1"});
}

PE_TEST(SignalErrors, BC27_MappedAddressOfAPeer) {
    const Ring ring;
    Pair pair;
    auto* data = static_cast<int*>(nvshmem_ptr(pair.data.data(), ring.right));
    auto* signal = static_cast<uint64_t*>(nvshmem_ptr(pair.signal.data(), ring.right));
    if (ring.right == ring.me || !data) return;
    const std::string owner = "mapped address of PE " + std::to_string(ring.right);
    pair.put(data, pair.signal.data());
    pair.expect({"dest", owner.c_str()});
    pair.put(pair.data.data(), signal);
    pair.expect({"sig_addr", owner.c_str()});
    nvshmemx_signal_op(signal, 1, NVSHMEM_SIGNAL_SET, ring.right);
    pair.errors.expect("nvshmemx_signal_op", {"sig_addr", owner.c_str()});
    EXPECT_EQ(nvshmem_signal_fetch(signal), 0u);
    pair.errors.expect("nvshmem_signal_fetch", {"sig_addr", owner.c_str()});
    EXPECT_EQ(nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1), 0u);
    pair.errors.expect("nvshmem_signal_wait_until", {"sig_addr", owner.c_str()});
}

PE_TEST(SignalErrors, WaitOnWhatNobodyCanSignal) {
    ReturnedErrors errors;
    uint64_t on_stack = 0;
    EXPECT_EQ(nvshmem_signal_wait_until(&on_stack, NVSHMEM_CMP_EQ, 1), 0u);
    errors.expect("nvshmem_signal_wait_until", {"sig_addr", "no symmetric address"});
    nvshmemx_signal_counted_wait_until(&on_stack, 1);
    errors.expect("nvshmemx_signal_counted_wait_until", {"signal_addr", "no symmetric address"});
    EXPECT_EQ(nvshmemx_signal_counted_load(nullptr), 0u);
    errors.expect("nvshmemx_signal_counted_load", {"signal_addr is null"});
    nvshmemx_signal_counted_reset(nullptr);
    errors.expect("nvshmemx_signal_counted_reset", {"signal_addr is null"});
}

}  // namespace
}  // namespace omni::test
