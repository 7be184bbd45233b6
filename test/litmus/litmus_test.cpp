// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes of the memory model: small programs with an outcome that is forbidden, made over and over. On mapped
// memory an x86 keeps most of these promises by itself, so each shape is run under the fault transport too;
// mutants_test.py shows that it fails there when the promise it relies on is broken.
//
// PE 0 writes, `owner` has the data, `observer` looks. With fewer than 3 PEs, some are several of these.
#include <atomic>
#include <numeric>
#include <vector>

#include "pe_test.h"

namespace omni::test {
namespace {

constexpr uint64_t kRounds = 200;

struct Roles {
    int me = nvshmem_my_pe();
    int pes = nvshmem_n_pes();
    int writer = 0;
    int owner = 1 % pes;
    int observer = 2 % pes;
};

/// Words that begin as 0 on every PE.
struct Words : Symmetric<uint64_t> {
    explicit Words(size_t size) : Symmetric(size) {
        std::fill(begin(), end(), 0);
        nvshmem_barrier_all();
    }
};

uint64_t load(uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_acquire); }

void await(Words& flag, uint64_t value) { nvshmem_uint64_wait_until(flag.data(), NVSHMEM_CMP_GE, value); }

/// In the first half of the rounds the writer waits for the owner: an owner that is late, as on a busy
/// machine, misses no round. In the second half it runs ahead, and many rounds are under way at once.
void await_owner(Words& acknowledged, uint64_t round, const Roles& roles) {
    if (round < kRounds / 2 && roles.owner != roles.writer) await(acknowledged, round);
}

void acknowledge(Words& acknowledged, uint64_t round, const Roles& roles) {
    if (round < kRounds / 2) nvshmem_uint64_p(acknowledged.data(), round + 1, roles.writer);
}

/// What each PE has written into its own `words` of index i, on all PEs.
std::vector<uint64_t> of_every_pe(Words& words, size_t i) {
    std::vector<uint64_t> all;
    nvshmem_barrier_all();
    for (int pe = 0; pe < nvshmem_n_pes(); ++pe) all.push_back(nvshmem_uint64_g(words.data() + i, pe));
    return all;
}

/// put; fence; flag: who sees the flag sees the data.
PE_TEST(Litmus, MessagePassing) {
    const Roles roles;
    Words data(kRounds), flag(1), acknowledged(1);
    for (uint64_t round = 0; round < kRounds && roles.me == roles.writer; ++round) {
        await_owner(acknowledged, round, roles);
        nvshmem_uint64_p(data.data() + round, round + 1, roles.owner);
        nvshmem_fence();
        nvshmem_uint64_p(flag.data(), round + 1, roles.owner);
    }
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds && roles.me == roles.owner; ++round) {
        await(flag, round + 1);
        forbidden += load(data[round]) != round + 1;
        acknowledge(acknowledged, round, roles);
    }
    EXPECT_EQ(forbidden, 0) << "the flag was there before the data";
}

/// The same with bulk data: a fence orders pieces of any size.
PE_TEST(Litmus, MessagePassingOfBlocks) {
    constexpr size_t words = 64;
    const Roles roles;
    Words data(kRounds * words), flag(1), acknowledged(1);
    for (uint64_t round = 0; round < kRounds && roles.me == roles.writer; ++round) {
        await_owner(acknowledged, round, roles);
        const std::vector<uint64_t> source(words, round + 1);
        nvshmem_uint64_put_nbi(data.data() + round * words, source.data(), words, roles.owner);
        nvshmem_fence();
        nvshmem_uint64_atomic_set(flag.data(), round + 1, roles.owner);
    }
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds && roles.me == roles.owner; ++round) {
        await(flag, round + 1);
        for (size_t i = 0; i < words; ++i) forbidden += load(data[round * words + i]) != round + 1;
        acknowledge(acknowledged, round, roles);
    }
    EXPECT_EQ(forbidden, 0) << "the flag was there before the data";
}

/// put to one PE; quiet; flag to another: who sees the flag and then reads the data sees it.
PE_TEST(Litmus, BC28_QuietReachesEveryPe) {
    const Roles roles;
    Words data(kRounds), flag(1), acknowledged(1);
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        if (roles.me == roles.writer) {
            await(acknowledged, round);
            nvshmem_uint64_p(data.data() + round, round + 1, roles.owner);
            nvshmem_quiet();
            nvshmem_uint64_p(flag.data(), round + 1, roles.observer);
        }
        if (roles.me == roles.observer) {
            await(flag, round + 1);
            forbidden += nvshmem_uint64_g(data.data() + round, roles.owner) != round + 1;
            nvshmem_uint64_p(acknowledged.data(), round + 1, roles.writer);
        }
    }
    EXPECT_EQ(forbidden, 0) << "what quiet had completed was not there";
}

/// The same for nonblocking puts, of which the program says nothing more before the quiet.
PE_TEST(Litmus, QuietCompletesNonblockingPuts) {
    constexpr size_t words = 32;
    const Roles roles;
    Words data(kRounds * words), flag(1), acknowledged(1);
    std::vector<uint64_t> source(words), seen(words);
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        uint64_t* place = data.data() + round * words;
        if (roles.me == roles.writer) {
            await(acknowledged, round);
            std::iota(source.begin(), source.end(), round + 1);
            for (size_t i = 0; i < words; i += 8)
                nvshmem_uint64_put_nbi(place + i, source.data() + i, 8, roles.owner);
            nvshmem_quiet();
            nvshmem_uint64_atomic_set(flag.data(), round + 1, roles.observer);
        }
        if (roles.me == roles.observer) {
            await(flag, round + 1);
            nvshmem_uint64_get(seen.data(), place, words, roles.owner);
            for (size_t i = 0; i < words; ++i) forbidden += seen[i] != round + 1 + i;
            nvshmem_uint64_p(acknowledged.data(), round + 1, roles.writer);
        }
    }
    EXPECT_EQ(forbidden, 0) << "what quiet had completed was not there";
}

