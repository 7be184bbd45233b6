// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes of the memory model between kernels of different PEs (test/litmus has those of the host). PE 0
// writes, PE 1 owns the data, and where a third looks that is PE 2, or one of these. `Ops` is how a thread
// makes its operations. test/litmus/mutants_test.py shows that each shape fails where the promise that it
// relies on is broken.
#pragma once

#include "kernels.h"

namespace omni::test {

/// By the public functions.
struct PublicOps {
    static __device__ void put(uint64_t* dest, uint64_t value, int pe) { nvshmem_uint64_p(dest, value, pe); }
    static __device__ uint64_t get(const uint64_t* source, int pe) { return nvshmem_uint64_g(source, pe); }
    static __device__ void put_signal(uint64_t* dest, const uint64_t* source, size_t n, uint64_t* signal,
                                      int pe) {
        nvshmem_uint64_put_signal(dest, source, n, signal, 1, NVSHMEM_SIGNAL_ADD, pe);
    }
    static __device__ uint64_t fetch_inc(uint64_t* dest, int pe) {
        return nvshmem_uint64_atomic_fetch_inc(dest, pe);
    }
    static __device__ void fence() { nvshmem_fence(); }
    static __device__ void quiet() { nvshmem_quiet(); }
    static __device__ void sync() { nvshmem_sync_all(); }
};

constexpr uint64_t kRounds = 100;
constexpr size_t kBlock = 5;

__device__ inline uint64_t look_at(const uint64_t* word) {
    return nvshmem_signal_fetch(const_cast<uint64_t*>(word));  // an acquire load of one's own memory
}
__device__ inline void await(uint64_t* word, uint64_t value) {
    nvshmem_uint64_wait_until(word, NVSHMEM_CMP_GE, value);
}

/// What a shape works on, zero at first on every PE.
struct Board {
    uint64_t data[kRounds * kBlock], flag, acknowledged, x, y, seen[kRounds];
};

/// In the first half of the rounds the writer waits for the owner, in the second half it runs ahead.
__device__ inline void await_owner(Board* b, uint64_t round) {
    if (round < kRounds / 2) await(&b->acknowledged, round);
}
template <class Ops>
__device__ void acknowledge(Board* b, uint64_t round) {
    if (round < kRounds / 2) Ops::put(&b->acknowledged, round + 1, 0);
}

/// put; fence; flag: who sees the flag sees the data.
template <class Ops>
__global__ void message_passing(Board* b, int* forbidden) {
    const int me = nvshmem_my_pe();
    for (uint64_t round = 0; round < kRounds; ++round) {
        if (me == 0) {
            await_owner(b, round);
            Ops::put(b->data + round, round + 1, 1);
            Ops::fence();
            Ops::put(&b->flag, round + 1, 1);
        } else if (me == 1) {
            await(&b->flag, round + 1);
            *forbidden += look_at(b->data + round) != round + 1;
            acknowledge<Ops>(b, round);
        }
    }
}

/// The signal of a put_signal is behind its data.
template <class Ops>
__global__ void put_signal(Board* b, int* forbidden) {
    const int me = nvshmem_my_pe();
    for (uint64_t round = 0; round < kRounds; ++round) {
        uint64_t* place = b->data + round * kBlock;
        if (me == 0) {
            await_owner(b, round);
            uint64_t source[kBlock];
            for (uint64_t& word : source) word = round + 1;
            Ops::put_signal(place, source, kBlock, &b->flag, 1);
        } else if (me == 1) {
            nvshmem_signal_wait_until(&b->flag, NVSHMEM_CMP_GE, round + 1);
            for (size_t i = 0; i < kBlock; ++i) *forbidden += look_at(place + i) != round + 1;
            acknowledge<Ops>(b, round);
        }
    }
}

/// put to one PE; quiet; flag to another: who sees the flag and then reads the data sees it.
template <class Ops>
__global__ void quiet_reaches_every_pe(Board* b, int* forbidden) {
    const int me = nvshmem_my_pe(), observer = 2 % nvshmem_n_pes();
    for (uint64_t round = 0; round < kRounds; ++round) {
        if (me == 0) {
            await(&b->acknowledged, round);
            Ops::put(b->data + round, round + 1, 1);
            Ops::quiet();
            Ops::put(&b->flag, round + 1, observer);
        }
        if (me == observer) {
            await(&b->flag, round + 1);
            *forbidden += Ops::get(b->data + round, 1) != round + 1;
            Ops::put(&b->acknowledged, round + 1, 0);
        }
    }
}

/// Two PEs write and then read what the other one writes: one of them sees it.
template <class Ops>
__global__ void store_buffering(Board* b, int*) {
    const int me = nvshmem_my_pe();
    for (uint64_t round = 0; round < kRounds; ++round) {
        Ops::sync();
        if (me > 1) continue;
        Ops::put(b->data + round, 1, 1 - me);
        Ops::quiet();
        b->seen[round] = 1 + look_at(b->data + round);
    }
}

template <class Ops>
__device__ bool new_then_old(const uint64_t* first, int first_at, const uint64_t* second, int second_at,
                             uint64_t now) {
    const bool first_is_new = Ops::get(first, first_at) == now;
    Ops::quiet();
    return Ops::get(second, second_at) != now && first_is_new;
}

/// Two PEs write to two places, two others read both in opposite order: they agree on which write was first.
template <class Ops>
__global__ void independent_reads(Board* b, int*) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    for (uint64_t round = 0; round < kRounds; ++round) {
        const uint64_t now = round + 1;
        if (me == 0) Ops::put(&b->x, now, 1);
        if (me == 1) Ops::put(&b->y, now, 0);
        Ops::quiet();
        if (me == 2 % pes && new_then_old<Ops>(&b->x, 1, &b->y, 0, now)) b->seen[round] |= 1;
        if (me == 3 % pes && new_then_old<Ops>(&b->y, 0, &b->x, 1, now)) b->seen[round] |= 2;
        Ops::quiet();
        Ops::sync();
    }
}

