# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The developer command: what it installs and when it refuses, how it reads CTest, and that bad input gets an answer."""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from repository import ROOT

sys.path.insert(0, str(ROOT / "tools" / "dev"))
import builds  # noqa: E402
import packages  # noqa: E402
import testing  # noqa: E402
from terminal import Failure  # noqa: E402

ABSENT = packages.Need("libabsent-dev", header="no/such/header.h")
LATER = packages.Need("later", command="later-command")
APT = """#!/bin/sh
echo "$*" >> "$0.log"
case "$*" in *install*) printf '#!/bin/sh\\n' > "$(dirname "$0")/later-command"; chmod +x "$(dirname "$0")/later-command";; esac
"""


@contextlib.contextmanager
def machine(uid: int, **programs: str):
    """A machine whose PATH holds only these programs, given by their text."""
    folder = Path(tempfile.mkdtemp(prefix="machine-"))
    for name, text in programs.items():
        (folder / name.replace("_", "-")).write_text(text)
        (folder / name.replace("_", "-")).chmod(0o755)
    path = f"{folder}:/bin" if programs else str(folder)
    with mock.patch.dict(os.environ, PATH=path), mock.patch("os.geteuid", return_value=uid), \
            contextlib.redirect_stdout(io.StringIO()):
        yield folder


def dev(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([str(ROOT / "dev"), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=False)


class Packages(unittest.TestCase):
    def test_missing_packages_are_installed_by_name_after_one_update(self):
        with machine(0, apt_get=APT) as folder:
            packages.ensure([LATER])
            calls = (folder / "apt-get.log").read_text().splitlines()
        self.assertEqual(2, len(calls), calls)
        self.assertIn("update", calls[0])
        self.assertRegex(calls[1], r"install .* later$")

    def test_nothing_is_called_when_all_is_there(self):
        with machine(0, apt_get=APT, later_command="#!/bin/sh\n") as folder:
            packages.ensure([LATER])
            self.assertFalse((folder / "apt-get.log").exists())

    def test_an_install_that_brings_nothing_is_an_error(self):
        with machine(0, apt_get=APT), self.assertRaisesRegex(Failure, "libabsent-dev"):
            packages.ensure([ABSENT])

    def test_a_failing_install_shows_what_apt_said(self):
        with machine(0, apt_get="#!/bin/sh\necho the mirror is gone; exit 100\n"), \
                self.assertRaisesRegex(Failure, "the mirror is gone(.|\n)*libabsent-dev"):
            packages.ensure([ABSENT])

    def test_without_root_and_sudo_the_error_says_what_root_should_do(self):
        with mock.patch("shutil.which", side_effect=lambda name: None if name == "sudo" else f"/bin/{name}"), \
                mock.patch("os.geteuid", return_value=1000), \
                self.assertRaisesRegex(Failure, "neither root nor sudo; as root: apt-get install libabsent-dev"):
            packages.ensure([ABSENT])

    def test_without_apt_the_error_names_the_packages(self):
        with machine(0), self.assertRaisesRegex(Failure, "libabsent-dev(.|\n)*no apt-get"):
            packages.ensure([ABSENT])


class Testing(unittest.TestCase):
    def test_ctest_lines_are_understood(self):
        for line, name, verdict in [
                (" 1/40 Test  #3: rma.processes.8 ...............   Passed    0.35 sec", "rma.processes.8", "Passed"),
                ("12/40 Test #13: heap ..........................***Failed    1.02 sec", "heap", "***Failed"),
                ("40/40 Test #14: sort.threads.2 ................***Timeout  60.01 sec", "sort.threads.2", "***Timeout")]:
            match = testing.CTEST_LINE.match(line)
            self.assertEqual((name, verdict), (match[3], match[4]))

    def test_of_a_failed_build_only_the_trouble_is_shown(self):
        output = ["[1/3] fine.o\n", "FAILED: bad.o\n", "bad.cpp:1: error\n", "[3/3] other.o\n"]
        self.assertEqual(["FAILED: bad.o\n", "bad.cpp:1: error\n"], builds.trouble(output))


class CommandLine(unittest.TestCase):
    def test_help_names_every_subcommand(self):
        text = dev("--help").stdout
        for command in ["demo", "test", "bench", "build", "install", "format"]:
            self.assertRegex(text, rf"(?m)^    {command} ")

    def test_bad_input_is_refused_with_the_choices(self):
        for arguments, told in [(["biuld"], "invalid choice"), ([], "required"), (["build", "relaese"], "release, dev, asan"),
                                (["install"], "prefix"), (["bench", "-n", "many"], "invalid int")]:
            with self.subTest(arguments=arguments):
                done = dev(*arguments)
                self.assertNotEqual(0, done.returncode)
                self.assertIn(told, done.stderr)

    def test_output_to_a_file_has_no_escape_sequences(self):
        self.assertNotIn("\033", dev("build", "relaese").stderr + dev("--help").stdout)


if __name__ == "__main__":
    unittest.main()
