# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Processes that do not belong to a job neither get into it, nor see its memory, nor hold it up."""
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from launchers import Outcome, StartTest, finish, nvshmrun, plain, run, slurm_variables, start  # noqa: E402
from networks import may  # noqa: E402
from strangers import STRANGER, names_in_use, ports_of  # noqa: E402

SCRIPT = str(Path(__file__).resolve().parent / "strangers.py")


CLONE_NEWNET = 0x40000000


def setUpModule():
    """Names of sockets belong to a network name space: in one of its own, no stranger meets the jobs of other tests."""
    if os.geteuid() == 0:
        if ctypes.CDLL(None).unshare(CLONE_NEWNET) != 0 or not may("ip", "link", "set", "lo", "up"):
            raise unittest.SkipTest("no network name spaces here")


def be_stranger():
    os.setresgid(STRANGER, STRANGER, STRANGER)
    os.setresuid(STRANGER, STRANGER, STRANGER)


def wait_until(condition, limit: float = 30):
    deadline = time.monotonic() + limit
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


class Strangers(StartTest):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only the superuser can play another user")
        folder = tempfile.TemporaryDirectory(prefix="strangers-")
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o777)
        self.id_file = str(Path(folder.name) / "id")

    def stranger(self, *words: str) -> subprocess.Popen:
        process = subprocess.Popen([sys.executable, "-B", SCRIPT, *words], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_pe(self, rank: int, size: int, how: str = "uid", what: str = "works", **environment) -> subprocess.Popen:
        script = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh"]
        return start([*script, plain(), how, what], PE_RANK=str(rank), PE_SIZE=str(size), PE_ID=self.id_file, **environment)

    def finish_all(self, processes: list) -> Outcome:
        outcomes = [finish(process) for process in processes]
        return Outcome(max(abs(one.status) for one in outcomes), "".join(one.output for one in outcomes),
                       "".join(one.errors for one in outcomes))


class AtTheRoot(Strangers):
    """Strangers at the port where PEs meet."""

    def meet_beside(self, *strangers) -> Outcome:
        first = self.start_pe(0, 4)
        [port] = wait_until(lambda: ports_of(first.pid))
        for words in strangers:
            self.stranger(words[0], str(port), *words[1:])
        time.sleep(1)
        return self.finish_all([first, *(self.start_pe(rank, 4) for rank in range(1, 4))])

    def test_who_floods_in_silence_keeps_nobody_out(self):
        """More connections than the process may have descriptors, and none says a word."""
        outcome = self.meet_beside(["silence", "600"])
        self.check(outcome, 4)
        self.assertIn("too many others want in", outcome.errors)

    def test_who_talks_nonsense_or_slowly_holds_nobody_up(self):
        outcome = self.meet_beside(["nonsense"], ["nonsense"], ["slow"], ["silence", "50"])
        self.check(outcome, 4)
        self.assertIn("refuses the connection from 127.0.0.1", outcome.errors)
        self.assertLess(outcome.errors.count("\n"), 20, "warnings are limited")

    def test_rank_0_twice(self):
        first = self.start_pe(0, 2)
        wait_until(lambda: os.path.exists(self.id_file))
        outcomes = [finish(pe) for pe in [first, self.start_pe(0, 2)]]
        for outcome in outcomes:
            self.assertIn("rank 0 is given twice", outcome.errors)

    def test_who_comes_again_after_the_start(self):
        pes = [self.start_pe(rank, 2, what="waits") for rank in range(2)]
        for pe in pes:
            self.assertIn("is PE", pe.stdout.readline())
        self.check_failure(finish(self.start_pe(1, 2, what="fails")), "the job of this id has started without this PE")
        for pe in pes:
            pe.kill()
            pe.communicate()


class AtTheLauncher(Strangers):
    """Strangers with the variables of a job."""

    def setUp(self):
        super().setUp()
        self.job = start(nvshmrun(2, plain(), "init", "waits"))
        self.addCleanup(self.job.communicate)
        self.addCleanup(self.job.terminate)
        lines = [self.job.stdout.readline() for _ in range(2)]
        self.processes = [re.search(r"process (\d+) is PE", line).group(1) for line in lines]
        texts = Path(f"/proc/{self.processes[0]}/environ").read_text(encoding="utf-8").split("\0")
        self.variables = dict(text.split("=", 1) for text in texts if text.startswith("NVSHMRUN_"))

    def join(self, user=None, **changed) -> Outcome:
        process = subprocess.Popen([plain(), "init", "fails"], env={**self.variables, **changed}, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, preexec_fn=user, start_new_session=True)
        return finish(process)

    def test_a_place_that_is_taken(self):
        self.check_failure(self.join(), "the place of PE")

    def test_a_secret_that_is_wrong_or_missing(self):
        place = self.variables["NVSHMRUN_SEGMENT"]
        process, descriptor, secret = place.split(":")
        wrong = f"{process}:{descriptor}:" + ("0" if secret[0] != "0" else "1") + secret[1:]
        for value, words in [(wrong, "is gone or cannot be looked at"), (f"{process}:{descriptor}", "must be as nvshmrun sets them"),
                             (f"{process}:{descriptor}:", "must be as nvshmrun sets them"),
                             (f"1:{descriptor}:{secret}", "is gone or cannot be looked at"),
                             (f"{process}:1:{secret}", "that is no control segment"),
                             ("-1:-1:" + secret, "is gone or cannot be looked at")]:
            with self.subTest(value=value):
                self.check_failure(self.join(NVSHMRUN_SEGMENT=value), words)

    def test_another_user_who_knows_the_variables(self):
        os.chmod(Path(plain()).parent, 0o755)
        self.check_failure(self.join(be_stranger), "is gone or cannot be looked at")

    def test_memory_has_no_name_and_opens_for_nobody_else(self):
        memory = [os.readlink(f"/proc/{pid}/fd/{number}") for pid in self.processes for number in os.listdir(f"/proc/{pid}/fd")]
        self.assertTrue(any(link.startswith("/memfd:omnishmem") for link in memory), memory)
        mapped = "".join(Path(f"/proc/{pid}/maps").read_text(encoding="utf-8") for pid in self.processes)
        self.assertNotIn("/dev/shm", mapped)
        for line in mapped.splitlines():
            if " rw-s " in line and "/memfd:" not in line:
                self.fail(f"shared memory that is no memory file: {line}")
        launcher = str(self.job.pid)
        self.assertEqual("", self.stranger("look", launcher, *self.processes).stdout.read())
        self.assertEqual([], names_in_use())


class AtUnixSockets(Strangers):
    """Other users see abstract names, and can connect to them."""

    def test_who_fills_the_inboxes_keeps_nothing_back(self):
        self.stranger("inboxes")
        first = self.start_pe(0, 4, "hidden")
        wait_until(lambda: os.path.exists(self.id_file))
        others = [self.start_pe(rank, 4, "hidden") for rank in range(1, 3)]
        time.sleep(1)
        self.check(self.finish_all([first, *others, self.start_pe(3, 4, "hidden")]), 4)

    def test_who_holds_the_place_of_a_job_is_named(self):
        variables = slurm_variables(2)
        first = start([plain(), "init", "fails"], **variables[0])
        [name] = wait_until(names_in_use)
        first.kill()
        finish(first)
        self.stranger("hold", name).stdout.readline()
        outcome = run([plain(), "init", "fails"], **variables[0])
        self.check_failure(outcome, "another user holds the Unix socket")
        outcome = run([plain(), "init", "fails"], **variables[1], NVSHMEM_WAIT_TIMEOUT="0.3")
        self.check_failure(outcome, f"of user {STRANGER} is at the other end, this is user 0")


if __name__ == "__main__":
    unittest.main()
