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

struct PackedAddress {
    std::array<uint8_t, 16> bytes;
    uint32_t scope;
};

/// The bytes of nvshmemx_uniqueid_t. PEs of one job have one byte order; ids of another are refused by the
/// magic number.
struct Packed {
    int32_t version = (1 << 16) + static_cast<int32_t>(UniqueId::kBytes);
    uint32_t magic = kMagic;
    Key secret{};
    uint64_t machine = 0;
    uint64_t network_space = 0;
    uint16_t port = 0;
    uint8_t addresses = 0;
    uint8_t flags = 0;
    PackedAddress address[UniqueId::kMostAddresses]{};
    uint32_t checksum = 0;
};
static_assert(sizeof(Packed) == UniqueId::kBytes);

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
    packed.addresses = static_cast<uint8_t>(std::min(addresses.size(), kMostAddresses));
    packed.flags = static_cast<uint8_t>((session ? kSession : 0) | (loopback ? kLoopback : 0));
    for (size_t i = 0; i < packed.addresses; ++i)
        packed.address[i] = {addresses[i].bytes, addresses[i].scope};
    packed.checksum = checksum_of(packed);
    return std::string(reinterpret_cast<const char*>(&packed), sizeof packed);
}

Result<UniqueId> UniqueId::decode(const std::string& bytes) {
    Packed packed;
    if (bytes.size() != sizeof packed)
        return error(Code::internal, "a unique id has %zu bytes, not %zu", sizeof packed, bytes.size());
    std::memcpy(&packed, bytes.data(), sizeof packed);
    if (packed.magic != kMagic || packed.checksum != checksum_of(packed) || packed.addresses > kMostAddresses)
        return error(
            Code::invalid_value,
            "the unique id is none that nvshmemx_get_uniqueid of this library made, or it was damaged on its "
            "way: hand all %zu bytes of it from PE to PE",
            sizeof packed);
    UniqueId id;
    id.secret = packed.secret;
    id.root.machine = packed.machine;
    id.root.network_space = packed.network_space;
    id.port = packed.port;
    id.session = (packed.flags & kSession) != 0;
    id.loopback = (packed.flags & kLoopback) != 0;
    for (size_t i = 0; i < packed.addresses; ++i)
        id.addresses.push_back({packed.address[i].bytes, packed.address[i].scope});
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
