// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Starting and ending the PEs of a case.
#include "pes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "os/clock.h"

namespace omni::test {

namespace {

constexpr double kWaitLimitS = 30;     // of one wait
constexpr double kProcessLimitS = 60;  // of a case

constexpr control::WaitInfo kBarrier{.call = "test barrier", .kind = control::WaitKind::allocation};
constexpr control::WaitInfo kFlag{.call = "test flag"};

template <class T>
T must(Result<T> result) {
    if (!result.ok()) std::fprintf(stderr, "%s\n", result.status().text()), std::abort();
    return std::move(*result);
}

os::Mapping map_span() {
    os::Mapping span = must(os::reserve(Station::kBytes + Station::kWindowBytes));
    const os::Descriptor file = must(os::create_memory_file("test-heap", Station::kBytes));
    expect_ok(os::map_shared_at(span.address(), file.get(), 0, Station::kBytes));
    return span;
}

void run_threads(const Setting& setting, const Body& body) {
    control::Segment segment = must(control::Segment::create(setting.pes));
    segment.set_threads();
    std::vector<std::thread> pes;
    for (int pe = 0; pe < setting.pes; ++pe)
        pes.emplace_back([&, pe] {
            segment.join_as_thread(pe);
            Station station(segment, pe, setting);
            body(station);
        });
    for (std::thread& pe : pes) pe.join();
}

[[noreturn]] void be_process(control::Segment& segment, int pe, const Setting& setting, const Body& body) {
    expect_ok(segment.join(pe));
    {
        Station station(segment, pe, setting);
        body(station);
    }
    segment.leave(pe, control::Phase::finalized);
    std::fflush(nullptr);
    ::_exit(testing::Test::HasFailure() ? 1 : 0);
}

/// The wait status of a child, which is killed at `deadline_ns`.
int await_child(pid_t child, int64_t deadline_ns) {
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (os::now_ns() > deadline_ns) ::kill(child, SIGKILL);
        os::sleep_ns(1'000'000);
    }
    return status;
}

void run_processes(const Setting& setting, const Body& body, int victim) {
    control::Segment segment = must(control::Segment::create(setting.pes));
    std::fflush(nullptr);
    std::vector<pid_t> children;
    for (int pe = 0; pe < setting.pes; ++pe) {
        children.push_back(::fork());
        ASSERT_GE(children.back(), 0);
        if (children.back() == 0) be_process(segment, pe, setting, body);
    }
    const int64_t deadline_ns = os::now_ns() + static_cast<int64_t>(kProcessLimitS * 1e9);
    for (int pe = 0; pe < setting.pes; ++pe) {
        const int status = await_child(children[static_cast<size_t>(pe)], deadline_ns);
        EXPECT_EQ(pe == victim ? SIGKILL : 0, status) << "wait status of PE " << pe;
    }
}

}  // namespace

void expect_ok(const Status& status) { EXPECT_TRUE(status.ok()) << status.text(); }

Station::Station(control::Segment& segment, int me, const Setting& setting) : span_(map_span()) {
    member_.segment = &segment;
    member_.me = me;
    member_.n = setting.pes;
    member_.policy = {.spins = control::spins_for(segment, 2 * setting.pes), .limit_s = kWaitLimitS};
    transport_ = must(setting.make(member_, span_.address(), kBytes, setting.threads));
}

/// Peers use this PE's memory until all are here; where one has died, each holds what it has mapped.
Station::~Station() { (void)control::barrier(member_, kBarrier); }

void Station::barrier() { expect_ok(control::barrier(member_, kBarrier)); }

void Station::await(uint64_t offset, uint64_t value) {
    std::atomic_ref<uint64_t> word(*reinterpret_cast<uint64_t*>(at(offset)));
    expect_ok(control::wait(member_, kFlag, [&](uint64_t& seen) {
        return (seen = word.load(std::memory_order_acquire)) >= value;
    }));
}

void run(const Setting& setting, const Body& body, int victim) {
    if (setting.threads)
        run_threads(setting, body);
    else
        run_processes(setting, body, victim);
}

}  // namespace omni::test
