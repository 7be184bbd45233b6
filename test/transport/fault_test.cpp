// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The fault decorator: conformance whatever it does, what it asks of the transport below, its plans.
#include "transport/fault/fault.h"

#include <set>

#include "conformance.h"
#include "transport/fault/lane.h"
#include "transport/shm/shm.h"

namespace omni::test {

namespace fault = transport::fault;

namespace {

Result<std::unique_ptr<transport::Transport>> make(control::Member& member, char* base, size_t bytes,
                                                   bool threads) {
    auto shm = transport::shm::create(member, base, bytes, threads);
    return shm.ok() ? fault::wrap(member, std::move(*shm), {.seed = 1, .rate = 0.3}) : std::move(shm);
}

[[maybe_unused]] Setting processes(int pes) { return {"fault over shm", make, false, pes}; }
Setting threads(int pes) { return {"fault over shm", make, true, pes}; }

}  // namespace

INSTANTIATE_TEST_SUITE_P(FaultThreads, Conformance, testing::Values(threads(1), threads(2), threads(3)),
                         name_of);

#ifndef OMNI_TSAN
INSTANTIATE_TEST_SUITE_P(FaultProcesses, Conformance, testing::Values(processes(2), processes(3)), name_of);
INSTANTIATE_TEST_SUITE_P(FaultProcesses, ConformanceOfProcesses, testing::Values(processes(2), processes(3)),
                         name_of);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ConformanceOfProcesses);
#endif

namespace {

// ---- Order on the way to one target ----

class FaultLane : public testing::Test {
  protected:
    static fault::Operation word(uint64_t offset, uint64_t epoch, int64_t due_ns = 0) {
        return {.offset = offset, .bytes = 8, .amo = transport::Amo{}, .epoch = epoch, .due_ns = due_ns};
    }
    /// The offsets in the order in which they take effect.
    static std::vector<uint64_t> drain(fault::Lane& lane) {
        std::vector<uint64_t> order;
        while (auto operation = lane.take_any()) order.push_back(operation->offset);
        return order;
    }

    fault::Dice dice_{1, 0};
    fault::Lane overtaking_{dice_, true}, in_order_{dice_, false};
};

}  // namespace

TEST_F(FaultLane, OneEpochTakesEffectInEveryOrder) {
    std::set<std::vector<uint64_t>> orders;
    for (int round = 0; round < 200; ++round) {
        for (uint64_t offset : {0, 8, 16}) overtaking_.add(word(offset, 0));
        orders.insert(drain(overtaking_));
    }
    EXPECT_EQ(6u, orders.size());
}

TEST_F(FaultLane, AFenceIsNotOvertaken) {
    for (int round = 0; round < 200; ++round) {
        for (uint64_t offset : {0, 8}) overtaking_.add(word(offset, 0));
        for (uint64_t offset : {16, 24}) overtaking_.add(word(offset, 1));
        const std::vector<uint64_t> order = drain(overtaking_);
        EXPECT_LT(std::max(order[0], order[1]), 16u);
    }
}

TEST_F(FaultLane, SharedMemoryKeepsItsOrder) {
    for (int round = 0; round < 200; ++round) {
        overtaking_.add(word(0, 0));
        overtaking_.add(word(4, 0));
        overtaking_.add(word(8, 0));
        EXPECT_EQ((std::vector<uint64_t>{0, 4, 8}), drain(overtaking_));
    }
}

TEST_F(FaultLane, WithoutReorderingTheFirstHoldsUpTheOthers) {
    in_order_.add(word(0, 0, 100));
    in_order_.add(word(8, 0, 0));
    EXPECT_FALSE(in_order_.take_due(99));
    EXPECT_EQ(0, in_order_.next_due_ns());
    EXPECT_EQ((std::vector<uint64_t>{0, 8}), drain(in_order_));
}

TEST_F(FaultLane, WhatIsNotDueIsOvertaken) {
    overtaking_.add(word(0, 0, 100));
    overtaking_.add(word(8, 0, 50));
    EXPECT_EQ(8u, overtaking_.take_due(50)->offset);
    EXPECT_FALSE(overtaking_.take_due(99));
    EXPECT_EQ(0u, overtaking_.take_due(100)->offset);
    EXPECT_EQ(INT64_MAX, overtaking_.next_due_ns());
}

TEST_F(FaultLane, AnAccessNeedsEarlierEpochsAndSharedMemoryOnly) {
    overtaking_.add(word(0, 0));
    overtaking_.add(word(8, 1));
    EXPECT_EQ(0u, overtaking_.take_before(1, 64, 8)->offset);
    EXPECT_FALSE(overtaking_.take_before(1, 64, 8));
    EXPECT_EQ(8u, overtaking_.take_before(1, 12, 8)->offset);
}

// ---- Plans ----

TEST(FaultPlan, AcceptedForms) {
    using fault::Plan;
    const std::pair<const char*, Plan> good[] = {
        {"1", {.seed = 1}},
        {"0x10", {.seed = 16}},
        {"7:delay,split", {.seed = 7, .kinds = fault::delay | fault::split}},
        {"7::0.5", {.seed = 7, .rate = 0.5}},
        {"7:all,no-fence:0.9", {.seed = 7, .kinds = Plan::kLegal | fault::no_fence, .rate = 0.9}},
    };
    for (const auto& [text, plan] : good) {
        auto parsed = fault::parse_plan(text);
        ASSERT_TRUE(parsed.ok()) << text;
        EXPECT_EQ(plan, *parsed) << text;
        EXPECT_EQ(plan, *fault::parse_plan(fault::describe(plan))) << fault::describe(plan);
    }
}

TEST(FaultPlan, AMalformedValueIsNamedWithTheForm) {
    for (const char* text : {"", "x", "-1", "1x", "1:dealy", "1:delay,", "1:delay:1", "1:delay:-0.1",
                             "1:delay:x", "1:delay:0.1:0", "99999999999999999999", "1:delay:nan", " 1"}) {
        auto plan = fault::parse_plan(text);
        ASSERT_FALSE(plan.ok()) << text;
        const std::string complaint = plan.status().text();
        EXPECT_EQ(0u, complaint.find(format(
                          "OMNISHMEM_FAULT is \"%s\"; the accepted form is seed[:kinds[:rate]]", text)))
            << complaint;
        EXPECT_NE(std::string::npos, complaint.find("delay, reorder, split")) << complaint;
    }
}

}  // namespace omni::test
