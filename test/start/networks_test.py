# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Meeting by unique id between hosts whose networks are odd."""
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from launchers import Outcome, StartTest, finish, plain, start  # noqa: E402
from networks import Host, connect  # noqa: E402


class Networks(StartTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="networks-")
        self.addCleanup(folder.cleanup)
        self.id_file = str(Path(folder.name) / "id")

    def start_pe(self, host: Host, rank: int, size: int, what: str, **environment):
        return start([*host.enter, plain(), "uid", what], PE_RANK=str(rank), PE_SIZE=str(size), PE_ID=self.id_file, **environment)

    def run_pes(self, hosts: list, what: str = "works", **environment) -> list:
        """One PE on each of these hosts."""
        pes = [self.start_pe(host, rank, len(hosts), what, **environment) for rank, host in enumerate(hosts)]
        return [finish(pe) for pe in pes]

    def check_all(self, outcomes: list):
        self.check(Outcome(max(abs(one.status) for one in outcomes), "".join(one.output for one in outcomes),
                           "".join(one.errors for one in outcomes)), len(outcomes))

    def pair(self, interface: str = "net1", **machines) -> tuple:
        a, b = Host(self, machines.get("a", "")), Host(self, machines.get("b", ""))
        connect(a, b, interface)
        return a, b

    def test_only_one_of_two_networks_is_common(self):
        """Packets to the other one, which comes first, are lost."""
        a, b = self.pair("net7@x.300")
        a.add("dead0", "198.51.100.1/24")
        b.add("dead0", "198.51.100.2/24")
        a.furnish("net7@x.300", "192.0.2.1/24")
        b.furnish("net7@x.300", "192.0.2.2/24")
        self.check_all(self.run_pes([a, b, a]))

    def test_only_the_last_of_many_networks_is_common(self):
        a, b = self.pair()
        for number in range(12):
            a.add(f"dead{number}", f"198.51.{number}.1/24")
        a.furnish("net1", "192.0.2.1/24")
        b.furnish("net1", "192.0.2.2/24")
        b.ip("route", "add", "default", "via", "192.0.2.77")
        self.check_all(self.run_pes([a, b]))

    def test_version_6_only(self):
        a, b = self.pair()
        a.furnish("net1", "2001:db8::1/64")
        b.furnish("net1", "2001:db8::2/64")
        for host in [a, b]:
            host.ip("addr", "del", "127.0.0.1/8", "dev", "lo")
        self.check_all(self.run_pes([a, b]))

    def test_rules_for_interfaces(self):
        a, b = self.pair()
        a.add("dead0", "198.51.100.1/24")
        a.furnish("net1", "192.0.2.1/24")
        b.furnish("net1", "192.0.2.2/24")
        for rule in ["net1", "^dead", "net,wlan"]:
            with self.subTest(rule=rule):
                self.check_all(self.run_pes([a, b], NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME=rule))
                os.unlink(self.id_file)
        first = self.start_pe(a, 0, 2, "fails", NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME="dead0", NVSHMEM_WAIT_TIMEOUT="20")
        second = finish(self.start_pe(b, 1, 2, "fails"))
        self.check_failure(second, "cannot meet the others at 198.51.100.1:")
        first.kill()
        finish(first)

    def test_a_rule_that_no_interface_follows(self):
        a, b = self.pair()
        a.add("dead0", "198.51.100.1/24")
        a.furnish("net1", "192.0.2.1/24")
        b.furnish("net1", "192.0.2.2/24")
        [outcome] = self.run_pes([a], "fails", NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME="wlan0")
        self.check_failure(outcome, 'NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME is "wlan0", which leaves no interface; those that are up: '
                                    "dead0, end-dead0, lo, net1")

    def test_a_family_is_tried_first(self):
        a, b = self.pair()
        a.furnish("net1", "192.0.2.1/24", "2001:db8::1/64")
        b.furnish("net1", "192.0.2.2/24", "2001:db8::2/64")
        for family, words in [("AF_INET", "at 192.0.2.1:"), ("AF_INET6", "at [2001:db8::1]:")]:
            with self.subTest(family=family):
                self.check_all(self.run_pes([a, b], NVSHMEM_BOOTSTRAP_UID_SOCK_FAMILY=family))
                self.check_failure(finish(self.start_pe(b, 1, 2, "fails")), words)  # the id is used up
                os.unlink(self.id_file)

    def test_no_address_for_others(self):
        a, b = self.pair()
        a.furnish("net1")
        b.furnish("net1")
        first = self.start_pe(a, 0, 2, "fails")
        self.check_failure(finish(self.start_pe(b, 1, 2, "fails")), "have no address that another node can reach")
        first.kill()
        finish(first)

    def test_two_machines_are_refused(self):
        """This release has no transport between machines, and a common name of a node does not make them one."""
        a, b = self.pair(a="11111111-aaaa", b="22222222-bbbb")
        a.furnish("net1", "192.0.2.1/24")
        b.furnish("net1", "192.0.2.2/24")
        for more in [{}, {"NVSHMEM_NODE": "one"}]:
            with self.subTest(**more):
                for outcome in self.run_pes([a, b, a], "fails", **more):
                    self.check_failure(outcome, "PEs on several machines need a network transport, which this build does not have. "
                                                "Start all PEs on one machine")
                os.unlink(self.id_file)

    def test_hosts_of_one_machine_as_one_node(self):
        a, b = self.pair()
        a.furnish("net1", "192.0.2.1/24")
        b.furnish("net1", "192.0.2.2/24")
        self.check_all(self.run_pes([a, b, b], NVSHMEM_NODE="one"))


if __name__ == "__main__":
    unittest.main()
