// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// On which node a PE is. Plain data, since PEs tell each other. A node is a running kernel and one of its
// network name spaces, unless NVSHMEM_NODE names it; a machine is a running kernel: its processes can share
// memory.
#pragma once

#include <cstdint>
#include <string>

namespace omni::bootstrap {

struct Node {
    uint64_t machine = 0;        ///< hash of the boot number of the kernel
    uint64_t network_space = 0;  ///< number of the network name space
    char name[64] = {};          ///< NVSHMEM_NODE, else the host's name
    uint32_t named = 0;          ///< the name is NVSHMEM_NODE
    uint32_t name_hash = 0;      ///< of the whole name, which may be longer

    bool same_machine(const Node& other) const { return machine == other.machine; }
    bool same_network(const Node& other) const {
        return same_machine(other) && network_space == other.network_space;
    }
    bool same_node(const Node& other) const;
};

/// The node of this process. `name`: NVSHMEM_NODE, empty when it is not set.
Node this_node(const std::string& name);

}  // namespace omni::bootstrap
