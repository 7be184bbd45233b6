# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A PE or the launcher is killed: the others end in time, say who is dead, and nothing is left."""
import os
import re
import signal
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from survival import WAYS, Victims  # noqa: E402

LIMIT = 5  # seconds, of NVSHMEM_WAIT_TIMEOUT
GRACE = 2
ALL = "OMNISHMEM_SURVIVAL_ALL" in os.environ
UNMAPPED = {"NVSHMEM_DISABLE_P2P": "1"}
# Way, situations of every day, further situations, environment. Without a launcher nobody ends those who never wait, and those in
# other process name spaces end when they wait.
CASES = [
    ("nvshmrun", "signal alltoall allocate compute-all", "barrier reduce stream get await await-allocation compute", {}),
    ("nvshmrun", "stream", "signal barrier reduce alltoall allocate get await", UNMAPPED),
    ("nvshmrun, shell", "compute-all", "barrier allocate await get compute", {}),
    ("nvshmrun in a name space", "await", "signal alltoall compute", {}),
    ("nvshmrun, name spaces", "signal", "stream await-allocation compute", {}),
    ("nvshmrun, name spaces", "", "stream", UNMAPPED),
    ("unique id", "barrier", "signal alltoall stream await await-allocation compute", {}),
    ("unique id", "get", "signal stream", UNMAPPED),
    ("unique id, name spaces", "", "barrier await", {}),
    ("openmpi", "reduce", "signal await compute", {}),
    ("openmpi, shell", "", "await compute", {}),
    ("mpich", "reduce", "signal await compute", {}),
    ("mpich, shell", "", "await compute", {}),
]
# How the dead PE may be named. The launcher of MPICH kills the others before they can speak and names any process.
OURS = r"PE {pe} \(process \d+\) (is dead|was killed by signal 9|ended with exit status)"
NAMES = {"openmpi": OURS + "|process rank {pe} with PID {process}", "mpich": OURS + "|Killed", "mpich, shell": OURS + "|Killed"}


class Survival(unittest.TestCase):
    def job(self, way: str, situation: str, pes: int = 3, **environment) -> Victims:
        if missing := WAYS[way].missing():
            self.skipTest(missing)
        job = Victims(WAYS[way], situation, pes, **{"NVSHMEM_WAIT_TIMEOUT": str(LIMIT), **environment})
        self.addCleanup(job.clean_up)
        return job

    def check_nothing_left(self, job: Victims):
        job.await_end(LIMIT + GRACE)
        self.assertEqual([], job.leftovers())

    def kill_pe(self, pe: int, way: str, situation: str, **environment):
        with self.subTest(way=way, situation=situation, **environment):
            job = self.job(way, situation, **environment)
            time.sleep(0.2)  # all are at it
            process = job.kill(pe)
            self.check_nothing_left(job)
            self.assertRegex(job.text(), NAMES.get(way, OURS).format(pe=pe, process=process))
            if way != "mpich, shell":  # it may end the others before one can fail
                self.assertNotEqual({0}, set(job.statuses()), job.text())

    def test_the_first_pe_is_killed(self):
        """By unique id it has made the control segment and the port."""
        for way in ["nvshmrun", "unique id"] if ALL else ["unique id"]:
            self.kill_pe(0, way, "barrier")

    def test_the_launcher_is_killed(self):
        for way in ["nvshmrun", "nvshmrun, shell", "nvshmrun in a name space", "nvshmrun, name spaces"]:
            for situation in ["barrier", "await", "compute-all"] if ALL else ["compute-all"]:
                with self.subTest(way=way, situation=situation):
                    job = self.job(way, situation)
                    job.kill_launcher()
                    self.check_nothing_left(job)

    def test_a_crowd_starts_meets_and_ends(self):
        job = self.job("nvshmrun", "meet", 128 if ALL else 64, NVSHMEM_SYMMETRIC_SIZE="1g")
        job.await_end(60)
        self.assertEqual({0}, set(job.statuses()), job.text())
        self.assertEqual([], job.leftovers())

    def test_a_death_in_a_crowd(self):
        for way in ["nvshmrun", "unique id"] if ALL else ["unique id"]:
            with self.subTest(way=way):
                job = self.job(way, "await", 48)
                job.kill(1)
                self.check_nothing_left(job)
                self.assertRegex(job.text(), OURS.format(pe=1))

    def test_a_stopped_pe_is_waited_for(self):
        for way, environment in [("nvshmrun", UNMAPPED), ("unique id", {})] if ALL else [("nvshmrun", {})]:
            with self.subTest(way=way, **environment):
                job = self.job(way, "short", NVSHMEM_WAIT_TIMEOUT="30", **environment)
                job.kill(1, signal.SIGSTOP)
                time.sleep(5)
                job.kill(1, signal.SIGCONT)
                self.check_nothing_left(job)
                self.assertEqual({0}, set(job.statuses()), job.text())

    def test_a_pe_that_stays_stopped_is_named(self):
        for way in ["nvshmrun", "unique id"] if ALL else ["nvshmrun"]:
            with self.subTest(way=way):
                job = self.job(way, "barrier", NVSHMEM_WAIT_TIMEOUT="2")
                job.kill(1, signal.SIGSTOP)
                job.await_end(2 + 2 + GRACE)  # SIGKILL comes 2 s after SIGTERM
                self.assertEqual([], job.leftovers())
                self.assertRegex(job.text(), r"\n +1  stopped ")
                self.assertIn("NVSHMEM_WAIT_TIMEOUT", job.text())


def add_test(way: str, situations: list, environment: dict):
    def test(self):
        for situation in situations:
            self.kill_pe(1, way, situation, **environment)
    name = f"test_a_pe_is_killed by {way}{', unmapped' if environment else ''}"
    setattr(Survival, re.sub(r"\W+", "_", name), test)


for a_way, daily, further, variables in CASES:
    if chosen := (daily + " " + further if ALL else daily).split():
        add_test(a_way, chosen, variables)


if __name__ == "__main__":
    unittest.main()