/// Every atomic acts once: no ticket is given out twice.
template <class Ops>
__global__ void tickets(Board* b, int* forbidden) {
    for (uint64_t round = 0; round < kRounds; ++round) {
        const uint64_t ticket = Ops::fetch_inc(&b->flag, 1);
        *forbidden += ticket >= kRounds * nvshmem_n_pes();
        Ops::fetch_inc(&b->x, 1);
    }
    Ops::quiet();
}

/// Runs a shape on all PEs; what is forbidden is counted by the kernel or by `outcomes`, from what all PEs
/// have seen in a round.
template <class Outcomes>
void run_shape(void (*shape)(Board*, int*), Outcomes outcomes) {
    if (nvshmem_n_pes() < 2) GTEST_SKIP() << "takes two PEs";
    Symmetric<Board> board(1);
    board[0] = {};
    int forbidden = 0;
    nvshmem_barrier_all();
    shape<<<1, 1>>>(board.data(), &forbidden);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    nvshmem_barrier_all();
    for (uint64_t round = 0; round < kRounds; ++round) {
        std::vector<uint64_t> seen;
        for (int pe = 0; pe < nvshmem_n_pes(); ++pe)
            seen.push_back(nvshmem_uint64_g(board[0].seen + round, pe));
        forbidden += outcomes(seen);
    }
    EXPECT_EQ(forbidden, 0);
    nvshmem_barrier_all();
}

inline bool none(const std::vector<uint64_t>&) { return false; }
inline bool neither_saw_the_other(const std::vector<uint64_t>& seen) { return seen[0] == 1 && seen[1] == 1; }
inline bool opposite_orders(const std::vector<uint64_t>& seen) {
    uint64_t orders = 0;
    for (const uint64_t order : seen) orders |= order;
    return orders == 3;
}

/// The cases of a suite, for one way to make operations.
#define LITMUS_TESTS(SUITE, OPS)                                                                   \
    KERNEL_TEST(SUITE, MessagePassing) { run_shape(message_passing<OPS>, none); }                  \
    KERNEL_TEST(SUITE, PutSignal) { run_shape(put_signal<OPS>, none); }                            \
    KERNEL_TEST(SUITE, QuietReachesEveryPe) { run_shape(quiet_reaches_every_pe<OPS>, none); }      \
    KERNEL_TEST(SUITE, StoreBuffering) { run_shape(store_buffering<OPS>, neither_saw_the_other); } \
    KERNEL_TEST(SUITE, IndependentReadsOfIndependentWrites) {                                      \
        run_shape(independent_reads<OPS>, opposite_orders);                                        \
    }                                                                                              \
    KERNEL_TEST(SUITE, AtomicsActOnce) { run_shape(tickets<OPS>, none); }

}  // namespace omni::test
