// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "wires.h"

#include <sys/socket.h>

#include "bootstrap/introduction/pmi_client.h"
#include "bootstrap/unique_id.h"
#include "os/socket.h"
#include "sample.h"

namespace omni::bootstrap {

namespace {

constexpr Nonce nonce = {31, 32};

}  // namespace

std::string good_launcher() {
    return "cmd=initack\ncmd=set size=4\ncmd=set rank=2\ncmd=set debug=0\n"
           "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n"
           "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024\n"
           "cmd=my_kvsname kvsname=kvs_7\n"
           "cmd=put_result rc=0 msg=success\n"
           "cmd=barrier_out rc=0\n"
           "cmd=get_result rc=0 msg=success value=00ff\n"
           "cmd=finalize_ack rc=0\n";
}

void hear_launcher(const std::string& bytes) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return;
    const os::Descriptor launcher(ends[1]);
    [[maybe_unused]] const Status sent =
        os::send(launcher, bytes.data(), std::min<size_t>(bytes.size(), 60'000), os::Deadline::in(1));
    ::shutdown(launcher.get(), SHUT_WR);
    const os::Deadline deadline = os::Deadline::in(1);
    auto client = PmiClient::introduce(os::Descriptor(ends[0]), 2, deadline);
    if (!client.ok() || !client->begin(deadline).ok()) return;
    if (!client->put("key", "value", deadline).ok() || !client->barrier(deadline).ok()) return;
    if (auto value = client->get("key", deadline); value.ok()) [[maybe_unused]]
        const auto decoded = from_hex(*value);
    [[maybe_unused]] const Status ended = client->finalize(deadline);
}

std::string good_entry(int rank) {
    return write_message(sample_secret, nonce, Kind::entry, rank, kRoot, body_of(sample_entry(rank, 4)))
        .wire();
}

void hear_message(const std::string& bytes) {
    for (const Expectation& expected :
         {Expectation{Kind::challenge, kRoot, kWhoever}, Expectation{Kind::entry, kWhoever, kRoot},
          Expectation{Kind::welcome, kRoot, 2}}) {
        [[maybe_unused]] const auto length = message_bytes(sample_secret, bytes);
        [[maybe_unused]] const auto message = read_message(sample_secret, nonce, expected, bytes);
    }
}

std::string good_id() {
    UniqueId id;
    id.secret = sample_secret;
    id.port = 5000;
    id.root = sample_node("a");
    id.addresses = {os::Address::loopback(), os::Address::loopback(true)};
    return id.encode();
}

void hear_id(const std::string& bytes) {
    if (auto id = UniqueId::decode(bytes); id.ok()) [[maybe_unused]]
        const auto endpoints = id->endpoints(sample_node("b"));
}

}  // namespace omni::bootstrap
