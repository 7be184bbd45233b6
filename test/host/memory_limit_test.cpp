// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One PE may have less memory than the others: then none gets a block that would not fit there.
#include <cstdlib>
#include <string>

#include "heap.h"

namespace {

using namespace omni::test;

constexpr size_t MiB = size_t{1} << 20;

const bool limited = [] {
    const char* rank = std::getenv("NVSHMRUN_RANK");
    return rank && std::string(rank) == "1" && setenv("NVSHMEM_MAX_MEMORY_PER_GPU", "4M", 1) == 0;
}();

PE_TEST(MemoryLimit, WhatDoesNotFitOnOnePeFitsOnNone) {
    const UnchangedHeap unchanged;
    EXPECT_EQ(nvshmem_malloc(5 * MiB), nullptr);
    const nvshmemx_error_info_t* error = nvshmemx_last_error();
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->code, NVSHMEMX_ERROR_OUT_OF_MEMORY);
    for (const char* part :
         {"PE 1", "5242880", "4194304", "NVSHMEM_MAX_MEMORY_PER_GPU", "free", "largest hole"})
        EXPECT_NE(std::strstr(error->text, part), nullptr) << part << " is missing in: " << error->text;
    nvshmemx_clear_error();
    nvshmem_barrier_all();
}

PE_TEST(MemoryLimit, TheNextBlockFitsAndIsSymmetric) {
    EXPECT_EQ(nvshmem_calloc(5, MiB), nullptr);
    nvshmemx_clear_error();
    const Ring ring;
    Symmetric<int> value(1);
    nvshmem_int_p(value.data(), ring.me, ring.right);
    nvshmem_barrier_all();
    EXPECT_EQ(value[0], ring.left);
}

/// What all have released does not count against the limit of the allocation that reclaims it.
PE_TEST(MemoryLimit, ReleasedBlocksMakeRoom) {
    char* block = allocate(3 * MiB);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(nvshmem_malloc(3 * MiB), nullptr);
    nvshmemx_clear_error();
    nvshmemx_release(block);
    char* again = allocate(3 * MiB);
    EXPECT_EQ(again, block);
    nvshmem_free(again);
}

}  // namespace
