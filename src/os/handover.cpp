// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Sequenced-packet Unix sockets: a connection needs no accept() to be written to, so nobody has to serve.
#include "os/handover.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "os/socket.h"

namespace omni::os {

namespace {

Descriptor packet_socket() {
    return Descriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

/// A name that begins with a zero byte lies in no directory.
socklen_t abstract(const std::string& name, sockaddr_un& address) {
    address = {};
    address.sun_family = AF_UNIX;
    const size_t length = std::min(name.size(), sizeof address.sun_path - 1);
    std::memcpy(address.sun_path + 1, name.data(), length);
    return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
}

/// Of the other end: who connected, or who listens.
Status check_user(const Descriptor& connection) {
    ucred who = {};
    socklen_t size = sizeof who;
    if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
        return system_error("cannot ask who is at the other end");
    if (who.uid == ::geteuid()) return {};
    return error(Code::internal, "process %d of user %u is at the other end, this is user %u", who.pid,
                 who.uid, ::geteuid());
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
    Descriptor listener = packet_socket();
    sockaddr_un address;
    const socklen_t length = abstract(name, address);
    if (!listener.valid() || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
        ::listen(listener.get(), capacity) != 0)
        return system_error("cannot open an inbox for descriptors");
    return Inbox(std::move(listener));
}

Result<Inbox::Delivery> Inbox::receive(Deadline deadline) const {
    for (;;) {
        if (Status status = await(listener_, POLLIN, deadline); !status.ok()) return status;
        const Descriptor connection(
            ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!connection.valid()) return system_error("cannot accept a descriptor");
        if (!check_user(connection).ok()) continue;
        if (Status status = await(connection, POLLIN, deadline); !status.ok()) return status;
        return read_packet(connection);
    }
}

Status hand_over(const std::string& inbox, int sender, int descriptor) {
    const Descriptor connection = packet_socket();
    sockaddr_un address;
    const socklen_t length = abstract(inbox, address);
    if (!connection.valid() ||
        ::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
        return system_error("cannot reach an inbox for descriptors");
    if (Status status = check_user(connection); !status.ok()) return status;
    Packet packet;
    packet.sender = sender;
    cmsghdr* head = CMSG_FIRSTHDR(&packet.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    if (::sendmsg(connection.get(), &packet.message, MSG_NOSIGNAL) < 0)
        return system_error("cannot hand over a descriptor");
    return {};
}

}  // namespace omni::os
