# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem.triton in whole jobs, by Triton's interpreter, where Triton is installed."""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
PROGRAMS = Path(__file__).resolve().parent / "programs"


def has(module: str) -> bool:
    found = subprocess.run([jobs.PYTHON, "-c", f"import importlib.util as u; raise SystemExit(u.find_spec({module!r}) is None)"])
    return found.returncode == 0


@unittest.skipUnless(has("triton"), "triton is not installed")
class Jobs(unittest.TestCase):
    def check(self, pes: int, *arguments, **environment) -> str:
        changes = {"TRITON_INTERPRET": "1", "OMP_NUM_THREADS": "1", **environment}
        outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, *arguments], **changes))
        self.assertEqual((0, ""), (outcome.status, outcome.errors), outcome.output)
        return outcome.output

    def test_the_first_program(self):
        self.assertIn("Rank 1: received out=array([5, 5, 5, 5, 5, 5, 5, 5], dtype=int8)", self.check(2, PROGRAMS / "triton_seed.py"))

    @unittest.skipUnless(has("torch"), "torch is not installed")
    def test_the_first_program_with_its_import(self):
        """On torch's tensors, without a word of the interpreter where there is no GPU."""
        outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", 2, jobs.PYTHON, "-m", "nvshmem.virtual", PROGRAMS / "triton_seed_torch.py"],
                                         OMP_NUM_THREADS="1"))
        self.assertEqual(0, outcome.status, outcome.errors + outcome.output)
        self.assertIn("Rank 1: received out=tensor([5, 5, 5, 5, 5, 5, 5, 5], dtype=torch.int8)", outcome.output)

    def test_the_alias(self):
        """It can be taken back, and replaces what was imported before."""
        outcome = jobs.finish(jobs.start(jobs.program("""
            import types
            import nvshmem.triton as own
            name = "torch.distributed._symmetric_memory._nvshmem_triton"
            for i in range(1, 4):
                package = name.rsplit(".", i)[0]
                sys.modules[package] = types.ModuleType(package)
                sys.modules[package].__path__ = []
            theirs = sys.modules[name] = types.ModuleType(name)
            own.install_alias()
            import torch.distributed._symmetric_memory._nvshmem_triton
            assert sys.modules[name] is own is sys.modules["torch.distributed._symmetric_memory"]._nvshmem_triton
            own.remove_alias()
            assert sys.modules[name] is theirs
            del sys.modules[name]
            own.install_alias()
            from torch.distributed._symmetric_memory import _nvshmem_triton as found
            assert found is own
            """), TRITON_INTERPRET="1"))
        self.assertEqual(0, outcome.status, outcome.errors)

    def test_the_page(self):
        blocks = BLOCK.findall((jobs.ROOT / "docs/triton.md").read_text())
        self.assertGreater(len(blocks), 4)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "tutorial.py"
            script.write_text("\n\n".join(blocks))
            self.check(2, "-m", "nvshmem.virtual", script)

    def test_the_measuring_program(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            self.check(1, jobs.ROOT / "perftest/python/triton_calls.py", "--calls", 20, "--rounds", 2, "--json", file)
            rows = json.loads(file.read_text())
        self.assertEqual(["empty_operation", "who", "put", "signal"], [row["what"] for row in rows])
        self.assertTrue(all(row["nanoseconds"] > 0 for row in rows))

    def test_the_examples(self):
        """All of them one after another in one job, which spares starts."""
        words = {"put": "my left neighbour sent", "all_reduce": "sums of 1024 numbers are right", "experts": "experts and came back right",
                 "all_gather_matmul": "product of 96 x 64 and 64 x 64 numbers is right"}
        examples = [jobs.ROOT / f"examples/python/kernels/{name}.py" for name in words]
        outcome = jobs.finish(jobs.start([jobs.NVSHMRUN, "-n", 3, *jobs.program(f"""
            import runpy
            del sys.argv[1:]
            for file in {list(map(str, examples))}:
                runpy.run_path(file, run_name="__main__")
            """)], TRITON_INTERPRET="1"))
        self.assertEqual((0, ""), (outcome.status, outcome.errors), outcome.output)
        self.assertEqual({name: 3 for name in words}, {name: outcome.output.count(text) for name, text in words.items()}, outcome.output)

    def test_kernels(self):
        """triton_test.py, with heaps that are mapped and that are not."""
        for pes, unmapped in ((1, False), (2, False), (3, False), (4, False), (2, True)):
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
