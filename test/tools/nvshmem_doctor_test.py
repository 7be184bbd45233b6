# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem-doctor from outside: a machine where all is well, and machines where something is made to fail.

OMNI_BUILD_DIR names the build folder whose programs are used.
"""
import json
import os
import pty
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from jobs import read, wait_until

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"))
PROGRAM = BUILD / "bin/nvshmem-doctor"
LIMIT = 120  # seconds, for a whole examination
WORDS = {"works": "ok", "absent": "-", "limited": "limit", "fails": "FAIL"}


def place(folder, name: str, text: str):
    """A program of this text."""
    file = Path(folder, name)
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


class Report:
    def __init__(self, done):
        self.status, self.text = done.returncode, done.stdout
        self.facts = json.loads(done.stdout)
        self.rows = {row["name"]: row for row in self.facts["checks"]}

    def verdict(self, name: str) -> str:
        return self.rows[name]["verdict"]


class Doctor(unittest.TestCase):
    def run_doctor(self, *options, program=PROGRAM, limits=None, env=None):
        """Its end, in an environment with these variables in place of those of NVSHMEM and under these limits."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NVSHMEM_", "NVSHMRUN_"))}

        def limit():
            for what, bytes_or_count in (limits or {}).items():
                resource.setrlimit(what, (bytes_or_count, bytes_or_count))

        return subprocess.run([program, *options], env={**kept, **(env or {})}, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=LIMIT, check=False, preexec_fn=limit)

    def examine(self, *options, **keywords) -> Report:
        return Report(self.run_doctor("--json", *options, **keywords))

    def check(self, report: Report, name: str, verdict: str, found: str, cure: str = ""):
        row = report.rows[name]
        self.assertEqual(verdict, row["verdict"], report.text)
        self.assertIn(found, row["found"])
        self.assertIn(cure, row["cure"])


class Healthy(Doctor):
    def test_pes_run_here(self):
        report = self.examine()
        self.assertEqual(0, report.status, report.text)
        for name in ["memory files", "heap", "record locks", "futex", "library", "job", "variables"]:
            self.assertEqual("works", report.verdict(name), report.text)
        self.assertIn(str(BUILD / "lib"), report.rows["library"]["found"])

    def test_text_and_json_have_the_same_rows(self):
        facts = self.examine().facts
        lines = self.run_doctor().stdout.splitlines()
        for row in facts["checks"]:
            with self.subTest(row=row["name"]):
                begin = f"  {WORDS[row['verdict']]:<5}  {row['name']:<14}  "
                self.assertTrue(any(line.startswith(begin) for line in lines), begin)
            if row["verdict"] in ("limited", "fails"):
                self.assertTrue(row["cure"], row)
        good = sum(row["verdict"] == "works" for row in facts["checks"])
        self.assertRegex(lines[-1], rf"^PEs run on this machine: {good} good, \d+ limited, 0 failed, \d+ absent")

    def test_lines_fit(self):
        self.assertEqual([], [line for line in self.run_doctor().stdout.splitlines() if len(line) > 100 and " /" not in line])

    def test_without_any_other_program_pes_still_run(self):
        report = self.examine(env={"PATH": "/nowhere"})
        self.assertEqual(0, report.status, report.text)
        self.check(report, "g++", "absent", "not on PATH", "apt-get install g++")

    def test_colour_on_a_terminal_alone(self):
        self.assertNotIn("\033", self.run_doctor(env={"TERM": "xterm"}).stdout)
        number, terminal = pty.fork()
        if number == 0:
            os.execve(PROGRAM, ["nvshmem-doctor"], {"PATH": "/nowhere", "TERM": "xterm"})
        text = b""
        try:
            while more := os.read(terminal, 1 << 16):
                text += more
        except OSError:  # the other side is closed
            pass
        os.close(terminal)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
        self.assertIn(b"\033[32mok", text)