/// A barrier completes what went before it, for every PE.
PE_TEST(Litmus, BC28_BarrierReachesEveryPe) {
    const Roles roles;
    Words data(kRounds);
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        if (roles.me == roles.writer) nvshmem_uint64_p(data.data() + round, round + 1, roles.owner);
        nvshmem_barrier_all();
        if (roles.me == roles.observer)
            forbidden += nvshmem_uint64_g(data.data() + round, roles.owner) != round + 1;
    }
    EXPECT_EQ(forbidden, 0) << "what the barrier had completed was not there";
}

/// Two PEs write and then read what the other one writes: one of them sees it.
PE_TEST(Litmus, StoreBuffering) {
    const Roles roles;
    Words mine(kRounds), seen(kRounds);
    const bool takes_part = roles.me == roles.writer || roles.me == roles.owner;
    const int other = roles.me == roles.writer ? roles.owner : roles.writer;
    for (uint64_t round = 0; round < kRounds; ++round) {
        nvshmem_sync_all();
        if (!takes_part) continue;
        nvshmem_uint64_p(mine.data() + round, 1, other);
        nvshmem_quiet();
        seen[round] = load(mine[round]);
    }
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        const std::vector<uint64_t> all = of_every_pe(seen, round);
        forbidden += all[0] == 0 && all[static_cast<size_t>(roles.owner)] == 0;
    }
    EXPECT_EQ(forbidden, 0) << "neither of two PEs saw what the other had completed";
}

/// Two PEs write to two places, two others read both in opposite order: they agree on which write was first.
PE_TEST(Litmus, IndependentReadsOfIndependentWrites) {
    const Roles roles;
    Words x(1), y(1), seen(kRounds);
    const int x_writer = 0, y_writer = 1 % roles.pes, x_first = 2 % roles.pes, y_first = 3 % roles.pes;
    const auto look = [](Words& first, int first_at, Words& second, int second_at, uint64_t now) {
        const bool first_is_new = nvshmem_uint64_g(first.data(), first_at) == now;
        nvshmem_quiet();
        const bool second_is_new = nvshmem_uint64_g(second.data(), second_at) == now;
        return first_is_new && !second_is_new;
    };
    for (uint64_t round = 0; round < kRounds; ++round) {
        const uint64_t now = round + 1;
        if (roles.me == x_writer) nvshmem_uint64_p(x.data(), now, y_writer);
        if (roles.me == y_writer) nvshmem_uint64_p(y.data(), now, x_writer);
        nvshmem_quiet();
        if (roles.me == x_first) seen[round] |= look(x, y_writer, y, x_writer, now) ? 1 : 0;
        if (roles.me == y_first) seen[round] |= look(y, x_writer, x, y_writer, now) ? 2 : 0;
        nvshmem_barrier_all();
    }
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        uint64_t orders = 0;
        for (uint64_t order : of_every_pe(seen, round)) orders |= order;
        forbidden += orders == 3;
    }
    EXPECT_EQ(forbidden, 0) << "two PEs saw two writes in opposite order";
}

/// The signal of a put_signal is behind its data, and signals are added up.
PE_TEST(Litmus, PutSignal) {
    constexpr size_t words = 5;
    const Roles roles;
    Words data(kRounds * words), signal(1), acknowledged(1);
    for (uint64_t round = 0; round < kRounds && roles.me == roles.writer; ++round) {
        await_owner(acknowledged, round, roles);
        const std::vector<uint64_t> source(words, round + 1);
        nvshmem_uint64_put_signal(data.data() + round * words, source.data(), words, signal.data(), 1,
                                  NVSHMEM_SIGNAL_ADD, roles.owner);
    }
    int forbidden = 0;
    for (uint64_t round = 0; round < kRounds && roles.me == roles.owner; ++round) {
        nvshmem_signal_wait_until(signal.data(), NVSHMEM_CMP_GE, round + 1);
        for (size_t i = 0; i < words; ++i) forbidden += load(data[round * words + i]) != round + 1;
        acknowledge(acknowledged, round, roles);
    }
    EXPECT_EQ(forbidden, 0) << "the signal was there before its data";
}

/// Every atomic acts once: no ticket is given out twice or left out, and the sums are right.
PE_TEST(Litmus, AtomicsActOnce) {
    const Roles roles;
    const auto pes = static_cast<uint64_t>(roles.pes);
    Words counters(2), taken(kRounds * pes);
    uint64_t out_of_range = 0;
    for (uint64_t round = 0; round < kRounds; ++round) {
        const uint64_t ticket = nvshmem_uint64_atomic_fetch_add(counters.data(), 1, roles.owner);
        nvshmem_uint64_atomic_inc(counters.data() + 1, roles.owner);
        if (ticket < taken.size())
            nvshmem_uint64_atomic_inc(taken.data() + ticket, roles.owner);
        else
            ++out_of_range;
    }
    nvshmem_barrier_all();
    EXPECT_EQ(out_of_range, 0u) << "tickets were left out";
    if (roles.me != roles.owner) return;
    EXPECT_EQ(load(counters[0]), kRounds * pes);
    EXPECT_EQ(load(counters[1]), kRounds * pes);
    size_t wrong = 0;
    for (uint64_t& times : taken) wrong += load(times) != 1;
    EXPECT_EQ(wrong, 0u) << "tickets were given out twice or not at all";
}

}  // namespace
}  // namespace omni::test
