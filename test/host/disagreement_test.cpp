// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Members of a team that make different calls: all learn it from the wait, and the team works on.
#include <chrono>
#include <thread>

#include "teams.h"

namespace omni::test {
namespace {

void expect_symmetry_error(int status, std::initializer_list<const char*> words) {
    EXPECT_EQ(status, NVSHMEMX_ERROR_SYMMETRY);
    const nvshmemx_error_info_t* error = nvshmemx_last_error();
    ASSERT_NE(error, nullptr);
    for (const char* word : words)
        EXPECT_NE(std::strstr(error->text, word), nullptr) << word << " in: " << error->text;
    nvshmemx_clear_error();
}

/// Afterwards a call of each way to synchronise is right.
void expect_team_works(const SplitTeam& team) {
    Symmetric<int64_t> source(600), dest(600);
    std::fill(source.begin(), source.end(), 1);
    nvshmem_barrier_all();
    if (!team.is_member()) return;
    for (const size_t count : {1, 600, 2}) {
        EXPECT_EQ(nvshmem_int64_sum_reduce(team.handle(), dest.data(), source.data(), count), 0);
        EXPECT_EQ(dest[count - 1], team.size());
        EXPECT_EQ(nvshmem_team_sync(team.handle()), 0);
    }
}

PE_TEST(Disagreement, DifferentCallsOnATeamAreFound) {
    const int pes = nvshmem_n_pes();
    if (pes < 3) return;
    ReturnedErrors errors;
    const SplitTeam team("all but PE 0", 1, 1, pes - 1);
    Symmetric<int64_t> source(2), dest(2);
    if (team.rank() == 0)
        expect_symmetry_error(nvshmem_int64_sum_reduce(team.handle(), dest.data(), source.data(), 2),
                              {"nvshmem_int64_sum_reduce (16 bytes)", "nvshmem_team_sync"});
    if (team.rank() > 0)
        expect_symmetry_error(nvshmem_team_sync(team.handle()),
                              {"nvshmem_int64_sum_reduce", "nvshmem_team_sync"});
    expect_team_works(team);
}

// PE 0 and 1 dispute and give up; the others come when that is over and find what the two had posted before.
PE_TEST(Disagreement, MembersThatComeAfterwardsDoNotLoseStep) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (pes < 3) return;
    ReturnedErrors errors;
    const SplitTeam team("world again", 0, 1, pes);
    Symmetric<int64_t> source(2), dest(2), given_up(1);
    given_up[0] = 0;
    nvshmem_barrier_all();
    if (me > 1) nvshmem_int64_wait_until(given_up.data(), NVSHMEM_CMP_EQ, 2);
    const int status = nvshmem_int64_sum_reduce(team.handle(), dest.data(), source.data(), me == 0 ? 1 : 2);
    nvshmemx_clear_error();
    if (me < 2) {
        EXPECT_EQ(status, NVSHMEMX_ERROR_SYMMETRY);
        for (int pe = 0; pe < pes; ++pe) nvshmem_int64_atomic_inc(given_up.data(), pe);
    }
    expect_team_works(team);
}

PE_TEST(Disagreement, DifferentSizesAreFound) {
    const int pes = nvshmem_n_pes();
    if (pes < 2) return;
    ReturnedErrors errors;
    const SplitTeam team("reversed world", pes - 1, -1, pes);
    Symmetric<int64_t> source(1000), dest(1000);
    const size_t count = team.rank() == 0 ? 1000 : 1;  // by slices, by messages
    expect_symmetry_error(nvshmem_int64_sum_reduce(team.handle(), dest.data(), source.data(), count),
                          {"8000 bytes", "8 bytes"});
    expect_team_works(team);
}

/// The two rows have one handle and are at the same step in different calls, which is their own business.
PE_TEST(Disagreement, TeamsOfOneHandleAreNotConfused) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    if (pes < 4) return;
    nvshmem_team_t row, column;
    ASSERT_EQ(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 2, nullptr, 0, &row, nullptr, 0, &column), 0);
    // The first of each row waits for longer than it takes until it looks at what the others are in.
    if (nvshmem_team_my_pe(row) == 1) std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_EQ(me / 2 % 2 ? nvshmem_barrier(row) : nvshmem_team_sync(row), 0);
    nvshmem_team_destroy(column);
    nvshmem_team_destroy(row);
}

}  // namespace
}  // namespace omni::test