class Ill(Doctor):
    def test_a_malformed_value_stops_pes(self):
        report = self.examine(env={"NVSHMEM_SYMMETRIC_SIZE": "much"})
        self.assertEqual((1, "fails"), (report.status, report.facts["verdict"]))
        self.check(report, "values", "fails", 'NVSHMEM_SYMMETRIC_SIZE is "much"')
        self.check(report, "job", "fails", "NVSHMEM_SYMMETRIC_SIZE")

    def test_a_misspelt_name_is_told(self):
        report = self.examine(env={"NVSHMEM_MAX_TEEMS": "8"})
        self.assertEqual((0, "limited"), (report.status, report.facts["verdict"]))
        self.check(report, "names", "limited", "did you mean NVSHMEM_MAX_TEAMS?", "nvshmem-info")

    def test_a_rule_for_interfaces_that_fits_none(self):
        report = self.examine(env={"NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME": "none-of-this-name"})
        self.assertEqual(1, report.status)
        self.check(report, "interfaces", "fails", "none-of-this-name", "lo 127.0.0.1")

    def test_a_file_limit_below_the_heap(self):
        report = self.examine(limits={resource.RLIMIT_FSIZE: 16 << 20})
        self.assertEqual(1, report.status, report.text)
        self.check(report, "heap", "fails", "", "ulimit -f unlimited")
        self.check(report, "file size", "limited", "16.0 MiB", "ulimit -f unlimited")
        self.check(report, "job", "fails", "")

    def test_a_heap_within_the_file_limit(self):
        report = self.examine(limits={resource.RLIMIT_FSIZE: 64 << 20}, env={"NVSHMEM_SYMMETRIC_SIZE": "8M"})
        self.assertEqual(0, report.status, report.text)
        self.check(report, "file size", "limited", "64.0 MiB")

    def test_few_descriptors(self):
        report = self.examine(limits={resource.RLIMIT_NOFILE: 100})
        self.assertEqual(0, report.status, report.text)
        self.check(report, "open files", "limited", "100", "25 PEs")
        self.assertEqual("works", report.verdict("job"))

    def test_a_compiler_that_fails(self):
        with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
            place(folder, "g++", "#!/bin/sh\necho no licence; exit 3\n")
            report = self.examine(env={"PATH": f"{folder}:{os.environ['PATH']}"})
        self.check(report, "g++", "limited", "no licence")
        self.assertEqual(0, report.status)


class Incomplete(Doctor):
    """Installations of which a part is missing or another program."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="doctor-")
        self.addCleanup(self.folder.cleanup)
        self.prefix = Path(self.folder.name)
        (self.prefix / "bin").mkdir()
        shutil.copy(PROGRAM, self.prefix / "bin")

    def examine_here(self, *options, **variables) -> Report:
        return self.examine(*options, program=self.prefix / "bin/nvshmem-doctor", env={"PATH": "/bin", **variables})

    def test_no_launcher_and_no_library(self):
        report = self.examine_here()
        self.assertEqual(1, report.status)
        self.check(report, "library", "fails", "libnvshmem_host.so.3", "install the library anew")
        self.check(report, "job", "fails", "nvshmrun is neither beside this program nor on PATH", "install")

    def test_a_library_that_is_none(self):
        place(self.prefix / "lib", "libnvshmem_host.so.3", "words\n")
        self.check(self.examine_here(), "library", "fails", str(self.prefix))

    def test_a_launcher_that_fails(self):
        place(self.prefix / "bin", "nvshmrun", "#!/bin/sh\necho out of order >&2; exit 9\n")
        report = self.examine_here()
        self.assertEqual(1, report.status)
        self.check(report, "job", "fails", "did not end well: out of order", "nvshmrun -n 2")

    def test_a_launcher_that_hangs_is_ended_with_what_it_started(self):
        place(self.prefix / "bin", "nvshmrun", "#!/bin/sh\nsleep 1234 & echo $! >$0.process; wait\n")
        report = self.examine_here("--limit", "0.2")
        self.check(report, "job", "fails", "did not end in time")
        process = int((self.prefix / "bin/nvshmrun.process").read_text())
        wait_until(lambda: "sleep" not in read(f"/proc/{process}/cmdline"))


class CommandLine(Doctor):
    def test_wrong_command_lines(self):
        for wrong in [["--no-such-option"], ["word"], ["--limit", "x"], ["--limit", "0"]]:
            done = self.run_doctor(*wrong)
            self.assertEqual((2, ""), (done.returncode, done.stdout))
            self.assertIn("nvshmem-doctor: ", done.stderr)

    def test_help_and_version(self):
        self.assertIn("Exit status: 0 when PEs run", self.run_doctor("--help").stdout)
        self.assertIn((ROOT / "VERSION").read_text().strip(), self.run_doctor("--version").stdout)


if __name__ == "__main__":
    unittest.main()
