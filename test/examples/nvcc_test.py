# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples with kernels are CUDA programs: nvcc compiles each as it is. Skipped where there is no nvcc."""
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


@unittest.skipUnless(NVCC, "no nvcc")
class CompiledByNvcc(unittest.TestCase):
    def compile(self, source: Path) -> None:
        with tempfile.TemporaryDirectory(prefix="nvcc-") as folder:
            done = subprocess.run([NVCC, "-arch=sm_90", "-std=c++17", f"-I{ROOT / 'include'}", "-c", str(source), "-o", f"{folder}/a.o"],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=170,
                                  check=False)
            self.assertEqual(0, done.returncode, done.stdout)
            self.assertNotIn("error", done.stdout)


def add_test(source: Path) -> None:
    setattr(CompiledByNvcc, f"test_{source.stem}", lambda self: self.compile(source))


for file in sorted((ROOT / "examples/device").glob("*.cu")):
    add_test(file)


if __name__ == "__main__":
    unittest.main()
