// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Linux sockets.
#include "os/socket.h"

#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace omni::os {

namespace {

constexpr int kBacklog = 4096;
constexpr double kLead = 0.25;  // seconds

Descriptor stream_socket(int family) {
    return Descriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

void set_flag(const Descriptor& socket, int level, int option, int value) {
    ::setsockopt(socket.get(), level, option, &value, sizeof value);
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

/// The endpoint that getsockname or getpeername tells.
Endpoint endpoint_of(const Descriptor& socket, int (*ask)(int, sockaddr*, socklen_t*)) {
    sockaddr_storage address = {};
    socklen_t length = sizeof address;
    if (ask(socket.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0) return {};
    return Endpoint::from(reinterpret_cast<sockaddr&>(address));
}

/// A connection that is there or under way.
Result<Descriptor> begin_to_connect(const Endpoint& to) {
    sockaddr_storage address;
    const socklen_t length = to.to(address);
    Descriptor connection = stream_socket(address.ss_family);
    if (!connection.valid()) return system_error("cannot make a socket");
    set_flag(connection, IPPROTO_TCP, TCP_NODELAY, 1);
    if (::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), length) == 0 ||
        errno == EINPROGRESS || errno == EINTR)
        return connection;
    return system_error("cannot connect to %s", to.text().c_str());
}

/// What became of an attempt that poll() calls ready.
Status outcome_of(const Descriptor& connection, const Endpoint& to) {
    int failure = 0;
    socklen_t size = sizeof failure;
    ::getsockopt(connection.get(), SOL_SOCKET, SO_ERROR, &failure, &size);
    if (failure == 0) return {};
    return error(Code::internal, "cannot connect to %s: %s", to.text().c_str(), std::strerror(failure));
}

/// Attempts to connect to several places, side by side.
class Race {
  public:
    explicit Race(const std::vector<Endpoint>& to) : to_(to) {}

    Result<Reached> run(Deadline deadline) {
        for (Deadline next = Deadline::in(0);;) {
            if (attempts_.size() < to_.size() && (running() == 0 || next.passed())) {
                start();
                next = Deadline::in(kLead);
            }
            if (running() == 0 && attempts_.size() == to_.size()) return std::move(failure_);
            if (deadline.passed()) return late();
            wait(attempts_.size() < to_.size() ? std::min(deadline, next) : deadline);
            for (size_t i = 0; i < attempts_.size(); ++i)
                if (arrived(i)) return Reached{i, std::move(attempts_[i])};
        }
    }

  private:
    size_t running() const {
        return static_cast<size_t>(std::count_if(attempts_.begin(), attempts_.end(),
                                                 [](const Descriptor& attempt) { return attempt.valid(); }));
    }

    void start() {
        auto attempt = begin_to_connect(to_[attempts_.size()]);
        const bool started = attempt.ok();
        if (!started) note(std::move(attempt).status());
        attempts_.push_back(started ? std::move(*attempt) : Descriptor());
    }

    void wait(Deadline deadline) {
        watched_.clear();
        for (const Descriptor& attempt : attempts_) watched_.push_back({attempt.get(), POLLOUT, 0});
        if (::poll(watched_.data(), watched_.size(), deadline.left_ms()) < 0) watched_.clear();
    }

    bool arrived(size_t i) {
        if (i >= watched_.size() || watched_[i].revents == 0 || !attempts_[i].valid()) return false;
        Status outcome = outcome_of(attempts_[i], to_[i]);
        if (outcome.ok()) return true;
        attempts_[i] = Descriptor();
        note(std::move(outcome));
        return false;
    }

    void note(Status failure) {
        if (failure_.ok()) failure_ = std::move(failure);
    }

    Status late() {
        if (!failure_.ok()) return std::move(failure_);
        return error(Code::internal, "cannot connect to %s: no answer in time", to_[0].text().c_str());
    }

    const std::vector<Endpoint>& to_;
    std::vector<Descriptor> attempts_;  // one a place, in their order; invalid once it failed
    std::vector<pollfd> watched_;
    Status failure_;  // the first
};

}  // namespace

Result<Descriptor> listen_at(const Endpoint& at) {
    sockaddr_storage address;
    const socklen_t length = at.to(address);
    Descriptor listener = stream_socket(address.ss_family);
    if (!listener.valid()) return system_error("cannot make a socket");
    set_flag(listener, SOL_SOCKET, SO_REUSEADDR, 1);
    if (address.ss_family == AF_INET6)
        set_flag(listener, IPPROTO_IPV6, IPV6_V6ONLY, at.address != Address::any());
    if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length) != 0 ||
        ::listen(listener.get(), kBacklog) != 0)
        return system_error("cannot listen at %s", at.text().c_str());
    return listener;
}

