// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Looking at the interfaces and ranking their addresses.
#include "os/network.h"

#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

namespace omni::os {

namespace {

bool is_usable(const ifaddrs& entry) {
    const bool internet =
        entry.ifa_addr && (entry.ifa_addr->sa_family == AF_INET || entry.ifa_addr->sa_family == AF_INET6);
    return internet && (entry.ifa_flags & IFF_UP) != 0 && (entry.ifa_flags & IFF_RUNNING) != 0;
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        if (end > begin) parts.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME as a test of names.
class NameFilter {
  public:
    explicit NameFilter(const std::string& rule)
        : excludes_(rule.starts_with("^")), beginnings_(split(excludes_ ? rule.substr(1) : rule)) {}

    bool admits(const std::string& name) const {
        const bool listed = std::any_of(beginnings_.begin(), beginnings_.end(),
                                        [&](const auto& b) { return name.starts_with(b); });
        return beginnings_.empty() || listed != excludes_;
    }

  private:
    bool excludes_;
    std::vector<std::string> beginnings_;
};

/// Bridges and pairs of containers and virtual machines: up, but seldom a way to another machine.
bool is_container_bridge(const std::string& name) {
    static const char* const beginnings[] = {"docker", "br-",     "virbr",  "veth",
                                             "cni",    "flannel", "podman", "lxc"};
    return std::any_of(std::begin(beginnings), std::end(beginnings),
                       [&](const char* b) { return name.starts_with(b); });
}

/// Smaller is tried earlier: link-local, which is of no use to other machines, kind of interface, the other
/// family.
using Rank = std::tuple<bool, int, bool>;

Rank rank_of(const Interface& interface, bool version_4_first) {
    const Address& address = interface.address;
    const int kind = address.is_loopback() ? 2 : is_container_bridge(interface.name) ? 1 : 0;
    return {address.is_link_local(), kind, address.is_v4() != version_4_first};
}

std::string names_of(const std::vector<Interface>& interfaces) {
    std::vector<std::string> names;
    for (const Interface& interface : interfaces) names.push_back(interface.name);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
}

}  // namespace

Result<std::vector<Interface>> list_interfaces() {
    ifaddrs* list = nullptr;
    if (::getifaddrs(&list) != 0) return system_error("cannot list the network interfaces");
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(list, ::freeifaddrs);
    std::vector<Interface> interfaces;
    for (const ifaddrs* entry = list; entry; entry = entry->ifa_next)
        if (is_usable(*entry)) interfaces.push_back({entry->ifa_name, Address::from(*entry->ifa_addr)});
    return interfaces;
}

Result<std::vector<Address>> choose_addresses(std::vector<Interface> interfaces, const NetworkRules& rules) {
    if (rules.family != "AF_INET" && rules.family != "AF_INET6")
        return error(
            Code::invalid_value,
            "NVSHMEM_BOOTSTRAP_UID_SOCK_FAMILY is \"%s\"; the accepted forms are AF_INET and AF_INET6",
            rules.family.c_str());
    const bool version_4_first = rules.family == "AF_INET";
    const NameFilter filter(rules.interfaces);
    const std::string present = names_of(interfaces);
    std::erase_if(interfaces, [&](const Interface& interface) { return !filter.admits(interface.name); });
    if (interfaces.empty() && !rules.interfaces.empty())
        return error(
            Code::invalid_value,
            "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME is \"%s\", which leaves no interface; those that are up: %s",
            rules.interfaces.c_str(), present.c_str());
    std::multimap<Rank, Address> sorted;  // keeps the system's order within a rank
    for (const Interface& interface : interfaces)
        sorted.emplace(rank_of(interface, version_4_first), interface.address);
    std::vector<Address> addresses;
    for (const auto& [rank, address] : sorted) addresses.push_back(address);
    return addresses;
}

}  // namespace omni::os
