// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The client of PMI-1 against launchers that answer well, badly and not at all.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "bootstrap/introduction/pmi_client.h"
#include "os/socket.h"

namespace omni::bootstrap {
namespace {

#define EXPECT_SAYS(words, text) EXPECT_NE(std::string::npos, std::string(text).find(words)) << text

using Dialogue = std::vector<std::pair<std::string, std::string>>;

const Dialogue beginning = {
    {"cmd=init pmi_version=1 pmi_subversion=1", "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"},
    {"cmd=get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"},
    {"cmd=get_my_kvsname", "cmd=my_kvsname kvsname=kvs_7\n"}};

os::Deadline soon() { return os::Deadline::in(5); }

/// Expects each question in turn and gives its answer in pieces; hangs up at the end.
class Launcher {
  public:
    explicit Launcher(Dialogue dialogue) : dialogue_(std::move(dialogue)) {
        int ends[2];
        EXPECT_EQ(0, ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends));
        client_ = os::Descriptor(ends[0]);
        own_ = os::Descriptor(ends[1]);
        thread_ = std::thread([this] { serve(); });
    }
    ~Launcher() {
        if (thread_.joinable()) thread_.join();
    }
    PmiClient client(int rank = 1, int size = 2) { return PmiClient(std::move(client_), rank, size); }
    os::Descriptor connection() { return std::move(client_); }

  private:
    void serve() {
        for (const auto& [question, answer] : dialogue_) {
            std::string asked(question.size() + (question.empty() ? 0 : 1), '\0');
            if (!os::receive(own_, asked.data(), asked.size(), soon()).ok()) return;
            EXPECT_EQ(question.empty() ? "" : question + "\n", asked);
            for (const size_t half = answer.size() / 2;
                 const auto& part : {answer.substr(0, half), answer.substr(half)})
                if (!os::send(own_, part.data(), part.size(), soon()).ok()) return;
        }
        own_ = os::Descriptor();
    }

    Dialogue dialogue_;
    os::Descriptor client_, own_;
    std::thread thread_;
};

Dialogue with(Dialogue more) {
    Dialogue all = beginning;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

/// What begin() says when question `index` gets this answer.
std::string trouble_at_beginning(size_t index, const std::string& answer) {
    Dialogue dialogue(beginning.begin(), beginning.begin() + static_cast<long>(index) + 1);
    dialogue.back().second = answer;
    Launcher launcher(dialogue);
    auto client = launcher.client();
    return client.begin(soon()).text();
}

TEST(PmiLines, AreCommandsAndValues) {
    auto line = PmiLine::parse("cmd=put_result rc=-1  msg=key_in_use");
    ASSERT_TRUE(line.ok());
    EXPECT_EQ("put_result", line->command());
    EXPECT_EQ(-1, *line->number("rc"));
    EXPECT_EQ("key_in_use", line->value("msg"));
    EXPECT_EQ("", line->value("value"));
    EXPECT_FALSE(line->number("msg").ok());
    EXPECT_FALSE(line->number("value").ok());
}

TEST(PmiLines, OthersAreRefused) {
    for (const char* text : {"", " ", "cmd", "cmd=", "rc=0", "cmd=x =5", "cmd=x noise", "\x01\xff"})
        EXPECT_FALSE(PmiLine::parse(text).ok()) << text;
}

TEST(Hex, GoesThereAndBack) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    EXPECT_EQ(bytes, *from_hex(to_hex(bytes)));
    EXPECT_EQ("", *from_hex(""));
    for (const char* text : {"0", "0g", "a b ", "0A"}) EXPECT_FALSE(from_hex(text).ok()) << text;
}

TEST(Pmi, ExchangesAValue) {
    Launcher launcher(with({{"cmd=put kvsname=kvs_7 key=k value=12", "cmd=put_result rc=0 msg=success\n"},
                            {"cmd=barrier_in", "cmd=barrier_out rc=0\n"},
                            {"cmd=get kvsname=kvs_7 key=k", "cmd=get_result rc=0 msg=success value=12\n"},
                            {"cmd=finalize", "cmd=finalize_ack rc=0\n"}}));
    auto client = launcher.client();
    EXPECT_STREQ("", client.begin(soon()).text());
    EXPECT_STREQ("", client.put("k", "12", soon()).text());
    EXPECT_STREQ("", client.barrier(soon()).text());
    auto value = client.get("k", soon());
    ASSERT_TRUE(value.ok());
    EXPECT_EQ("12", *value);
    EXPECT_STREQ("", client.finalize(soon()).text());
}

TEST(Pmi, IntroducesItselfOnAConnectionOfItsOwn) {
    Launcher launcher(
        Dialogue{{"cmd=initack pmiid=4", "cmd=initack\ncmd=set size=9\ncmd=set rank=4\ncmd=set debug=0\n"}});
    auto client = PmiClient::introduce(launcher.connection(), 4, soon());
    ASSERT_TRUE(client.ok()) << client.status().text();
    EXPECT_EQ(4, client->rank());
    EXPECT_EQ(9, client->size());
}

TEST(Pmi, RefusesRanksThatCannotBe) {
    for (auto [rank, size] :
         {std::pair(2, 2), std::pair(-1, 2), std::pair(0, 0), std::pair(0, -5), std::pair(0, 2000000000)}) {
        Launcher launcher(Dialogue{});
        EXPECT_SAYS("the launcher says that this is process",
                    launcher.client(rank, size).begin(soon()).text());
    }
}

TEST(Pmi, SaysWhatIsWrongWithAnAnswer) {
    EXPECT_SAYS("the launcher answers barrier_out where PMI-1 has response_to_init",
                trouble_at_beginning(0, "cmd=barrier_out\n"));
    EXPECT_SAYS("the launcher refuses: response_to_init, rc=-1 version",
                trouble_at_beginning(0, "cmd=response_to_init rc=-1 msg=version\n"));
    EXPECT_SAYS("which is no line of PMI-1", trouble_at_beginning(0, "220 mail.example.org ready\n"));
    EXPECT_SAYS("keylen_max=many, which is no number",
                trouble_at_beginning(1, "cmd=maxes keylen_max=many vallen_max=1024\n"));
    EXPECT_SAYS("a line of more than 4096 bytes",
                trouble_at_beginning(1, "cmd=maxes x=" + std::string(9000, 'y')));
    EXPECT_SAYS("the launcher closed the connection", trouble_at_beginning(2, "cmd=my_kvs"));
}

TEST(Pmi, KeepsToTheLimitsOfTheLauncher) {
    Dialogue dialogue = beginning;
    dialogue[1].second = "cmd=maxes kvsname_max=256 keylen_max=8 vallen_max=4\n";
    Launcher launcher(dialogue);
    auto client = launcher.client();
    ASSERT_STREQ("", client.begin(soon()).text());
    EXPECT_SAYS("keys of 8 and values of 4 bytes", client.put("key", "1234", soon()).text());
    EXPECT_SAYS("keys of 8 and values of 4 bytes", client.put("long key", "1", soon()).text());
}

TEST(Pmi, WaitsNoLongerThanAskedAndStaysBrokenThen) {
    Launcher launcher(with({{"cmd=barrier_in", ""}, {"cmd=never", ""}}));
    auto client = std::make_unique<PmiClient>(launcher.client());
    ASSERT_STREQ("", client->begin(soon()).text());
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_SAYS("not all PEs have come in time", client->barrier(os::Deadline::in(0.05)).text());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    EXPECT_SAYS("an earlier exchange with the launcher failed", client->barrier(soon()).text());
    client.reset();
}

}  // namespace
}  // namespace omni::bootstrap
