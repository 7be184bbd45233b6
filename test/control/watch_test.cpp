// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The watch over the members of a job: who dies is found, whoever was to look.
#include "control/watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "os/deadline.h"

namespace omni::control {
namespace {

/// A process that holds the place of a PE until it is killed.
class Peer {
  public:
    Peer(Segment& segment, int pe, bool exits = false) : process_(::fork()) {
        if (process_ == 0) live(segment, pe, exits);
        while (segment.page(pe).phase.load() != Phase::alive || segment.page(pe).process.load() != process_)
            os::sleep_ns(1'000'000);
    }
    ~Peer() { kill(); }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    void kill() {
        if (process_ == 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
        process_ = 0;
    }

  private:
    [[noreturn]] static void live(Segment& segment, int pe, bool exits) {
        if (!segment.join(pe).ok()) ::_exit(1);
        if (exits) segment.note_exit(pe);
        for (;;) ::pause();
    }

    pid_t process_;
};

int find_dead_in_time(const Segment& segment, double seconds = 5) {
    int dead = -1;
    for (const auto end = os::Deadline::in(seconds); dead < 0 && !end.passed(); os::sleep_ns(1'000'000))
        dead = find_dead(segment);
    return dead;
}

class Watch : public testing::Test {
  protected:
    void SetUp() override { ASSERT_TRUE(segment_.ok() && segment_->join(0).ok()); }
    Segment& segment() { return *segment_; }

  private:
    Result<Segment> segment_ = Segment::create(4);
};

TEST_F(Watch, NobodyIsDeadWhileAllLiveOrHaveNotCome) {
    Peer peer(segment(), 2);
    EXPECT_EQ(-1, find_dead_in_time(segment(), 0.1));
}

TEST_F(Watch, ADeadPeIsFoundAndNamed) {
    Peer peer(segment(), 2);
    peer.kill();
    EXPECT_EQ(2, find_dead_in_time(segment()));
    EXPECT_NE(std::string::npos, describe_dead(segment(), 2).find("is dead"));
}

TEST_F(Watch, WhoEndsByExitIsNotCalledDead) {
    Peer peer(segment(), 3, true);
    peer.kill();
    EXPECT_EQ(3, find_dead_in_time(segment()));
    EXPECT_NE(std::string::npos, describe_dead(segment(), 3).find("ended without nvshmem_finalize"));
}

TEST_F(Watch, OneLooksForAllAndTheOthersReadWhatItFound) {
    Peer peer(segment(), 1);
    peer.kill();
    ASSERT_EQ(1, find_dead_in_time(segment()));
    segment().header().next_watch_ns = os::now_ns() + 15'000'000;  // nobody's turn
    EXPECT_EQ(1, find_dead(segment()));
}

TEST_F(Watch, ADeathIsFoundWhenTheOneWhoTookTheTurnDied) {
    Peer peer(segment(), 1);
    segment().header().next_watch_ns = os::now_ns() + 20'000'000;
    peer.kill();
    EXPECT_EQ(1, find_dead_in_time(segment()));
}

TEST_F(Watch, AnotherClockDoesNotStopIt) {
    Peer peer(segment(), 1);
    segment().header().next_watch_ns = os::now_ns() + 1'000'000'000'000;
    peer.kill();
    EXPECT_EQ(1, find_dead_in_time(segment()));
}

TEST_F(Watch, TheNextHolderOfThePlaceLives) {
    Peer first(segment(), 1);
    first.kill();
    ASSERT_EQ(1, find_dead_in_time(segment()));
    Peer second(segment(), 1);
    EXPECT_EQ(-1, find_dead_in_time(segment(), 0.1));
}

TEST_F(Watch, ADeadLauncherIsFound) {
    auto shared = Segment::create(1);
    ASSERT_TRUE(shared.ok());
    const pid_t launcher = ::fork();
    if (launcher == 0) {
        if (!shared->join_as_launcher().ok()) ::_exit(1);
        for (;;) ::pause();
    }
    while (shared->header().launcher.load() == 0) os::sleep_ns(1'000'000);
    EXPECT_EQ(-1, find_dead_in_time(*shared, 0.1));
    ::kill(launcher, SIGKILL);
    ::waitpid(launcher, nullptr, 0);
    EXPECT_EQ(1, find_dead_in_time(*shared));
    EXPECT_EQ("the launcher is dead", describe_dead(*shared, 1));
}

TEST_F(Watch, TheLauncherIsNotDeadToItself) {
    auto own = Segment::create(1);
    ASSERT_TRUE(own.ok() && own->join_as_launcher().ok());
    EXPECT_EQ(-1, find_dead_in_time(*own, 0.1));
}

}  // namespace
}  // namespace omni::control
