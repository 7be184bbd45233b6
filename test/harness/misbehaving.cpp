// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Cases that misbehave on purpose. No run of the matrix: harness_test.py runs them one at a time and looks at
// what the harness makes of it.
#include <cstdlib>

#include "pe_test.h"

namespace {

using omni::test::Symmetric;

bool is_the_odd_one() { return nvshmem_my_pe() == nvshmem_n_pes() - 1; }

PE_TEST(Misbehaving, OnePeExpectsInVain) {
    EXPECT_FALSE(is_the_odd_one());
    nvshmem_barrier_all();
}

PE_TEST(Misbehaving, OnePeLeavesEarly) {
    ASSERT_FALSE(is_the_odd_one());
    nvshmem_barrier_all();
}

PE_TEST(Misbehaving, Innocent) { nvshmem_barrier_all(); }

PE_TEST(Misbehaving, ProgramEndsWithStatus0) { std::_Exit(0); }

PE_TEST(Misbehaving, WritesPastTheEnd) {
    Symmetric<char> text(3);
    text.data()[3] = 'x';
}

PE_TEST(Misbehaving, WritesBeforeTheBegin) {
    Symmetric<char> text(3);
    text.data()[-1] = 'x';
}

}  // namespace
