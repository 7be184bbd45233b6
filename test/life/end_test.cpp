// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counted starts, ways to end, and that nothing stays behind.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "cases.h"

namespace omni::test {
namespace {

TEST(Counted, TwoStartsNeedTwoFinalizesAndTheLibraryCanStartAgain) {
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    ASSERT_EQ(0, start("first"));
    EXPECT_EQ(0, nvshmem_init_thread(NVSHMEM_THREAD_SINGLE, nullptr));
    EXPECT_EQ(NVSHMEM_STATUS_IS_INITIALIZED, nvshmemx_init_status());
    long* block = static_cast<long*>(nvshmem_calloc(1, sizeof(long)));
    nvshmem_finalize();
    EXPECT_EQ(NVSHMEM_STATUS_IS_INITIALIZED, nvshmemx_init_status());
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    nvshmem_long_p(block, 7 + me, (me + 1) % pes);
    nvshmem_barrier_all();
    EXPECT_EQ(7 + (me + pes - 1) % pes, *block);
    nvshmem_finalize();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    EXPECT_EQ(-1, nvshmem_my_pe());

    ASSERT_EQ(0, start("second"));
    EXPECT_EQ(me, nvshmem_my_pe());
    exchange_with_neighbours(100);
    nvshmem_finalize();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
}

TEST(Counted, ManyLivesLeaveNothingBehind) {
    ASSERT_EQ(0, start("0"));
    nvshmem_finalize();
    ASSERT_EQ(0, start("1"));
    nvshmem_finalize();
    const Footprint flat = Footprint::now();
    const int lives =
        std::getenv("OMNISHMEM_LIFE_LIVES") ? std::atoi(std::getenv("OMNISHMEM_LIFE_LIVES")) : 200;
    size_t resident = 0, mappings = 0;
    for (int life = 2; life < lives; ++life) {
        ASSERT_EQ(0, start(std::to_string(life)));
        if (life % 50 == 0) exchange_with_neighbours(life);
        nvshmem_finalize();
        if (life == lives / 4) resident = resident_kib(), mappings = all_mappings();
    }
    EXPECT_EQ(flat, Footprint::now());
    EXPECT_LE(resident_kib(), resident + 512) << "KiB; 1 KiB a life would be 150";
    EXPECT_LE(all_mappings(), mappings + 3);
}

TEST(Counted, ASecondStartWithOtherArgumentsIsRefusedAndTheJobIsUnharmed) {
    ASSERT_EQ(0, start("first"));
    const int pes = nvshmem_n_pes();
    nvshmemx_init_attr_t as_thread = NVSHMEMX_INIT_ATTR_INITIALIZER;
    as_thread.args.uid_args.myrank = 0;
    as_thread.args.uid_args.nranks = pes + 1;
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_THREAD_PES, &as_thread));
    nvshmemx_uniqueid_t other = NVSHMEMX_UNIQUEID_INITIALIZER;
    ASSERT_EQ(0, nvshmemx_get_uniqueid(&other));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_by_id(other, nvshmem_my_pe(), pes));
    EXPECT_NE(std::string::npos, last_text().find("other arguments")) << last_text();
    exchange_with_neighbours(5);
    nvshmem_finalize();
    EXPECT_EQ(-1, nvshmem_my_pe()) << "a refused start counted";
}

TEST(Counted, TheSameIdAndRankAgainCounts) {
    if (!by_unique_id()) GTEST_SKIP() << "starts by unique id";
    const nvshmemx_uniqueid_t id = shared_id("first", given_rank() == 0);
    ASSERT_EQ(0, start_by_id(id, given_rank(), given_size()));
    EXPECT_EQ(0, start_by_id(id, given_rank(), given_size()));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_by_id(id, given_rank(), given_size() + 1));
    nvshmem_finalize();
    exchange_with_neighbours(1);
    nvshmem_finalize();
}

TEST(Counted, OtherWorldsLater) {
    if (given_size() != 4) GTEST_SKIP() << "four PEs by unique id";
    ASSERT_EQ(0, start("all"));
    EXPECT_EQ(4, nvshmem_n_pes());
    nvshmem_finalize();
    const int half = given_rank() / 2, rank = given_rank() % 2;
    ASSERT_EQ(0, start_by_id(shared_id("half" + std::to_string(half), rank == 0), rank, 2));
    EXPECT_EQ(2, nvshmem_n_pes());
    EXPECT_EQ(rank, nvshmem_my_pe());
    exchange_with_neighbours(1000 * half);
    nvshmem_finalize();
}

TEST(End, WithoutFinalize) {
    ASSERT_EQ(0, start("first"));
    nvshmem_malloc(64);
    nvshmem_barrier_all();
}

TEST(End, FinalizeInAnExitHandler) {
    ASSERT_EQ(0, start("first"));
    std::atexit(nvshmem_finalize);
    exchange_with_neighbours(3);
}

TEST(End, ErrorsInAnExitHandler) {
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    nvshmem_barrier_all();
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, last_code());
    std::atexit([] {
        nvshmem_barrier_all();
        if (last_code() != NVSHMEMX_ERROR_INVALID_VALUE) std::_Exit(7);
        if (nvshmem_init_thread(0, nullptr) != 0 || nvshmem_n_pes() < 1) std::_Exit(8);
        nvshmem_finalize();
    });
}

