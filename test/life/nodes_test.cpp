// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// PEs on several nodes of one machine: teams as laid out, and data between nodes that do not map each other.
#include <cstdlib>
#include <sstream>
#include <vector>

#include "cases.h"

namespace omni::test {
namespace {

/// The node of each PE, as the script lays them out: "0 0 0 1".
std::vector<int> layout() {
    std::istringstream text(std::getenv("OMNISHMEM_LIFE_NODES"));
    std::vector<int> nodes;
    for (int node; text >> node;) nodes.push_back(node);
    return nodes;
}

std::vector<int> members_of(nvshmem_team_t team) {
    std::vector<int> members;
    for (int rank = 0; rank < nvshmem_team_n_pes(team); ++rank)
        members.push_back(nvshmem_team_translate_pe(team, rank, NVSHMEM_TEAM_WORLD));
    return members;
}

TEST(Nodes, TeamsAreAsLaidOut) {
    const std::vector<int> nodes = layout();
    ASSERT_EQ(0, start("first"));
    const size_t me = static_cast<size_t>(nvshmem_my_pe());
    ASSERT_EQ(nodes.size(), static_cast<size_t>(nvshmem_n_pes()));
    std::vector<int> mine, same_rank, rank_in_node, seen(nodes.size());
    for (int node : nodes) rank_in_node.push_back(seen[static_cast<size_t>(node)]++);
    for (size_t pe = 0; pe < nodes.size(); ++pe) {
        if (nodes[pe] == nodes[me]) mine.push_back(static_cast<int>(pe));
        if (rank_in_node[pe] == rank_in_node[me]) same_rank.push_back(static_cast<int>(pe));
    }
    EXPECT_EQ(mine, members_of(NVSHMEMX_TEAM_NODE));
    EXPECT_EQ(mine, members_of(NVSHMEM_TEAM_SHARED));
    EXPECT_EQ(same_rank, members_of(NVSHMEMX_TEAM_SAME_MYPE_NODE));
    EXPECT_EQ(rank_in_node[me], nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
    long* word = static_cast<long*>(nvshmem_malloc(sizeof(long)));
    for (size_t pe = 0; pe < nodes.size(); ++pe)
        EXPECT_EQ(nodes[pe] == nodes[me], nvshmem_ptr(word, static_cast<int>(pe)) != nullptr) << pe;
    nvshmem_free(word);
    exchange_with_neighbours(13);
    nvshmem_barrier(NVSHMEMX_TEAM_NODE);
    nvshmem_finalize();
}

}  // namespace
}  // namespace omni::test
