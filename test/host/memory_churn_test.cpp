// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A heap in long use: blocks that come and go in random order, released by each PE at its own time. The heap
// is small here, so that it fills.
#include <cstdlib>

#include "heap.h"

namespace {

using namespace omni::test;

constexpr size_t MiB = size_t{1} << 20;

const bool small_heap = [] { return setenv("NVSHMEM_SYMMETRIC_SIZE", "8M", 1) == 0; }();

struct Live {
    unsigned char* begin;
    size_t bytes;
    unsigned char mark;
};

/// Blocks with marks at both ends, chosen alike on all PEs.
class Churn {
  public:
    explicit Churn(unsigned seed) : random_(seed), anchor_(allocate(1)) {}
    ~Churn() {
        free_all();
        nvshmem_free(anchor_);
    }

    void round() {
        const size_t bytes = 1 + random_() % (size_t{1} << (4 + random_() % 16));
        const size_t alignment = size_t{8} << random_() % 19;
        if (heap_stats().used + bytes <= heap_stats().capacity / 10 * 7) add(bytes, alignment);
        if (!live_.empty() && random_() % 100 < 40) free(random_() % live_.size());
    }
    void free_all() {
        while (!live_.empty()) free(live_.size() - 1);
    }
    /// Of all offsets that were given out.
    uint64_t digest() const { return digest_; }

  private:
    void add(size_t bytes, size_t alignment) {
        auto* begin = static_cast<unsigned char*>(nvshmem_align(alignment, bytes));
        if (!begin) return;  // large alignments may find the heap too fragmented, on all PEs alike
        EXPECT_EQ(reinterpret_cast<uintptr_t>(begin) % alignment, 0u);
        const auto mark = static_cast<unsigned char>(random_());
        begin[0] = begin[bytes - 1] = mark;
        live_.push_back({begin, bytes, mark});
        digest_ = digest_ * 1099511628211u + static_cast<uint64_t>(reinterpret_cast<char*>(begin) - anchor_);
    }
    void free(size_t index) {
        const Live block = live_[index];
        live_[index] = live_.back();
        live_.pop_back();
        EXPECT_EQ(block.begin[0], block.mark) << "a block was written by another one";
        EXPECT_EQ(block.begin[block.bytes - 1], block.mark);
        nvshmem_free(block.begin);
    }

