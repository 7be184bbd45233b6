// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// TCP connections. All descriptors are non-blocking and closed on exec; every call that can take time has a
// deadline. A peer that goes away is an error value, never a signal.
#pragma once

#include "os/address.h"
#include "os/deadline.h"
#include "os/descriptor.h"

namespace omni::os {

/// Listens on every address of this machine, IPv4 and IPv6 as far as there is each, or on `at` alone. Port 0:
/// a free one.
Result<Descriptor> listen_anywhere(uint16_t port);
Result<Descriptor> listen_at(const Endpoint& at);
/// From now on connections are refused; the descriptor stays.
void stop_listening(const Descriptor& listener);
/// The port that a listening socket got.
Result<uint16_t> port_of(const Descriptor& listener);

/// A waiting connection, or an invalid descriptor when there is none.
Descriptor accept(const Descriptor& listener);
Result<Descriptor> connect(const Endpoint& to, Deadline deadline);

struct Reached {
    size_t which;
    Descriptor connection;
};
/// The first of several places that answers. Those in front get a moment of lead each, so one that swallows
/// packets delays the others by no more than that.
Result<Reached> connect_first(const std::vector<Endpoint>& to, Deadline deadline);
/// Who is at the other end, for people.
std::string name_of_peer(const Descriptor& connection);

/// All `bytes` bytes, or an error.
Status send(const Descriptor& connection, const void* data, size_t bytes, Deadline deadline);
Status receive(const Descriptor& connection, void* data, size_t bytes, Deadline deadline);

/// What has come so far, at most `bytes`: 0 when there is nothing now. The end of the connection is an error.
Result<size_t> receive_available(const Descriptor& connection, void* data, size_t bytes);

/// Waits until `events` (POLLIN, POLLOUT) or an error condition is there; an error once the deadline has
/// passed.
Status await(const Descriptor& connection, short events, Deadline deadline);

}  // namespace omni::os
