# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What a program sees that misuses the heap in mode exit: one text that says what is wrong, and the end of the job."""
import os
import re
import subprocess
import unittest
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
PROGRAM = BUILD / "bin/test/memory_faults_test"
PES = 3


def run(case, threads):
    command = [PROGRAM, f"--gtest_filter={case}"]
    environment = dict(os.environ, NVSHMEM_SYMMETRIC_SIZE="64M")
    if threads:
        environment["OMNISHMEM_TEST_THREADS"] = str(PES)
    else:
        command = [BUILD / "bin/nvshmrun", "-n", str(PES), *command]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


class MemoryExit(unittest.TestCase):
    def ends_with(self, fault, *parts):
        for threads in (False, True):
            with self.subTest(fault=fault, threads=threads):
                done = run(f"Fault.{fault}", threads)
                self.assertEqual(1, done.returncode, done.stderr)
                errors = re.findall(r"^omnishmem .*error: .*$", done.stderr, re.M)
                self.assertEqual(1, len(errors), done.stderr)
                for part in parts:
                    self.assertIn(part, done.stderr)

    def test_other_sizes(self):
        self.ends_with("OtherSizes", "nvshmem_malloc", "PE  call", "100 bytes", "200 bytes")

    def test_other_calls(self):
        self.ends_with("OtherCalls", "PE  call", "nvshmem_malloc", "nvshmem_calloc")

    def test_allocation_against_barrier(self):
        self.ends_with("AllocationAgainstBarrier", "nvshmem_malloc", "nvshmem_barrier_all", "waits in")

    def test_freed_twice(self):
        self.ends_with("FreedTwice", "error: nvshmem_free: ptr 0x", "freed before")

    def test_free_of_other_memory(self):
        self.ends_with("FreeOfOtherMemory", "not in the symmetric heap", "nvshmem_malloc")

    def test_use_after_free(self):
        self.ends_with("UseAfterFree", "error: nvshmem_int_p: dest 0x", "in no live block")

    def test_overrun(self):
        self.ends_with("Overrun", "error: nvshmem_putmem: dest 0x", "which has 1000 bytes")

    def test_alignment(self):
        self.ends_with("AlignmentOfThree", "alignment is 3")

    def test_answers_are_no_end(self):
        for threads in (False, True):
            with self.subTest(threads=threads):
                done = run("Answer.*", threads)
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertIn("warning: nvshmem_malloc: no room", done.stderr)


if __name__ == "__main__":
    unittest.main()
