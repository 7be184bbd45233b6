// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Seeded noise against everything that hears others: real conversations with bits turned over, parts cut out,
// doubled, swapped or put in. Nothing may crash, and nothing may take long. The sanitizers look on in their
// builds.
#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>

#include "bootstrap/caller.h"
#include "bootstrap/root.h"
#include "os/socket.h"
#include "sample.h"
#include "wires.h"

namespace omni::bootstrap {
namespace {

using Random = std::mt19937_64;

int rounds(int daily) { return std::getenv("OMNISHMEM_TEST_LONG") ? 100 * daily : daily; }

/// One change at a random place.
void change(std::string& bytes, Random& random) {
    const size_t at = bytes.empty() ? 0 : random() % bytes.size(), length = random() % 24;
    switch (random() % 6) {
        case 0:
            if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
            break;
        case 1:
            bytes.resize(at);
            break;
        case 2:
            bytes.erase(at, length);
            break;
        case 3:
            bytes.insert(at, random_bytes(random, 24));
            break;
        case 4:
            bytes.insert(at, bytes.substr(at, length));
            break;
        case 5:
            bytes.replace(at, std::min<size_t>(8, bytes.size() - at), random() % 2 ? 8 : 4,
                          random() % 2 ? '\xff' : '\0');
            break;
    }
}

std::string changed(std::string bytes, Random& random) {
    for (size_t changes = 1 + random() % 4; changes > 0; --changes) change(bytes, random);
    return bytes;
}

void try_changes(const std::string& good, int seed, void (*hear)(const std::string&)) {
    Random random(static_cast<uint64_t>(seed));
    hear(good);
    for (int round = 0; round < rounds(3000); ++round) {
        const std::string bytes = changed(good, random);
        const auto begin = std::chrono::steady_clock::now();
        hear(bytes);
        ASSERT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2))
            << testing::PrintToString(bytes);
    }
}

TEST(Noise, FromALauncher) { try_changes(good_launcher(), 1, hear_launcher); }
TEST(Noise, InMessages) { try_changes(good_entry(2), 2, hear_message); }
TEST(Noise, InIds) { try_changes(good_id(), 3, hear_id); }

struct Place {
    os::Descriptor listener = std::move(*os::listen_anywhere(0));
    UniqueId id;

    Place() {
        id.secret = sample_secret;
        id.port = *os::port_of(listener);
        id.root = sample_node("a");
    }
};

/// What a member sends, with the seal of its own connection but for the changes; then a job starts at this
/// root.
TEST(Noise, FromMembersAtTheRoot) {
    testing::internal::CaptureStderr();
    Place place;
    auto root = std::move(*Root::open(std::move(place.listener), sample_secret, "a"));
    Random random(4);
    std::vector<os::Descriptor> lingering;
    for (int round = 0; round < rounds(300); ++round) {
        auto connection =
            std::move(*os::connect({os::Address::loopback(), place.id.port}, os::Deadline::in(5)));
        std::string challenge(sizeof(Head) + sizeof(Nonce), '\0');
        ASSERT_TRUE(os::receive(connection, challenge.data(), challenge.size(), os::Deadline::in(5)).ok());
        Nonce nonce;
        std::memcpy(&nonce, &challenge[sizeof(Head)], sizeof nonce);
        const std::string entry =
            write_message(sample_secret, nonce, Kind::entry, 1, kRoot, body_of(sample_entry(1, 4))).wire();
        std::string bytes = changed(entry, random);
        if (bytes.starts_with(entry)) bytes.clear();  // nothing is wrong with an entry that is whole
        [[maybe_unused]] const Status sent =
            os::send(connection, bytes.data(), bytes.size(), os::Deadline::in(5));
        if (round % 8 == 0 && lingering.size() < 64) lingering.push_back(std::move(connection));
    }
    Caller caller(place.id, sample_entry(0, 1));
    auto welcome = caller.meet(os::Deadline::in(10));
    EXPECT_TRUE(welcome.ok()) << welcome.status().text();
    root.reset();
    testing::internal::GetCapturedStderr();
}

/// A root that says what it should but for the changes. The member gives up or goes on asking until its
/// limit; it is never welcomed by what was changed.
TEST(Noise, FromTheRootAtAMember) {
    Place place;
    std::atomic<bool> through = false;
    Random random(5);
    std::thread noisy_root([&] {
        while (!through) {
            os::Descriptor connection = os::accept(place.listener);
            if (!connection.valid()) {
                std::this_thread::sleep_for(std::chrono::microseconds(200));
                continue;
            }
            const Nonce nonce = {random(), random()};
            const std::string challenge =
                write_message(sample_secret, {}, Kind::challenge, kRoot, kWhoever, body_of(nonce)).wire();
            const std::string welcome =
                write_message(sample_secret, nonce, Kind::welcome, kRoot, 1, body_of(Welcome{})).wire();
            const std::string bytes =
                random() % 2 ? changed(challenge + welcome, random) : challenge + changed(welcome, random);
            [[maybe_unused]] const Status sent =
                os::send(connection, bytes.data(), bytes.size(), os::Deadline::in(1));
        }
    });
    for (int round = 0; round < rounds(10); ++round) {
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_FALSE(Caller(place.id, sample_entry(1, 4)).meet(os::Deadline::in(0.03)).ok());
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    }
    through = true;
    noisy_root.join();
}

}  // namespace
}  // namespace omni::bootstrap
