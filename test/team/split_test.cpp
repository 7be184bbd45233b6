// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Triplets and axes against a plain enumeration.
#include "team/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>

namespace omni::team {
namespace {

/// The ranks as they are written down, no arithmetic shared with the library; empty when one lies outside or
/// occurs twice.
std::vector<int> enumerate(const Triplet& t, int n) {
    std::vector<int> ranks;
    for (int64_t i = 0, rank = t.start; i < t.size; ++i, rank += t.stride) {
        if (rank < 0 || rank >= n || std::count(ranks.begin(), ranks.end(), rank)) return {};
        ranks.push_back(static_cast<int>(rank));
    }
    return ranks;
}

TEST(Triplet, IsValidWhereAllItsRanksExistOnce) {
    for (int n = 1; n <= 5; ++n)
        for (int start = -2; start <= n + 1; ++start)
            for (int stride = -n - 1; stride <= n + 1; ++stride)
                for (int size = -1; size <= n + 1; ++size) {
                    const Triplet t{start, stride, size};
                    EXPECT_EQ(check(t, n).ok(), !enumerate(t, n).empty())
                        << "(" << start << ", " << stride << ", " << size << ") of " << n;
                }
}

TEST(Triplet, KnowsThePlaceOfEachRank) {
    constexpr int n = 7;
    for (int start = 0; start < n; ++start)
        for (int stride = -n; stride <= n; ++stride)
            for (int size = 1; size <= n; ++size) {
                const Triplet t{start, stride, size};
                if (!check(t, n).ok()) continue;
                const std::vector<int> ranks = enumerate(t, n);
                for (int rank = 0; rank < n; ++rank) {
                    const auto found = std::find(ranks.begin(), ranks.end(), rank);
                    const int expected = found == ranks.end() ? -1 : static_cast<int>(found - ranks.begin());
                    EXPECT_EQ(t.rank_of(rank), expected);
                }
            }
}

TEST(Triplet, DoesNotOverflow) {
    EXPECT_FALSE(check({0, INT_MAX, 2}, 8).ok());
    EXPECT_FALSE(check({7, INT_MIN, 2}, 8).ok());
    EXPECT_FALSE(check({1, INT_MAX, INT_MAX}, 8).ok());
    EXPECT_FALSE(check({1, INT_MIN, INT_MAX}, 8).ok());
    EXPECT_FALSE(check({INT_MAX, 1, 1}, 8).ok());
    EXPECT_FALSE(check({INT_MIN, 1, 1}, 8).ok());
    EXPECT_FALSE(check({0, 1, INT_MIN}, 8).ok());
    EXPECT_TRUE(check({3, INT_MIN, 1}, 8).ok());
    EXPECT_TRUE(check({3, INT_MAX, 1}, 8).ok());
    EXPECT_EQ((Triplet{3, INT_MAX, 1}.rank_of(3)), 0);
    EXPECT_EQ((Triplet{3, INT_MIN, 1}.rank_of(4)), -1);
}

TEST(Axes, CoverTheParentInRowsAndColumns) {
    for (int n = 1; n <= 9; ++n)
        for (int xrange = 1; xrange <= n; ++xrange)
            for (int rank = 0; rank < n; ++rank) {
                const Triplet row = row_of(rank, xrange, n), column = column_of(rank, xrange, n);
                ASSERT_TRUE(check(row, n).ok());
                ASSERT_TRUE(check(column, n).ok());
                for (int other = 0; other < n; ++other) {
                    EXPECT_EQ(row.rank_of(other) >= 0, other / xrange == rank / xrange);
                    EXPECT_EQ(column.rank_of(other) >= 0, other % xrange == rank % xrange);
                }
                EXPECT_EQ(row.rank_of(rank), rank % xrange);
                EXPECT_EQ(column.rank_of(rank), rank / xrange);
            }
}

TEST(Members, CountInTheParentsNumbering) {
    const int32_t pes[] = {9, 4, 7, 2, 5};
    const Team parent{.n = 5, .pe_of = pes};
    EXPECT_EQ(members(parent, {4, -2, 3}), (std::vector<int32_t>{5, 7, 9}));
    EXPECT_EQ(members(parent, {1, 0, 1}), (std::vector<int32_t>{4}));
}

}  // namespace
}  // namespace omni::team
