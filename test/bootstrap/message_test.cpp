// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Messages of the meeting: what is right passes, whatever else comes is refused by name.
#include "bootstrap/message.h"

#include <gtest/gtest.h>

#include <cstring>

#include "sample.h"

namespace omni::bootstrap {
namespace {

constexpr Nonce nonce = {31, 32};
constexpr Expectation entry_expected = {Kind::entry, kWhoever, kRoot};

std::string entry_wire(int rank = 2, const Key& secret = sample_secret, const Nonce& its_nonce = nonce) {
    return write_message(secret, its_nonce, Kind::entry, rank, kRoot, body_of(sample_entry(rank, 4))).wire();
}

std::string why_refused(const std::string& bytes, const Expectation& expected = entry_expected) {
    auto message = read_message(sample_secret, nonce, expected, bytes);
    return message.ok() ? "" : message.status().text();
}

#define EXPECT_SAYS(words, text) EXPECT_NE(std::string::npos, std::string(text).find(words)) << text

TEST(Messages, WhatWasWrittenIsRead) {
    auto message = read_message(sample_secret, nonce, entry_expected, entry_wire());
    ASSERT_TRUE(message.ok()) << message.status().text();
    Entry entry;
    std::memcpy(&entry, message->body.data(), sizeof entry);
    EXPECT_EQ(2, entry.rank);
    EXPECT_EQ(4, entry.size);
    EXPECT_STREQ("a", entry.node.name);
    EXPECT_EQ(2, message->head.sender);
}

TEST(Messages, ARefusalMayComeInPlaceOfAWelcome) {
    const std::string wire = write_message(sample_secret, nonce, Kind::refusal, kRoot, 3, "no").wire();
    auto message = read_message(sample_secret, nonce, {Kind::welcome, kRoot, 3}, wire);
    ASSERT_TRUE(message.ok()) << message.status().text();
    EXPECT_EQ("no", message->body);
    EXPECT_SAYS("refusal",
                why_refused(write_message(sample_secret, nonce, Kind::refusal, 1, kRoot, "no").wire()));
}

TEST(Messages, TheLengthIsKnownFromTheHead) {
    const std::string wire = entry_wire();
    EXPECT_EQ(0U, *message_bytes(sample_secret, ""));
    EXPECT_EQ(0U, *message_bytes(sample_secret, wire.substr(0, sizeof(Head) - 1)));
    EXPECT_EQ(wire.size(), *message_bytes(sample_secret, wire.substr(0, sizeof(Head))));
}

TEST(Messages, OthersAreRefusedByName) {
    EXPECT_SAYS("no message of OmniSHMEM",
                why_refused("GET / HTTP/1.1\r\nHost: example.org\r\nUser-Agent: x\r\n\r\n"));
    EXPECT_SAYS("another job", why_refused(entry_wire(2, {1, 1})));
    EXPECT_SAYS("swapped", why_refused(entry_wire(2, sample_secret, {31, 33})));
    EXPECT_SAYS(
        "a challenge",
        why_refused(
            write_message(sample_secret, nonce, Kind::challenge, kRoot, kRoot, body_of(nonce)).wire()));
    const Welcome welcome{};
    const std::string for_3 =
        write_message(sample_secret, nonce, Kind::welcome, kRoot, 3, body_of(welcome)).wire();
    EXPECT_SAYS("for PE 3, this is PE 2", why_refused(for_3, {Kind::welcome, kRoot, 2}));
    const std::string from_pe =
        write_message(sample_secret, nonce, Kind::welcome, 1, 2, body_of(welcome)).wire();
    EXPECT_SAYS("from PE 1 where the root", why_refused(from_pe, {Kind::welcome, kRoot, 2}));
    EXPECT_SAYS("of 5 bytes",
                why_refused(write_message(sample_secret, nonce, Kind::entry, 2, kRoot, "short").wire()));
    EXPECT_SAYS("version 2", [] {
        std::string wire = entry_wire();
        wire[4] = 2;
        return why_refused(wire);
    }());
}

TEST(Messages, EveryChangedBitIsNoticed) {
    const std::string wire = entry_wire();
    for (size_t bit = 0; bit < wire.size() * 8; ++bit) {
        std::string changed = wire;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_NE("", why_refused(changed)) << "bit " << bit;
    }
}

TEST(Messages, EveryCutAndEveryGrowthIsNoticed) {
    const std::string wire = entry_wire();
    for (size_t length = 0; length < wire.size(); ++length)
        EXPECT_NE("", why_refused(wire.substr(0, length))) << length;
    EXPECT_NE("", why_refused(wire + '\0'));
}

TEST(Messages, NoiseIsRefused) {
    std::mt19937_64 random(20240229);
    for (int round = 0; round < 20'000; ++round) EXPECT_NE("", why_refused(random_bytes(random, 400)));
}

/// Noise behind a good beginning goes deeper than noise alone.
TEST(Messages, NoiseWithinAMessageIsRefused) {
    std::mt19937_64 random(19700101);
    for (int round = 0; round < 20'000; ++round) {
        std::string wire = entry_wire(static_cast<int>(random()));
        const size_t at = random() % wire.size();
        const std::string noise = random_bytes(random, 16);
        const std::string before = wire;
        wire.replace(at, noise.size(), noise);
        if (wire != before) {
            EXPECT_NE("", why_refused(wire));
        }
    }
}

}  // namespace
}  // namespace omni::bootstrap
