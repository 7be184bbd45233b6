// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// How PEs meet that start by unique id.
#include <algorithm>

#include "base/options.h"
#include "checks.h"
#include "os/network.h"
#include "os/socket.h"

namespace omni::doctor {

namespace {

constexpr double kLimit_s = 5;

/// One byte there.
Status try_connection() {
    auto listener = os::listen_anywhere(0);
    if (!listener.ok()) return std::move(listener).status();
    auto port = os::port_of(*listener);
    if (!port.ok()) return std::move(port).status();
    const auto deadline = os::Deadline::in(kLimit_s);
    auto caller = os::connect({os::Address::loopback(), *port}, deadline);
    if (!caller.ok()) return std::move(caller).status();
    if (Status status = os::await(*listener, 1 /* POLLIN */, deadline); !status.ok()) return status;
    const os::Descriptor called = os::accept(*listener);
    char byte = 'x';
    if (Status status = os::send(*caller, &byte, 1, deadline); !status.ok()) return status;
    return os::receive(called, &byte, 1, deadline);
}

Finding look_at_loopback() {
    const Status status = try_connection();
    if (status.ok()) return works("loopback", "processes of this machine can connect");
    return limited("loopback", status.text(),
                   "ip link set lo up; without it PEs start by nvshmrun or as threads, not by unique id");
}

std::string names_of(const std::vector<os::Interface>& interfaces) {
    std::string names;
    for (const os::Interface& each : interfaces)
        names += (names.empty() ? "" : ", ") + each.name + " " + each.address.text();
    return names;
}

Finding look_at_interfaces() {
    auto interfaces = os::list_interfaces();
    if (!interfaces.ok()) return limited("interfaces", interfaces.status().text(), "");
    auto options = read_options();
    const Options asked = options.ok() ? *options : Options();
    auto chosen =
        os::choose_addresses(*interfaces, {asked.BOOTSTRAP_UID_SOCK_IFNAME, asked.BOOTSTRAP_UID_SOCK_FAMILY});
    if (!chosen.ok())
        return fails("interfaces", chosen.status().text(), "there are: " + names_of(*interfaces));
    return works("interfaces", names_of(*interfaces));
}

}  // namespace

Section look_at_network() { return {"Network", {look_at_loopback(), look_at_interfaces()}}; }

}  // namespace omni::doctor
