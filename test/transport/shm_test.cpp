// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The shm transport: conformance, and what its two sides do when the other one breaks the rules.
#include <cstring>
#include <optional>
#include <random>
#include <thread>

#include "conformance.h"
#include "transport/shm/sender.h"
#include "transport/shm/server.h"
#include "transport/shm/shm.h"

namespace omni::test {

namespace shm = transport::shm;
using shm::Action;

namespace {

[[maybe_unused]] Setting processes(int pes) { return {"shm", shm::create, false, pes}; }
Setting threads(int pes) { return {"shm", shm::create, true, pes}; }

}  // namespace

INSTANTIATE_TEST_SUITE_P(ShmThreads, Conformance,
                         testing::Values(threads(1), threads(2), threads(3), threads(8)), name_of);

// Thread sanitizer does not see the order that comes by way of another process, and reports races where none
// are.
#ifndef OMNI_TSAN
INSTANTIATE_TEST_SUITE_P(ShmProcesses, Conformance,
                         testing::Values(processes(1), processes(2), processes(3), processes(8)), name_of);
INSTANTIATE_TEST_SUITE_P(ShmProcesses, ConformanceOfProcesses,
                         testing::Values(processes(2), processes(3), processes(8)), name_of);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ConformanceOfProcesses);
#endif

namespace {

os::Mapping map_file(size_t bytes) {
    auto file = os::create_memory_file("test", bytes);
    auto mapping = os::map_shared(file->get(), bytes);
    return std::move(*mapping);
}

/// A mailbox for one sender.
class ShmMailbox : public testing::Test {
  protected:
    shm::Mailbox mailbox() const { return shm::Mailbox(memory_.address()); }

    os::Mapping memory_ = map_file(shm::Mailbox::bytes(1));
};

/// A server whose sender, the test, writes what it likes into the slots.
class ShmServer : public ShmMailbox {
  protected:
    static constexpr size_t kBytes = 64 << 10;

    ShmServer() { expect_ok(server_.start()); }

    /// True when the server refused it.
    bool submit(const shm::Request& request, uint64_t operand = 0) {
        shm::Channel& channel = mailbox().channel(0);
        shm::Slot& slot = channel.slot(ticket_);
        std::memcpy(slot.data, &operand, sizeof operand);
        slot.request = request;
        slot.refused = false;
        slot.stage.store(shm::first_stage(ticket_) + shm::kFilled);
        mailbox().doorbell().ring();
        while (slot.stage.load() < shm::first_stage(ticket_) + shm::kAnswered) std::this_thread::yield();
        slot.stage.store(shm::first_stage(ticket_) + shm::kEnded);
        ++ticket_;
        return channel.refused.exchange(0) != 0 || slot.refused;
    }

    os::Mapping heap_ = map_file(3 * kBytes);
    char* base_ = heap_.address() + kBytes;  // what lies before and behind is nobody's business
    transport::LocalMemory local_{base_, kBytes};
    shm::Server server_{mailbox(), 1, local_};
    uint64_t ticket_ = 0;
};

shm::Request request(Action action, uint64_t offset, uint32_t bytes) {
    return {offset, bytes, action, transport::AmoOp::add, transport::AmoType::int64};
}

}  // namespace

TEST_F(ShmServer, ServesWhatIsRight) {
    EXPECT_FALSE(submit(request(Action::put, 16, 8), 40));
    EXPECT_FALSE(submit(request(Action::amo, 16, 8), 2));
    EXPECT_FALSE(submit(request(Action::get, kBytes - 8, 8)));
    EXPECT_EQ(42, *reinterpret_cast<int64_t*>(base_ + 16));
}

TEST_F(ShmServer, RefusesWhatIsWrong) {
    EXPECT_TRUE(submit(request(Action::put, kBytes, 8)));
    EXPECT_TRUE(submit(request(Action::put, kBytes - 4, 8)));
    EXPECT_TRUE(submit(request(Action::put, UINT64_MAX - 3, 8)));
    EXPECT_TRUE(submit(request(Action::put, -kBytes, 8)));
    EXPECT_TRUE(submit(request(Action::put, 0, shm::kPieceBytes + 1)));
    EXPECT_TRUE(submit(request(Action::get, 0, UINT32_MAX)));
    EXPECT_TRUE(submit(request(Action::amo, 4, 8))) << "misaligned";
    EXPECT_TRUE(submit(request(Action::fetching_amo, 0, 4))) << "size of another type";
    EXPECT_TRUE(submit(request(Action::fetching_amo, 0, 0)));
}

TEST_F(ShmServer, SurvivesRandomRequests) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 20'000; ++round) {
        shm::Request garbage;
        const uint64_t bits[] = {random(), random(), random()};
        static_assert(sizeof garbage == sizeof bits);
        std::memcpy(&garbage, bits, sizeof bits);
        if (round % 2) garbage.offset %= 2 * kBytes;
        if (round % 4 == 3) garbage.bytes %= 2 * shm::kPieceBytes;
        submit(garbage);
    }
    const std::vector<char> zeros(kBytes);
    EXPECT_EQ(0, std::memcmp(zeros.data(), base_ - kBytes, kBytes));
    EXPECT_EQ(0, std::memcmp(zeros.data(), base_ + kBytes, kBytes));
}

namespace {

/// A sender whose target never serves.
class ShmSender : public ShmMailbox {
  protected:
    ShmSender() {
        segment_.set_threads();
        segment_.join_as_thread(0);
        member_.segment = &segment_;
        member_.policy.limit_s = 0.1;
    }

    control::Segment segment_ = std::move(*control::Segment::create(1));
    control::Member member_;
    shm::Sender sender_{member_, 0, mailbox()};
};

}  // namespace

TEST_F(ShmSender, GivesUpOnATargetThatDoesNotServe) {
    uint64_t word = 0;
    expect_ok(sender_.put(0, reinterpret_cast<char*>(&word), sizeof word));
    const Status late = sender_.quiet();
    EXPECT_NE(nullptr, std::strstr(late.text(), "NVSHMEM_WAIT_TIMEOUT")) << late.text();
    EXPECT_NE(nullptr, std::strstr(late.text(), "shm quiet")) << late.text();
}

TEST_F(ShmSender, StaysBrokenAfterwards) {
    std::vector<char> bytes(2 * shm::kSlots * shm::kPieceBytes);
    EXPECT_FALSE(sender_.get(0, bytes.data(), bytes.size()).ok());
    for (const Status& status :
         {sender_.put(0, bytes.data(), 8), sender_.get(0, bytes.data(), 8), sender_.quiet()})
        EXPECT_NE(nullptr, std::strstr(status.text(), "earlier operation on PE 0")) << status.text();
}

TEST_F(ShmSender, WaitsForAFreeSlotNoLongerThanTheLimit) {
    std::vector<char> bytes((shm::kSlots + 1) * shm::kPieceBytes);
    const Status full = sender_.put(0, bytes.data(), bytes.size());
    EXPECT_NE(nullptr, std::strstr(full.text(), "NVSHMEM_WAIT_TIMEOUT")) << full.text();
}

}  // namespace omni::test
