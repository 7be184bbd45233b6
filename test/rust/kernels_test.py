# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A kernel in Rust, with the generated declarations, becomes code for NVIDIA's processors. Nothing is run.

CUDA-Oxide itself is not needed: its attribute is left out, and the installed compiler is asked for its PTX back end.
"""
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from rust import BUILD, GENERATOR, run

HERE = Path(__file__).parent / "kernels"
TARGET = "nvptx64-nvidia-cuda"
PROCESSOR = "sm_90"
OUTSIDE_OF_CUDA_OXIDE = [("#[device]\n", ""), ("#[derive(Clone, Copy)]\n", ""), ("core::ffi::", "")]


def why_no_ptx() -> str:
    if not shutil.which("rustc"):
        return "rustc is not installed"
    if TARGET not in run("rustc", "--print", "target-list").split():
        return f"this rustc has no target {TARGET}"
    return ""


WHY_NOT = why_no_ptx()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Kernels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="rust-kernels-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.ptx = cls.folder / "ring.ptx"
        run("python3", "-B", GENERATOR, cls.folder, "nvshmem_device_cuda_oxide.rs")
        declarations = (cls.folder / "nvshmem_device_cuda_oxide.rs").read_text()
        for text, other in OUTSIDE_OF_CUDA_OXIDE:
            declarations = declarations.replace(text, other)
        (cls.folder / "ring.rs").write_text((HERE / "ring.rs").read_text() + declarations)
        # The variable opens the language's unfinished features, which a program without a core library needs.
        run("rustc", "--edition=2024", "--crate-type=lib", f"--target={TARGET}", "-C", f"target-cpu={PROCESSOR}", "-O", "--emit=asm",
            cls.folder / "ring.rs", "-o", cls.ptx, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})

    def test_it_calls_the_device_library_by_its_c_names(self):
        ptx = self.ptx.read_text()
        self.assertIn(".visible .entry ring", ptx)
        called = set(re.findall(r"call\.uni\s+(?:\(\w+\), )?(\w+)", ptx))
        self.assertEqual({"nvshmem_my_pe", "nvshmem_int_p", "nvshmemx_int_put_block", "nvshmem_quiet"}, called)

    @unittest.skipUnless(shutil.which("ptxas"), "ptxas is not installed")
    def test_it_can_be_assembled(self):
        self.assertTrue(self.assemble().exists())

    @unittest.skipUnless(shutil.which("ptxas") and shutil.which("nvlink"), "ptxas and nvlink are not installed")
    def test_it_links_with_the_device_library(self):
        library = BUILD / "lib/libnvshmem_device.a"
        if not library.exists():
            self.skipTest(f"there is no {library.name} in this build")
        run("nvlink", f"-arch={PROCESSOR}", self.assemble(), library, "-o", self.folder / "ring.cubin")

    def assemble(self) -> Path:
        made = self.folder / "ring.o"
        run("ptxas", f"-arch={PROCESSOR}", "-c", self.ptx, "-o", made)
        return made


if __name__ == "__main__":
    unittest.main()
