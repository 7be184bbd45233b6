# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Environment variables that act: what a job does, prints or refuses because of each.

OMNI_BUILD_DIR names the build folder whose programs are used.
"""
import os
import re
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"))
PROBE = str(BUILD / "bin/test/environment_probe")
LIMIT = 60  # seconds, for a job
MIB = 1 << 20
VERSION = f"NVSHMEM v3.8.0 (OmniSHMEM {(ROOT / 'VERSION').read_text().strip()})"


class Environment(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="environment-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, command: list, status: int, variables: dict) -> subprocess.CompletedProcess:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NVSHMEM_", "NVSHMRUN_"))}
        done = subprocess.run([str(word) for word in command], env={**kept, "HOME": str(self.folder), **variables},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done

    def job(self, pes: int, *words, options=(), status=0, **variables) -> subprocess.CompletedProcess:
        """`pes` PEs of the probe, with these variables alone; NVSHMEM_ comes in front of their names."""
        named = {f"NVSHMEM_{name}": str(value) for name, value in variables.items()}
        return self.start([BUILD / "bin/nvshmrun", "-n", pes, *options, PROBE, *words], status, named)

    def alone(self, *words, status=0, **variables) -> subprocess.CompletedProcess:
        named = {f"NVSHMEM_{name}": str(value) for name, value in variables.items()}
        return self.start([PROBE, *words], status, named)

    def answers(self, pes: int, *words, **variables) -> set:
        return set(self.job(pes, *words, **variables).stdout.splitlines())


class Memory(Environment):
    def test_symmetric_size_bounds_what_is_allocated(self):
        self.assertEqual({"refused"}, self.answers(2, "alloc", 6 * MIB, SYMMETRIC_SIZE="4M"))
        self.assertEqual({"given"}, self.answers(2, "alloc", 6 * MIB, SYMMETRIC_SIZE="8M"))
        self.assertEqual({"given"}, self.answers(2, "alloc", 6 * MIB, SYMMETRIC_SIZE="0.0078125g"))

    def test_symmetric_size_that_differs_is_refused(self):
        command = [BUILD / "bin/nvshmrun", "-n", 1, PROBE, ":", "-n", 1, "-x", "NVSHMEM_SYMMETRIC_SIZE=8M", PROBE]
        done = self.start(command, 1, {"NVSHMEM_SYMMETRIC_SIZE": "4M"})
        self.assertIn("NVSHMEM_SYMMETRIC_SIZE differs", done.stderr)

    def test_max_memory_per_gpu(self):
        self.assertEqual({"refused"}, self.answers(2, "alloc", 6 * MIB, MAX_MEMORY_PER_GPU="4M"))
        self.assertEqual({"given"}, self.answers(2, "alloc", 6 * MIB, MAX_MEMORY_PER_GPU="8M"))

    def test_max_teams(self):
        for wanted, given in [(7, 7), (9, 9), (3, 7)]:
            self.assertEqual({str(given)}, self.answers(2, "teams", MAX_TEAMS=wanted))

    def test_disable_p2p_unmaps_peers_and_works(self):
        self.assertEqual({"mapped 7"}, self.answers(3, "ptr"))
        self.assertEqual({"unmapped 7"}, self.answers(3, "ptr", DISABLE_P2P=1))
        self.assertEqual({"mapped 7"}, self.answers(3, "ptr", DISABLE_P2P="no"))


class Waits(Environment):
    def test_wait_timeout_ends_a_wait(self):
        done = self.alone("wait", WAIT_TIMEOUT="0.3", status=1)
        self.assertIn("nvshmem_signal_wait_until", done.stderr)
        self.assertIn("NVSHMEM_WAIT_TIMEOUT", done.stderr)

    def test_wait_report_writes_a_note_and_goes_on(self):
        done = self.job(2, "wait", options=["--timeout", 2], WAIT_REPORT="0.1", status=124)
        self.assertIn("has been waiting for", done.stderr)

    def test_debug_attach_delay(self):
        began = time.monotonic()
        done = self.alone(DEBUG_ATTACH_DELAY=1)
        self.assertGreaterEqual(time.monotonic() - began, 1)
        self.assertRegex(done.stderr, r"process \d+ waits 1 s for a debugger")


class Log(Environment):
    def test_silence_is_the_default(self):
        done = self.job(2, "start")
        self.assertEqual(("", ""), (done.stdout, done.stderr))

    def test_version_is_printed_once(self):
        self.assertEqual(VERSION + "\n", self.job(3, "start", VERSION=1).stdout)
        self.assertEqual("", self.job(3, "start", VERSION=0).stdout)

    def test_info_prints_all_variables_once(self):
        text = self.job(2, "start", INFO=1, MAX_TEAMS=9).stdout
        names = re.findall(r"(?m)^  (NVSHMEM_\w+)", text)
        self.assertEqual(len(set(names)), len(names))
        self.assertIn('set to "9" by the environment', text)
        self.assertNotIn("NVSHMEM_QP_DEPTH", names)
        self.assertIn("NVSHMEM_QP_DEPTH", self.job(2, "start", INFO=1, INFO_HIDDEN=1).stdout)

    def test_debug_levels(self):
        self.assertEqual((VERSION + "\n", ""), self.said(DEBUG="VERSION"))
        self.assertEqual((VERSION + "\n", ""), self.said(DEBUG="warn"))
        for level in ["INFO", "info", "ABORT", "TRACE", "whatever"]:
            for pe in range(2):
                self.assertRegex(self.said(DEBUG=level)[1], rf"(?m)^omnishmem \[PE {pe}\] info: PE {pe} of 2, process \d+ ")

    def test_debug_subsys_chooses_sources(self):
        self.assertNotIn("heap of", self.said(DEBUG="INFO", DEBUG_SUBSYS="INIT,topo")[1])
        self.assertIn("node of", self.said(DEBUG="INFO", DEBUG_SUBSYS="INIT,topo")[1])
        self.assertIn("heap of", self.said(DEBUG="INFO", DEBUG_SUBSYS="^INIT")[1])
        self.assertNotIn("PE 0 of 2", self.said(DEBUG="INFO", DEBUG_SUBSYS="^INIT")[1])

    def test_debug_file(self):
        self.assertEqual("", self.said(DEBUG="INFO", DEBUG_FILE=self.folder / "log.%h.%p")[1])
        files = list(self.folder.glob(f"log.{os.uname().nodename}.*"))
        self.assertEqual(2, len(files))
        for file in files:
            self.assertIn(f"process {file.suffix[1:]} ", file.read_text())

    def test_debug_file_is_left_alone_without_a_log(self):
        self.said(DEBUG="VERSION", DEBUG_FILE=self.folder / "log")
        self.assertFalse((self.folder / "log").exists())

    def test_errors_are_on_standard_error_also_with_a_debug_file(self):
        done = self.alone("wait", DEBUG="INFO", DEBUG_FILE=self.folder / "log", WAIT_TIMEOUT="0.1", status=1)
        self.assertIn("NVSHMEM_WAIT_TIMEOUT", done.stderr)
        self.assertIn("NVSHMEM_WAIT_TIMEOUT", (self.folder / "log").read_text())

    def said(self, **variables) -> tuple:
        done = self.job(2, "start", **variables)
        return done.stdout, done.stderr


class Start(Environment):
    def test_bootstrap(self):
        self.assertIn("PE 0 of 1,", self.job(1, "start", BOOTSTRAP="alone", DEBUG="INFO").stderr)
        self.assertIn("by way of nvshmrun", self.job(2, "start", BOOTSTRAP="nvshmrun", DEBUG="INFO").stderr)

    def test_conf_file_wins_over_the_environment(self):
        own = self.folder / "own.conf"
        own.write_text("NVSHMEM_MAX_TEAMS = 9 # few\n")
        self.assertEqual({"9"}, self.answers(2, "teams", MAX_TEAMS=11, CONF_FILE=own))
        (self.folder / ".nvshmem.conf").write_text("NVSHMEM_MAX_TEAMS=10\nNVSHMEM_DISABLE_P2P=1\n")
        self.assertEqual({"10"}, self.answers(2, "teams", MAX_TEAMS=11))
        self.assertEqual({"9"}, self.answers(2, "teams", CONF_FILE=own))
        self.assertEqual({"unmapped 7"}, self.answers(2, "ptr", CONF_FILE=own))

    def test_interfaces_and_family_of_the_meeting_point(self):
        self.assertRegex(self.places(BOOTSTRAP_UID_SOCK_IFNAME="lo")[0], r"^127\.0\.0\.1:\d+$")
        self.assertTrue(all("127." not in place for place in self.places()[:1] if len(self.places()) > 1))
        first = self.places(BOOTSTRAP_UID_SOCK_IFNAME="lo", BOOTSTRAP_UID_SOCK_FAMILY="AF_INET6")[0]
        if Path("/proc/net/if_inet6").exists() and " lo" in Path("/proc/net/if_inet6").read_text():
            self.assertRegex(first, r"^\[::1\]:\d+$")

    def test_session_id(self):
        self.assertEqual([], self.places(BOOTSTRAP_UID_SESSION_ID="127.0.0.1:5123"))  # no root before PE 0 starts
        self.assertIn("NVSHMEM_BOOTSTRAP_UID_SESSION_ID", self.alone("id", BOOTSTRAP_UID_SESSION_ID="nowhere", status=1).stderr)

    def places(self, **variables) -> list:
        """Where PEs of an id may meet."""
        return re.findall(r"may meet at (\S+)", self.alone("id", DEBUG="INFO", **variables).stderr)

    def test_cpu_affinity(self):
        cpus = len(os.sched_getaffinity(0))
        self.assertEqual({str(cpus)}, self.answers(2, "cpus", CPU_AFFINITY="OFF"))
        if cpus >= 2:
            self.assertEqual({str(cpus // 2)}, self.answers(2, "cpus", CPU_AFFINITY="auto"))
            done = self.job(2, "cpus", options=["--bind", "share"], CPU_AFFINITY="OFF")
            self.assertEqual({str(cpus // 2)}, set(done.stdout.splitlines()))
        self.assertIn('"near", which counts as AUTO', self.job(1, "cpus", CPU_AFFINITY="near").stderr)

    def test_node_lays_out_nodes(self):
        self.assertIn("node of 2 PEs of 2", self.job(2, "start", NODE="a", DEBUG="INFO").stderr)


class BadInput(Environment):
    def test_a_malformed_value_is_an_error_that_names_variable_value_and_form(self):
        for name, value, form in [
                ("SYMMETRIC_SIZE", "1GB", "a number of bytes such as 268435456, 256M or 1.5G"),  # a size
                ("MAX_TEAMS", "many", "a whole number"),  # an integer
                ("WAIT_TIMEOUT", "10s", "a number of seconds such as 20 or 0.5"),
                ("ERROR_MODE", "panic", "exit or return"),  # one of some words
                ("BOOTSTRAP", "pigeons", "auto, pmi, nvshmrun"),
                ("BOOTSTRAP_PMI", "PMI-7", "auto, PMI and PMIX"),
                ("DEBUG_SUBSYS", "INIT,HEAP", "a comma list of INIT, COLL")]:  # a list
            with self.subTest(variable=name):
                done = self.job(2, "start", status=1, **{name: value})
                self.assertIn(f'NVSHMEM_{name} is "{value}"; the accepted form', done.stderr)
                self.assertIn(form, done.stderr)
                self.assertIn(f'NVSHMEM_{name} is "{value}"', self.alone(status=1, **{name: value}).stderr)

    def test_the_family_of_sockets_is_one_of_two_words(self):
        text = self.alone("id", status=1, BOOTSTRAP_UID_SOCK_FAMILY="AF_UNIX").stderr
        for part in ["NVSHMEM_BOOTSTRAP_UID_SOCK_FAMILY", "AF_UNIX", "AF_INET and AF_INET6"]:
            self.assertIn(part, text)

    def test_a_debug_file_that_cannot_be_opened(self):
        text = self.alone(status=1, DEBUG="INFO", DEBUG_FILE="/nowhere/log").stderr
        self.assertIn("NVSHMEM_DEBUG_FILE names the file /nowhere/log", text)

    def test_a_boolean_that_is_neither_yes_nor_no_is_true_with_one_warning(self):
        done = self.job(3, "ptr", DISABLE_P2P="off")
        self.assertEqual({"unmapped 7"}, set(done.stdout.splitlines()))
        self.assertEqual(1, done.stderr.count("\n"), done.stderr)
        self.assertIn('NVSHMEM_DISABLE_P2P is "off", which counts as true; the accepted form is', done.stderr)

    def test_a_misspelt_name_gets_one_warning_a_job(self):
        done = self.job(3, "start", SYMETRIC_SIZE="1G", HOME="/opt", PREFIX="/opt", LIB_DIR="/opt", MPI_SUPPORT=1)
        self.assertEqual("omnishmem [PE 0] warning: NVSHMEM_SYMETRIC_SIZE is set, but there is no such variable; did you mean "
                         "NVSHMEM_SYMMETRIC_SIZE?\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
