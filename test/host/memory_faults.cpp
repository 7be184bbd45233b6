// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Faults in the use of the heap, in mode exit: each case ends the job. memory_exit_test.py runs them one by
// one.
#include "heap.h"

namespace {

using namespace omni::test;

PE_TEST(Fault, OtherSizes) { nvshmem_malloc(nvshmem_my_pe() == 0 ? 100 : 200); }

PE_TEST(Fault, OtherCalls) {
    if (nvshmem_my_pe() == 0)
        nvshmem_calloc(100, 1);
    else
        nvshmem_malloc(100);
}

PE_TEST(Fault, AllocationAgainstBarrier) {
    if (nvshmem_my_pe() == 1)
        nvshmem_barrier_all();
    else
        nvshmem_malloc(100);
}

PE_TEST(Fault, FreedTwice) {
    void* block = nvshmem_malloc(100);
    nvshmem_free(block);
    nvshmem_free(block);
}

PE_TEST(Fault, FreeOfOtherMemory) {
    int on_stack = 0;
    nvshmem_free(&on_stack);
}

PE_TEST(Fault, UseAfterFree) {
    int* block = static_cast<int*>(nvshmem_malloc(100));
    nvshmem_free(block);
    nvshmem_int_p(block, 1, 0);
}

PE_TEST(Fault, Overrun) {
    char* block = allocate(1000);
    const std::vector<char> source(2000);
    nvshmem_putmem(block, source.data(), source.size(), 0);
}

PE_TEST(Fault, AlignmentOfThree) { nvshmem_align(3, 8); }

/// No fault: the program goes on.
PE_TEST(Answer, OutOfMemory) {
    EXPECT_EQ(nvshmem_malloc(SIZE_MAX), nullptr);
    EXPECT_EQ(nvshmemx_buffer_register_symmetric(nullptr, 1, 0), nullptr);
    EXPECT_NE(nvshmemx_buffer_register(nullptr, 1), 0);
    nvshmem_barrier_all();
}

}  // namespace
