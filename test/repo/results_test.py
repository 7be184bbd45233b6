# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev test` counts what programs wrote, and no crash, early end or quiet PE passes for a success."""
import sys
import tempfile
import unittest
from pathlib import Path

from repository import ROOT

sys.path.insert(0, str(ROOT / "tools" / "dev"))
from results import Tally, read_runs  # noqa: E402

JUNIT = "<testsuite><testcase name='{name}' time='0.5' status='{status}'><system-out>said</system-out></testcase></testsuite>"
GOOD = "<testcase classname='Put' name='Small' status='run' result='completed'/>"
BAD = "<testcase classname='Put' name='Small' status='run' result='completed'><failure message='x'/></testcase>"
SKIP = "<testcase classname='Put' name='Wide' status='run' result='skipped'><skipped message='x'/></testcase>"
OFF = "<testcase classname='Put' name='DISABLED_Old' status='notrun' result='suppressed'/>"


def run_of(status: str, **files: str):
    folder = Path(tempfile.mkdtemp(prefix="results-"))
    (folder / "ctest.junit").write_text(JUNIT.format(name="rma.processes.2", status=status))
    for pe, cases in files.items():
        (folder / f"rma.processes.2{'' if pe == 'all' else '.' + pe}.xml").write_text(
            f"<testsuites><testsuite name='Put'>{cases}</testsuite></testsuites>")
    (folder / "rma.processes.21.xml").write_text(f"<testsuites>{BAD}</testsuites>")  # another run's, never read
    return read_runs(folder / "ctest.junit", folder)[0]


class Results(unittest.TestCase):
    def test_cases_are_counted(self):
        run = run_of("run", all=GOOD + SKIP + OFF)
        self.assertEqual((True, Tally(1, 0, 1)), (run.passed, run.tally))
        self.assertEqual("rma", run.program)

    def test_a_case_counts_once_over_all_pes_and_the_worst_decides(self):
        run = run_of("fail", pe0=GOOD, pe1=BAD)
        self.assertEqual((False, Tally(0, 1, 0)), (run.passed, run.tally))

    def test_a_crash_after_good_cases_is_a_failure(self):
        self.assertEqual(Tally(1, 1, 0), run_of("fail", pe0=GOOD).tally)

    def test_an_early_end_with_status_0_is_a_failure(self):
        run = run_of("run")
        self.assertEqual((False, Tally(0, 1, 0)), (run.passed, run.tally))

    def test_no_junit_file_means_no_runs(self):
        self.assertEqual([], read_runs(Path("/nonexistent"), Path("/nonexistent")))

    def test_the_closing_line(self):
        self.assertEqual("3 passed, 0 failed", str(Tally(3, 0, 0)))
        self.assertEqual("3 passed, 1 failed, 2 skipped", str(Tally(3, 1, 2)))


if __name__ == "__main__":
    unittest.main()