TEST(End, ASurplusFinalizeIsAnErrorInModeReturn) {
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    ASSERT_EQ(0, start("first"));
    nvshmem_finalize();
    EXPECT_EQ(0, last_code()) << last_text();
    nvshmem_finalize();
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, last_code());
    EXPECT_STREQ("nvshmem_finalize", nvshmemx_last_error()->function);
    ASSERT_EQ(0, start("second"));
    nvshmem_finalize();
}

TEST(End, ASurplusFinalizeIsSaidInModeExit) {
    ASSERT_EQ(0, start("first"));
    nvshmem_finalize();
    nvshmem_finalize();
}

TEST(End, WithALiveTeamAndBlock) {
    ASSERT_EQ(0, start("first"));
    nvshmem_team_t team = NVSHMEM_TEAM_INVALID;
    EXPECT_EQ(0, nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, nvshmem_n_pes(), nullptr, 0, &team));
    nvshmem_malloc(1000);
    nvshmem_finalize();
    ASSERT_EQ(0, start("second"));
    exchange_with_neighbours(2);
    nvshmem_finalize();
}

TEST(End, FinalizeByAnotherThread) {
    ASSERT_EQ(0, start("first"));
    std::thread(nvshmem_finalize).join();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    std::thread([] { EXPECT_EQ(0, start("second")); }).join();
    exchange_with_neighbours(4);
    nvshmem_finalize();
}

TEST(End, GlobalExitEndsAll) {
    ASSERT_EQ(0, start("first"));
    if (nvshmem_my_pe() == nvshmem_n_pes() - 1) nvshmem_global_exit(3);
    nvshmem_barrier_all();
    FAIL() << "the others must not leave the barrier";
}

TEST(End, GlobalExitReachesThoseWhoCompute) {
    ASSERT_EQ(0, start("first"));
    nvshmem_barrier_all();
    if (nvshmem_my_pe() == 0) nvshmem_global_exit(3);
    for (volatile bool computing = true; computing;) std::this_thread::yield();
}

/// One PE passes nonsense while the others wait.
TEST(End, AnErrorEndsAll) {
    ASSERT_EQ(0, start("first"));
    int no_block = 0;
    if (nvshmem_my_pe() == nvshmem_n_pes() - 1) nvshmem_free(&no_block);
    nvshmem_barrier_all();
    FAIL() << "the others must not leave the barrier";
}

/// By unique id, as a launcher would end the others.
TEST(End, ASurvivorInModeReturnFinalizesAndKeepsNothing) {
    ASSERT_EQ(0, start("first"));
    nvshmem_finalize();
    const Footprint before = Footprint::now();
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    ASSERT_EQ(0, start("second"));
    nvshmem_barrier_all();
    if (nvshmem_my_pe() == 1) std::raise(SIGKILL);
    nvshmem_barrier_all();
    EXPECT_NE(std::string::npos, last_text().find("PE 1 (process")) << last_text();
    EXPECT_NE(std::string::npos, last_text().find("is dead")) << last_text();
    nvshmem_finalize();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    EXPECT_EQ(before, Footprint::now());
}

/// The script kills a PE once all have left a file.
TEST(End, WaitsForEver) {
    ASSERT_EQ(0, start("first"));
    long* word = static_cast<long*>(nvshmem_calloc(1, sizeof(long)));
    announce("waits" + std::to_string(nvshmem_my_pe()));
    nvshmem_long_wait_until(word, NVSHMEM_CMP_EQ, 1);
    FAIL() << "nobody wrote";
}

TEST(End, GlobalExitBeforeStart) { nvshmem_global_exit(5); }

TEST(Threads, ManyStartAndEndAtOnce) {
    std::vector<std::thread> threads;
    ASSERT_EQ(0, start("first"));
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([] {
            EXPECT_EQ(0, nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, nullptr));
            EXPECT_GE(nvshmem_my_pe(), 0);
        });
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    for (int i = 0; i < 8; ++i) threads.emplace_back(nvshmem_finalize);
    for (std::thread& thread : threads) thread.join();
    EXPECT_GE(nvshmem_my_pe(), 0);
    nvshmem_finalize();
    EXPECT_EQ(-1, nvshmem_my_pe());
}

TEST(Ids, UnusedOnesGoWithFinalizeOrExit) {
    nvshmemx_uniqueid_t warm_up =
        NVSHMEMX_UNIQUEID_INITIALIZER;  // a sanitizer has a thread of its own from then on
    ASSERT_EQ(0, nvshmemx_get_uniqueid(&warm_up));
    ASSERT_EQ(0, start_by_id(warm_up, 0, 1));
    nvshmem_finalize();
    const Footprint before = Footprint::now();
    std::vector<nvshmemx_uniqueid_t> ids(20);
    for (nvshmemx_uniqueid_t& id : ids) ASSERT_EQ(0, nvshmemx_get_uniqueid(&id));
    EXPECT_LT(before.descriptors, Footprint::now().descriptors);
    ASSERT_EQ(0, start_by_id(ids[7], 0, 1));
    nvshmem_finalize();
    EXPECT_EQ(before, Footprint::now());
    for (nvshmemx_uniqueid_t& id : ids) ASSERT_EQ(0, nvshmemx_get_uniqueid(&id));
}

}  // namespace
}  // namespace omni::test
