// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Starts that work, starts that fail, calls before the start, and the report on request.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "cases.h"

namespace omni::test {
namespace {

/// The script reads from standard error why.
TEST(Start, Fails) { EXPECT_NE(0, start("first")); }

TEST(Start, Works) {
    ASSERT_EQ(0, start("first"));
    exchange_with_neighbours(8);
    nvshmem_finalize();
}

/// Whatever was wrong is mended after the first attempt.
TEST(Start, FailsAndWorksThen) {
    const auto id = by_unique_id() ? shared_id("first", given_rank() == 0) : nvshmemx_uniqueid_t();
    const auto attempt = [&] {
        return by_unique_id() ? start_by_id(id, given_rank(), given_size()) : nvshmem_init_thread(0, nullptr);
    };
    ::setenv("NVSHMEM_SYMMETRIC_SIZE", "12Q", 1);
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, attempt());
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    ::setenv("NVSHMEM_SYMMETRIC_SIZE", "16M", 1);
    ASSERT_EQ(0, attempt());
    exchange_with_neighbours(9);
    nvshmem_finalize();
}

/// One PE cannot get its memory; all are told, and nobody waits for ever.
TEST(Start, FailsOnOnePe) {
    const bool unlucky = given_rank() == 1 || (std::getenv("NVSHMRUN_RANK") &&
                                               std::strcmp(std::getenv("NVSHMRUN_RANK"), "1") == 0);
    const rlimit small_files = {size_t{1} << 28, size_t{1} << 28};
    if (unlucky) {
        ASSERT_NE(SIG_ERR, ::signal(SIGXFSZ, SIG_IGN));
        ASSERT_EQ(0, ::setrlimit(RLIMIT_FSIZE, &small_files));
    }
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    EXPECT_NE(0, start("first"));
    if (unlucky)
        EXPECT_NE(std::string::npos, last_text().find("cannot size memory file")) << last_text();
    else
        EXPECT_NE(std::string::npos, last_text().find("could not start")) << last_text();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    EXPECT_EQ(-1, nvshmem_my_pe());
}

/// A PE that others may not look at by /proc: no privileges, no dump.
TEST(Start, WorksWithoutALookAtOthers) {
    if (::geteuid() == 0) {
        ASSERT_EQ(0, ::setresuid(65534, 65534, 65534));
    }
    ASSERT_EQ(0, ::prctl(PR_SET_DUMPABLE, 0));
    ASSERT_EQ(0, start("first"));
    exchange_with_neighbours(10);
    nvshmem_finalize();
}

TEST(Start, VersionsAreCompared) {
    const auto start_with = [](nvshmemi_version_t version) {
        return nvshmemid_hostlib_init_attr(0, nullptr, 0, nullptr, version, nullptr);
    };
    EXPECT_EQ(NVSHMEMX_ERROR_NOT_SUPPORTED, start_with({NVSHMEM_VENDOR_MAJOR_VERSION + 1, 0, 0}));
    EXPECT_EQ(NVSHMEMX_ERROR_NOT_SUPPORTED,
              start_with({NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION + 1, 0}));
    EXPECT_NE(std::string::npos, last_text().find("interface level")) << last_text();
    EXPECT_EQ(NVSHMEM_STATUS_NOT_INITIALIZED, nvshmemx_init_status());
    EXPECT_EQ(0, start_with({NVSHMEM_VENDOR_MAJOR_VERSION, 0, 99}));
    nvshmem_finalize();
}

TEST(Start, ArgumentsAreChecked) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_get_uniqueid(nullptr));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_set_attr_uniqueid_args(0, 1, nullptr, &attributes));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_set_attr_uniqueid_args(0, 1, &id, nullptr));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, nullptr));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes))
        << "no id";
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(0x30, &attributes));
    EXPECT_EQ(0, nvshmemx_set_attr_uniqueid_args(0, 1, &id, &attributes));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes))
        << "zeros are no id";
    int communicator = 0;
    EXPECT_EQ(0, nvshmemx_set_attr_mpi_comm_args(&communicator, &attributes));
    EXPECT_EQ(&communicator, attributes.mpi_comm);
    EXPECT_EQ(NVSHMEMX_ERROR_NOT_SUPPORTED, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes));
    EXPECT_NE(std::string::npos, last_text().find("no MPI library is loaded")) << last_text();
    EXPECT_EQ(NVSHMEMX_ERROR_NOT_SUPPORTED, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_SHMEM, nullptr));
    EXPECT_NE(std::string::npos, last_text().find("no OpenSHMEM library is loaded")) << last_text();
    EXPECT_EQ(-1, nvshmem_my_pe());
}

/// Of each family one; all are errors without effect.
TEST(Start, CallsBeforeItAreErrors) {
    nvshmemx_set_error_mode(NVSHMEMX_ERROR_MODE_RETURN);
    long word = 3;
    const std::pair<const char*, void (*)(long*)> calls[] = {
        {"nvshmem_malloc", [](long*) { EXPECT_EQ(nullptr, nvshmem_malloc(8)); }},
        {"nvshmem_free", [](long* word) { nvshmem_free(word); }},
        {"nvshmem_long_p", [](long* word) { nvshmem_long_p(word, 1, 0); }},
        {"nvshmem_long_g", [](long* word) { EXPECT_EQ(0, nvshmem_long_g(word, 0)); }},
        {"nvshmem_barrier_all", [](long*) { nvshmem_barrier_all(); }},
        {"nvshmem_quiet", [](long*) { nvshmem_quiet(); }},
        {"nvshmem_long_atomic_add", [](long* word) { nvshmem_long_atomic_add(word, 1, 0); }},
        {"nvshmem_long_wait_until", [](long* word) { nvshmem_long_wait_until(word, NVSHMEM_CMP_EQ, 4); }},
        {"nvshmem_team_my_pe", [](long*) { EXPECT_EQ(-1, nvshmem_team_my_pe(NVSHMEM_TEAM_WORLD)); }},
        {"nvshmem_finalize", [](long*) { nvshmem_finalize(); }},
    };
    for (const auto& [name, call] : calls) {
        nvshmemx_clear_error();
        call(&word);
        EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, last_code()) << name;
    }
    EXPECT_EQ(3, word);
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmem_error)
        << "the variable, which the program may have a copy of";
}

TEST(Start, TheErrorModeIsReturn) {
    ASSERT_EQ(0, start("first"));
    int no_block = 0;
    nvshmem_free(&no_block);
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, last_code());
    nvshmem_finalize();
}

TEST(Start, ACallBeforeItEndsTheProgramInModeExit) { nvshmem_barrier_all(); }

TEST(Report, IsWrittenOnRequestWhileAPeWaits) {
    ASSERT_EQ(0, start("first"));
    long* word = static_cast<long*>(nvshmem_calloc(1, sizeof(long)));
    if (nvshmem_my_pe() == 0) {
        ::alarm(20);
        std::thread asker([] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            ::kill(::getpid(), SIGUSR1);
        });
        nvshmem_long_wait_until(word, NVSHMEM_CMP_EQ, 5);
        asker.join();
    } else {
        std::this_thread::sleep_for(std::chrono::milliseconds(1000));
        nvshmem_long_p(word, 5, 0);
    }
    nvshmem_finalize();
}

TEST(Report, AHandlerOfTheProgramStays) {
    static volatile sig_atomic_t handled = 0;
    ::signal(SIGUSR1, [](int) { handled = 1; });
    ASSERT_EQ(0, start("first"));
    ::raise(SIGUSR1);
    EXPECT_EQ(1, handled);
    nvshmem_finalize();
}

}  // namespace
}  // namespace omni::test
