# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem.torch in whole jobs: the page docs/torch.md as printed, the example, starts by nvshmrun, by torchrun and over gloo; torch missing."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import jobs  # noqa: E402

PAGE = jobs.ROOT / "docs/torch.md"
EXAMPLE = jobs.ROOT / "examples/python/moe.py"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
TORCHRUN = [jobs.PYTHON, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node"]
HAS_TORCH = subprocess.run([jobs.PYTHON, "-c", "import importlib.util as u; raise SystemExit(u.find_spec('torch') is None)"]).returncode == 0

OVER_GLOO = """
import torch, torch.distributed as dist
import nvshmem.core as nvshmem, nvshmem.torch as symm_mem
dist.init_process_group("gloo")
tensor = symm_mem.empty(4).fill_(dist.get_rank())
assert nvshmem.my_pe() == dist.get_rank() and nvshmem.n_pes() == dist.get_world_size() == 2
handle = symm_mem.rendezvous(tensor, dist.group.WORLD)
handle.barrier()
assert handle.get_buffer(1 - handle.rank, (4,), torch.float32).tolist() == [1 - handle.rank] * 4
handle.barrier()
nvshmem.finalize()
dist.destroy_process_group()
"""


class Jobs(unittest.TestCase):
    def check(self, command: list) -> str:
        outcome = jobs.finish(jobs.start(command, OMP_NUM_THREADS="1", GLOO_SOCKET_IFNAME="lo"))
        self.assertEqual(0, outcome.status, outcome.errors + outcome.output)
        return outcome.output

    @unittest.skipUnless(HAS_TORCH, "torch is not installed")
    def test_the_page(self):
        blocks = BLOCK.findall(PAGE.read_text())
        self.assertGreater(len(blocks), 4)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "tutorial.py"
            script.write_text("".join(blocks))
            for pes in (1, 3):
                with self.subTest(pes=pes):
                    self.check([jobs.NVSHMRUN, "-n", pes, jobs.PYTHON, script])

    @unittest.skipUnless(HAS_TORCH, "torch is not installed")
    def test_under_torchrun_over_gloo_and_without(self):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "twice.py"
            script.write_text(f"{OVER_GLOO}\nimport runpy\nrunpy.run_path({str(EXAMPLE)!r}, run_name='__main__')\n")
            output = self.check([*TORCHRUN, 2, script, "--tokens", 40, "--width", 16])
        self.assertEqual(2, output.count("120 tokens went to 4 experts and came back right"), output)

    def test_without_torch(self):
        self.check(jobs.program("""
            sys.modules["torch"] = None
            try:
                import nvshmem.torch
            except ImportError as error:
                assert "pip install torch" in str(error), error
            else:
                sys.exit("imported")
            """))


if __name__ == "__main__":
    unittest.main()
