// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Handing a text from PE 0 to the others, with strangers in between.
#include "bootstrap/introduction/letterbox.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <thread>
#include <vector>

#include "os/local_socket.h"
#include "sample.h"

namespace omni::bootstrap {
namespace {

#define EXPECT_SAYS(words, text) EXPECT_NE(std::string::npos, std::string(text).find(words)) << text

const std::string text = "one hundred bytes or so";

/// A word that no other process uses.
std::string word(const char* topic) { return format("%s of process %d", topic, ::getpid()); }

os::Deadline within(double seconds) { return os::Deadline::in(seconds); }

std::vector<std::thread> fetch_all(const std::string& word, int size) {
    std::vector<std::thread> threads;
    for (int rank = 1; rank < size; ++rank)
        threads.emplace_back([=] {
            auto fetched = Letterbox(word).fetch(rank, text.size(), within(10));
            EXPECT_TRUE(fetched.ok()) << fetched.status().text();
            EXPECT_TRUE(!fetched.ok() || *fetched == text);
        });
    return threads;
}

void hand_out_to_all(const std::string& word, int size) {
    auto threads = fetch_all(word, size);
    EXPECT_STREQ("", Letterbox(word).hand_out(size, text, within(10)).text());
    for (std::thread& thread : threads) thread.join();
}

bool name_is_in_use(const std::string& name) {
    std::ifstream sockets("/proc/net/unix");
    for (std::string line; std::getline(sockets, line);)
        if (line.find(name) != std::string::npos) return true;
    return false;
}

TEST(Letterboxes, ReachAll) {
    for (int size : {1, 2, 3, 17}) hand_out_to_all(word("all"), size);
    EXPECT_FALSE(name_is_in_use(Letterbox(word("all")).name()));
}

TEST(Letterboxes, OpenInAnyOrderAndAgain) {
    for (int life = 0; life < 3; ++life) {
        auto early = fetch_all(word("again"), 3);
        std::this_thread::sleep_for(std::chrono::milliseconds(life * 20));
        EXPECT_STREQ("", Letterbox(word("again")).hand_out(3, text, within(10)).text());
        for (std::thread& thread : early) thread.join();
    }
}

TEST(Letterboxes, NoiseAndSilenceDelayNobody) {
    const Letterbox box(word("noise"));
    std::thread owner([&] { EXPECT_STREQ("", box.hand_out(3, text, within(10)).text()); });
    while (!name_is_in_use(box.name())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::mt19937_64 random(11);
    std::vector<os::Descriptor> guests;
    for (int i = 0; i < 60; ++i) {
        auto guest = os::connect_locally(box.name());
        ASSERT_TRUE(guest.ok());
        const std::string noise = random_bytes(random, i < 30 ? 16 : 100);
        if (i % 3 != 0) ::send(guest->get(), noise.data(), noise.size(), MSG_NOSIGNAL);
        guests.push_back(std::move(*guest));
    }
    for (std::thread& thread : fetch_all(word("noise"), 3)) thread.join();
    owner.join();
}

TEST(Letterboxes, OtherWordsAreOtherBoxes) {
    std::thread owner([&] {
        EXPECT_SAYS("1 of 2 PEs have not come in time",
                    Letterbox(word("a")).hand_out(2, text, within(0.2)).text());
    });
    EXPECT_SAYS("PE 0 is not there", Letterbox(word("b")).fetch(1, text.size(), within(0.1)).status().text());
    owner.join();
}

/// Somebody else of this user sits at the name: what it says is not believed.
TEST(Letterboxes, AForgedAnswerIsRefused) {
    const Letterbox box(word("forged"));
    auto listener = os::listen_locally(box.name(), 8);
    ASSERT_TRUE(listener.ok());
    std::atomic<bool> through = false;
    std::thread forger([&] {
        while (!through) {
            const os::Descriptor guest = os::accept_locally(*listener);
            const std::string packet(text.size() + 8, 'x');
            if (guest.valid()) ::send(guest.get(), packet.data(), packet.size(), MSG_NOSIGNAL);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    });
    EXPECT_SAYS("an answer of another job", box.fetch(1, text.size(), within(0.2)).status().text());
    through = true;
    forger.join();
    EXPECT_SAYS("does another job have the same variables", box.hand_out(2, text, within(1)).text());
}

TEST(Letterboxes, ARankThatComesTwiceIsSaid) {
    const Letterbox box(word("twice"));
    std::thread twins([&] {
        for (int i = 0; i < 2; ++i) [[maybe_unused]]
            const auto fetched = box.fetch(1, text.size(), within(0.3));
    });
    EXPECT_SAYS("two processes say that they are PE 1", box.hand_out(3, text, within(5)).text());
    twins.join();
}

}  // namespace
}  // namespace omni::bootstrap
