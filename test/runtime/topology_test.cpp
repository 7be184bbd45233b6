// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "runtime/topology.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace omni::runtime {
namespace {

using Pes = std::vector<int32_t>;

/// One letter a PE: its node; a small one does not let its memory be mapped.
Topology laid_out(const std::string& letters) {
    std::vector<Place> places;
    for (char letter : letters) {
        Place place{{}, !std::islower(letter)};
        place.node.machine = 1;
        place.node.network_space = static_cast<uint64_t>(std::toupper(letter));
        places.push_back(place);
    }
    return Topology(places);
}

TEST(TopologyTest, OneNode) {
    const Topology topology = laid_out("AAA");
    EXPECT_EQ((Pes{0, 1, 2}), topology.node_of(1));
    EXPECT_EQ((Pes{1}), topology.same_rank_as(1));
    EXPECT_EQ((Pes{0, 1, 2}), topology.mapped_by(2));
    EXPECT_TRUE(topology.is_all_mapped());
}

TEST(TopologyTest, UnevenNodes) {
    const Topology topology = laid_out("ABBCCCC");
    EXPECT_EQ((Pes{0}), topology.node_of(0));
    EXPECT_EQ((Pes{3, 4, 5, 6}), topology.node_of(5));
    EXPECT_EQ((Pes{0, 1, 3}), topology.same_rank_as(3));
    EXPECT_EQ((Pes{2, 4}), topology.same_rank_as(4));
    EXPECT_EQ((Pes{6}), topology.same_rank_as(6));
    EXPECT_FALSE(topology.is_all_mapped());
}

TEST(TopologyTest, MixedOrder) {
    const Topology topology = laid_out("BABA");
    EXPECT_EQ((Pes{1, 3}), topology.node_of(3));
    EXPECT_EQ((Pes{2, 3}), topology.same_rank_as(2));
}

TEST(TopologyTest, MappingIsMutual) {
    const Topology topology = laid_out("AaA");
    EXPECT_EQ((Pes{0, 2}), topology.mapped_by(0));
    EXPECT_EQ((Pes{1}), topology.mapped_by(1));
    EXPECT_EQ((Pes{0, 1, 2}), topology.node_of(1));
    EXPECT_FALSE(topology.is_all_mapped()) << "all agree that a transport is needed";
    EXPECT_TRUE(laid_out("a").is_all_mapped()) << "a PE always has its own memory";
}

}  // namespace
}  // namespace omni::runtime
