# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/debugging.md says what happens: its programs are compiled, its commands run, and what it shows must be printed.

A command may print more than the page shows, in any order. Numbers that differ from run to run (fractions, and whole numbers of three
digits and more) count as equal, and so do runs of blanks.
"""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/debugging.md").read_text()
BUILD = Path(os.environ["OMNI_BUILD_DIR"])
LIBRARY = Path(os.environ["OMNISHMEM_LIBRARY"])
LIMIT = 60  # seconds


def programs():
    """(file name, text) of each program of the page, which begins with its name."""
    for text in re.findall(r"^```c\n(.*?)^```", PAGE, re.M | re.S):
        yield re.match(r"// (\w+\.c):", text)[1], text


def commands():
    """(command, lines that it prints) of each console block."""
    for command, output in re.findall(r"^```\n\$ ([^\n]+)\n(.*?)^```", PAGE, re.M | re.S):
        yield command, output.splitlines()


def plain(line: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\b\d+\.\d+|\b\d{3,}", "#", line)).strip()


class Debugging(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="debugging-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        for name, text in programs():
            (cls.folder / name).write_text(text)
            subprocess.run([os.environ.get("CC", "cc"), "-g", "-O1", "-Wall", "-Wextra", name, "-o", Path(name).stem,
                            f"-I{ROOT / 'include'}", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}"], cwd=cls.folder, check=True)

    def test_every_program_is_run(self):
        run = " ".join(command for command, _ in commands())
        self.assertEqual([], [name for name, _ in programs() if f"./{Path(name).stem}" not in run])

    def run_command(self, command: str) -> set:
        variables = {k: v for k, v in os.environ.items() if not k.startswith(("NVSHMEM_", "NVSHMRUN_", "OMNISHMEM_"))}
        variables["PATH"] = f"{BUILD / 'bin'}:{variables['PATH']}"
        done = subprocess.run(command, shell=True, cwd=self.folder, env=variables, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        return {plain(line) for line in (done.stdout + done.stderr).splitlines()}

    def test_the_commands_print_what_the_page_shows(self):
        for command, shown in commands():
            with self.subTest(command):
                printed = self.run_command(command)
                self.assertEqual([], [line for line in shown if plain(line) not in printed], "\n".join(sorted(printed)))


if __name__ == "__main__":
    unittest.main()
