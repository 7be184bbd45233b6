# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The tutorial of docs/python.md runs as printed; so do the examples and the measuring programs; the doctor finds nothing wrong."""
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

PAGE = jobs.ROOT / "docs/python.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


class Documents(unittest.TestCase):
    def run_script(self, pes: int, script, *arguments) -> str:
        outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, script, *arguments]))
        self.assertEqual((0, ""), (outcome.status, outcome.errors), outcome.output)
        return outcome.output

    def test_the_tutorial(self):
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreater(len(blocks), 7)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "tutorial.py"
            script.write_text("".join(blocks))
            for pes in (1, 2, 3):
                with self.subTest(pes=pes):
                    self.run_script(pes, script)

    def test_the_examples(self):
        examples = jobs.ROOT / "examples/python"
        self.assertIn("came back with 3", self.run_script(3, examples / "ring.py"))
        self.assertIn("as computed alone", self.run_script(3, examples / "heat.py", "--size", 32, "--steps", 20))

    def test_the_measuring_programs(self):
        programs = jobs.ROOT / "perftest/python"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            self.run_script(2, programs / "bandwidth.py", "--max-bytes", 64, "--batch", 2, "--json", file)
            rows = json.loads(file.read_text())
        self.assertEqual({("put", 8), ("put", 64), ("get", 8), ("get", 64), ("reduce", 8), ("reduce", 64), ("broadcast", 8), ("broadcast", 64)},
                         {(row["what"], row["bytes"]) for row in rows})
        self.assertTrue(all(row["microseconds"] > 0 for row in rows))

    def test_the_plot(self):
        """A picture where matplotlib is, and else an error before anything is measured that names the cure."""
        with tempfile.TemporaryDirectory() as folder:
            picture = Path(folder) / "picture.png"
            outcome = jobs.finish(jobs.start([jobs.PYTHON, jobs.ROOT / "perftest/python/bandwidth.py", "--max-bytes", 64, "--batch", 2,
                                              "--plot", picture], MPLCONFIGDIR=folder))
            if "pip install matplotlib" in outcome.errors:
                self.assertEqual((1, ""), (outcome.status, outcome.output))
            else:
                self.assertEqual((0, b"\x89PNG"), (outcome.status, picture.read_bytes()[:4]), outcome.errors)

    def test_the_doctor(self):
        outcome = jobs.run("""
            report = nvshmem.doctor()
            print(report)
            assert report.healthy and "<table>" in report._repr_html_()
            nvshmem.init()
            assert nvshmem.doctor().healthy and "<meter" in nvshmem.heap_use()._repr_html_()
            assert "<td>TEAM_WORLD</td>" in nvshmem.Teams._repr_html_()
            buffer = nvshmem.buffer(64)
            assert "&lt;nvshmem Buffer: 64 bytes" in buffer._repr_html_()
            nvshmem.free(buffer)
            assert "freed" in buffer._repr_html_()
            nvshmem.finalize()
            """, 0)
        self.assertEqual((0, ""), (outcome.status, outcome.errors), outcome.output)
        self.assertIn("a PE reaches itself", outcome.output)


if __name__ == "__main__":
    unittest.main()
