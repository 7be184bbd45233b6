// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A connection needs no accept() to be written to, so nobody has to serve.
#include "os/handover.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "os/local_socket.h"
#include "os/socket.h"

namespace omni::os {

namespace {

constexpr int kStrangers = 64;  // connections of other users that may wait beside the expected ones
constexpr double kFull = 5;     // seconds for an inbox that is full
constexpr int64_t kPause = 5'000'000;

/// Others can see the name and fill the inbox, which its owner empties.
Result<Descriptor> connect_when_not_full(const std::string& name) {
    for (const Deadline deadline = Deadline::in(kFull);; sleep_ns(kPause))
        if (auto connection = connect_locally(name); connection.ok() || errno != EAGAIN || deadline.passed())
            return connection;
}

/// One packet: the sender's number, and one descriptor as ancillary data.
struct Packet {
    int sender = -1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    iovec part{&sender, sizeof sender};
    msghdr message{};

    Packet() {
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control;
        message.msg_controllen = sizeof control;
    }
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;
};

Result<Inbox::Delivery> read_packet(const Descriptor& connection) {
    Packet packet;
    if (::recvmsg(connection.get(), &packet.message, MSG_CMSG_CLOEXEC) != sizeof packet.sender)
        return system_error("a packet is damaged");
    const cmsghdr* head = CMSG_FIRSTHDR(&packet.message);
    if (!head || head->cmsg_type != SCM_RIGHTS || head->cmsg_len != CMSG_LEN(sizeof(int)))
        return error(Code::internal, "a packet came without its descriptor (see ulimit -n)");
    int descriptor;
    std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return Inbox::Delivery{packet.sender, Descriptor(descriptor)};
}

}  // namespace

Result<Inbox> Inbox::open(const std::string& name, int capacity) {
    auto listener = listen_locally(name, capacity + kStrangers);
    if (!listener.ok()) return std::move(listener).status();
    return Inbox(std::move(*listener));
}

Result<Inbox::Delivery> Inbox::receive(Deadline deadline) const {
    for (;;) {
        if (Status status = await(listener_, POLLIN, deadline); !status.ok()) return status;
        const Descriptor connection = accept_locally(listener_);
        if (!connection.valid()) return system_error("cannot accept a descriptor");
        if (!check_user(connection).ok()) continue;
        if (Status status = await(connection, POLLIN, deadline); !status.ok()) return status;
        return read_packet(connection);
    }
}

Status hand_over(const std::string& inbox, int sender, int descriptor) {
    auto connection = connect_when_not_full(inbox);
    if (!connection.ok()) return std::move(connection).status();
    if (Status status = check_user(*connection); !status.ok()) return status;
    Packet packet;
    packet.sender = sender;
    cmsghdr* head = CMSG_FIRSTHDR(&packet.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    if (::sendmsg(connection->get(), &packet.message, MSG_NOSIGNAL) < 0)
        return system_error("cannot hand over a descriptor");
    return {};
}

}  // namespace omni::os
