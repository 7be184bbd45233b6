// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Who has come, who is missing, who contradicts whom; and the ids that PEs meet by.
#include "bootstrap/meeting.h"

#include <gtest/gtest.h>

#include "bootstrap/unique_id.h"
#include "sample.h"

namespace omni::bootstrap {
namespace {

#define EXPECT_SAYS(words, text) EXPECT_NE(std::string::npos, std::string(text).find(words)) << text

std::string complaint(Meeting& meeting, const Entry& entry) {
    Status status = meeting.enter(entry);
    return status.ok() ? "" : status.text();
}

TEST(Meetings, AreCompleteWhenAllHaveCome) {
    Meeting meeting;
    EXPECT_FALSE(meeting.complete());
    for (int rank : {2, 0, 1}) {
        EXPECT_FALSE(meeting.complete());
        EXPECT_EQ("", complaint(meeting, sample_entry(rank, 3)));
    }
    EXPECT_TRUE(meeting.complete());
    EXPECT_TRUE(meeting.check_machines().ok());
    EXPECT_EQ(9, meeting.entry_of(0).segment_descriptor);
}

TEST(Meetings, SayWhoIsMissing) {
    Meeting meeting;
    for (int rank : {0, 1, 3, 4, 6, 7}) EXPECT_EQ("", complaint(meeting, sample_entry(rank, 8)));
    EXPECT_EQ("PEs 2 and 5 of 8 have not come", meeting.missing());
    EXPECT_EQ("", complaint(meeting, sample_entry(5, 8)));
    EXPECT_EQ("PE 2 of 8 has not come", meeting.missing());
    Meeting large;
    EXPECT_EQ("", complaint(large, sample_entry(0, 100)));
    EXPECT_EQ("PEs 1, 2, 3, 4, 5, 6, 7, 8 and 91 more of 100 have not come", large.missing());
}

TEST(Meetings, NameBothOfAContradiction) {
    Meeting meeting;
    EXPECT_EQ("", complaint(meeting, sample_entry(1, 4)));
    Entry twin = sample_entry(1, 4);
    twin.process = 55;
    twin.member = {8, 8};
    EXPECT_SAYS("rank 1 is given twice: to process 101 on node a and to process 55 on node a",
                complaint(meeting, twin));
    EXPECT_SAYS("PE 1 (process 101 on node a) says 4, PE 2 (process 102 on node a) says 5",
                complaint(meeting, sample_entry(2, 5)));
    EXPECT_SAYS("myrank is 4 of 4 (process 104 on node a)", complaint(meeting, sample_entry(4, 4)));
    EXPECT_SAYS("myrank is -1 of 4", complaint(meeting, sample_entry(-1, 4)));
    EXPECT_SAYS("nranks is 0", complaint(meeting, sample_entry(0, 0)));
    EXPECT_SAYS("nranks is 2000000000", complaint(meeting, sample_entry(0, 2000000000)));
}

TEST(Meetings, APeMayComeAgain) {
    Meeting meeting;
    EXPECT_EQ("", complaint(meeting, sample_entry(0, 2)));
    Entry again = sample_entry(0, 2);
    again.segment_descriptor = 11;
    EXPECT_EQ("", complaint(meeting, again));
    EXPECT_EQ(11, meeting.entry_of(0).segment_descriptor);
}

TEST(Meetings, PesOfSeveralMachinesAreRefusedWithTheirNodes) {
    Meeting meeting;
    Entry far = sample_entry(1, 2);
    far.node = sample_node("b", 2);
    EXPECT_EQ("", complaint(meeting, sample_entry(0, 2)));
    EXPECT_EQ("", complaint(meeting, far));
    EXPECT_SAYS("PE 0 is on node a, PE 1 on node b", meeting.check_machines().text());
}

TEST(Meetings, AnUnterminatedNameIsCut) {
    Entry entry = sample_entry(0, 1);
    std::fill(std::begin(entry.node.name), std::end(entry.node.name), 'x');
    EXPECT_EQ("process 100 on node " + std::string(sizeof entry.node.name, 'x'), place_of(entry));
}

TEST(Nodes, AreTheKernelAndItsNetworkUnlessTheyHaveAName) {
    const Node here = this_node(""), named = this_node("n1");
    EXPECT_TRUE(here.same_node(this_node("")));
    EXPECT_TRUE(named.same_node(this_node("n1")));
    EXPECT_FALSE(named.same_node(this_node("n2")));
    EXPECT_FALSE(named.same_node(here));
    EXPECT_TRUE(named.same_machine(here));
    Node other_space = here;
    ++other_space.network_space;
    EXPECT_FALSE(here.same_node(other_space));
    EXPECT_STRNE("", here.name);
}

TEST(Nodes, OfLongNamesAreToldApart) {
    const std::string name(80, 'n');
    EXPECT_TRUE(this_node(name).same_node(this_node(name)));
    EXPECT_FALSE(this_node(name).same_node(this_node(name + "2")));
}

UniqueId sample_id() {
    UniqueId id;
    id.secret = {1, 2};
    id.port = 5000;
    id.root = sample_node("a");
    for (int i = 0; i < 20; ++i) {
        os::Address address = os::Address::loopback();
        address.bytes[12] = static_cast<uint8_t>(10 + i);
        id.addresses.push_back(address);
    }
    return id;
}

/// The addresses that come out of an id with these.
std::vector<os::Address> passed_on(std::vector<os::Address> addresses) {
    UniqueId id = sample_id();
    id.addresses = std::move(addresses);
    auto read = UniqueId::decode(id.encode());
    EXPECT_TRUE(read.ok()) << read.status().text();
    return read.ok() ? read->addresses : std::vector<os::Address>();
}

TEST(UniqueIds, CarryAddressesOfEachKind) {
    os::Address link_local = os::Address::loopback(true);
    link_local.bytes[0] = 0xfe, link_local.bytes[1] = 0x80;
    link_local.scope = 300;
    const std::vector<os::Address> mixed = {os::Address::loopback(), link_local, os::Address::loopback(true)};
    EXPECT_EQ(mixed, passed_on(mixed));
    EXPECT_EQ(4U, passed_on(std::vector(9, os::Address::loopback(true))).size());
    EXPECT_TRUE(passed_on({}).empty());
}

TEST(UniqueIds, AreBytes) {
    const std::string bytes = sample_id().encode();
    ASSERT_EQ(UniqueId::kBytes, bytes.size());
    auto id = UniqueId::decode(bytes);
    ASSERT_TRUE(id.ok()) << id.status().text();
    EXPECT_EQ((Key{1, 2}), id->secret);
    EXPECT_EQ(5000, id->port);
    EXPECT_EQ(16U, id->addresses.size());
    EXPECT_EQ("10.0.0.1", id->addresses[0].text());
}

TEST(UniqueIds, AnyVersionNumberIsTolerated) {
    std::string bytes = sample_id().encode();
    for (int i = 0; i < 4; ++i) bytes[static_cast<size_t>(i)] = 0x5a;
    EXPECT_TRUE(UniqueId::decode(bytes).ok());
}

TEST(UniqueIds, DamageIsNoticed) {
    const std::string bytes = sample_id().encode();
    for (size_t at = 4; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        EXPECT_FALSE(UniqueId::decode(damaged).ok()) << at;
    }
    EXPECT_SAYS("hand all 128 bytes", UniqueId::decode(std::string(128, '\0')).status().text());
    std::mt19937_64 random(1);
    for (int round = 0; round < 10'000; ++round)
        EXPECT_FALSE(UniqueId::decode(random_bytes(random, 128)).ok());
}

TEST(UniqueIds, LoopbackServesInTheRootsNetworkAlone) {
    UniqueId id = sample_id();
    EXPECT_EQ("127.0.0.1:5000", id.endpoints(sample_node("a"))[0].text());
    EXPECT_EQ("10.0.0.1:5000", id.endpoints(sample_node("b", 2))[0].text());
    id.loopback = false;
    EXPECT_EQ("10.0.0.1:5000", id.endpoints(sample_node("a"))[0].text());
}

TEST(UniqueIds, SessionsNeedNoHandingRound) {
    auto mine = session_id("127.0.0.1:5000"), yours = session_id("127.0.0.1:5000"),
         other = session_id("127.0.0.1:5001");
    ASSERT_TRUE(mine.ok() && yours.ok() && other.ok());
    EXPECT_EQ(mine->encode(), yours->encode());
    EXPECT_NE(mine->secret, other->secret);
    EXPECT_EQ("127.0.0.1:5000", mine->endpoints(this_node(""))[0].text());
    EXPECT_SAYS("NVSHMEM_BOOTSTRAP_UID_SESSION_ID", session_id("nowhere").status().text());
}

}  // namespace
}  // namespace omni::bootstrap
