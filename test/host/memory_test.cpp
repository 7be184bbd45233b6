// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Collective allocation: what it gives, and that all PEs fail alike where it cannot.
#include <string>

#include "heap.h"

namespace {

using namespace omni::test;

constexpr size_t KiB = 1024, MiB = 1024 * KiB;

// ---- What is given ----

PE_TEST(Memory, BlocksAreAlignedAndApart) {
    const UnchangedHeap unchanged;
    std::vector<char*> blocks;
    for (const size_t bytes : {1, 7, 511, 512, 513, 5000, 100'000}) {
        blocks.push_back(allocate(bytes));
        ASSERT_NE(blocks.back(), nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back()) % 512, 0u);
        std::memset(blocks.back(), static_cast<int>(blocks.size()), bytes);
    }
    for (size_t i = 0; i < blocks.size(); ++i) EXPECT_EQ(blocks[i][0], static_cast<char>(i + 1));
    for (char* block : blocks) nvshmem_free(block);
}

PE_TEST(Memory, AddressesAreAlignedAsAskedUpToTwoMegabytes) {
    const UnchangedHeap unchanged;
    for (size_t alignment = 8; alignment <= 2 * MiB; alignment *= 2) {
        char* spacer = allocate(1);  // so that the next hole does not begin well by chance
        void* block = nvshmem_align(alignment, 100);
        ASSERT_NE(block, nullptr) << alignment;
        EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u);
        nvshmem_free(block);
        nvshmem_free(spacer);
    }
}

PE_TEST(Memory, AlignmentsThatAreNoneAreErrors) {
    ReturnedErrors errors;
    for (const size_t alignment :
         {size_t{0}, size_t{1}, size_t{4}, size_t{3}, size_t{24}, SIZE_MAX, size_t{1} << 60}) {
        EXPECT_EQ(nvshmem_align(alignment, 8), nullptr) << alignment;
        errors.expect("nvshmem_align", {"alignment is", "power of two"});
    }
}

PE_TEST(Memory, CallocIsZeroOnDirtyMemory) {
    const Ring ring;
    constexpr size_t bytes = 3 * MiB + 40;
    char* dirty = allocate(bytes);
    std::memset(dirty, 0xFF, bytes);
    nvshmem_free(dirty);
    char* clean = static_cast<char*>(nvshmem_calloc(bytes / 8, 8));
    ASSERT_EQ(clean, dirty) << "the test wants the dirty memory";
    EXPECT_EQ(std::count(clean, clean + bytes, 0), static_cast<long>(bytes));
    nvshmem_barrier_all();
    nvshmem_free(clean);
}

