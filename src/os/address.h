// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the internet protocols as plain data, which can travel in messages.
#pragma once

#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace omni::os {

struct Address {
    std::array<uint8_t, 16> bytes{};  ///< IPv6, or IPv4 as ::ffff:a.b.c.d
    uint32_t scope = 0;  ///< interface number of a link-local address, valid on the machine that has it

    static Address any();
    static Address loopback(bool version_6 = false);
    static Address from(const sockaddr& socket_address);

    bool is_v4() const;
    bool is_loopback() const;
    bool is_link_local() const;
    std::string text() const;

    bool operator==(const Address&) const = default;
};

struct Endpoint {
    Address address;
    uint16_t port = 0;

    static Endpoint from(const sockaddr& socket_address);
    /// "192.0.2.1:80", "[2001:db8::1]:80"
    std::string text() const;
    /// Fills `out` (version 4 where the address is one) and returns the length to pass with it.
    socklen_t to(sockaddr_storage& out) const;

    bool operator==(const Endpoint&) const = default;
};

/// The endpoints of "address:port", "[IPv6 address]:port" or "host:port".
Result<std::vector<Endpoint>> resolve(const std::string& place);

}  // namespace omni::os
