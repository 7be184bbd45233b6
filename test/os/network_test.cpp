// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Addresses as text, and which addresses of which interfaces are given to other PEs.
#include "os/network.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace omni::os {
namespace {

Address address(const std::string& text) {
    const auto endpoints = resolve(text.find(':') == std::string::npos ? text + ":1" : "[" + text + "]:1");
    EXPECT_TRUE(endpoints.ok()) << text;
    return endpoints.ok() ? (*endpoints)[0].address : Address();
}

std::vector<std::string> choose(std::vector<Interface> interfaces, const NetworkRules& rules = {}) {
    const auto chosen = choose_addresses(std::move(interfaces), rules);
    EXPECT_TRUE(chosen.ok()) << chosen.status().text();
    std::vector<std::string> texts;
    if (chosen.ok())
        for (const Address& one : *chosen) texts.push_back(one.text());
    return texts;
}

using Texts = std::vector<std::string>;

const std::vector<Interface>& machine() {
    static const std::vector<Interface> all = {
        {"lo", address("127.0.0.1")},     {"lo", address("::1")},         {"docker0", address("172.17.0.1")},
        {"eth0", address("fe80::1")},     {"eth0", address("192.0.2.7")}, {"eth0", address("2001:db8::7")},
        {"ib0", address("198.51.100.7")},
    };
    return all;
}

TEST(AddressTest, TextAndBack) {
    for (const char* text : {"192.0.2.1", "127.0.0.1", "2001:db8::1", "::1", "fe80::2"})
        EXPECT_EQ(text, address(text).text());
    EXPECT_TRUE(address("127.3.2.1").is_loopback());
    EXPECT_TRUE(address("::1").is_loopback());
    EXPECT_TRUE(address("169.254.0.1").is_link_local());
    EXPECT_FALSE(address("2001:db8::1").is_link_local());
    EXPECT_EQ("[2001:db8::1]:80", (Endpoint{address("2001:db8::1"), 80}.text()));
    EXPECT_EQ("192.0.2.1:80", (Endpoint{address("192.0.2.1"), 80}.text()));
}

TEST(AddressTest, EndpointsSurviveTheSocketInterface) {
    for (const char* text : {"192.0.2.1:5000", "[2001:db8::1]:65535"}) {
        const Endpoint before = (*resolve(text))[0];
        sockaddr_storage storage;
        EXPECT_GT(before.to(storage), 0U);
        EXPECT_EQ(before, Endpoint::from(reinterpret_cast<sockaddr&>(storage)));
    }
}

TEST(AddressTest, HostNamesAreResolved) {
    const auto endpoints = resolve("localhost:5000");
    ASSERT_TRUE(endpoints.ok()) << endpoints.status().text();
    EXPECT_TRUE((*endpoints)[0].address.is_loopback());
    EXPECT_EQ(5000, (*endpoints)[0].port);
}

TEST(AddressTest, WhatIsNoPlaceIsRefusedWithTheForms) {
    for (const char* text :
         {"", ":", "host", "host:", ":5000", "192.0.2.1:0", "192.0.2.1:70000", "192.0.2.1:x", "192.0.2.1:-1",
          "2001:db8::1", "2001:db8::1:5000", "[]:5000", "host:50000000000000000000"}) {
        const auto endpoints = resolve(text);
        ASSERT_FALSE(endpoints.ok()) << text;
        EXPECT_NE(std::string::npos, std::string(endpoints.status().text()).find("accepted forms"))
            << endpoints.status().text();
    }
    EXPECT_FALSE(resolve("no.such.host.invalid:5000").ok());
}

TEST(NetworkTest, RealInterfacesComeFirstAndLoopbackLast) {
    EXPECT_EQ(
        (Texts{"192.0.2.7", "198.51.100.7", "2001:db8::7", "172.17.0.1", "127.0.0.1", "::1", "fe80::1"}),
        choose(machine()));
}

TEST(NetworkTest, TheFamilyIsAPreference) {
    const NetworkRules rules{"", "AF_INET6"};
    EXPECT_EQ(
        (Texts{"2001:db8::7", "192.0.2.7", "198.51.100.7", "172.17.0.1", "::1", "127.0.0.1", "fe80::1"}),
        choose(machine(), rules));
    EXPECT_EQ((Texts{"2001:db8::9"}), choose({{"net1", address("2001:db8::9")}}))
        << "IPv6 alone needs no variable";
}

TEST(NetworkTest, LoopbackAloneAndOddNamesWillDo) {
    EXPECT_EQ((Texts{"127.0.0.1"}), choose({{"lo", address("127.0.0.1")}}));
    EXPECT_EQ((Texts{"192.0.2.9"}), choose({{"net1@if7.300-x", address("192.0.2.9")}}));
    EXPECT_EQ(Texts{}, choose({}))
        << "no interface at all: PEs of one network name space still have loopback";
}

TEST(NetworkTest, NamesAreChosenByTheirBeginnings) {
    EXPECT_EQ((Texts{"198.51.100.7"}), choose(machine(), {"ib"}));
    EXPECT_EQ((Texts{"198.51.100.7", "172.17.0.1"}), choose(machine(), {"docker,ib0"}));
    EXPECT_EQ((Texts{"198.51.100.7", "127.0.0.1", "::1"}), choose(machine(), {"^eth,docker"}));
}

TEST(NetworkTest, ARuleThatLeavesNothingIsRefusedWithWhatThereIs) {
    const auto chosen = choose_addresses(machine(), {"wlan"});
    ASSERT_FALSE(chosen.ok());
    EXPECT_NE(std::string::npos, std::string(chosen.status().text()).find("docker0, eth0, ib0, lo"))
        << chosen.status().text();
    EXPECT_FALSE(choose_addresses(machine(), {"^docker,eth,ib,lo"}).ok());
}

TEST(NetworkTest, AnotherFamilyIsRefused) {
    const auto chosen = choose_addresses(machine(), {"", "AF_UNIX"});
    ASSERT_FALSE(chosen.ok());
    EXPECT_NE(std::string::npos, std::string(chosen.status().text()).find("AF_INET6"))
        << chosen.status().text();
}

TEST(NetworkTest, ThisMachineCanBeListed) {
    const auto interfaces = list_interfaces();
    ASSERT_TRUE(interfaces.ok());
    for (const Interface& interface : *interfaces) EXPECT_FALSE(interface.name.empty());
}

}  // namespace
}  // namespace omni::os
