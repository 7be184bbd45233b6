// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tests over PEs. A PE_TEST is written as if it ran on one PE and runs on all of them in lockstep, the
// library started:
//
//     PE_TEST(Put, ReachesTheRightNeighbour) {
//         const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
//         omni::test::Symmetric<int> left(1);  // poisoned, between guard words
//         nvshmem_int_p(left.data(), me, (me + 1) % pes);
//         nvshmem_barrier_all();
//         EXPECT_EQ(left[0], (me + pes - 1) % pes);
//     }
//
// PEs are processes when nvshmrun started the program, and threads of it when OMNISHMEM_TEST_THREADS says how
// many. EXPECT lets a PE go on in step with the others. ASSERT lets it leave the case early, so the PEs are
// out of step then and the job ends: cases that follow are skipped.
#pragma once

#include <gtest/gtest.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include "symmetric.h"

#define PE_TEST(suite, name)                                                 \
    static void suite##_##name##_on_a_pe();                                  \
    TEST(suite, name) { omni::test::on_every_pe(suite##_##name##_on_a_pe); } \
    static void suite##_##name##_on_a_pe()

namespace omni::test {

/// Runs `body` on every PE: on this process, or on each PE thread. Returns when all of this process are
/// through.
void on_every_pe(void (*body)());

/// Full rounds and sizes are wanted (./dev test --long).
bool long_run();

}  // namespace omni::test
