// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Connections with deadlines, and descriptors that are handed from process to process.
#include "os/socket.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>

#include <thread>

#include "os/handover.h"
#include "os/memory.h"

namespace omni::os {
namespace {

constexpr double soon = 0.05, limit = 20;  // seconds

/// Two ends of a connection.
struct Pair {
    Descriptor caller, called;
};

Pair connected() {
    auto listener = listen_anywhere(0);
    EXPECT_TRUE(listener.ok()) << listener.status().text();
    auto caller = connect({Address::loopback(), *port_of(*listener)}, Deadline::in(limit));
    EXPECT_TRUE(caller.ok()) << caller.status().text();
    EXPECT_TRUE(await(*listener, POLLIN, Deadline::in(limit)).ok());
    return {std::move(*caller), accept(*listener)};
}

TEST(Sockets, LargeMessagesArriveWhole) {
    Pair pair = connected();
    std::string sent(size_t{8} << 20, 'x'), received(sent.size(), '\0');
    for (size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 7);
    std::thread sender(
        [&] { EXPECT_TRUE(send(pair.caller, sent.data(), sent.size(), Deadline::in(limit)).ok()); });
    EXPECT_TRUE(receive(pair.called, received.data(), received.size(), Deadline::in(limit)).ok());
    sender.join();
    EXPECT_EQ(sent, received);
}

TEST(Sockets, ASilentPeerIsLeftInTime) {
    Pair pair = connected();
    char byte;
    EXPECT_FALSE(receive(pair.called, &byte, 1, Deadline::in(soon)).ok());
    const std::string flood(size_t{64} << 20, 'x');
    EXPECT_FALSE(send(pair.caller, flood.data(), flood.size(), Deadline::in(soon)).ok()) << "nobody reads";
}

TEST(Sockets, APeerThatGoesIsAnErrorAndNoSignal) {
    Pair pair = connected();
    pair.caller = Descriptor();
    char byte = 0;
    EXPECT_FALSE(receive(pair.called, &byte, 1, Deadline::in(limit)).ok());
    Status status;
    for (int i = 0; i < 100 && status.ok(); ++i) status = send(pair.called, &byte, 1, Deadline::in(limit));
    EXPECT_FALSE(status.ok());
}

TEST(Sockets, AnUnusedPortRefuses) {
    auto listener = listen_anywhere(0);
    const uint16_t port = *port_of(*listener);
    *listener = Descriptor();
    EXPECT_FALSE(connect({Address::loopback(), port}, Deadline::in(limit)).ok());
}

TEST(Sockets, BothVersionsReachOneListener) {
    auto listener = listen_anywhere(0);
    ASSERT_TRUE(listener.ok());
    const uint16_t port = *port_of(*listener);
    EXPECT_TRUE(connect({Address::loopback(), port}, Deadline::in(limit)).ok());
    if (!listen_at({Address::loopback(true), 0}).ok()) GTEST_SKIP() << "no IPv6 here";
    EXPECT_TRUE(connect({Address::loopback(true), port}, Deadline::in(limit)).ok());
}

TEST(Sockets, APortIsTakenOnce) {
    auto first = listen_at({Address::loopback(), 0});
    ASSERT_TRUE(first.ok());
    EXPECT_FALSE(listen_at({Address::loopback(), *port_of(*first)}).ok());
}

TEST(Deadlines, EndAndCompare) {
    EXPECT_TRUE(Deadline::in(0).passed());
    EXPECT_EQ(0, Deadline::in(-1).left_ms());
    EXPECT_FALSE(Deadline::in(limit).passed());
    EXPECT_EQ(-1, Deadline::never().left_ms());
    EXPECT_LE(Deadline::never().within(1).left_ms(), 1000);
    EXPECT_LT(Deadline::in(1), Deadline::in(2));
    EXPECT_FALSE(Deadline::in(1e300).passed()) << "absurd limits are long, not negative";
}

std::string fresh_name() {
    return "omnishmem-test-" + std::to_string(::getpid()) + "-" + std::to_string(now_ns());
}

TEST(Handover, AnotherProcessHandsAMemoryFileOver) {
    const std::string name = fresh_name();
    auto inbox = Inbox::open(name, 4);
    ASSERT_TRUE(inbox.ok()) << inbox.status().text();
    const pid_t child = ::fork();
    if (child == 0) {
        auto file = create_memory_file("handover", page_size());
        const bool written = ::pwrite(file->get(), "treasure", 8, 0) == 8;
        std::_Exit(written && hand_over(name, 42, file->get()).ok() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(child, ::waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
    auto delivery = inbox->receive(Deadline::in(limit));  // after the giver has ended
    ASSERT_TRUE(delivery.ok()) << delivery.status().text();
    EXPECT_EQ(42, delivery->sender);
    char text[9] = {};
    EXPECT_EQ(8, ::pread(delivery->descriptor.get(), text, 8, 0));
    EXPECT_STREQ("treasure", text);
}

TEST(Handover, AnEmptyInboxIsLeftInTimeAndAMissingOneRefused) {
    const std::string name = fresh_name();
    {
        auto inbox = Inbox::open(name, 1);
        ASSERT_TRUE(inbox.ok());
        EXPECT_FALSE(inbox->receive(Deadline::in(soon)).ok());
        EXPECT_FALSE(Inbox::open(name, 1).ok()) << "a name is taken once";
    }
    EXPECT_FALSE(hand_over(name, 0, 0).ok());
    EXPECT_TRUE(Inbox::open(name, 1).ok()) << "the name is free again";
}

}  // namespace
}  // namespace omni::os
