// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What lies in the 128 bytes of a unique id: where the root of a job listens, and a secret that its PEs must
// know.
#pragma once

#include <string>
#include <vector>

#include "base/siphash.h"
#include "bootstrap/node.h"
#include "os/address.h"

namespace omni::bootstrap {

struct UniqueId {
    static constexpr size_t kBytes = 128;

    Key secret{};
    std::vector<os::Address>
        addresses;  ///< of the root, best first; what does not fit is dropped: 16 of IPv4 or 4 of IPv6 do
    uint16_t port = 0;
    Node root;             ///< only `machine` and `network_space` travel
    bool session = false;  ///< from NVSHMEM_BOOTSTRAP_UID_SESSION_ID: PE 0 opens the root at the start, and
                           ///< the others wait for it
    bool loopback = true;  ///< loopback may be used by PEs in the root's network name space

    /// Where a PE on `node` finds the root, best first.
    std::vector<os::Endpoint> endpoints(const Node& node) const;

    std::string encode() const;
    /// An error when the bytes are no unique id or were damaged on their way. The version number in front is
    /// not looked at.
    static Result<UniqueId> decode(const std::string& bytes);
};

/// A new id without addresses, its secret drawn at random.
Result<UniqueId> draw_unique_id(const Node& node);

/// The id of a fixed meeting place, the same for everyone who gives the same text.
Result<UniqueId> session_id(const std::string& place);

}  // namespace omni::bootstrap
