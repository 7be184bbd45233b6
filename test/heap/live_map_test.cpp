// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The map of live places.
#include "heap/live_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

using omni::heap::LiveMap;

constexpr size_t kUnit = LiveMap::kUnit;

LiveMap make(size_t bytes) {
    auto map = LiveMap::create(bytes);
    EXPECT_TRUE(map.ok()) << map.status().text();
    return std::move(*map);
}

TEST(LiveMap, HoldsNothingAtFirst) {
    const LiveMap map = make(100 * kUnit);
    EXPECT_FALSE(map.holds(0, 1));
    EXPECT_FALSE(map.view().has_ends(0, 1));
}

TEST(LiveMap, HoldsABlockUpToTheEndOfItsLastUnit) {
    LiveMap map = make(300 * kUnit);
    map.add(3 * kUnit, 100);
    EXPECT_TRUE(map.holds(3 * kUnit, 1));
    EXPECT_TRUE(map.holds(4 * kUnit - 1, 1));
    EXPECT_FALSE(map.holds(4 * kUnit - 1, 2));
    EXPECT_FALSE(map.holds(3 * kUnit - 1, 2));
    map.remove(3 * kUnit, 100);
    EXPECT_FALSE(map.holds(3 * kUnit, 1));
}

TEST(LiveMap, SeesARangeThatRunsIntoTheNextBlock) {
    LiveMap map = make(300 * kUnit);
    map.add(60 * kUnit, 10 * kUnit);
    map.add(70 * kUnit, 200 * kUnit);
    EXPECT_TRUE(map.holds(60 * kUnit, 10 * kUnit));
    EXPECT_TRUE(map.holds(70 * kUnit, 200 * kUnit));
    EXPECT_FALSE(map.holds(70 * kUnit - 1, 2));
    EXPECT_TRUE(map.view().has_ends(70 * kUnit - 1, 2)) << "the quick look sees the ends alone";
    EXPECT_FALSE(map.view().has_ends(59 * kUnit, 2 * kUnit));
    EXPECT_FALSE(map.view().has_ends(269 * kUnit, 2 * kUnit));
}

TEST(LiveMap, TakesNoRangeOutsideOfTheMemory) {
    LiveMap map = make(128 * kUnit);
    map.add(0, 128 * kUnit);
    EXPECT_TRUE(map.holds(0, 128 * kUnit));
    EXPECT_FALSE(map.holds(0, 128 * kUnit + 1));
    EXPECT_FALSE(map.holds(128 * kUnit, 1));
    EXPECT_FALSE(map.holds(SIZE_MAX, 2));
    EXPECT_FALSE(map.holds(kUnit, SIZE_MAX));
}

TEST(LiveMap, AsksNothingOfZeroBytesAtTheBeginning) {
    const LiveMap map = make(kUnit);
    EXPECT_FALSE(map.view().has_ends(0, 0));
}

/// Against a list of blocks.
TEST(LiveMap, AgreesWithAListOfBlocks) {
    constexpr size_t units = 1000;
    LiveMap map = make(units * kUnit);
    std::map<size_t, size_t> blocks;  // first unit -> units
    std::mt19937 random(5);
    const auto around = [&](size_t unit) {
        auto next = blocks.upper_bound(unit);
        if (next == blocks.begin() || std::prev(next)->first + std::prev(next)->second <= unit)
            return blocks.end();
        return std::prev(next);
    };
    for (int step = 0; step < 20'000; ++step) {
        const size_t first = random() % units, count = 1 + random() % std::min<size_t>(200, units - first);
        const auto here = around(first), next = blocks.lower_bound(first);
        if (here != blocks.end()) {
            map.remove(here->first * kUnit, here->second * kUnit);
            blocks.erase(here);
        } else if (next == blocks.end() || next->first >= first + count) {
            map.add(first * kUnit, count * kUnit);
            blocks.emplace(first, count);
        }
        const size_t from = random() % units, length = 1 + random() % std::min<size_t>(200, units - from);
        const auto holder = around(from);
        const bool inside = holder != blocks.end() && from + length <= holder->first + holder->second;
        ASSERT_EQ(map.holds(from * kUnit, length * kUnit), inside) << "step " << step;
    }
}

}  // namespace
