# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The tests of the memory model can fail: each shape is run on a transport that breaks the promise it relies on."""
import os
import subprocess
import unittest
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
SEEDS = range(1, 25)  # on a busy machine one may go by without the outcome that is forbidden
LIMIT = 60  # seconds

# Shape, what is broken, PEs: where another PE looks at the data, its owner must be a third one.
HOST_SHAPES = [
    ("MessagePassing", "reorder,no-fence", 2),
    ("MessagePassingOfBlocks", "reorder,split,no-fence", 2),
    ("PutSignal", "reorder,no-fence", 2),
    ("BC28_QuietReachesEveryPe", "delay,no-quiet", 3),
    ("QuietCompletesNonblockingPuts", "delay,no-quiet", 3),
    ("BC28_BarrierReachesEveryPe", "delay,no-quiet", 3),
    ("StoreBuffering", "delay,no-quiet", 2),
    ("IndependentReadsOfIndependentWrites", "no-fresh", 4),
    ("AtomicsActOnce", "repeat,no-once", 2),
]
KERNEL_SHAPES = [
    ("MessagePassing", "reorder,no-fence", 2),
    ("PutSignal", "reorder,no-fence", 2),
    ("QuietReachesEveryPe", "delay,no-quiet", 3),
    ("StoreBuffering", "delay,no-quiet", 2),
    ("IndependentReadsOfIndependentWrites", "no-fresh", 4),
    ("AtomicsActOnce", "repeat,no-once", 2),
]
# Program, suite, shapes: of the host, of kernels, and of kernels by the algorithms of GPUs, whose operations a proxy carries out.
SUITES = [("litmus_test", "Litmus", HOST_SHAPES), ("device_ops_test", "DeviceLitmus", KERNEL_SHAPES),
          ("device_algorithms_test", "AlgorithmLitmus", KERNEL_SHAPES)]
MUTANTS = [(program, f"{suite}.{shape}", kinds, pes) for program, suite, shapes in SUITES for shape, kinds, pes in shapes]


def run(program: str, shape: str, pes: int, fault: str) -> subprocess.CompletedProcess:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("NVSHMEM_", "NVSHMRUN_", "OMNISHMEM_"))}
    command = [BUILD / "bin/nvshmrun", "-n", str(pes), BUILD / "bin/test" / program, "--gtest_brief=1",
               f"--gtest_filter={shape}"]
    return subprocess.run(command, env={**variables, "OMNISHMEM_FAULT": fault}, capture_output=True, text=True,
                          timeout=LIMIT, check=False)


class Mutants(unittest.TestCase):
    def test_each_shape_catches_its_mutant(self):
        for program, shape, kinds, pes in MUTANTS:
            with self.subTest(shape):
                outcomes = (run(program, shape, pes, f"{seed}:{kinds}:0.5") for seed in SEEDS)
                caught = next((job for job in outcomes if job.returncode != 0), None)
                self.assertIsNotNone(caught, f"{kinds} went unnoticed")
                self.assertIn(f"[  FAILED  ] {shape}", caught.stdout + caught.stderr)

    def test_without_its_mutant_each_shape_passes(self):
        for program, shape, kinds, pes in MUTANTS:
            with self.subTest(shape):
                legal = ",".join(kind for kind in kinds.split(",") if not kind.startswith("no-")) or "all"
                job = run(program, shape, pes, f"1:{legal}:0.5")
                self.assertEqual(0, job.returncode, job.stdout + job.stderr)


if __name__ == "__main__":
    unittest.main()
