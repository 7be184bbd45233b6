# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem-info from outside: its options, its forms of output, and that it shows what is set and by whom.

OMNI_BUILD_DIR names the build folder whose program is used.
"""
import json
import os
import pty
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release")) / "bin/nvshmem-info"
RELEASE = (ROOT / "VERSION").read_text().strip()


class Info(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="info-")
        self.addCleanup(self.home.cleanup)

    def run_info(self, *options, status=0, **variables) -> str:
        """What it prints, with these variables alone."""
        done = subprocess.run([PROGRAM, *options], env={"PATH": os.environ["PATH"], "HOME": self.home.name, **variables},
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        self.assertEqual("", done.stdout if status else done.stderr)
        return done.stderr if status else done.stdout


class Options(Info):
    def test_asked_for_nothing_it_prints_nothing(self):
        self.assertEqual("", self.run_info())

    def test_help_names_every_option(self):
        for option in ["-h", "--help"]:
            text = self.run_info(option)
            for named in ["-h", "-n", "-b", "-e", "-d", "-a", "-r", "--json"]:
                self.assertRegex(text, rf"(?m)^  {named}\b")

    def test_version_is_one_line(self):
        self.assertEqual(f"NVSHMEM v3.8.0 (OmniSHMEM {RELEASE})\n", self.run_info("-n"))

    def test_build_facts(self):
        text = self.run_info("-b")
        for label in ["CUDA API", "CUDA driver", "build time", "compiler", "build variables"]:
            self.assertRegex(text, rf"(?m)^  {label} +\S")
        self.assertNotIn(str(ROOT), text)

    def test_variables_come_by_category_and_hidden_ones_on_request(self):
        text = self.run_info("-e")
        titles = re.findall(r"(?m)^(\w+) options$", text)
        self.assertEqual(["Standard", "Bootstrap", "Additional", "Collectives", "Transport", "NVTX"], titles[:6])
        self.assertNotIn("NVSHMEM_QP_DEPTH", text)
        self.assertIn("NVSHMEM_QP_DEPTH", self.run_info("-d"))
        self.assertIn("NVSHMEM_QP_DEPTH", self.run_info("-e", "-d"))

    def test_everything(self):
        text = self.run_info("-a")
        for part in ["NVSHMEM v3.8.0", "Build\n", "NVSHMEM_SYMMETRIC_SIZE", "NVSHMEM_QP_DEPTH"]:
            self.assertIn(part, text)

    def test_every_variable_of_the_table_is_listed_once(self):
        names = re.findall(r"(?m)^(?:OPTION|ACCEPTED)\((\w+),", (ROOT / "api/env.def").read_text())
        self.assertGreater(len(names), 100)
        listed = re.findall(r"(?m)^  NVSHMEM_(\w+) ", self.run_info("-a"))
        self.assertEqual(sorted(names), sorted(listed))

    def test_wrong_command_lines(self):
        for wrong in ["-x", "--no-such-option", "word"]:
            self.assertIn(wrong.lstrip("-"), self.run_info(wrong, status=1))

    def test_output_that_cannot_be_written_is_a_failure(self):
        with open("/dev/full", "w") as full:
            self.assertEqual(1, subprocess.run([PROGRAM, "-a"], stdout=full, timeout=30, check=False).returncode)


class Values(Info):
    def line_of(self, name: str, **variables) -> str:
        return re.search(rf"(?m)^  NVSHMEM_{name} .*$", self.run_info("-a", **variables))[0]

    def test_type_and_default(self):
        self.assertRegex(self.line_of("SYMMETRIC_SIZE"), "size, default 1073741824$")
        self.assertRegex(self.line_of("ERROR_MODE"), "text, default exit$")

    def test_a_value_that_is_set_is_shown_with_its_origin(self):
        self.assertIn('set to "64M" by the environment', self.line_of("SYMMETRIC_SIZE", NVSHMEM_SYMMETRIC_SIZE="64M"))
        self.assertIn('set to "" by the environment', self.line_of("DEBUG", NVSHMEM_DEBUG=""))
        own = Path(self.home.name, "own.conf")
        own.write_text("NVSHMEM_SYMMETRIC_SIZE = 2G  # more\n")
        self.assertIn(f'set to "2G" by {own}',
                      self.line_of("SYMMETRIC_SIZE", NVSHMEM_SYMMETRIC_SIZE="64M", NVSHMEM_CONF_FILE=str(own)))

    def test_a_variable_that_changes_nothing_says_why(self):
        text = self.run_info("-a")
        rows = dict(re.findall(r"(?ms)^  (NVSHMEM_\w+) (.*?)(?=^  NVSHMEM|^\w|\Z)", text))
        self.assertIn("no effect: it speaks of a network", rows["NVSHMEM_QP_DEPTH"])
        self.assertIn("no effect: it speaks of GPU", rows["NVSHMEM_DISABLE_NVLS"])
        self.assertNotIn("no effect", rows["NVSHMEM_SYMMETRIC_SIZE"])


class Forms(Info):
    def test_json_holds_what_the_text_holds(self):
        facts = json.loads(self.run_info("--json", NVSHMEM_NODE='a "quoted"\tname\\'))
        self.assertEqual((RELEASE, "3.8.0"), (facts["release"], facts["interface"]))
        rows = {row["name"]: row for row in facts["variables"]}
        listed = re.findall(r"(?m)^  ((?:NVSHMEM|OMNISHMEM)_\w+) ", self.run_info("-a"))
        self.assertEqual(sorted(listed), sorted(rows))
        self.assertEqual({"value": 'a "quoted"\tname\\', "origin": "the environment"}, rows["NVSHMEM_NODE"]["set"])
        self.assertIsNone(rows["NVSHMEM_DEBUG"]["set"])
        self.assertTrue(rows["NVSHMEM_DEBUG"]["acts"])
        self.assertFalse(rows["NVSHMEM_QP_DEPTH"]["acts"])
        self.assertIn("network", rows["NVSHMEM_QP_DEPTH"]["reason"])

    def test_json_of_one_part(self):
        self.assertEqual({"interface", "release"}, set(json.loads(self.run_info("--json", "-n"))))
        self.assertEqual({"variables"}, set(json.loads(self.run_info("--json", "-e"))))

    def test_json_of_bytes_that_are_no_text(self):
        done = subprocess.run([PROGRAM, "--json"], env={b"NVSHMEM_NODE": b"\xff\xc3\x28\x01\xe2\x82\xac"}, capture_output=True,
                              timeout=30, check=True)
        rows = {row["name"]: row for row in json.loads(done.stdout.decode())["variables"]}
        self.assertEqual("\ufffd\ufffd(\x01\u20ac", rows["NVSHMEM_NODE"]["set"]["value"])

    def test_restructured_text(self):
        text = self.run_info("-r")
        for title, underline in re.findall(r"(?m)^(.+)\n([-=]+)$", text):
            self.assertEqual(len(title), len(underline))
        self.assertIn("\n``NVSHMEM_SYMMETRIC_SIZE``\n    :Type: size\n    :Default: ``1073741824``\n\n    ", text)
        self.assertNotIn("QP_DEPTH", text)
        self.assertIn("QP_DEPTH", self.run_info("-r", "-d"))

    def test_colour_on_a_terminal_alone(self):
        self.assertNotIn("\033", self.run_info("-a", TERM="xterm"))
        self.assertIn("\033[1m", self.on_a_terminal(TERM="xterm"))
        self.assertNotIn("\033", self.on_a_terminal(TERM="dumb"))
        self.assertNotIn("\033", self.on_a_terminal(TERM="xterm", NO_COLOR="1"))

    def on_a_terminal(self, **variables) -> str:
        number, terminal = pty.fork()
        if number == 0:
            os.execve(PROGRAM, ["nvshmem-info", "-a"], {"HOME": self.home.name, **variables})
        text = b""
        try:
            while more := os.read(terminal, 1 << 16):
                text += more
        except OSError:  # the other side is closed
            pass
        os.close(terminal)
        os.waitpid(number, 0)
        return text.decode()


if __name__ == "__main__":
    unittest.main()
