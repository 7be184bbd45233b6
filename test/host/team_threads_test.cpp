// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Several threads of one PE in collectives: each on a team of its own works, two on one team are told so.
// Runs where PEs are processes, since the threads of a process share its PE.
#include <atomic>
#include <thread>

#include "teams.h"

namespace omni::test {
namespace {

/// Sums on `team`, `last` times, in buffers of this thread.
void sum_again_and_again(nvshmem_team_t team, int64_t* dest, int64_t* source, size_t count, int last) {
    const int64_t me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    for (int call = 0; call < last; ++call) {
        std::fill(source, source + count, call * 1000 + me);
        ASSERT_EQ(nvshmem_int64_sum_reduce(team, dest, source, count), 0);
        ASSERT_EQ(dest[count - 1], call * 1000 * pes + pes * (pes - 1) / 2) << "call " << call;
    }
}

/// BC-37 (a) for host threads: two duplicates of a team at once, begun in opposite order on odd PEs.
PE_TEST(TeamThreads, EachOnATeamOfItsOwn) {
    constexpr size_t count = 600;
    const int pes = nvshmem_n_pes();
    const SplitTeam a("a", 0, 1, pes), b("b", 0, 1, pes);
    Symmetric<int64_t> memory(4 * count);
    const auto run = [&](const SplitTeam& team, size_t place) {
        sum_again_and_again(team.handle(), memory.data() + place * count, memory.data() + (place + 1) * count,
                            count, rounds(200, 5000));
    };
    const bool odd = nvshmem_my_pe() % 2;
    std::thread first(run, std::cref(odd ? b : a), odd ? 2 : 0),
        second(run, std::cref(odd ? a : b), odd ? 0 : 2);
    first.join();
    second.join();
}

/// Splits of two parents at once: both look for free slots, and each slot must go to one of them.
PE_TEST(TeamThreads, SplitsOfTwoParentsAtOnce) {
    const int pes = nvshmem_n_pes();
    const SplitTeam a("a", 0, 1, pes), b("b", pes - 1, pes > 1 ? -1 : 0, pes);
    Symmetric<int64_t> memory(4);
    const auto run = [&](const SplitTeam& parent, size_t place) {
        for (int round = 0; round < rounds(100, 2000); ++round) {
            nvshmem_team_t team;
            ASSERT_EQ(nvshmem_team_split_strided(parent.handle(), 0, 1, pes, nullptr, 0, &team), 0);
            ASSERT_EQ(nvshmem_team_my_pe(team), parent.rank());
            sum_again_and_again(team, memory.data() + place, memory.data() + place + 1, 1, 3);
            nvshmem_team_destroy(team);
        }
    };
    std::thread first(run, std::cref(a), 0), second(run, std::cref(b), 2);
    first.join();
    second.join();
}

/// BC-37 (b) for host threads. Whichever of the two comes second gets the error; the other one works.
PE_TEST(TeamThreads, TwoOnOneTeamAreToldSo) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (pes == 1) return;
    ReturnedErrors errors;
    const SplitTeam team("copy of the world", 0, 1, pes);
    Symmetric<uint64_t> go(1);
    go[0] = 0;
    nvshmem_barrier_all();
    if (me == 0) {
        std::atomic<int> refused = 0;
        const auto enter = [&] {
            if (nvshmem_team_sync(team.handle()) == 0) return;
            errors.expect("nvshmem_team_sync", {"in use by another thread", "nvshmem_team_sync"});
            ++refused;
            for (int pe = 1; pe < pes; ++pe) nvshmem_uint64_p(go.data(), 1, pe);
        };
        std::thread first(enter), second(enter);
        first.join();
        second.join();
        EXPECT_EQ(refused, 1);
    } else {
        nvshmem_uint64_wait_until(go.data(), NVSHMEM_CMP_EQ, 1);
        EXPECT_EQ(nvshmem_team_sync(team.handle()), 0);
    }
}

}  // namespace
}  // namespace omni::test
