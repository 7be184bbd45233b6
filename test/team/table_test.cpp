// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The table of teams, and that the parts of workspace and lobby do not overlap.
#include "team/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace omni::team {
namespace {

constexpr int kPes = 5, kTeams = 70;

bool is_free(const Table& table, int32_t slot) {
    return table.free_slots()[static_cast<size_t>(slot) / 64] >> (slot % 64) & 1;
}

TEST(Table, FindsLiveTeamsOnly) {
    Table table(3, kPes, kTeams, 4096);
    EXPECT_EQ(table.find(first_user), nullptr);
    ASSERT_TRUE(table.claim(first_user));
    EXPECT_EQ(table.find(first_user), nullptr);
    table.create(first_user, {4, 3, 0}, {.contexts = 2, .unique_id = 77}, 5);
    const Team* team = table.find(first_user);
    ASSERT_NE(team, nullptr);
    EXPECT_EQ(team->me, 1);
    EXPECT_EQ(team->n, 3);
    EXPECT_EQ(team->config.contexts, 2);
    EXPECT_EQ(team->config.unique_id, 77u);
    EXPECT_EQ(team->identity, 5u);
    EXPECT_EQ(team->pe_of[0], 4);
    EXPECT_EQ(team->rank_of[0], 2);
    EXPECT_EQ(team->rank_of[1], -1);
    table.destroy(first_user);
    EXPECT_EQ(table.find(first_user), nullptr);
}

TEST(Table, KnowsNoOtherHandles) {
    const Table table(0, kPes, kTeams, 0);
    for (const int32_t handle : {-1, -2, INT32_MIN, kTeams, kTeams + 1, INT32_MAX})
        EXPECT_EQ(table.find(handle), nullptr);
}

TEST(Table, HandsOutEachSlotOnce) {
    Table table(0, kPes, kTeams, 0);
    for (int32_t slot = 0; slot < first_user; ++slot) EXPECT_FALSE(is_free(table, slot)) << "predefined";
    for (int32_t slot = first_user; slot < kTeams; ++slot) {
        EXPECT_TRUE(is_free(table, slot));
        EXPECT_TRUE(table.claim(slot));
        EXPECT_FALSE(table.claim(slot));
        EXPECT_FALSE(is_free(table, slot));
    }
    table.release(kTeams - 1);
    EXPECT_TRUE(is_free(table, kTeams - 1));
    EXPECT_EQ(table.free_slots()[1] >> (kTeams - 64), 0u) << "bits above the last slot";
}

TEST(Table, GivesEachIdOnce) {
    Table mine(2, kPes, kTeams, 0), other(3, kPes, kTeams, 0);
    std::set<uint64_t> ids;
    for (int i = 0; i < 100; ++i) {
        const uint64_t id = mine.new_unique_id();
        EXPECT_EQ(Lobby::owner(id), 2);
        EXPECT_NE(id, 0u);
        EXPECT_LT(id, Lobby::kIds);
        EXPECT_TRUE(ids.insert(id).second && ids.insert(other.new_unique_id()).second);
    }
}

/// Ranges of memory, each of which may be taken once.
class Memory {
  public:
    void take(uint64_t begin, size_t bytes) {
        EXPECT_EQ(begin % 8, 0u);
        ranges_.push_back({begin, begin + bytes});
    }
    void expect_no_overlap_below(uint64_t end) {
        std::sort(ranges_.begin(), ranges_.end());
        for (size_t i = 1; i < ranges_.size(); ++i) EXPECT_LE(ranges_[i - 1].second, ranges_[i].first);
        EXPECT_LE(ranges_.back().second, end);
    }

  private:
    std::vector<std::pair<uint64_t, uint64_t>> ranges_;
};

TEST(Workspace, HasAPlaceOfItsOwnForEverything) {
    const Workspace workspace{kPes};
    Memory memory;
    for (size_t round = 0; round < Workspace::kRounds; ++round)
        memory.take(workspace.barrier_flag(round), kCacheLine);
    for (size_t rank = 0; rank < kPes; ++rank) {
        memory.take(workspace.arrival_flag(rank), kCacheLine);
        memory.take(workspace.departure_flag(rank), kCacheLine);
        for (size_t half = 0; half < 2; ++half) {
            memory.take(workspace.slot_flag(half, rank), sizeof(uint64_t));
            memory.take(workspace.message(half, rank), Workspace::kMessageBytes);
        }
    }
    memory.expect_no_overlap_below(workspace.bytes());
}

TEST(Workspace, ClearsAllFlagsAndNothingElse) {
    const Workspace workspace{kPes};
    std::vector<char> memory(workspace.bytes(), 1);
    const auto is_clear = [&](size_t place) {
        return std::all_of(&memory[place], &memory[place] + 8, [](char c) { return c == 0; });
    };
    workspace.clear(memory.data(), 3, true);
    for (size_t round = 0; round < Workspace::kRounds; ++round)
        EXPECT_TRUE(is_clear(workspace.barrier_flag(round)));
    for (size_t rank = 0; rank < 3; ++rank) {
        EXPECT_TRUE(is_clear(workspace.arrival_flag(rank)));
        EXPECT_TRUE(is_clear(workspace.departure_flag(rank)));
        for (size_t half = 0; half < 2; ++half) {
            EXPECT_TRUE(is_clear(workspace.slot_flag(half, rank)));
            EXPECT_EQ(memory[workspace.message(half, rank)], 1);
        }
    }
    EXPECT_FALSE(is_clear(workspace.slot_flag(0, 3))) << "no member used it";
}

TEST(Lobby, HasAPlaceOfItsOwnForEverything) {
    const Table table(0, kPes, kTeams, 4096);
    const Lobby& lobby = table.lobby();
    Memory memory;
    memory.take(0, 4096 + kTeams * table.workspace().bytes());
    for (size_t room = 0; room < Lobby::kRooms; ++room)
        for (int pe = 0; pe < kPes; ++pe) {
            memory.take(lobby.stamp(room, pe), sizeof(uint64_t));
            for (uint64_t round : {1, 2}) memory.take(lobby.card(room, pe, round), lobby.card_bytes());
            EXPECT_EQ(lobby.card(room, pe, 1), lobby.card(room, pe, 3));
        }
    memory.expect_no_overlap_below(4096 + Table::bytes(kPes, kTeams));
}

}  // namespace
}  // namespace omni::team
