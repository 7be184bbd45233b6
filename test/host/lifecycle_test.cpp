// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counted starts on running PEs, in every mode. What needs a program of its own is in test/life.
#include <string>

#include "pe_test.h"

namespace {

using omni::test::Symmetric;

TEST(Queries, AreAnsweredOutsideOfPes) {
    int level = -1;
    nvshmem_query_thread(&level);
    EXPECT_EQ(NVSHMEM_THREAD_MULTIPLE, level);
}

PE_TEST(Counted, InnerStartsAndFinalizesKeepTheJob) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    Symmetric<int> left(1);
    for (int depth = 0; depth < 3; ++depth) {
        int level = -1;
        EXPECT_EQ(0, nvshmem_init_thread(NVSHMEM_THREAD_SINGLE, &level));
        EXPECT_EQ(NVSHMEM_THREAD_MULTIPLE, level);
    }
    for (int depth = 0; depth < 3; ++depth) {
        nvshmem_int_p(left.data(), me + depth, (me + 1) % pes);
        nvshmem_finalize();  // a barrier, which completes the store
        EXPECT_EQ((me + pes - 1) % pes + depth, left[0]);
        nvshmem_barrier_all();
    }
    EXPECT_EQ(NVSHMEM_STATUS_IS_INITIALIZED, nvshmemx_init_status());
    EXPECT_EQ(me, nvshmem_my_pe());
    EXPECT_EQ(pes, nvshmem_n_pes());
}

PE_TEST(Counted, StartsWithOtherArgumentsAreRefusedAndNotCounted) {
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    attributes.args.uid_args.myrank = nvshmem_my_pe();
    attributes.args.uid_args.nranks = nvshmem_n_pes() + 1;
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_THREAD_PES, &attributes));
    ASSERT_NE(nullptr, nvshmemx_last_error());
    EXPECT_STRNE("", nvshmemx_last_error()->text);
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, nullptr));
    EXPECT_EQ(NVSHMEMX_ERROR_INVALID_VALUE, nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes))
        << "no communicator";
    nvshmem_barrier_all();
}

PE_TEST(Modes, AreHandedBackAndChecked) {
    nvshmem_barrier_all();
    EXPECT_EQ(-1, nvshmemx_set_error_mode(2));
    EXPECT_EQ(-1, nvshmemx_set_error_mode(-1));
    nvshmem_barrier_all();
}

}  // namespace
