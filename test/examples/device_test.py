# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The examples with kernels on 1 to 4 PEs: each checks its own result, ends with a status and says so.

OMNI_BUILD_DIR names the build folder.
"""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build" / "release"))
LIMIT = 60  # seconds for one run
OPTIONS = {"ring-reduce": "-b 32k -e 64k -m 4k -c 3 -t 64 -n 2", "jacobi": "--size 96 --steps 60 --picture plate.bmp",
           "moe-shuffle": "24 64", "pipeline": "20"}


class DeviceExamples(unittest.TestCase):
    def run_on(self, name: str, pes: int) -> None:
        with tempfile.TemporaryDirectory(prefix="example-") as folder:
            done = subprocess.run([str(BUILD / "bin/nvshmrun"), "-n", str(pes), str(BUILD / "bin/examples" / name),
                                   *OPTIONS.get(name, "").split()], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=LIMIT, check=False)
            self.assertEqual(0, done.returncode, f"{name} on {pes} PEs:\n{done.stdout}{done.stderr}")
            self.assertIn(f"{name}: passed on {pes} PEs", done.stdout)
            if name == "jacobi":
                self.check_picture(Path(folder) / "plate.bmp", 96)

    def check_picture(self, file: Path, size: int) -> None:
        content = file.read_bytes()
        self.assertEqual(b"BM", content[:2])
        self.assertEqual(len(content), int.from_bytes(content[2:6], "little"))
        self.assertEqual((size, size), tuple(int.from_bytes(content[at:at + 4], "little") for at in (18, 22)))
        self.assertGreater(len(set(content[54:])), 50, "the picture is empty")


def add_test(name: str, pes: int) -> None:
    setattr(DeviceExamples, f"test_{name}_on_{pes}_pes", lambda self: self.run_on(name, pes))


for source in sorted((ROOT / "examples/device").glob("*.cu")):
    for count in (1, 2, 3, 4):
        add_test(source.stem, count)


if __name__ == "__main__":
    unittest.main()
