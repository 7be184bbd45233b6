// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/siphash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace omni {
namespace {

constexpr Key key = {0x0706050403020100, 0x0f0e0d0c0b0a0908};

/// The bytes 0, 1, 2 ...
std::string ascending(size_t length) {
    std::string text;
    for (size_t i = 0; i < length; ++i) text += static_cast<char>(i);
    return text;
}

TEST(SipHash, GivesTheValuesOfThePaper) {
    EXPECT_EQ(0x726fdb47dd0e0e31U, siphash(key, ""));
    EXPECT_EQ(0xa129ca6149be45e5U, siphash(key, ascending(15)));
}

TEST(SipHash, EveryLengthAndKeyGivesAnotherValue) {
    std::set<uint64_t> values;
    for (size_t length = 0; length < 64; ++length) {
        values.insert(siphash(key, ascending(length)));
        values.insert(siphash({key[0] + 1, key[1]}, ascending(length)));
        values.insert(siphash({key[0], key[1] + 1}, ascending(length)));
    }
    EXPECT_EQ(3U * 64, values.size());
}

}  // namespace
}  // namespace omni
