# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Starting by unique id: PEs that fit and PEs that do not, sessions, odd networks, other name spaces."""
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from jobs import Outcome, command, finish, run_by_id, start, start_by_id  # noqa: E402


def may(*arguments) -> bool:
    """Whether this command works here; name spaces need rights that not every system gives."""
    return bool(shutil.which(arguments[0])) and subprocess.run(arguments, capture_output=True, check=False).returncode == 0


def free_port() -> int:
    with socket.create_server(("", 0)) as server:
        return server.getsockname()[1]


class UniqueId(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="uid-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_ranks(self, case: str, ranks: list, size: int, **environment) -> Outcome:
        return finish(start_by_id(case, ranks, size, self.folder, **environment))

    def check(self, outcome: Outcome):
        self.assertEqual({0}, set(outcome.statuses), outcome.text)

    def check_failure(self, outcome: Outcome, words: str):
        """Every process was refused with these words."""
        self.check(outcome)
        for text in outcome.errors:
            self.assertIn(words, text)

    def test_sizes(self):
        for pes in [1, 2, 3, 8, 16]:
            with self.subTest(pes=pes):
                self.check(run_by_id("Start.Works", pes))

    def test_a_rank_given_twice(self):
        self.check_failure(self.run_ranks("Start.Fails", [0, 1, 1], 3), "rank 1 is given twice: to process")

    def test_a_rank_out_of_range(self):
        self.check_failure(self.run_ranks("Start.Fails", [0, 1, 3], 3), "myrank is 3 of 3")

    def test_sizes_that_differ(self):
        processes = start_by_id("Start.Fails", [0, 1], 3, self.folder) + start_by_id("Start.Fails", [2], 4, self.folder)
        self.check_failure(finish(processes), "nranks differs")

    def test_who_is_missing_is_said(self):
        outcome = self.run_ranks("Start.Fails", [0, 3], 4, NVSHMEM_WAIT_TIMEOUT="3")
        self.check_failure(outcome, "PEs 1 and 2 of 4 have not come within 3 s")

    def test_a_pe_that_is_killed_while_it_waits(self):
        processes = start_by_id("Start.Fails", [0, 1, 2], 4, self.folder)
        while not os.listdir(self.folder):
            time.sleep(0.01)
        time.sleep(2)
        processes[2].kill()
        self.check_failure(finish(processes[:2]), "ended while it waited for the others")
        processes[2].communicate()

    def test_the_maker_is_killed_while_others_wait(self):
        processes = start_by_id("Start.Fails", [0, 1, 2], 4, self.folder)
        while not os.listdir(self.folder):
            time.sleep(0.01)
        time.sleep(2)
        processes[0].kill()
        self.check_failure(finish(processes[1:]), "the process that made the unique id has ended")
        processes[0].communicate()

    def test_a_pe_that_is_killed_ends_the_others(self):
        processes = start_by_id("End.WaitsForEver", range(3), 3, self.folder)
        while len(os.listdir(self.folder)) < 4:
            time.sleep(0.01)
        processes[1].kill()
        outcome = finish([processes[0], processes[2]], 20)
        processes[1].communicate()
        self.assertEqual([1, 1], outcome.statuses, outcome.text)
        self.assertIn("PE 1 (process", outcome.text)
        self.assertIn("is dead", outcome.text)

    def test_sessions(self):
        for host in ["127.0.0.1", "localhost", "[::1]"]:
            with self.subTest(host=host):
                place = f"{host}:{free_port()}"
                for _ in range(2):  # the port is free again at once
                    self.check(self.run_ranks("Start.Works", [2, 1, 0], 3, NVSHMEM_BOOTSTRAP_UID_SESSION_ID=place))

    def test_a_session_whose_first_pe_comes_late(self):
        place = f"127.0.0.1:{free_port()}"
        early = start_by_id("Start.Works", [1], 2, self.folder, NVSHMEM_BOOTSTRAP_UID_SESSION_ID=place)
        time.sleep(2)
        late = start_by_id("Start.Works", [0], 2, self.folder, NVSHMEM_BOOTSTRAP_UID_SESSION_ID=place)
        self.check(finish(early + late))

    def test_sessions_that_cannot_be(self):
        outcome = self.run_ranks("Start.Fails", [0], 1, NVSHMEM_BOOTSTRAP_UID_SESSION_ID="203.0.113.9:5000")
        self.check_failure(outcome, "PE 0 must run on the machine of NVSHMEM_BOOTSTRAP_UID_SESSION_ID")
        place = f"127.0.0.1:{free_port()}"
        outcome = self.run_ranks("Start.Fails", [1], 2, NVSHMEM_BOOTSTRAP_UID_SESSION_ID=place, NVSHMEM_WAIT_TIMEOUT="0.1")
        self.check_failure(outcome, "did it start?")

    def test_rules_for_interfaces(self):
        for environment in [{"NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME": "lo"}, {"NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME": "^eth,docker"},
                            {"NVSHMEM_BOOTSTRAP_UID_SOCK_FAMILY": "AF_INET6"}]:
            with self.subTest(environment=environment):
                self.check(run_by_id("Start.Works", 2, **environment))

    def test_nodes_by_name(self):
        """Names make nodes of one machine, of any sizes and in any order."""
        for nodes in ["0 0 0 1", "0 1 1 2 2 2 2", "1 0 1 0", "0 1"]:
            with self.subTest(nodes=nodes), tempfile.TemporaryDirectory(prefix="uid-") as folder:
                names = nodes.split()
                processes = [start_by_id("Nodes.TeamsAreAsLaidOut", [rank], len(names), folder, OMNISHMEM_LIFE_NODES=nodes,
                                         NVSHMEM_NODE=f"node {name}")[0] for rank, name in enumerate(names)]
                self.check(finish(processes))

    def test_the_machine_is_one_whatever_the_nodes_are_called(self):
        self.check(run_by_id("Start.Works", 2, NVSHMEM_NODE="rack 1"))

    def in_network(self, setup: str, case: str, pes: int = 2, places: dict = {}):
        """Runs the case by unique id in a network name space of its own, which `setup` furnishes. `places`: commands in front of
        that of a rank."""
        if not may("unshare", "-n", "true") or not may("unshare", "-n", "ip", "link", "add", "net1", "type", "veth"):
            self.skipTest("no network name spaces here")
        ranks = " & ".join(f"OMNISHMEM_LIFE_RANK={rank} {places.get(rank, '')} {' '.join(command(case))}" for rank in range(pes))
        script = f"set -e; {setup}; set +e; {ranks} & status=0; for job in $(jobs -p); do wait $job || status=$?; done; exit $status"
        variables = {"OMNISHMEM_LIFE_SIZE": str(pes), "OMNISHMEM_LIFE_FOLDER": self.folder}
        return finish([start(["unshare", "-n", "bash", "-c", script], variables)])

    def test_loopback_only(self):
        self.check(self.in_network("ip link set lo up", "Start.Works"))

    def test_version_6_only(self):
        self.check(self.in_network("ip link set lo up; ip addr del 127.0.0.1/8 dev lo; ip link add net1 type veth; "
                                   "ip addr add 2001:db8::5/64 dev net1 nodad; ip link set net1 up", "Start.Works"))

    def test_a_dead_interface_with_an_odd_name(self):
        self.check(self.in_network("ip link set lo up; ip link add net1@x.300 type veth peer name other; ip link set other up; "
                                   "ip addr add 192.0.2.5/24 dev net1@x.300; ip link set net1@x.300 up", "Start.Works"))

    def test_two_networks_with_a_cable(self):
        """PE 0 and 1 in one network name space, PE 2 in another, and nothing but the interface net1 between them."""
        cable = ("ip link set lo up; unshare -n sleep 60 & other=$!; sleep 0.3; "
                 "ip link add net1 type veth peer name net1 netns $other; "
                 "ip addr add 192.0.2.1/24 dev net1; ip link set net1 up; "
                 "nsenter -t $other -n ip addr add 192.0.2.2/24 dev net1; nsenter -t $other -n ip link set net1 up; "
                 "trap 'kill $other' EXIT; disown $other")
        os.environ["OMNISHMEM_LIFE_NODES"] = "0 0 1"
        self.addCleanup(os.environ.pop, "OMNISHMEM_LIFE_NODES")
        self.check(self.in_network(cable, "Nodes.TeamsAreAsLaidOut", 3, {2: "nsenter -t $other -n"}))

    def test_no_interface_that_works_is_said(self):
        self.check_failure(self.in_network("true", "Start.Fails", pes=1), "cannot meet the others at")

    def test_process_name_spaces(self):
        if not may("unshare", "-p", "-f", "--mount-proc", "true"):
            self.skipTest("no process name spaces here")
        processes = [start(["unshare", "-p", "-f", "--mount-proc"] + command("Start.Works"),
                           {"OMNISHMEM_LIFE_RANK": str(rank), "OMNISHMEM_LIFE_SIZE": "3", "OMNISHMEM_LIFE_FOLDER": self.folder})
                     for rank in range(3)]
        self.check(finish(processes))

    def test_death_is_seen_across_process_name_spaces(self):
        if not may("unshare", "-p", "-f", "--mount-proc", "true"):
            self.skipTest("no process name spaces here")
        processes = [start(["unshare", "-p", "-f", "--kill-child", "--mount-proc"] + command("End.WaitsForEver"),
                           {"OMNISHMEM_LIFE_RANK": str(rank), "OMNISHMEM_LIFE_SIZE": "2", "OMNISHMEM_LIFE_FOLDER": self.folder})
                     for rank in range(2)]
        while len(os.listdir(self.folder)) < 3:
            time.sleep(0.01)
        os.kill(processes[1].pid, signal.SIGKILL)
        outcome = finish(processes[:1], 20)
        processes[1].communicate()
        self.assertEqual([1], outcome.statuses, outcome.text)
        self.assertIn("is dead", outcome.text)


if __name__ == "__main__":
    unittest.main()
