# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev gpu`: what it says without GPU or nvcc, what it packs, what its table says of programs that pass, fail and do not compile.

A compiler of the test's own makes programs that say what examples say, so all of it runs without a GPU. OMNI_BUILD_DIR names
the build folder.
"""
import argparse
import contextlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from repository import ROOT

sys.path.insert(0, str(ROOT / "tools" / "dev"))
import gpu  # noqa: E402
import gpu_machine  # noqa: E402
import gpu_programs  # noqa: E402
from terminal import Failure  # noqa: E402

BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build" / "release"))
# Takes the place of nvcc: pipeline does not compile, put-block fails, the others pass.
COMPILER = """#!/bin/sh
while [ "$1" != -o ]; do [ "$1" = --version ] && echo "release 99.9," && exit 0; shift; done
case "$2" in *pipeline) echo "pipeline.cu: no such thing"; exit 2;; *put-block) end=3;; *) end=0;; esac
printf '#!/bin/sh\\necho %s: passed on $NVSHMRUN_SIZE PEs\\nexit %s\\n' "$(basename "$2")" "$end" > "$2"
chmod +x "$2"
"""


def has_driver() -> bool:
    try:
        return bool(gpu_machine.gpus())
    except Failure:
        return False


class Gpu(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="gpu-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def command(self, *words, root=ROOT) -> subprocess.CompletedProcess:
        return subprocess.run([str(root / "dev"), "gpu", *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=170, check=False)

    @unittest.skipIf(has_driver(), "this machine has a GPU")
    @unittest.skipUnless(shutil.which("nvcc"), "there is no nvcc")
    def test_a_machine_without_gpu_is_told_the_cure(self):
        done = self.command("--library", BUILD)
        self.assertEqual(1, done.returncode, done.stdout)
        for words in ("no GPU to run on", "libcuda.so.1", "./dev gpu --pack", "--build-only"):
            self.assertIn(words, done.stderr)

    def test_without_nvcc_its_places_are_named(self):
        with mock.patch.dict(os.environ, PATH="", CUDA_HOME="/nowhere"), mock.patch.object(gpu_machine, "PLACES", ()), \
                self.assertRaisesRegex(Failure, "nvcc is neither .* /nowhere/bin.* CUDA_HOME"):
            gpu_machine.nvcc()

    def test_the_archive_has_all_and_starts(self):
        archive = self.folder / "to-go.tar.gz"
        done = self.command("--pack", archive)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn("tar xf to-go.tar.gz", done.stdout)
        with tarfile.open(archive) as content:
            content.extractall(self.folder)
        root = self.folder / "omnishmem-gpu"
        for file in ("GPU.txt", "CMakeLists.txt", "src/cuda/gpu.cpp", "third_party/CLI/CLI.hpp", "third_party/googletest/src/gtest-all.cc"):
            self.assertTrue((root / file).is_file(), file)
        self.assertFalse((root / "build").exists())
        help_text = self.command("--help", root=root)
        self.assertEqual(0, help_text.returncode, help_text.stderr)
        self.assertIn("no git checkout", self.command("--pack", root=root).stderr)

    def run_with(self, gpus: list, **wishes) -> tuple:
        """Status and output of the command, with the test's compiler and these GPUs."""
        compiler = self.folder / "nvcc"
        compiler.write_text(COMPILER)
        compiler.chmod(0o755)
        options = argparse.Namespace(pack=None, build_only=not gpus, only="example/(pipeline|put-block|ring-bcast)", pes=[1, 2], arch=None,
                                     library=str(BUILD))
        vars(options).update(wishes)
        output = io.StringIO()
        with mock.patch.object(gpu, "FOLDER", self.folder / "build"), mock.patch.object(gpu.builds, "ROOT", self.folder), \
                mock.patch.object(gpu_machine, "nvcc", return_value=compiler), mock.patch.object(gpu_machine, "gpus", return_value=gpus), \
                contextlib.redirect_stdout(output):
            return gpu.gpu(options), output.getvalue()

    def rows(self, text: str) -> set:
        """(program, PEs, result) of a table."""
        lines = [line.split() for line in text.splitlines() if line.startswith(("ok ", "fail "))]
        return {(words[2], words[3], words[4]) for words in lines}

    def test_the_table_says_what_passed(self):
        status, text = self.run_with([gpu_machine.Gpu("Test GPU", 90)])
        self.assertEqual(1, status)
        self.assertEqual({("pipeline", "-", "failed"), ("put-block", "1", "failed"), ("put-block", "2", "failed"),
                          ("ring-bcast", "1", "passed"), ("ring-bcast", "2", "passed")}, self.rows(text))
        self.assertIn("Test GPU (sm_90)", text)
        self.assertTrue(text.rstrip().endswith("2 passed, 3 failed"), text)
        report = (self.folder / "build/report.txt").read_text()
        for words in ("pipeline.cu: no such thing", "put-block: passed on 2 PEs", "exit status 3"):
            self.assertIn(words, report)

    def test_build_only_runs_nothing(self):
        status, text = self.run_with([], only="example/ring-bcast")
        self.assertEqual(0, status)
        self.assertEqual({("ring-bcast", "-", "built")}, self.rows(text))
        self.assertIn("0 passed, 0 failed, 1 built and not run", text)

    def test_bad_wishes_are_refused(self):
        with self.assertRaisesRegex(Failure, "no program has such a name"):
            self.run_with([], only="nothing-of-this-name")
        with self.assertRaisesRegex(Failure, "there is no lib/libnvshmem_host.so"):
            self.run_with([], library=str(self.folder))

    def test_every_example_and_program_is_in_the_catalog(self):
        names = {program.source for program in gpu_programs.catalog()}
        for folder in ("examples/device", "test/programs"):
            self.assertEqual(set(), set((ROOT / folder).glob("*.cu")) - names)

    @unittest.skipUnless(shutil.which("nvcc"), "there is no nvcc")
    def test_nvcc_builds_an_example(self):
        done = self.command("--build-only", "--library", BUILD, "--only", "example/put-block")
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("1 built and not run", done.stdout)


if __name__ == "__main__":
    unittest.main()
