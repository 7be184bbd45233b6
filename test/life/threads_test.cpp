// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starting and ending from several threads, PEs that are threads, and forked children.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "cases.h"

namespace omni::test {
namespace {

TEST(Threads, QueriesWhileAnotherThreadStartsAndEnds) {
    std::atomic<bool> through = false;
    std::thread asker([&] {
        while (!through) {
            nvshmemx_init_status();
            nvshmem_my_pe();
            nvshmem_n_pes();
        }
    });
    for (int life = 0; life < 20; ++life) {
        ASSERT_EQ(0, start(std::to_string(life)));
        nvshmem_finalize();
    }
    through = true;
    asker.join();
}

int start_as_thread(int rank, int size) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    attributes.args.uid_args.myrank = rank;
    attributes.args.uid_args.nranks = size;
    return nvshmemx_init_attr(NVSHMEMX_INIT_THREAD_PES, &attributes);
}

TEST(Threads, PesAreTheProcessOrItsThreads) {
    ASSERT_EQ(0, start("first"));
    std::thread([] { EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_as_thread(0, 1)); }).join();
    nvshmem_finalize();
    std::thread([] {
        ASSERT_EQ(0, start_as_thread(0, 1));
        std::thread([] { EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmem_init_thread(0, nullptr)); }).join();
        EXPECT_EQ(0, nvshmem_my_pe());
        nvshmem_finalize();
    }).join();
    EXPECT_EQ(0, start("second"));
    nvshmem_finalize();
}

TEST(Threads, RanksAreChecked) {
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_as_thread(-1, -1));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_as_thread(2, 2));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, start_as_thread(0, 2000000000));
    EXPECT_NE(std::string::npos, last_text().find("2000000000")) << last_text();
}

TEST(Threads, AFailedGatheringDoesNotSpoilTheNext) {
    ::setenv("NVSHMEM_WAIT_TIMEOUT", "0.3", 1);
    EXPECT_NE(0, start_as_thread(0, 2));
    EXPECT_NE(std::string::npos, last_text().find("not started")) << last_text();
    ::unsetenv("NVSHMEM_WAIT_TIMEOUT");
    std::vector<std::thread> pes;
    for (int rank = 0; rank < 2; ++rank)
        pes.emplace_back([rank] {
            ASSERT_EQ(0, start_as_thread(rank, 2));
            exchange_with_neighbours(6);
            nvshmem_finalize();
        });
    for (std::thread& pe : pes) pe.join();
}

int status_of_child(int (*body)()) {
    const pid_t child = ::fork();
    if (child == 0) ::exit(body());
    int status = -1;
    EXPECT_EQ(child, ::waitpid(child, &status, 0));
    return status;
}

/// It has its parent's memory but not its place in the job.
TEST(Fork, TheChildIsNoPe) {
    ASSERT_EQ(0, start("first"));
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    const int status = status_of_child([] {
        if (nvshmem_my_pe() != -1 || nvshmemx_init_status() != NVSHMEM_STATUS_NOT_INITIALIZED) return 1;
        nvshmem_finalize();
        if (last_code() != NVSHMEMX_ERROR_INVALID_VALUE) return 2;
        const bool launched = std::getenv("NVSHMRUN_RANK") != nullptr;
        const int started = nvshmem_init_thread(0, nullptr);
        if (launched) return started == NVSHMEMX_ERROR_INVALID_VALUE ? 0 : 3;
        if (started != 0 || nvshmem_n_pes() != 1) return 4;
        nvshmem_finalize();
        return 0;
    });
    EXPECT_EQ(0, status);
    exchange_with_neighbours(11);
    nvshmem_finalize();
}

TEST(Fork, ChildrenOfTheMakerOfAnIdCanMeetByIt) {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    ASSERT_EQ(0, nvshmemx_get_uniqueid(&id));
    std::vector<pid_t> children;
    for (int rank = 0; rank < 3; ++rank) {
        children.push_back(::fork());
        if (children.back() != 0) continue;
        if (start_by_id(id, rank, 3) != 0 || nvshmem_my_pe() != rank) std::_Exit(1);
        exchange_with_neighbours(12);
        nvshmem_finalize();
        std::_Exit(testing::Test::HasFailure());
    }
    for (pid_t child : children) {
        int status = -1;
        EXPECT_EQ(child, ::waitpid(child, &status, 0));
        EXPECT_EQ(0, status);
    }
}

}  // namespace
}  // namespace omni::test
