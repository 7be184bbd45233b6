// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// A root and those who come to it, members and others, over real sockets.
#include "bootstrap/root.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <cstring>
#include <filesystem>
#include <thread>

#include "bootstrap/caller.h"
#include "os/socket.h"
#include "sample.h"

namespace omni::bootstrap {
namespace {

#define EXPECT_SAYS(words, text) EXPECT_NE(std::string::npos, std::string(text).find(words)) << text

const os::Deadline far_off() { return os::Deadline::in(30); }

struct Job {
    std::unique_ptr<Root> root;
    UniqueId id;

    Job() {
        auto listener = os::listen_anywhere(0);
        id.secret = sample_secret;
        id.port = *os::port_of(*listener);
        id.root = sample_node("a");
        root = std::move(*Root::open(std::move(*listener), id.secret, "a"));
    }

    os::Descriptor connect() const {
        return std::move(*os::connect({os::Address::loopback(), id.port}, far_off()));
    }
};

/// What meets at the root: one thread a member. Each answer is "" for a welcome, else the error's text.
std::vector<std::string> meet(const Job& job, const std::vector<Entry>& entries) {
    std::vector<std::string> answers(entries.size());
    std::vector<std::thread> threads;
    for (size_t i = 0; i < entries.size(); ++i)
        threads.emplace_back([&, i] {
            Caller caller(job.id, entries[i]);
            auto welcome = caller.meet(far_off());
            answers[i] = welcome.ok() ? "" : welcome.status().text();
            if (welcome.ok()) {
                EXPECT_EQ(9, welcome->descriptor);
                EXPECT_EQ(100, welcome->process);
            }
        });
    for (std::thread& thread : threads) thread.join();
    return answers;
}

std::vector<Entry> everybody(int size) {
    std::vector<Entry> entries;
    for (int rank = 0; rank < size; ++rank) entries.push_back(sample_entry(rank, size));
    return entries;
}

Nonce challenge_on(const os::Descriptor& connection) {
    std::string bytes(sizeof(Head) + sizeof(Nonce), '\0');
    EXPECT_TRUE(os::receive(connection, bytes.data(), bytes.size(), far_off()).ok());
    auto message = read_message(sample_secret, {}, {Kind::challenge, kRoot, kWhoever}, bytes);
    EXPECT_TRUE(message.ok()) << message.status().text();
    Nonce nonce;
    std::memcpy(&nonce, message->body.data(), sizeof nonce);
    return nonce;
}

void send_text(const os::Descriptor& connection, const std::string& text) {
    [[maybe_unused]] const Status sent = os::send(connection, text.data(), text.size(), far_off());
}

void send_entry(const os::Descriptor& connection, const Nonce& nonce, const Entry& entry) {
    send_text(connection,
              write_message(sample_secret, nonce, Kind::entry, entry.rank, kRoot, body_of(entry)).wire());
}

/// Reads until the root closes the connection.
void await_end(const os::Descriptor& connection) {
    char buffer[256];
    for (Result<size_t> received = size_t{0}; received.ok();) {
        ASSERT_TRUE(os::await(connection, POLLIN, far_off()).ok())
            << "the root keeps a connection that it should refuse";
        received = os::receive_available(connection, buffer, sizeof buffer);
    }
}

void expect_all_welcome(const std::vector<std::string>& answers) {
    for (const std::string& answer : answers) EXPECT_EQ("", answer);
}

TEST(Roots, WelcomeAllAndAreIdleThen) {
    for (int size : {1, 2, 7, 32}) {
        Job job;
        EXPECT_TRUE(job.root->is_idle());
        expect_all_welcome(meet(job, everybody(size)));
        for (int tries = 0; tries < 2000 && !job.root->is_idle(); ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_TRUE(job.root->is_idle());
    }
}

TEST(Roots, NoiseForeignersAndSilentOnesDelayNobody) {
    testing::internal::CaptureStderr();
    Job job;
    std::mt19937_64 random(5);
    std::vector<os::Descriptor> guests;
    for (int i = 0; i < 20; ++i) {
        guests.push_back(job.connect());
        if (i % 4 == 0) send_text(guests.back(), "GET / HTTP/1.0\r\n\r\n" + std::string(400, 'x'));
        if (i % 4 == 1) send_text(guests.back(), random_bytes(random, 1000) + "x");
        if (i % 4 == 2) guests.back() = os::Descriptor();
    }
    const os::Descriptor foreign = job.connect();
    const Entry entry = sample_entry(0, 3);
    send_text(foreign,
              write_message({9, 9}, challenge_on(foreign), Kind::entry, 0, kRoot, body_of(entry)).wire());
    await_end(foreign);
    await_end(guests[0]);
    expect_all_welcome(meet(job, everybody(3)));
    job.root.reset();
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_SAYS("refuses the connection from 127.0.0.1:", said);
    EXPECT_SAYS("it sent no message of OmniSHMEM", said);
    EXPECT_SAYS("it belongs to another job", said);
    EXPECT_LE(std::count(said.begin(), said.end(), '\n'), 17) << said;
}

/// A thousand connections with changed, cut and mixed-up entries; then the job starts as if nothing had been.
TEST(Roots, DamagedEntriesAreRefused) {
    testing::internal::CaptureStderr();
    Job job;
    std::mt19937_64 random(6);
    for (int i = 0; i < 1000; ++i) {
        const os::Descriptor connection = job.connect();
        std::string wire = write_message(sample_secret, challenge_on(connection), Kind::entry, 0, kRoot,
                                         body_of(sample_entry(0, 3)))
                               .wire();
        const size_t at = random() % wire.size();
        if (i % 2 == 0)
            wire[at] = static_cast<char>(wire[at] ^ (1 << (random() % 8)));
        else
            wire.resize(at);
        send_text(connection, wire);
    }
    expect_all_welcome(meet(job, everybody(3)));
    job.root.reset();
    testing::internal::GetCapturedStderr();
}

TEST(Roots, AnEntryOnAnotherConnectionIsRefusedByName) {
    testing::internal::CaptureStderr();
    Job job;
    const os::Descriptor one = job.connect(), two = job.connect();
    const Nonce for_one = challenge_on(one), for_two = challenge_on(two);
    send_entry(one, for_two, sample_entry(0, 2));
    send_entry(two, for_one, sample_entry(1, 2));
    await_end(one);
    await_end(two);
    expect_all_welcome(meet(job, everybody(2)));
    job.root.reset();
    EXPECT_SAYS("the entry of PE 1 was changed, replayed or swapped", testing::internal::GetCapturedStderr());
}

/// Stands between callers and the root, and passes everything on late. What the root says on the first two
/// connections goes to the wrong callers.
class CrossingProxy {
  public:
    explicit CrossingProxy(uint16_t root)
        : root_(root), listener_(std::move(*os::listen_anywhere(0))), thread_([this] { run(); }) {}
    ~CrossingProxy() {
        through_ = true;
        thread_.join();
    }
    uint16_t port() const { return *os::port_of(listener_); }

  private:
    struct Line {
        os::Descriptor caller, root;
    };

    /// False when the source has ended.
    static bool pass(const os::Descriptor& from, const os::Descriptor& to) {
        char buffer[512];
        auto received = os::receive_available(from, buffer, sizeof buffer);
        if (!received.ok()) return false;
        send_text(to, std::string(buffer, *received));
        return true;
    }

    void admit() {
        for (os::Descriptor caller = os::accept(listener_); caller.valid(); caller = os::accept(listener_)) {
            auto root = os::connect({os::Address::loopback(), root_}, far_off());
            if (root.ok()) lines_.push_back({std::move(caller), std::move(*root)});
        }
    }

    void serve(size_t i) {
        Line& line = lines_[i];
        Line& answers = i < 2 ? lines_[1 - i] : line;
        if (!line.caller.valid() || !answers.root.valid()) return;
        if (!pass(line.caller, line.root) || !pass(answers.root, line.caller)) line.caller = {};
    }

    void run() {
        while (!through_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            admit();
            for (size_t i = 0; i < lines_.size() && lines_.size() > 1; ++i) serve(i);
        }
    }

    uint16_t root_;
    os::Descriptor listener_;
    std::vector<Line> lines_;
    std::atomic<bool> through_{false};
    std::thread thread_;
};

TEST(Roots, ConnectionsThatAProxyCrossedAreRefusedAndMadeAnew) {
    testing::internal::CaptureStderr();
    Job job;
    CrossingProxy proxy(job.id.port);
    job.id.port = proxy.port();
    expect_all_welcome(meet(job, everybody(2)));
    job.root.reset();
    EXPECT_SAYS("swapped with another connection's", testing::internal::GetCapturedStderr());
}

TEST(Roots, TellAllOfARankGivenTwice) {
    Job job;
    std::vector<Entry> entries = {sample_entry(0, 3), sample_entry(1, 3), sample_entry(1, 3)};
    entries[2].process = 55;
    entries[2].member = {8, 8};
    for (const std::string& answer : meet(job, entries))
        EXPECT_SAYS("rank 1 is given twice: to process", answer);
}

TEST(Roots, TellAllOfDifferentSizes) {
    Job job;
    for (const std::string& answer : meet(job, {sample_entry(0, 3), sample_entry(1, 3), sample_entry(2, 4)}))
        EXPECT_SAYS("nranks differs", answer);
}

TEST(Roots, TellAllOfARankOutOfRange) {
    Job job;
    for (const std::string& answer : meet(job, {sample_entry(0, 3), sample_entry(1, 3), sample_entry(3, 3)}))
        EXPECT_SAYS("myrank is 3 of 3", answer);
    Job negative;
    for (const std::string& answer :
         meet(negative, {sample_entry(-2, 3), sample_entry(0, 3), sample_entry(-1, 3)}))
        EXPECT_SAYS("myrank is -", answer);
}

TEST(Roots, TellAllWhoIsMissingInTheEnd) {
    Job job;
    std::vector<Entry> entries = {sample_entry(0, 8), sample_entry(3, 8)};
    entries[1].limit_ms = 100;
    for (const std::string& answer : meet(job, entries))
        EXPECT_SAYS("PEs 1, 2, 4, 5, 6 and 7 of 8 have not come within 0.1 s", answer);
}

TEST(Roots, NoticeAPeThatEndsWhileItWaits) {
    Job job;
    {
        const os::Descriptor gone = job.connect();
        send_entry(gone, challenge_on(gone), sample_entry(2, 3));
    }
    for (const std::string& answer : meet(job, {sample_entry(0, 3), sample_entry(1, 3)}))
        EXPECT_SAYS("PE 2 (process 102 on node a) ended while it waited", answer);
}

TEST(Roots, APeThatLostItsConnectionMayComeAgain) {
    Job job;
    {
        const os::Descriptor lost = job.connect();
        send_entry(lost, challenge_on(lost), sample_entry(1, 2));
    }
    expect_all_welcome(meet(job, everybody(2)));
}

TEST(Roots, SayThatTheyEndToThoseWhoWait) {
    Job job;
    std::thread ender([&] {
        while (job.root->is_idle()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        job.root.reset();
    });
    const auto answers = meet(job, {sample_entry(0, 2)});
    ender.join();
    EXPECT_SAYS("which made the unique id, ended before all had come", answers[0]);
}

TEST(Callers, AreToldThatNobodyListens) {
    Job job;
    job.root.reset();
    const auto answers = meet(job, {sample_entry(0, 2)});
    EXPECT_SAYS("PE 0 of 2 cannot meet the others at 127.0.0.1:", answers[0]);
    EXPECT_SAYS("the process that made the unique id has ended", answers[0]);
}

/// Somebody else listens where the root was.
TEST(Callers, LeaveAForeignServer) {
    auto listener = os::listen_anywhere(0);
    UniqueId id;
    id.secret = sample_secret;
    id.port = *os::port_of(*listener);
    id.root = sample_node("a");
    std::thread server([&] {
        for (int served = 0; served < 2; ++served) {
            if (!os::await(*listener, POLLIN, far_off()).ok()) return;
            send_text(os::accept(*listener), "220 mail.example.org ESMTP ready and waiting for you\r\n");
        }
        *listener = os::Descriptor();
    });
    Caller caller(id, sample_entry(0, 2));
    auto welcome = caller.meet(os::Deadline::in(5));
    EXPECT_FALSE(welcome.ok());
    server.join();
}

TEST(Roots, LeaveNoThreadAndNoDescriptor) {
    const auto entries = [](const char* folder) {
        return std::distance(std::filesystem::directory_iterator(folder),
                             std::filesystem::directory_iterator());
    };
    const auto threads = entries("/proc/self/task"), descriptors = entries("/proc/self/fd");
    for (int i = 0; i < 50; ++i) {
        Job job;
        if (i % 2 == 0) expect_all_welcome(meet(job, everybody(2)));
    }
    EXPECT_EQ(threads, entries("/proc/self/task"));
    EXPECT_EQ(descriptors, entries("/proc/self/fd"));
}

}  // namespace
}  // namespace omni::bootstrap
