# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Which CUDA answers a program, and what it is told where none can: NVSHMEM_DEVICE, code for GPUs beside the virtual device.

nvcc_test.py starts a program of nvcc where no GPU is.
"""
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"))
MIXED = BUILD / "bin/test/device_driver_test"  # is linked with the virtual device and presents code for GPUs


def has_driver():
    try:
        __import__("ctypes").CDLL("libcuda.so.1")
        return True
    except OSError:
        return False


class Choice(unittest.TestCase):
    def refused(self, program, *words, **environment):
        done = subprocess.run([program], env={**os.environ, **environment}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertNotEqual(0, done.returncode, done.stdout + done.stderr)
        for word in ("nvshmem_init", *words):
            self.assertIn(word, done.stderr)
        return done

    def test_unknown_names_are_refused(self):
        self.refused(MIXED, 'NVSHMEM_DEVICE is "gpu"', "auto, virtual and cuda", NVSHMEM_DEVICE="gpu")

    def test_code_for_gpus_beside_the_virtual_device_is_refused_by_name(self):
        self.refused(MIXED, "device_driver_test has kernels for GPUs", "libnvshmem_vcuda.so.1", NVSHMEM_DEVICE="auto")

    @unittest.skipIf(has_driver(), "this machine has a CUDA driver")
    def test_without_a_driver_the_cure_is_said(self):
        self.refused(MIXED, "device_driver_test were compiled for GPUs", "libcuda.so.1", "nvshmcc", NVSHMEM_DEVICE="cuda")


if __name__ == "__main__":
    unittest.main()
