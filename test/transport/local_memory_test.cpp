// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The table of what peers may touch.
#include "transport/local_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace omni::test {

using transport::LocalMemory;

namespace {

char span[4096];

}  // namespace

TEST(LocalMemory, HoldsWholeRangesOnly) {
    LocalMemory memory(span, 1000);
    EXPECT_EQ(span, memory.use(0, 1000).address());
    EXPECT_EQ(span + 999, memory.use(999, 1).address());
    EXPECT_EQ(nullptr, memory.use(0, 1001).address());
    EXPECT_EQ(nullptr, memory.use(1000, 1).address());
    EXPECT_EQ(nullptr, memory.use(999, SIZE_MAX).address());
    EXPECT_EQ(nullptr, memory.use(UINT64_MAX, 2).address());
}

TEST(LocalMemory, SegmentsComeAndGo) {
    LocalMemory memory(span, 1000);
    EXPECT_TRUE(memory.add(2000, 500).ok());
    EXPECT_EQ(span + 2100, memory.use(2100, 400).address());
    EXPECT_EQ(nullptr, memory.use(1999, 2).address());
    EXPECT_EQ(nullptr, memory.use(2100, 401).address());
    EXPECT_TRUE(memory.remove(2000, 500).ok());
    EXPECT_EQ(nullptr, memory.use(2100, 1).address());
}

TEST(LocalMemory, SegmentsDoNotOverlap) {
    LocalMemory memory(span, 1000);
    EXPECT_TRUE(memory.add(2000, 500).ok());
    using Range = std::pair<uint64_t, size_t>;
    for (const auto& [offset, bytes] : {Range{999, 10}, {1990, 11}, {1000, 3000}, {2000, 500}, {2499, 9}})
        EXPECT_FALSE(memory.add(offset, bytes).ok()) << offset;
    EXPECT_TRUE(memory.add(1000, 1000).ok()) << "touches both sides";
}

TEST(LocalMemory, SegmentsOverWhatIsAlwaysThereChangeNothing) {
    LocalMemory memory(span, 1000);
    EXPECT_TRUE(memory.add(100, 50).ok());
    EXPECT_FALSE(memory.add(120, 10).ok());
    EXPECT_EQ(span + 90, memory.use(90, 100).address());
    EXPECT_TRUE(memory.remove(100, 50).ok());
    EXPECT_EQ(span + 90, memory.use(90, 100).address());
}

TEST(LocalMemory, WhatIsNoSegmentIsNotTakenBack) {
    LocalMemory memory(span, 1000);
    EXPECT_FALSE(memory.remove(2000, 500).ok());
    EXPECT_FALSE(memory.remove(0, 999).ok());
    EXPECT_EQ(span, memory.use(0, 1000).address());
}

TEST(LocalMemory, ASegmentInUseStays) {
    LocalMemory memory(span, 1000);
    EXPECT_TRUE(memory.add(2000, 500).ok());
    std::atomic<bool> used{true};
    std::thread taker;
    {
        const LocalMemory::Use use = memory.use(2000, 10);
        taker = std::thread([&] {
            EXPECT_TRUE(memory.remove(2000, 500).ok());
            EXPECT_FALSE(used.load());
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        used.store(false);
    }
    taker.join();
}

}  // namespace omni::test
