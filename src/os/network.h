// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The network interfaces of this machine, and which of their addresses to give to others. Several are given,
// so the order only decides what is tried first; whoever connects goes on to the next when one is dead.
#pragma once

#include "os/address.h"

namespace omni::os {

/// One address of one interface that is up.
struct Interface {
    std::string name;
    Address address;
};

Result<std::vector<Interface>> list_interfaces();

struct NetworkRules {
    std::string interfaces;  ///< comma list of beginnings of names, ^ in front excludes them; empty: choose
    std::string family = "AF_INET";  ///< which family comes first: AF_INET or AF_INET6
};

/// The addresses to be reached at, best first. Without a rule: real interfaces, then container bridges, then
/// loopback, and the asked family first within one kind; link-local addresses last of all. An error only when
/// a rule is malformed or nothing is left by it.
Result<std::vector<Address>> choose_addresses(std::vector<Interface> interfaces, const NetworkRules& rules);

}  // namespace omni::os
