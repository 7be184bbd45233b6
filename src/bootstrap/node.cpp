// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// What tells nodes apart.
#include "bootstrap/node.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "base/siphash.h"

namespace omni::bootstrap {

namespace {

std::string host_name() {
    char name[64] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
}

/// The kernel draws it at every start. Where it cannot be read the host's name has to do.
std::string boot_number() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string number;
    return std::getline(file, number) ? number : host_name();
}

uint64_t network_space() {
    struct stat facts;
    return ::stat("/proc/thread-self/ns/net", &facts) == 0 ? facts.st_ino : 0;
}

}  // namespace

bool Node::same_node(const Node& other) const {
    if (!named && !other.named) return same_network(other);
    return name_hash == other.name_hash && std::strncmp(name, other.name, sizeof name) == 0;
}

Node this_node(const std::string& name) {
    Node node;
    node.machine = siphash({}, boot_number());
    node.network_space = network_space();
    node.named = !name.empty();
    const std::string whole = name.empty() ? host_name() : name;
    std::strncpy(node.name, whole.c_str(), sizeof node.name - 1);
    node.name_hash = static_cast<uint32_t>(siphash({}, whole));
    return node;
}

}  // namespace omni::bootstrap
