# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""libFuzzer against everything of the bootstrap that hears others, in the long run of the tests."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60


class Fuzz(unittest.TestCase):
    def setUp(self):
        if "OMNISHMEM_TEST_LONG" not in os.environ:
            self.skipTest("only with --long")
        if not shutil.which("clang++-19"):
            self.skipTest("clang++-19 is not installed")
        folder = tempfile.TemporaryDirectory(prefix="fuzz-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_readers(self):
        target, corpus = self.folder / "target", self.folder / "corpus"
        sources = [*ROOT.glob("src/base/*.cpp"), *ROOT.glob("src/os/*.cpp"), *ROOT.glob("src/control/*.cpp"),
                   *ROOT.glob("src/bootstrap/*.cpp"), *ROOT.glob("src/bootstrap/introduction/*.cpp"),
                   ROOT / "test/bootstrap/wires.cpp", ROOT / "test/bootstrap/fuzz_target.cpp"]
        build = subprocess.run(["clang++-19", "-std=c++20", "-O1", "-g1", "-fsanitize=fuzzer,address,undefined", "-I", ROOT / "src",
                                "-I", ROOT / "include", "-I", ROOT / "api", "-I", ROOT / "test/bootstrap",
                                '-DOMNISHMEM_VERSION_STRING="fuzz"', *sources, "-o", target],
                               capture_output=True, text=True, check=False)
        self.assertEqual(0, build.returncode, build.stderr)
        corpus.mkdir()
        done = subprocess.run([target, f"-max_total_time={SECONDS}", "-timeout=5", "-max_len=4200", corpus], cwd=self.folder,
                              capture_output=True, text=True, errors="replace", check=False)
        self.assertEqual(0, done.returncode, done.stderr[-4000:])


if __name__ == "__main__":
    unittest.main()
