// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Sequenced packets.
#include "os/local_socket.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

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

}  // namespace

Result<Descriptor> listen_locally(const std::string& name, int backlog) {
    Descriptor listener = packet_socket();
    sockaddr_un address;
    const socklen_t length = abstract(name, address);
    if (!listener.valid() || ::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
        ::listen(listener.get(), backlog) != 0)
        return system_error("cannot listen at the Unix socket @%s", name.c_str());
    return listener;
}

Result<Descriptor> connect_locally(const std::string& name) {
    Descriptor connection = packet_socket();
    sockaddr_un address;
    const socklen_t length = abstract(name, address);
    if (!connection.valid() ||
        ::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
        return system_error("cannot reach the Unix socket @%s", name.c_str());
    return connection;
}

Descriptor accept_locally(const Descriptor& listener) {
    return Descriptor(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

Status check_user(const Descriptor& connection) {
    ucred who = {};
    socklen_t size = sizeof who;
    if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
        return system_error("cannot ask who is at the other end");
    if (who.uid == ::geteuid()) return {};
    return error(Code::internal, "process %d of user %u is at the other end, this is user %u", who.pid,
                 who.uid, ::geteuid());
}

}  // namespace omni::os
