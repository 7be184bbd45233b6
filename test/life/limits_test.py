# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What a job says when the system refuses it something: what ran out, the limit and the cure, and nobody waits."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
LIMIT = 60  # seconds for a job
USER = "54321"  # somebody without rights; limits of processes do not hold for root
CONTROL_GROUPS = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")


def job(pes: int, *actions: str) -> str:
    program = f"{BUILD}/bin/test/nvshmrun_actor {' '.join(actions)}"
    return f"{BUILD}/bin/nvshmrun -n {pes} {program}" if pes else program


def start_and_end(pes: int) -> str:
    return job(pes, "init", "barrier", "finalize")


def run(script: str, **environment) -> subprocess.CompletedProcess:
    """Killed after the limit, which fails the test."""
    return subprocess.run(["bash", "-c", script], env={**os.environ, **environment}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=LIMIT, check=False)


def may(*command: str) -> bool:
    return bool(shutil.which(command[0])) and subprocess.run(command, capture_output=True, check=False).returncode == 0


class Limits(unittest.TestCase):
    def check_refused(self, script: str, *words: str, **environment):
        with self.subTest(script=script):
            done = run(script, **environment)
            self.assertIn(done.returncode, range(1, 126), f"{done.stdout}{done.stderr}")
            for each in words:
                self.assertIn(each, done.stderr)

    def test_addresses(self):
        for pes in [0, 1, 3]:
            self.check_refused(f"ulimit -v 500000; {start_and_end(pes)}", "cannot reserve",
                               "this process may use 512000000 bytes of addresses: raise ulimit -v")

    def test_open_files_of_the_launcher(self):
        for number in [4, 6, 8, 12, 16]:
            self.check_refused(f"ulimit -n {number}; {start_and_end(8)}",
                               f"this process may have {number} open files: raise ulimit -n")

    def test_open_files_of_a_pe(self):
        self.check_refused(f"ulimit -n 4; {start_and_end(0)}", "this process may have 4 open files: raise ulimit -n")
        self.check_refused(job(3, "init", "barrier").replace(str(BUILD / "bin/test"), f"bash -c 'ulimit -n 5; exec \"$0\" \"$@\"' {BUILD}/bin/test"),
                           "this process may have 5 open files: raise ulimit -n", NVSHMEM_DISABLE_P2P="1")

    def test_size_of_files(self):
        for pes in [0, 2]:
            self.check_refused(f"ulimit -f 1000; {start_and_end(pes)}", "cannot size memory file",
                               "a file of this process may have 1024000 bytes: raise ulimit -f")

    def test_processes_and_threads(self):
        if not may("setpriv", "--reuid", USER, "--clear-groups", "test", "-x", str(BUILD / "bin/nvshmrun")):
            self.skipTest("cannot become another user who may run the program")
        for number, what in [(1, "the guardian"), (3, "a process"), (5, "the thread omnishmem-shm")]:
            self.check_refused(f"setpriv --reuid {USER} --clear-groups bash -c 'ulimit -u {number}; exec {start_and_end(2)}'",
                               f"cannot start {what}", f"this user may have {number} processes and threads: raise ulimit -u",
                               NVSHMEM_DISABLE_P2P="1")

    def test_memory_of_the_control_group(self):
        """An allocation that does not fit is refused; nobody is killed when touching it."""
        for root, limit in zip(CONTROL_GROUPS, ["memory.limit_in_bytes", "memory.max"]):
            group = root / f"omnishmem-test-{os.getpid()}"
            try:
                group.mkdir()
            except OSError:
                continue
            try:
                (group / limit).write_text(str(64 << 20))
                done = run(f"echo $$ > {group}/cgroup.procs && {job(2, 'init', 'allocate=100000000', 'finalize')}")
            except OSError:
                continue
            finally:
                group.rmdir()
            self.assertEqual((0, "refused\n" * 2), (done.returncode, done.stdout), done.stderr)
            return
        self.skipTest("no control group with a memory limit can be made here")

    def test_a_full_disk_for_the_log(self):
        done = run(start_and_end(2), NVSHMEM_DEBUG="info", NVSHMEM_DEBUG_FILE="/dev/full")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("No space left on device (the file system is full: make room there)", done.stderr)
        self.assertIn(" info: ", done.stderr)

    def test_a_log_that_cannot_be_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            self.check_refused(start_and_end(2), "NVSHMEM_DEBUG_FILE", "cannot be opened", NVSHMEM_DEBUG="info",
                               NVSHMEM_DEBUG_FILE=f"{folder}/none/log")

    def test_folders_that_cannot_be_written(self):
        """Nothing needs them."""
        if not may("unshare", "-m", "true"):
            self.skipTest("no mount name spaces here")
        mounts = "; ".join(f"mount -t tmpfs -o ro none {folder}" for folder in ["/dev/shm", "/var/tmp"])
        for variables in [{}, {"NVSHMEM_DISABLE_P2P": "1"}]:
            done = run(f"unshare -m bash -c '{mounts}; TMPDIR=/dev/shm {start_and_end(3)}'", **variables)
            self.assertEqual((0, ""), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main()
