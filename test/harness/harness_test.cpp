// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The harness itself: a body runs on every PE, symmetric arrays begin poisoned.
#include "pe_test.h"

namespace {

using omni::test::Symmetric;

PE_TEST(Harness, RunsOnEveryPe) {
    Symmetric<int> seen(64);
    ASSERT_LE(nvshmem_n_pes(), 64);
    nvshmem_int_p(&seen[nvshmem_my_pe()], nvshmem_my_pe(), 0);
    nvshmem_barrier_all();
    if (nvshmem_my_pe() != 0) return;
    for (int pe = 0; pe < nvshmem_n_pes(); ++pe) EXPECT_EQ(seen[pe], pe);
}

PE_TEST(Harness, SymmetricArraysBeginPoisoned) {
    Symmetric<double> values(5);
    for (double value : values) EXPECT_EQ(value, omni::test::poison<double>());
}

}  // namespace
