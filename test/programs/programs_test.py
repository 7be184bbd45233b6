# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of this folder on PEs: each ends with status 0 and says PASSED on every PE.

OMNI_BUILD_DIR names the build folder.
"""
import os
import subprocess
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", HERE.parents[1] / "build" / "release"))
PROGRAMS = BUILD / "bin" / "test" / "programs"
LIMIT = 60  # seconds for one program
ONLY_TWO = ("grid_spin", "ptr_stores")


class Programs(unittest.TestCase):
    def run_on(self, name: str, pes: int) -> None:
        done = subprocess.run([str(BUILD / "bin" / "nvshmrun"), "-n", str(pes), str(PROGRAMS / name)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(0, done.returncode, f"{name} on {pes} PEs:\n{done.stdout}{done.stderr}")
        self.assertEqual(pes, done.stdout.count("PASSED"), done.stdout)


def add_test(name: str, pes: int) -> None:
    setattr(Programs, f"test_{name}_on_{pes}_pes", lambda self: self.run_on(name, pes))


for source in sorted(HERE.glob("*.cu")):
    for count in (2,) if source.stem in ONLY_TWO else (1, 2, 3):
        add_test(source.stem, count)


if __name__ == "__main__":
    unittest.main()
