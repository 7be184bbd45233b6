// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of a PE's memory, and addresses that keep to it.
#include <gtest/gtest.h>

#include "heap/space.h"

namespace {

using omni::heap::Layout;

constexpr size_t MiB = size_t{1} << 20;

TEST(Layout, PartsFollowEachOtherAndSpansAreAligned) {
    for (const size_t heap : {size_t{4096}, MiB, 100 * MiB, 1024 * MiB, 5000 * MiB}) {
        const Layout layout{heap, 12288, 64 * MiB};
        EXPECT_EQ(layout.file_bytes(), heap + 12288);
        EXPECT_GE(layout.window_offset(), layout.file_bytes());
        EXPECT_EQ(layout.window_offset() % Layout::kHugePage, 0u);
        EXPECT_GE(layout.span(), layout.window_offset() + layout.window_bytes);
        EXPECT_EQ(layout.span() % layout.alignment(), 0u)
            << "the memory of PE 1 would be less aligned than that of PE 0";
    }
}

TEST(Layout, AlignmentCoversTheHeapBetweenTwoLimits) {
    EXPECT_EQ((Layout{4096, 0, 0}).alignment(), 2 * MiB);
    EXPECT_EQ((Layout{3 * MiB, 0, 0}).alignment(), 4 * MiB);
    EXPECT_EQ((Layout{1024 * MiB, 0, 0}).alignment(), 1024 * MiB);
    EXPECT_EQ((Layout{5000 * MiB, 0, 0}).alignment(), 1024 * MiB);
}

TEST(Reserve, BeginsAtTheAlignment) {
    for (size_t alignment = 1; alignment <= 1024 * MiB; alignment *= 2) {
        auto range = omni::os::reserve(8 * MiB, alignment);
        ASSERT_TRUE(range.ok()) << range.status().text();
        EXPECT_EQ(reinterpret_cast<uintptr_t>(range->address()) % alignment, 0u);
        EXPECT_TRUE(omni::os::is_mapped(range->address(), 8 * MiB));
    }
}

TEST(IsMapped, KnowsHoles) {
    auto range = omni::os::reserve(4 * omni::os::page_size());
    ASSERT_TRUE(range.ok());
    char* base = range->address();
    EXPECT_TRUE(omni::os::is_mapped(base + 10, 100));
    ::munmap(base + 2 * omni::os::page_size(), omni::os::page_size());
    EXPECT_TRUE(omni::os::is_mapped(base, 2 * omni::os::page_size()));
    EXPECT_FALSE(omni::os::is_mapped(base, 2 * omni::os::page_size() + 1));
    EXPECT_FALSE(omni::os::is_mapped(nullptr, 1));
}

}  // namespace
