# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The wheel: what is in it, what it needs of a machine, and a job of two PEs in a clean environment that has it alone.

It is built in build/wheel-*, as pip does, from what ccache has of the build in OMNI_BUILD_DIR by the same compilers (CC, CXX): in seconds.
OMNI_PYTHON is an interpreter that has what pyproject.toml asks for. auditwheel and abi3audit judge too where they are installed there.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import jobs  # noqa: E402

OF_THE_SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
                 "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
HELLO = """
import nvshmem, nvshmem.core as core
core.init()
stream = core.Device().create_stream()
mine, theirs = core.array(4, "int64"), core.array(4, "int64")
mine[:] = core.my_pe()
core.barrier_all(stream=stream)
core.put(theirs, mine, 1 - core.my_pe(), stream=stream)
core.barrier_all(stream=stream)
stream.sync()
assert core.n_pes() == 2 and theirs.tolist() == [1 - core.my_pe()] * 4
core.free(mine)
core.free(theirs)
core.finalize()
print("came from", nvshmem.__file__)
"""


def run(*command, **changes) -> str:
    """The output of a command that must succeed."""
    environment = {**jobs.environment(**changes), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH")
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=900, check=False, env=environment)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def dynamic(file: Path, tag: str) -> list:
    """The values of a tag of a file's dynamic section."""
    return re.findall(rf"\({tag}\).*\[(.*)\]", run("readelf", "-d", file))


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = Path(tempfile.mkdtemp(prefix="wheel-"))
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        run(jobs.PYTHON, "-m", "pip", "wheel", jobs.ROOT, "--no-build-isolation", "--no-deps", "--wheel-dir", cls.scratch)
        (cls.file,) = cls.scratch.glob("*.whl")
        cls.tree = cls.scratch / "tree"
        with zipfile.ZipFile(cls.file) as archive:
            archive.extractall(cls.tree)

    def binaries(self) -> list:
        return [file for file in self.tree.rglob("*") if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]

    def test_what_it_carries(self):
        found = {str(file.relative_to(self.tree / "nvshmem")) for file in (self.tree / "nvshmem").rglob("*") if file.is_file()}
        for name in ("bin/nvshmrun", "lib/libnvshmem_omni.so.3", "lib/libnvshmem_vcuda.so.1", "include/nvshmem.h", "include/nvshmemx.h",
                     "py.typed", "_native.pyi", "bindings/__init__.pyi", "core/__init__.py", "torch/__init__.py"):
            self.assertIn(name, found)
        if (jobs.BUILD / "lib/libnvshmem_device.bc").exists():
            self.assertIn("lib/libnvshmem_device.bc", found)
        self.assertEqual({"_native", "bin/nvshmrun", "lib/libnvshmem_omni.so.3", "lib/libnvshmem_vcuda.so.1"},
                         {str(file.relative_to(self.tree / "nvshmem")).split(".cpython")[0].split(".abi3")[0] for file in self.binaries()})

    def test_what_it_needs(self):
        for file in self.binaries():
            with self.subTest(file=file.name):
                self.assertLessEqual(set(dynamic(file, "NEEDED")), OF_THE_SYSTEM)
                self.assertEqual([], [path for path in dynamic(file, "RUNPATH") + dynamic(file, "RPATH") if not path.startswith("$ORIGIN")])
                self.assertNotIn(str(jobs.BUILD).encode(), file.read_bytes())
        self.assertEqual(["libnvshmem_omni.so.3"], dynamic(self.tree / "nvshmem/lib/libnvshmem_omni.so.3", "SONAME"))

    def test_the_audits(self):
        audits = [tool for tool in ("auditwheel", "abi3audit") if self.has(tool)]
        if not audits:
            self.skipTest("neither auditwheel nor abi3audit is installed")
        if "auditwheel" in audits:
            self.assertIn('"manylinux_', run(jobs.PYTHON, "-m", "auditwheel", "show", self.file))
        if "abi3audit" in audits and "abi3" in self.file.name:
            run(jobs.PYTHON, "-m", "abi3audit", "--strict", self.file)

    def test_the_types(self):
        """The package and its examples, as users' type checkers see them."""
        if not self.has("mypy"):
            self.skipTest("mypy is not installed")
        checker = [jobs.PYTHON, "-m", "mypy", "--config-file", jobs.ROOT / "pyproject.toml", "--cache-dir", jobs.BUILD / "mypy"]
        run(*checker, "-p", "nvshmem", MYPYPATH=str(self.tree))
        run(*checker, *sorted((jobs.ROOT / "examples/python").glob("*.py")), MYPYPATH=str(self.tree))

    @staticmethod
    def has(tool: str) -> bool:
        return subprocess.run([jobs.PYTHON, "-c", f"import {tool}"], stderr=subprocess.DEVNULL, check=False).returncode == 0

    def test_a_clean_environment(self):
        clean = self.scratch / "clean"
        run(jobs.PYTHON, "-m", "venv", clean)
        run(clean / "bin/python", "-m", "pip", "install", "--quiet", self.file)
        script = self.scratch / "hello.py"
        script.write_text(HELLO)
        output = run(clean / "bin/nvshmrun", "-n", 2, clean / "bin/python", script)
        self.assertEqual(2, output.count(f"came from {clean}"), output)


if __name__ == "__main__":
    unittest.main()
