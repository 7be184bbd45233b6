#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The bitcode library: has every function of the reference, fits into kernels of any architecture, and links into a kernel as
Triton writes them: pointers passed as integers, results of void functions taken as integers.

Environment: OMNI_BITCODE, the file. Skipped by name where LLVM's tools are not there.
"""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BITCODE = os.environ["OMNI_BITCODE"]
TOOLS = {name: shutil.which(f"{name}-19") or shutil.which(name, path="/usr/lib/llvm-19/bin")
         for name in ("llvm-nm", "llvm-dis", "llvm-link", "opt", "llc")}
NOT_HERE = {"qp", "tile", "tile_layout", "state"}  # queue pairs, tiles; the state of network transports
OWN_STATE = {"nvshmemi_device_state_d", "nvshmemi_device_lib_version_d"}


def run(tool, *arguments):
    done = subprocess.run([TOOLS.get(tool, tool), *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{tool} {' '.join(map(str, arguments))}\n{done.stderr}")
    return done.stdout


KERNEL = """target triple = "nvptx64-nvidia-cuda"
declare i32 @nvshmemx_putmem_block(i64, i64, i64, i32)
declare i32 @nvshmem_my_pe()
declare i32 @nvshmemx_barrier_all_block()
declare i32 @nvshmem_int_atomic_fetch_add(i64, i32, i32)
define ptx_kernel void @kernel(i64 %to, i64 %from, ptr %out) {
  %a = call i32 @nvshmemx_putmem_block(i64 %to, i64 %from, i64 256, i32 1)
  %b = call i32 @nvshmemx_barrier_all_block()
  %before = call i32 @nvshmem_int_atomic_fetch_add(i64 %to, i32 1, i32 0)
  %me = call i32 @nvshmem_my_pe()
  %sum = add i32 %me, %before
  store i32 %sum, ptr %out
  ret void
}
"""


@unittest.skipUnless(all(TOOLS.values()), f"LLVM 19's tools are not there: {[k for k, v in TOOLS.items() if not v]}")
class Bitcode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = run("llvm-dis", BITCODE, "-o", "-")
        cls.names = {line.split()[-1] for line in run("llvm-nm", "--defined-only", BITCODE).splitlines()}

    def test_every_function_of_the_reference_is_there(self):
        with open(ROOT / "api/reference/bitcode_functions.tsv", newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] in ("function", "variable")]
        wanted = {row["name"] for row in rows if row["family"] not in NOT_HERE} | OWN_STATE
        self.assertGreater(len(wanted), 2200)
        self.assertEqual(set(), wanted - self.names)

    def test_nothing_ties_it_to_an_architecture(self):
        self.assertNotRegex(self.text, r"target-cpu|target-features|nvvm-reflect-ftz")
        self.assertNotRegex(self.text, r"ptx_kernel|!nvvm.annotations")

    def test_it_is_small(self):
        self.assertLess(os.path.getsize(BITCODE), 2 << 20)

    def compile_kernel(self, folder, architecture):
        source, linked, ptx = (pathlib.Path(folder, name) for name in ("kernel.ll", "linked.ll", "kernel.ptx"))
        source.write_text(KERNEL)
        run("llvm-link", "--only-needed", "--internalize", "-S", source, BITCODE, "-o", linked)
        linked.write_text(re.sub(r"^(@nvshmemi_device_state_d = )internal ", r"\1", linked.read_text(), flags=re.M))
        run("opt", "-O3", "-S", linked, "-o", linked)
        run("llc", f"-mcpu={architecture}", linked, "-o", ptx)
        return ptx

    def test_a_kernel_as_triton_writes_it_links(self):
        for architecture in ("sm_80", "sm_90"):
            with self.subTest(architecture), tempfile.TemporaryDirectory() as folder:
                ptx = self.compile_kernel(folder, architecture)
                text = ptx.read_text()
                self.assertEqual(1, len(re.findall(r"\.visible \.entry", text)))
                self.assertNotRegex(text, r"\.extern \.func \(?.*nvshmem")
                self.assertRegex(text, r"\.visible \.const.*nvshmemi_device_state_d")
                self.assertRegex(text, r"(st\.release|fence\.\w+)\.sys|atom\.relaxed\.sys")
                if shutil.which("ptxas"):
                    run("ptxas", f"-arch={architecture}", ptx, "-o", pathlib.Path(folder, "kernel.cubin"))


if __name__ == "__main__":
    unittest.main()
