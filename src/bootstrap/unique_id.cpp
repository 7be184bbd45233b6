// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Unique ids to and from bytes.
#include "bootstrap/unique_id.h"

#include <sys/random.h>

#include <algorithm>
#include <cstring>

namespace omni::bootstrap {

namespace {

constexpr uint32_t kMagic = 0x44554d4f;  // "OMUD" in memory
constexpr uint32_t kSession = 1, kLoopback = 2;

/// The bytes of nvshmemx_uniqueid_t. PEs of one job have one byte order; ids of another are refused by the
/// magic number.
struct Packed {
    int32_t version = (1 << 16) + static_cast<int32_t>(UniqueId::kBytes);
    uint32_t magic = kMagic;
    Key secret{};
    uint64_t machine = 0;
    uint64_t network_space = 0;
    uint16_t port = 0;
    uint8_t used = 0;  ///< bytes of `addresses`
    uint8_t flags = 0;
    char addresses[80]{};  ///< one behind the other, each with its length in front
    uint32_t checksum = 0;
};
static_assert(sizeof(Packed) == UniqueId::kBytes);

/// The bytes of one address: IPv4, IPv6, or IPv6 with its scope.
std::string pack(const os::Address& address) {
    const std::string bytes(address.bytes.begin(), address.bytes.end());
    const std::string scope(reinterpret_cast<const char*>(&address.scope), sizeof address.scope);
    return address.is_v4() ? bytes.substr(12) : address.scope ? bytes + scope : bytes;
}

os::Address unpack(const std::string& bytes) {
    os::Address address = os::Address::loopback();  // the frame of an IPv4 address
    const size_t begin = bytes.size() == 4 ? 12 : 0;
    std::memcpy(&address.bytes[begin], bytes.data(), 16 - begin);
    if (bytes.size() == 20) std::memcpy(&address.scope, &bytes[16], sizeof address.scope);
    return address;
}

void pack_addresses(const std::vector<os::Address>& addresses, Packed& packed) {
    for (const os::Address& address : addresses) {
        const std::string bytes = pack(address);
        if (packed.used + 1 + bytes.size() > sizeof packed.addresses) return;
        packed.addresses[packed.used++] = static_cast<char>(bytes.size());
        std::memcpy(packed.addresses + packed.used, bytes.data(), bytes.size());
        packed.used = static_cast<uint8_t>(packed.used + bytes.size());
    }
}

/// False when there is something else.
bool unpack_addresses(const Packed& packed, std::vector<os::Address>& addresses) {
    if (packed.used > sizeof packed.addresses) return false;
    for (std::string rest(packed.addresses, packed.used); !rest.empty();) {
        const auto length = static_cast<size_t>(rest[0]);
        if ((length != 4 && length != 16 && length != 20) || rest.size() <= length) return false;
        addresses.push_back(unpack(rest.substr(1, length)));
        rest.erase(0, 1 + length);
    }
    return true;
}

uint32_t checksum_of(Packed packed) {
    packed.version = 0;
    packed.checksum = 0;
    return static_cast<uint32_t>(siphash({}, {reinterpret_cast<const char*>(&packed), sizeof packed}));
}

}  // namespace

std::vector<os::Endpoint> UniqueId::endpoints(const Node& node) const {
    std::vector<os::Address> all;
    if (loopback && root.same_network(node)) all = {os::Address::loopback(), os::Address::loopback(true)};
    // Loopback and link-local addresses mean something only where they come from.
    for (const os::Address& address : addresses)
        if (session || root.same_network(node) || !(address.is_loopback() || address.is_link_local()))
            if (std::find(all.begin(), all.end(), address) == all.end()) all.push_back(address);
    std::vector<os::Endpoint> endpoints;
    for (const os::Address& address : all) endpoints.push_back({address, port});
    return endpoints;
}

std::string UniqueId::encode() const {
    Packed packed;
    packed.secret = secret;
    packed.machine = root.machine;
    packed.network_space = root.network_space;
    packed.port = port;
    packed.flags = static_cast<uint8_t>((session ? kSession : 0) | (loopback ? kLoopback : 0));
    pack_addresses(addresses, packed);
    packed.checksum = checksum_of(packed);
    return std::string(reinterpret_cast<const char*>(&packed), sizeof packed);
}

Result<UniqueId> UniqueId::decode(const std::string& bytes) {
    Packed packed;
    if (bytes.size() != sizeof packed)
        return error(Code::internal, "a unique id has %zu bytes, not %zu", sizeof packed, bytes.size());
    std::memcpy(&packed, bytes.data(), sizeof packed);
    UniqueId id;
    if (packed.magic != kMagic || packed.checksum != checksum_of(packed) ||
        !unpack_addresses(packed, id.addresses))
        return error(
            Code::invalid_value,
            "the unique id is none that nvshmemx_get_uniqueid of this library made, or it was damaged on its "
            "way: hand all %zu bytes of it from PE to PE",
            sizeof packed);
    id.secret = packed.secret;
    id.root.machine = packed.machine;
    id.root.network_space = packed.network_space;
    id.port = packed.port;
    id.session = (packed.flags & kSession) != 0;
    id.loopback = (packed.flags & kLoopback) != 0;
    return id;
}

Result<UniqueId> draw_unique_id(const Node& node) {
    UniqueId id;
    if (::getrandom(id.secret.data(), sizeof id.secret, 0) != sizeof id.secret)
        return system_error("cannot draw the secret of a unique id");
    id.root = node;
    return id;
}

Result<UniqueId> session_id(const std::string& place) {
    auto endpoints = os::resolve(place);
    if (!endpoints.ok())
        return error(Code::invalid_value, "NVSHMEM_BOOTSTRAP_UID_SESSION_ID is %s",
                     endpoints.status().text());
    UniqueId id;
    id.secret = {siphash({0, 1}, place), siphash({0, 2}, place)};
    id.session = true;
    id.loopback = false;
    for (const os::Endpoint& endpoint : *endpoints) {
        id.addresses.push_back(endpoint.address);
        id.port = endpoint.port;
    }
    return id;
}

}  // namespace omni::bootstrap
