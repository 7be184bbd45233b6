# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A case that fails on one PE, ends early, or writes where it may not, is counted as failed in both modes, soon."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "dev"))
from results import Tally, tally, worst_verdicts  # noqa: E402

MODES = ["processes", "threads"]


class Verdicts(unittest.TestCase):
    def run_cases(self, mode: str, cases: str) -> tuple:
        """Exit status, tally over all PEs and output of these misbehaving cases on 3 PEs."""
        results = Path(tempfile.mkdtemp(prefix="verdicts-"))
        program = [BUILD / "bin/test/misbehaving_test", f"--gtest_output=xml:{results}/run.xml", f"--gtest_filter={cases}"]
        launcher = [BUILD / "bin/nvshmrun", "-n", "3"] if mode == "processes" else []
        environment = {**os.environ, **({"OMNISHMEM_TEST_THREADS": "3"} if mode == "threads" else {})}
        start = time.monotonic()
        done = subprocess.run(launcher + program, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
        self.assertLess(time.monotonic() - start, 60, done.stdout)
        return done.returncode, tally(worst_verdicts(sorted(results.glob("run*.xml")))), done.stdout

    def test_one_failed_expectation_fails_the_case_and_the_next_case_runs(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                status, counted, output = self.run_cases(mode, "*ExpectsInVain:*Innocent")
                self.assertNotEqual(0, status, output)
                self.assertEqual(Tally(1, 1, 0), counted, output)

    def test_a_pe_that_leaves_early_ends_the_job(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                status, counted, output = self.run_cases(mode, "*LeavesEarly:*Innocent")
                self.assertNotEqual(0, status, output)
                self.assertEqual(Tally(0, 1, 1), counted, output)

    def test_a_program_that_ends_early_leaves_no_verdict(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                _, counted, output = self.run_cases(mode, "*EndsWithStatus0")
                self.assertEqual(Tally(), counted, output)

    def test_guard_words(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                _, counted, output = self.run_cases(mode, "*WritesPastTheEnd:*WritesBeforeTheBegin")
                self.assertEqual(Tally(0, 2, 0), counted, output)


if __name__ == "__main__":
    unittest.main()
