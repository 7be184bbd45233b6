#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""CUDA's own compiler takes the headers and the programs: host and device code, for one architecture each, a few for others.

Nothing built here runs: that takes a GPU. Skipped by name where no nvcc is there. OMNI_EVERY_PROGRAM=1 compiles every program
of perftest/, otherwise a few; test/examples/nvcc_test.py has the examples.
"""
import ctypes.util
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
NVCC = shutil.which("nvcc")
PROGRAMS = sorted(file for folder in ("perftest",) for file in (ROOT / folder).rglob("*.cu")
                  if "vgpu" not in file.relative_to(ROOT).parts)
LIBRARIES = pathlib.Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"), "lib")
DRIVER = ctypes.util.find_library("cuda")
EVERY = os.environ.get("OMNI_EVERY_PROGRAM") == "1"

SOURCE = """#include <nvshmem.h>
#include <nvshmemx.h>
__global__ void send(int* dest, const int* source, int n, uint64_t* signal) {
    const int pe = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
    nvshmemx_int_put_signal_block(dest, source, n, signal, 1, NVSHMEM_SIGNAL_SET, pe);
    if (threadIdx.x == 0) {
        nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1);
        nvshmem_int_atomic_inc(dest, pe);
        nvshmemx_half_atomic_add(reinterpret_cast<half*>(dest) + 64, __float2half(1.0f), pe);
    }
    nvshmemx_barrier_all_block();
    nvshmemx_bfloat16_sum_reduce_warp(NVSHMEM_TEAM_WORLD, reinterpret_cast<__nv_bfloat16*>(dest),
                                      reinterpret_cast<const __nv_bfloat16*>(source), n);
}
int main() {
    nvshmem_init();
    if (nvshmemx_init_status() == NVSHMEM_STATUS_NOT_INITIALIZED) return 7;
    int* data = static_cast<int*>(nvshmem_malloc(4096));
    uint64_t* signal = static_cast<uint64_t*>(nvshmem_calloc(1, sizeof(uint64_t)));
    send<<<1, 64>>>(data, data + 512, 100, signal);
    nvshmemx_barrier_all_on_stream(nullptr);
    nvshmem_finalize();
}
"""


def complaint(source, *options):
    """What nvcc says against a file; empty when it is content."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([NVCC, "-c", "-std=c++17", f"-I{ROOT / 'include'}", f"-I{ROOT / 'perftest/common'}", *options, str(source),
                               "-o", str(pathlib.Path(folder, "out.o"))], capture_output=True, text=True, check=False)
        return f"{source} {' '.join(options)}\n{done.stderr[:4000]}\n" if done.returncode else ""


@unittest.skipUnless(NVCC, "there is no nvcc")
class Nvcc(unittest.TestCase):
    def compile_all(self, jobs):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertEqual("", "".join(pool.map(lambda job: complaint(*job), jobs)))

    def test_host_and_device_code(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "send.cu")
            source.write_text(SOURCE)
            ways = [["-arch=sm_90"], ["-arch=sm_90", "-rdc=true"]]
            if EVERY:
                ways += [["-arch=sm_80"], ["-arch=sm_100"]]
            self.compile_all([[source, *options] for options in ways])

    def test_a_program_links_with_and_without_the_device_library(self):
        if not (LIBRARIES / "libnvshmem_device.a").exists():
            self.skipTest(f"there is no libnvshmem_device.a in {LIBRARIES}")
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder, "send.cu"), pathlib.Path(folder, "send")
            source.write_text(SOURCE)
            for options, library in ([["-rdc=true"], ["-lnvshmem_device"]], [[], []]):
                done = subprocess.run([NVCC, "-arch=sm_90", "-std=c++17", *options, f"-I{ROOT / 'include'}", source, "-o", program,
                                       f"-L{LIBRARIES}", "-lnvshmem_host", *library], capture_output=True, text=True, check=False)
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertIn(b"nvshmemi_device_state_d", program.read_bytes())
                if not DRIVER:
                    self.check_refusal(program)

    def check_refusal(self, program):
        """On a machine without a GPU its init says what is missing, and the cure."""
        done = subprocess.run([program], env={**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES)}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(7, done.returncode, done.stdout + done.stderr)
        for words in ("nvshmem_init", f"{program} were compiled for GPUs", "libcuda.so.1", "nvshmcc"):
            self.assertIn(words, done.stderr)

    @unittest.skipUnless(EVERY, "every program only in --ci")
    def test_every_program(self):
        self.assertGreater(len(PROGRAMS), 0)
        self.compile_all([[program, "-arch=sm_90"] for program in PROGRAMS])


if __name__ == "__main__":
    unittest.main()
