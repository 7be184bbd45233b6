// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What operations ask of a transport, call by call: a transport may reorder whatever no fence stands between,
// so here the order itself is looked at, which no transport that keeps order by itself could show.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/amo.h"
#include "ops/signal.h"
#include "ops/strided.h"

namespace omni::ops {
namespace {

/// Writes down what it is asked for; `broken` names the call that fails.
class Recorder : public transport::Transport {
  public:
    std::vector<std::string> calls;
    std::string broken;
    uint64_t old_value = 0;

    transport::Capabilities capabilities() const override {
        return {"recorder", transport::AtomicDomain::cpu, false};
    }
    Status put(int pe, uint64_t offset, const void*, size_t bytes) override {
        return note("put", format(" %zu bytes to %d+%d", bytes, pe, static_cast<int>(offset)));
    }
    Status get(int pe, uint64_t offset, void*, size_t bytes) override {
        return note("get", format(" %zu bytes from %d+%d", bytes, pe, static_cast<int>(offset)));
    }
    Status amo(int pe, uint64_t offset, const transport::Amo& amo, uint64_t* fetched) override {
        if (fetched) *fetched = old_value;
        return note("amo", format(" %s%u of type %u at %d+%d: %x, %x", fetched ? "fetching " : "",
                                  static_cast<unsigned>(amo.op), static_cast<unsigned>(amo.type), pe,
                                  static_cast<int>(offset), static_cast<unsigned>(amo.operand),
                                  static_cast<unsigned>(amo.condition)));
    }
    Status fence() override { return note("fence", ""); }
    Status quiet() override { return note("quiet", ""); }
    Status register_segment(uint64_t, size_t, int, uint64_t) override { return {}; }
    Status release_segment(uint64_t, size_t) override { return {}; }

  private:
    Status note(const std::string& call, const std::string& details) {
        calls.push_back(call + details);
        return call == broken ? error(Code::internal, "%s is broken", call.c_str()) : Status();
    }
};

/// PE 0 of 2, which reaches the other by the recorder alone.
class TransportOrder : public testing::Test {
  protected:
    void SetUp() override {
        mode_before_ = set_error_mode(ErrorMode::return_to_caller);
        clear_last_error();
        pe.n = 2;
        pe.base = reinterpret_cast<char*>(heap);
        pe.hot_bytes = pe.heap_bytes = sizeof heap;
        pe.peer_base = bases;
        pe.transport = &recorder;
        pe.checked = false;
    }
    void TearDown() override { set_error_mode(mode_before_); }

    void expect(const std::vector<std::string>& calls) { EXPECT_EQ(recorder.calls, calls); }

    alignas(64) uint64_t heap[8] = {};
    char* bases[2] = {reinterpret_cast<char*>(heap), nullptr};
    Recorder recorder;
    Pe pe;
    int source[4] = {1, 2, 3, 4};

  private:
    ErrorMode mode_before_ = ErrorMode::exit;
};

TEST_F(TransportOrder, SignalIsFencedOffItsData) {
    put_signal<4>(&pe, "test", heap, source, 4, {&heap[4], 7, NVSHMEM_SIGNAL_SET}, 1);
    expect({"put 16 bytes to 1+0", "fence", "amo 1 of type 1 at 1+32: 7, 0"});
}

TEST_F(TransportOrder, SignalWithoutDataIsTheSignalAlone) {
    put_signal<4>(&pe, "test", nullptr, nullptr, 0, {&heap[4], 7, NVSHMEM_SIGNAL_ADD}, 1);
    signal_op(&pe, "test", {&heap[5], 8, NVSHMEM_SIGNAL_ADD}, 1);
    expect({"amo 4 of type 1 at 1+32: 7, 0", "amo 4 of type 1 at 1+40: 8, 0"});
}

TEST_F(TransportOrder, NoSignalAfterDataThatWasNotSent) {
    for (const char* broken : {"put", "fence"}) {
        recorder.broken = broken;
        recorder.calls.clear();
        put_signal<4>(&pe, "test", heap, source, 4, {&heap[4], 7, NVSHMEM_SIGNAL_SET}, 1);
        ASSERT_FALSE(recorder.calls.empty());
        EXPECT_EQ(recorder.calls.back().substr(0, 3), std::string(broken).substr(0, 3));
        EXPECT_EQ(last_error().text, std::string(broken) + " is broken");
    }
}

TEST_F(TransportOrder, AtomicsTravelAsBitPatterns) {
    struct Half {
        uint16_t bits;
    };
    recorder.old_value = std::bit_cast<uint32_t>(-2.5f);
    EXPECT_EQ((amo<transport::Swap, float>(&pe, "test", reinterpret_cast<float*>(heap), 1, 1.5f)), -2.5f);
    amo<transport::Add, void>(&pe, "test", reinterpret_cast<Half*>(heap), 1, Half{0xbc00});
    recorder.old_value = 0xffff'ffff'8000'0000;
    EXPECT_EQ((amo<transport::CompareSwap, int>(&pe, "test", reinterpret_cast<int*>(heap), 1, -1, 5)),
              INT32_MIN);
    expect({"amo fetching 2 of type 3 at 1+0: 3fc00000, 0", "amo 4 of type 2 at 1+0: bc00, 0",
            "amo fetching 3 of type 0 at 1+0: ffffffff, 5"});
}

TEST_F(TransportOrder, AtomicThatFailsGivesZero) {
    recorder.broken = "amo";
    recorder.old_value = 5;
    EXPECT_EQ((amo<transport::Fetch, uint64_t>(&pe, "test", heap, 1)), 0u);
    EXPECT_EQ(last_error().text, "amo is broken");
}

TEST_F(TransportOrder, StridedElementsGoInTheirOrder) {
    iput(&pe, "test", heap, source, {3, 2, 2, 4}, 1);
    iget(&pe, "test", source, heap, {1, 2, 2, 8}, 1);
    expect({"put 4 bytes to 1+0", "put 4 bytes to 1+12", "get 8 bytes from 1+0", "get 8 bytes from 1+16"});
}

TEST_F(TransportOrder, StridedTransferEndsWithItsFirstFailure) {
    recorder.broken = "put";
    iput(&pe, "test", heap, source, {1, 1, 4, 4}, 1);
    expect({"put 4 bytes to 1+0"});
    EXPECT_EQ(last_error().text, "put is broken");
}

}  // namespace
}  // namespace omni::ops