    std::mt19937 random_;
    char* anchor_;
    std::vector<Live> live_;
    uint64_t digest_ = 0;
};

PE_TEST(Churn, RandomSizesInRandomOrderLeaveAWholeHeap) {
    const UnchangedHeap unchanged;
    {
        Churn churn(17);
        for (int i = 0; i < (long_run() ? 100'000 : 800); ++i) churn.round();
        EXPECT_TRUE(same_everywhere(churn.digest()));
        EXPECT_GT(heap_stats().peak, heap_stats().capacity / 2)
            << "the heap was never full enough to be a test";
    }
    char* most = allocate(heap_stats().capacity / 100 * 95);
    EXPECT_NE(most, nullptr);
    nvshmem_free(most);
    nvshmemx_clear_error();
}

/// Where nothing fits any more all PEs hear so, and the heap goes on.
PE_TEST(Churn, AFullHeapIsFullOnAllPes) {
    const UnchangedHeap unchanged;
    std::vector<char*> blocks;
    while (char* block = allocate(MiB)) blocks.push_back(block);
    EXPECT_EQ(nvshmemx_last_error()->code, NVSHMEMX_ERROR_OUT_OF_MEMORY);
    nvshmemx_clear_error();
    EXPECT_GE(blocks.size(), 7u);
    for (char* block : blocks) nvshmem_free(block);
}

// ---- Release ----

/// One released by all is there again; one that some PE still needs is not given out.
PE_TEST(Release, ABlockReturnsOnceAllHaveReleasedIt) {
    const Ring ring;
    const UnchangedHeap unchanged;
    char* block = allocate(1000);
    if (ring.me == 0) nvshmemx_release(block);
    EXPECT_EQ(heap_stats().released_pending, ring.me == 0 ? 1u : 0u);
    char* other = allocate(1000);
    EXPECT_EQ(other == block, ring.pes == 1);
    if (ring.me != 0) {
        block[0] = 1;
        EXPECT_EQ(nvshmemx_release(block), 0);
    }
    char* third = allocate(1000);
    EXPECT_EQ(third == block, ring.pes > 1);
    EXPECT_EQ(heap_stats().released_pending, 0u);
    nvshmem_free(third);
    nvshmem_free(other);
}

/// PEs that have not released it may still use the memory of one that has.
PE_TEST(Release, PeersGoOnUsingTheBlock) {
    const Ring ring;
    long* block = reinterpret_cast<long*>(allocate(1000));
    block[0] = 0;
    nvshmem_barrier_all();
    if (ring.me == 0) nvshmemx_release(block);
    nvshmem_barrier_all();
    if (ring.me != 0) nvshmem_long_atomic_add(block, ring.me, 0);
    nvshmem_barrier_all();
    EXPECT_EQ(block[0], ring.me == 0 ? ring.pes * (ring.pes - 1) / 2 : 0);
    if (ring.me != 0) nvshmemx_release(block);
}

PE_TEST(Release, TheReleasedBlockIsDeadHere) {
    char* block = allocate(1000);
    {
        ReturnedErrors errors;
        EXPECT_EQ(nvshmemx_release(block), 0);
        EXPECT_EQ(nvshmem_ptr(block, nvshmem_my_pe()), nullptr);
        nvshmem_char_p(block, 1, 0);
        errors.expect("nvshmem_char_p", {"in no live block", "released"});
        EXPECT_NE(nvshmemx_release(block), 0);
        errors.expect("nvshmemx_release", {"has released"});
        nvshmem_free(block);
        errors.expect("nvshmem_free", {"has released"});
    }
    nvshmem_free(allocate(1));  // reclaims it
    EXPECT_EQ(heap_stats().released_pending, 0u);
}

/// What a garbage collector does: each PE lets go of its arrays in its own order and at its own times, while
/// others are in use and new ones are made.
PE_TEST(Release, AnyOrderOnEveryPeGivesAllBack) {
    const Ring ring;
    const UnchangedHeap unchanged;
    Symmetric<long> counter(1);
    counter[0] = 0;
    nvshmem_barrier_all();
    std::mt19937 random(static_cast<unsigned>(100 + ring.me));
    std::vector<char*> blocks;
    const int count = rounds(200, 2000);
    for (int i = 0; i < count; ++i) {
        blocks.push_back(allocate(100 + static_cast<size_t>(i) % 7 * 1000));
        ASSERT_NE(blocks.back(), nullptr);
        nvshmem_long_atomic_inc(counter.data(), ring.right);
        while (!blocks.empty() && random() % 3 == 0) {
            std::swap(blocks[random() % blocks.size()], blocks.back());
            EXPECT_EQ(nvshmemx_release(blocks.back()), 0);
            blocks.pop_back();
        }
    }
    std::shuffle(blocks.begin(), blocks.end(), random);
    for (char* block : blocks) EXPECT_EQ(nvshmemx_release(block), 0);
    nvshmem_barrier_all();
    EXPECT_EQ(counter[0], count);
    nvshmem_free(allocate(1));
    EXPECT_EQ(heap_stats().released_pending, 0u);
}

/// The room of released blocks counts for the allocation that reclaims them.
PE_TEST(Release, ReclaimedRoomServesAtOnce) {
    const size_t half = heap_stats().capacity / 10 * 6;
    char* block = allocate(half);
    ASSERT_NE(block, nullptr);
    nvshmemx_release(block);
    char* again = allocate(half);
    EXPECT_EQ(again, block);
    nvshmem_free(again);
}

}  // namespace