Result<Descriptor> listen_anywhere(uint16_t port) {
    if (auto both = listen_at({Address::any(), port}); both.ok()) return both;
    Endpoint version_4{Address::loopback(), port};  // a kernel without IPv6
    std::memset(&version_4.address.bytes[12], 0, 4);
    return listen_at(version_4);
}

void stop_listening(const Descriptor& listener) { ::shutdown(listener.get(), SHUT_RDWR); }

Result<uint16_t> port_of(const Descriptor& listener) {
    const uint16_t port = endpoint_of(listener, ::getsockname).port;
    if (port == 0) return system_error("cannot ask a socket for its port");
    return port;
}

Descriptor accept(const Descriptor& listener) {
    Descriptor connection(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection.valid()) set_flag(connection, IPPROTO_TCP, TCP_NODELAY, 1);
    return connection;
}

Result<Descriptor> connect(const Endpoint& to, Deadline deadline) {
    auto reached = connect_first({to}, deadline);
    if (!reached.ok()) return std::move(reached).status();
    return std::move(reached->connection);
}

Result<Reached> connect_first(const std::vector<Endpoint>& to, Deadline deadline) {
    if (to.empty()) return error(Code::internal, "there is no address to connect to");
    return Race(to).run(deadline);
}

std::string name_of_peer(const Descriptor& connection) {
    return endpoint_of(connection, ::getpeername).text();
}

Status await(const Descriptor& connection, short events, Deadline deadline) {
    for (;;) {
        pollfd entry{connection.get(), events, 0};
        const int ready = ::poll(&entry, 1, deadline.left_ms());
        if (ready > 0) return {};
        if (ready < 0 && errno != EINTR) return system_error("cannot wait for a connection");
        if (deadline.passed()) return error(Code::internal, "no answer in time");
    }
}

Status send(const Descriptor& connection, const void* data, size_t bytes, Deadline deadline) {
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t sent = ::send(connection.get(), from, bytes, MSG_NOSIGNAL);
        if (sent < 0 && !would_block()) return system_error("cannot send");
        if (sent < 0)
            if (Status status = await(connection, POLLOUT, deadline); !status.ok()) return status;
        if (sent > 0) from += sent, bytes -= static_cast<size_t>(sent);
    }
    return {};
}

Result<size_t> receive_available(const Descriptor& connection, void* data, size_t bytes) {
    const ssize_t received = ::recv(connection.get(), data, bytes, 0);
    if (received > 0) return static_cast<size_t>(received);
    if (received < 0 && would_block()) return size_t{0};
    if (received == 0) return error(Code::internal, "the other side closed the connection");
    return system_error("cannot receive");
}

Status receive(const Descriptor& connection, void* data, size_t bytes, Deadline deadline) {
    char* to = static_cast<char*>(data);
    while (bytes > 0) {
        if (Status status = await(connection, POLLIN, deadline); !status.ok()) return status;
        auto received = receive_available(connection, to, bytes);
        if (!received.ok()) return std::move(received).status();
        to += *received, bytes -= *received;
    }
    return {};
}

}  // namespace omni::os
