# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem.triton in whole jobs, by Triton's interpreter, where Triton is installed."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

PROGRAMS = Path(__file__).resolve().parent / "programs"
HAS_TRITON = subprocess.run([jobs.PYTHON, "-c", "import importlib.util as u; raise SystemExit(u.find_spec('triton') is None)"]).returncode == 0


@unittest.skipUnless(HAS_TRITON, "triton is not installed")
class Jobs(unittest.TestCase):
    def check(self, pes: int, script: Path, *arguments, **environment) -> str:
        changes = {"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", **environment}
        outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, script, *arguments], **changes))
        self.assertEqual((0, ""), (outcome.status, outcome.errors), outcome.output)
        return outcome.output

    def test_the_first_program(self):
        self.assertIn("Rank 1: received out=array([5, 5, 5, 5, 5, 5, 5, 5], dtype=int8)", self.check(2, PROGRAMS / "triton_seed.py"))

    def test_kernels(self):
        """triton_test.py, with heaps that are mapped and that are not."""
        for pes, unmapped in ((1, False), (2, False), (3, False), (4, False), (3, True)):
            with self.subTest(pes=pes, unmapped=unmapped), tempfile.TemporaryDirectory() as folder:
                tests = Path(__file__).resolve().parent
                environment = {"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", **({"NVSHMEM_DISABLE_P2P": "1"} if unmapped else {})}
                outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, tests / "run_on_pes.py",
                                                  Path(folder) / "results.xml", tests / "triton_test.py"], **environment))
                self.assertEqual(0, outcome.status, outcome.output + outcome.errors)


class WithoutTriton(unittest.TestCase):
    def test_the_error_names_the_cure(self):
        outcome = jobs.finish(jobs.start(jobs.program("""
            sys.modules["triton"] = None
            try:
                import nvshmem.triton
            except ImportError as error:
                assert "pip install triton" in str(error), error
            else:
                sys.exit("imported")
            """)))
        self.assertEqual(0, outcome.status, outcome.errors)


if __name__ == "__main__":
    unittest.main()