/// A PE may write to a peer as soon as its own calloc has returned: the peer's zeros must not come later.
PE_TEST(Memory, CallocIsOverOnAllPesWhenItReturns) {
    const Ring ring;
    for (int round = 0; round < 20; ++round) {
        long* block = static_cast<long*>(nvshmem_calloc(100'000, sizeof(long)));
        nvshmem_long_p(block + 99'999, round + 1, ring.right);
        nvshmem_barrier_all();
        EXPECT_EQ(block[99'999], round + 1);
        nvshmem_free(block);
    }
}

PE_TEST(Memory, SizeZeroAndNullSynchronizeNobody) {
    const Ring ring;
    Symmetric<uint64_t> flag(1);
    flag[0] = 0;
    nvshmem_barrier_all();
    if (ring.me > 0) nvshmem_uint64_wait_until(flag.data(), NVSHMEM_CMP_EQ, 1);
    EXPECT_EQ(nvshmem_malloc(0), nullptr);
    EXPECT_EQ(nvshmem_calloc(0, 8), nullptr);
    EXPECT_EQ(nvshmem_calloc(8, 0), nullptr);
    EXPECT_EQ(nvshmem_align(64, 0), nullptr);
    nvshmem_free(nullptr);
    EXPECT_EQ(nvshmemx_release(nullptr), 0);
    for (int pe = 1; pe < ring.pes && ring.me == 0; ++pe) nvshmem_uint64_p(flag.data(), 1, pe);
    nvshmem_barrier_all();
}

PE_TEST(Memory, StatisticsFollowTheCalls) {
    const nvshmemx_heap_stats_t before = heap_stats();
    char* first = allocate(1);
    char* second = allocate(1000);
    const nvshmemx_heap_stats_t during = heap_stats();
    EXPECT_EQ(during.used, before.used + 512 + 1024);
    EXPECT_EQ(during.allocations, before.allocations + 2);
    EXPECT_GE(during.peak, during.used);
    EXPECT_EQ(during.capacity, before.capacity);
    EXPECT_LE(during.largest_free, during.capacity - during.used);
    EXPECT_TRUE(same_everywhere(during.used));
    nvshmem_free(second);
    nvshmem_free(first);
    EXPECT_EQ(heap_stats().used, before.used);
    EXPECT_GE(heap_stats().peak, during.peak);
}

/// What the allocator knows lies outside of the heap.
PE_TEST(Memory, AnOverrunDestroysNoAllocatorData) {
    const UnchangedHeap unchanged;
    char* first = allocate(100);
    std::memset(first, 0xEE, 4 * MiB);  // the heap is much larger, and nothing else lives there
    nvshmem_barrier_all();
    char* second = allocate(2 * MiB);
    ASSERT_NE(second, nullptr);
    EXPECT_TRUE(same_everywhere(static_cast<uint64_t>(second - first)));
    nvshmem_free(first);
    nvshmem_free(second);
}

// ---- No room ----

/// Also in mode exit: out of memory is an answer.
PE_TEST(OutOfMemory, IsToldWithAllThatOneNeeds) {
    const UnchangedHeap unchanged;
    const size_t capacity = heap_stats().capacity;
    for (const size_t bytes : {capacity + 1, 2 * capacity, SIZE_MAX / 2, SIZE_MAX}) {
        nvshmemx_clear_error();
        EXPECT_EQ(nvshmem_malloc(bytes), nullptr);
        const nvshmemx_error_info_t* error = nvshmemx_last_error();
        ASSERT_NE(error, nullptr);
        EXPECT_EQ(error->code, NVSHMEMX_ERROR_OUT_OF_MEMORY);
        EXPECT_STREQ(error->function, "nvshmem_malloc");
        const std::string asked = std::to_string(bytes);
        for (const char* part : {asked.c_str(), "free", "largest hole", "NVSHMEM_SYMMETRIC_SIZE"})
            EXPECT_NE(std::strstr(error->text, part), nullptr) << part << " is missing in: " << error->text;
    }
    nvshmemx_clear_error();
}

PE_TEST(OutOfMemory, ASmallBlockFitsAfterwards) {
    EXPECT_EQ(nvshmem_malloc(heap_stats().capacity + 1), nullptr);
    nvshmemx_clear_error();
    const Ring ring;
    Symmetric<int> value(1);
    nvshmem_int_p(value.data(), ring.me, ring.right);
    nvshmem_barrier_all();
    EXPECT_EQ(value[0], ring.left);
}

PE_TEST(OutOfMemory, AProductThatOverflowsIsTooMuch) {
    const UnchangedHeap unchanged;
    EXPECT_EQ(nvshmem_calloc(SIZE_MAX / 4, 8), nullptr);
    EXPECT_EQ(nvshmem_calloc(size_t{1} << 32, size_t{1} << 32), nullptr) << "the product is 0 in 64 bits";
    EXPECT_EQ(nvshmemx_last_error()->code, NVSHMEMX_ERROR_OUT_OF_MEMORY);
    EXPECT_EQ(nvshmem_align(2 * MiB, SIZE_MAX - 100), nullptr);
    nvshmemx_clear_error();
}

// ---- Calls that differ ----

PE_TEST(Disagreement, OtherSizesFailAlikeWithTheTable) {
    const Ring ring;
    if (ring.pes == 1) return;
    const UnchangedHeap unchanged;
    ReturnedErrors errors;
    EXPECT_EQ(nvshmem_malloc(ring.me == 0 ? 100 : 200), nullptr);
    errors.expect("nvshmem_malloc", {"PE", "call", "nvshmem_malloc", "100 bytes", "200 bytes"},
                  NVSHMEMX_ERROR_SYMMETRY);
    EXPECT_EQ(nvshmem_align(ring.me == 0 ? 64 : 128, 100), nullptr);
    errors.expect("nvshmem_align", {"alignment 64", "alignment 128"}, NVSHMEMX_ERROR_SYMMETRY);
    char* block = allocate(300);
    EXPECT_NE(block, nullptr);
    nvshmem_free(block);
}

PE_TEST(Disagreement, OtherCallsFailAlikeWithTheTable) {
    const Ring ring;
    if (ring.pes == 1) return;
    const UnchangedHeap unchanged;
    ReturnedErrors errors;
    for (int round = 0; round < 2; ++round) {
        const bool aligns = (ring.me == 0) == (round == 1);
        EXPECT_EQ(aligns ? nvshmem_align(64, 100) : nvshmem_malloc(100), nullptr);
        errors.expect(aligns ? "nvshmem_align" : "nvshmem_malloc",
                      {"PE", "call", "nvshmem_malloc", "nvshmem_align"}, NVSHMEMX_ERROR_SYMMETRY);
    }
}

PE_TEST(Disagreement, OtherBlocksAreNotFreed) {
    const Ring ring;
    if (ring.pes == 1) return;
    const UnchangedHeap unchanged;
    char* first = allocate(100);
    char* second = allocate(200);
    {
        ReturnedErrors errors;
        nvshmem_free(ring.me == 0 ? first : second);
        errors.expect("nvshmem_free", {"block of 100 bytes", "block of 200 bytes"}, NVSHMEMX_ERROR_SYMMETRY);
        nvshmem_int_p(reinterpret_cast<int*>(first), 1, ring.right);
        nvshmem_int_p(reinterpret_cast<int*>(second), 1, ring.right);
        EXPECT_EQ(nvshmemx_last_error(), nullptr) << nvshmemx_last_error()->text;
    }
    nvshmem_free(second);
    nvshmem_free(first);
}

/// Allocation on most, a barrier on one: nobody waits for ever, everybody is told, the next calls work.
PE_TEST(Disagreement, AllocationAgainstBarrierEndsOnAllPes) {
    const Ring ring;
    if (ring.pes == 1) return;
    const UnchangedHeap unchanged;
    for (int round = 0; round < 3; ++round) {
        ReturnedErrors errors;
        const bool allocates = ring.me != round % ring.pes;
        if (allocates)
            EXPECT_EQ(nvshmem_malloc(100), nullptr);
        else
            nvshmem_barrier_all();
        errors.expect(allocates ? "nvshmem_malloc" : "nvshmem_barrier_all",
                      {"PE", "nvshmem_malloc", "nvshmem_barrier_all"}, NVSHMEMX_ERROR_SYMMETRY);
    }
    const Ring again;
    Symmetric<int> value(1);
    nvshmem_int_p(value.data(), again.me, again.right);
    nvshmem_barrier_all();
    EXPECT_EQ(value[0], again.left);
}

// ---- Blocks that are none ----

PE_TEST(Free, WhatIsNoBlockIsNamed) {
    const Ring ring;
    char* block = allocate(1000);
    const UnchangedHeap unchanged;
    {
        ReturnedErrors errors;
        int on_stack = 0;
        std::vector<char> on_heap(100);
        nvshmem_free(&on_stack);
        errors.expect("nvshmem_free", {"ptr", "not in the symmetric heap"});
        nvshmem_free(on_heap.data());
        errors.expect("nvshmem_free", {"ptr", "not in the symmetric heap"});
        nvshmem_free(block + 8);
        errors.expect("nvshmem_free", {"8 bytes into a block of 1000 bytes"});
        nvshmem_free(block + 1024);
        errors.expect("nvshmem_free", {"in no block"});
        EXPECT_NE(nvshmemx_release(block + 8), 0);
        errors.expect("nvshmemx_release", {"8 bytes into a block"});
        if (void* mapped = nvshmem_ptr(block, ring.right); mapped && ring.right != ring.me) {
            nvshmem_free(mapped);
            errors.expect("nvshmem_free", {"mapped address of PE", "nvshmem_ptr"});
        }
    }
    nvshmem_free(block);
    // The guard compares with a heap that still has the block.
    EXPECT_EQ(allocate(1000), block);
}

PE_TEST(Free, TwiceIsAnError) {
    char* block = allocate(1000);
    nvshmem_free(block);
    const UnchangedHeap unchanged;
    ReturnedErrors errors;
    nvshmem_free(block);
    errors.expect("nvshmem_free", {"in no block", "freed before"});
    EXPECT_NE(nvshmemx_release(block), 0);
    errors.expect("nvshmemx_release", {"freed before"});
}

// ---- Addresses ----

PE_TEST(Ptr, ReachesTheSameObjectOnEveryMappedPe) {
    const Ring ring;
    Symmetric<int> values(8);
    for (int pe = 0; pe < ring.pes; ++pe) {
        int* inside = static_cast<int*>(nvshmem_ptr(&values[3], pe));
        if (pe == ring.me) {
            EXPECT_EQ(inside, &values[3]);
        }
        if (!inside) continue;  // its heap is not mapped
        EXPECT_EQ(reinterpret_cast<char*>(inside) - static_cast<char*>(nvshmem_ptr(values.data(), pe)), 12);
        if (pe == ring.right) *inside = 100 + ring.me;
    }
    nvshmem_barrier_all();
    const int expected = nvshmem_ptr(values.data(), ring.left) ? 100 + ring.left : poison<int>();
    EXPECT_EQ(values[3], expected);
    nvshmem_barrier_all();
}

PE_TEST(Ptr, IsNullForAllThatIsNotSymmetric) {
    const Ring ring;
    const ReturnedErrors errors;
    int on_stack = 0;
    char* freed = allocate(100);
    nvshmem_free(freed);
    Symmetric<int> value(1);
    EXPECT_EQ(nvshmem_ptr(&on_stack, ring.me), nullptr);
    EXPECT_EQ(nvshmem_ptr(nullptr, ring.me), nullptr);
    EXPECT_EQ(nvshmem_ptr(value.data(), -1), nullptr);
    EXPECT_EQ(nvshmem_ptr(value.data(), ring.pes), nullptr);
    char* far = allocate(100);
    nvshmem_free(far);
    EXPECT_EQ(nvshmem_ptr(far, ring.me), nullptr);
    EXPECT_EQ(nvshmemx_mc_ptr(NVSHMEM_TEAM_WORLD, value.data()), nullptr);
    EXPECT_EQ(nvshmemx_last_error(), nullptr);
}

/// `values` and `signal` are what nvshmem_ptr gives for memory of PE `owner`.
void expect_mapped_addresses_refused(ReturnedErrors& errors, long* own, long* values, uint64_t* signal,
                                     int owner) {
    const std::string name = "PE " + std::to_string(owner);
    long local[4] = {1, 2, 3, 4};
    nvshmem_long_put(values, local, 4, owner);
    errors.expect("nvshmem_long_put", {"dest", "mapped address of", name.c_str()});
    nvshmem_long_get(local, values, 4, owner);
    errors.expect("nvshmem_long_get", {"source", "mapped address of", name.c_str()});
    nvshmem_long_put_signal(own, local, 4, signal, 1, NVSHMEM_SIGNAL_SET, owner);
    errors.expect("nvshmem_long_put_signal", {"mapped address of", name.c_str()});
    nvshmem_long_atomic_add(values, 1, owner);
    errors.expect("nvshmem_long_atomic_add", {"mapped address of", name.c_str()});
    nvshmem_long_wait_until(values, NVSHMEM_CMP_NE, 0);
    errors.expect("nvshmem_long_wait_until", {"mapped address of", name.c_str()});
}

PE_TEST(Ptr, AMappedAddressIsNotASymmetricOne) {
    const Ring ring;
    Symmetric<long> values(4);
    Symmetric<uint64_t> signals(1);
    {
        ReturnedErrors errors;
        long* mapped = static_cast<long*>(nvshmem_ptr(values.data(), ring.right));
        uint64_t* signal = static_cast<uint64_t*>(nvshmem_ptr(signals.data(), ring.right));
        if (mapped && ring.pes > 1)
            expect_mapped_addresses_refused(errors, values.data(), mapped, signal, ring.right);
        long on_stack = 0;
        nvshmem_long_wait_until(&on_stack, NVSHMEM_CMP_NE, 0);
        errors.expect("nvshmem_long_wait_until", {"no symmetric address"});
        nvshmem_long_p(values.data(), 1, ring.pes);
        errors.expect("nvshmem_long_p", {"pe is"});
    }
    for (const long value : values) EXPECT_EQ(value, poison<long>()) << "something was written";
    EXPECT_EQ(signals[0], poison<uint64_t>());
}

// ---- Blocks that are no more ----

PE_TEST(Checked, AccessToAFreedBlockIsAnError) {
    const Ring ring;
    char* block = allocate(4096);
    nvshmem_free(block);
    ReturnedErrors errors;
    nvshmem_int_p(reinterpret_cast<int*>(block), 1, ring.right);
    errors.expect("nvshmem_int_p", {"dest", "in no live block"});
    nvshmem_int_atomic_inc(reinterpret_cast<int*>(block + 1000), ring.right);
    errors.expect("nvshmem_int_atomic_inc", {"in no live block"});
    nvshmem_int_wait_until(reinterpret_cast<int*>(block), NVSHMEM_CMP_EQ, 1);
    errors.expect("nvshmem_int_wait_until", {"in no live block"});
}

PE_TEST(Checked, AccessBeyondTheEndOfABlockIsAnError) {
    const Ring ring;
    char* block = allocate(1000);
    {
        ReturnedErrors errors;
        std::vector<char> local(100'000);
        nvshmem_putmem(block, local.data(), 1025, ring.right);
        errors.expect("nvshmem_putmem", {"beyond the end of its block", "1000 bytes"});
        nvshmem_getmem(local.data(), block + 900, 50'000, ring.right);
        errors.expect("nvshmem_getmem", {"source", "beyond the end of its block"});
        nvshmem_putmem(block, local.data(), heap_stats().capacity, ring.right);
        errors.expect("nvshmem_putmem", {"beyond the end of"});
    }
    nvshmem_free(block);
}

}  // namespace
