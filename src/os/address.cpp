// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Addresses to and from the structures of the socket interface.
#include "os/address.h"

#include <arpa/inet.h>
#include <netdb.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace omni::os {

namespace {

constexpr std::array<uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

Address mapped(in_addr v4) {
    Address address;
    std::copy(kMapped.begin(), kMapped.end(), address.bytes.begin());
    std::memcpy(&address.bytes[12], &v4, sizeof v4);
    return address;
}

uint16_t port_of(const sockaddr& a) {
    const bool v4 = a.sa_family == AF_INET;
    return ntohs(v4 ? reinterpret_cast<const sockaddr_in&>(a).sin_port
                    : reinterpret_cast<const sockaddr_in6&>(a).sin6_port);
}

Status malformed(const std::string& place) {
    return error(Code::invalid_value,
                 "\"%s\" is no place to meet; the accepted forms are 192.0.2.1:5000, [2001:db8::1]:5000 and "
                 "host:5000",
                 place.c_str());
}

/// Host and port of "host:port", the host without its brackets; both empty when it has not that form.
std::pair<std::string, std::string> split(const std::string& place) {
    const size_t colon = place.rfind(':');
    if (colon == std::string::npos || colon == 0) return {};
    std::string host = place.substr(0, colon);
    const bool bracketed = host.size() >= 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) host = host.substr(1, host.size() - 2);
    if (!bracketed && host.find(':') != std::string::npos)
        return {};  // an IPv6 address whose port nobody could tell
    return {host, place.substr(colon + 1)};
}

bool is_port(const std::string& text) {
    const bool digits =
        !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string::npos;
    const int number = digits ? std::atoi(text.c_str()) : 0;
    return number > 0 && number <= 65535;
}

}  // namespace

Address Address::any() { return {}; }

Address Address::loopback(bool version_6) {
    if (!version_6) return mapped({htonl(INADDR_LOOPBACK)});
    Address address;
    address.bytes[15] = 1;
    return address;
}

Address Address::from(const sockaddr& a) {
    if (a.sa_family == AF_INET) return mapped(reinterpret_cast<const sockaddr_in&>(a).sin_addr);
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(a);
    Address address;
    std::memcpy(address.bytes.data(), &v6.sin6_addr, address.bytes.size());
    address.scope = v6.sin6_scope_id;
    return address;
}

bool Address::is_v4() const { return std::equal(kMapped.begin(), kMapped.end(), bytes.begin()); }
bool Address::is_loopback() const { return is_v4() ? bytes[12] == 127 : *this == loopback(true); }
bool Address::is_link_local() const {
    return is_v4() ? bytes[12] == 169 && bytes[13] == 254 : bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

std::string Address::text() const {
    char text[INET6_ADDRSTRLEN] = "";
    ::inet_ntop(is_v4() ? AF_INET : AF_INET6, is_v4() ? &bytes[12] : bytes.data(), text, sizeof text);
    return scope ? format("%s%%%u", text, scope) : text;
}

Endpoint Endpoint::from(const sockaddr& a) { return {Address::from(a), port_of(a)}; }

std::string Endpoint::text() const {
    return format(address.is_v4() ? "%s:%u" : "[%s]:%u", address.text().c_str(), unsigned{port});
}

socklen_t Endpoint::to(sockaddr_storage& out) const {
    out = {};
    if (address.is_v4()) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(out);
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        std::memcpy(&v4.sin_addr, &address.bytes[12], 4);
        return sizeof v4;
    }
    auto& v6 = reinterpret_cast<sockaddr_in6&>(out);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    v6.sin6_scope_id = address.scope;
    std::memcpy(&v6.sin6_addr, address.bytes.data(), address.bytes.size());
    return sizeof v6;
}

Result<std::vector<Endpoint>> resolve(const std::string& place) {
    const auto [host, port] = split(place);
    if (host.empty() || !is_port(port)) return malformed(place);
    addrinfo wanted = {};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (const int failed = ::getaddrinfo(host.c_str(), port.c_str(), &wanted, &found); failed != 0)
        return error(Code::invalid_value, "\"%s\": host \"%s\" cannot be found: %s", place.c_str(),
                     host.c_str(), ::gai_strerror(failed));
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, ::freeaddrinfo);
    std::vector<Endpoint> endpoints;
    for (const addrinfo* one = found; one; one = one->ai_next)
        if (one->ai_family == AF_INET || one->ai_family == AF_INET6)
            endpoints.push_back(Endpoint::from(*one->ai_addr));
    return endpoints;
}

}  // namespace omni::os
