// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Refusals travel as plain bytes.
#include "heap/agreement.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace omni;
using heap::Refusal;

struct Vote {
    Refusal refusal;
};

TEST(Agreement, ANewRefusalRefusesNothing) {
    EXPECT_TRUE(heap::check_refusals(std::vector<Vote>(3)).ok());
    EXPECT_EQ(Refusal(Status()).code, 0);
}

TEST(Agreement, TheLowestRefusalWinsAndNamesItsPe) {
    std::vector<Vote> votes(3);
    votes[1].refusal = Refusal(error(Code::out_of_memory, "no room for %d bytes", 7));
    votes[2].refusal = Refusal(error(Code::invalid_value, "late"));
    const Status status = heap::check_refusals(votes);
    EXPECT_EQ(status.code(), Code::out_of_memory);
    EXPECT_STREQ(status.text(), "PE 1: no room for 7 bytes");
}

TEST(Agreement, AJobOfOneNamesNoPe) {
    const std::vector<Vote> votes{{Refusal(error(Code::invalid_value, "size is 0"))}};
    EXPECT_STREQ(heap::check_refusals(votes).text(), "size is 0");
}

TEST(Agreement, ALongTextIsCut) {
    const Refusal refusal(Status(Code::internal, std::string(5000, 'x')));
    EXPECT_EQ(std::string(refusal.text), std::string(sizeof refusal.text - 1, 'x'));
}

TEST(Agreement, TheTableNamesPeCallAndQuestion) {
    const Status status = heap::explain_difference("nvshmem_malloc", {"100 bytes", "200 bytes"});
    EXPECT_EQ(status.code(), Code::symmetry);
    const std::string text = status.text();
    for (const char* part :
         {"PE", "call", "asked for", "0  nvshmem_malloc", "1  nvshmem_malloc", "100 bytes", "200 bytes"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
}

}  // namespace
