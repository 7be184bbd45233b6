# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""NVSHMEM_DEBUG=TRACE: programs work as before, and every line has its form."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
LIMIT = 60  # seconds

HEAD = r"\[t\+\d+\.\d{6} s\] PE \d+ "
PLACE = r"(?:heap|buffer)\+0x[0-9a-f]+"
CALL = r"  nvshmemx?_\w+$"
FORMS = {
    "put": rf"put \d+ B {PLACE} -> PE \d+{CALL}",
    "get": rf"get \d+ B {PLACE} <- PE \d+{CALL}",
    "atomic": rf"atomic [a-z-]+(?: \S+(?: if \S+)?)? {PLACE} -> PE \d+(?: was \S+)?{CALL}",
    "signal": rf"signal (?:set|add) \d+ {PLACE} -> PE \d+{CALL}",
    "wait": rf"wait {PLACE} (?:(?:[<>=!]=|[<>]) \d+{CALL}|over: \d+ after \d+\.\d{{6}} s$)",
    "order": rf"order{CALL}",
    "collective": rf"collective (?:team \d+, \d+ B each|over after \d+\.\d{{6}} s){CALL}",
    "memory": rf"memory (?:\d+ B )?(?:{PLACE}|none){CALL}",
}


def trace(program: str, *arguments: str, **environment: str) -> list:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("NVSHMEM_", "NVSHMRUN_", "OMNISHMEM_"))}
    with tempfile.TemporaryDirectory(prefix="trace-") as folder:
        log = {"NVSHMEM_DEBUG": "TRACE", "NVSHMEM_DEBUG_FILE": f"{folder}/%h.%p"}
        subprocess.run([BUILD / "bin/nvshmrun", "-n", "2", BUILD / f"bin/examples/{program}", *arguments], check=True,
                       env={**variables, **log, **environment}, stdout=subprocess.DEVNULL, timeout=LIMIT)
        files = sorted(Path(folder).iterdir())
        assert len(files) == 2, files
        return [line for file in files for line in file.read_text().splitlines() if line.startswith("[t+")]


class Trace(unittest.TestCase):
    def check(self, lines: list, kinds: str):
        for line in lines:
            self.assertRegex(line, HEAD)
            text = re.sub(HEAD, "", line)
            self.assertRegex(text, f"^{FORMS[text.split()[0]]}")
        self.assertEqual(set(kinds.split()), {re.sub(HEAD, "", line).split()[0] for line in lines} & set(kinds.split()))

    def test_every_line_has_its_form(self):
        self.check(trace("ring", "3"), "put signal wait memory")
        self.check(trace("histogram", "50"), "atomic collective memory")

    def test_a_transport_in_between_changes_no_line(self):
        self.check(trace("ring", "3", OMNISHMEM_FAULT="1"), "put signal wait memory")

    def test_sources_are_chosen(self):
        self.assertEqual([], [line for line in trace("ring", "3", NVSHMEM_DEBUG_SUBSYS="MEM") if " memory " not in line])
        self.assertEqual([], [line for line in trace("ring", "3", NVSHMEM_DEBUG_SUBSYS="^MEM") if " memory " in line])

    def test_the_lines_of_one_pe_are_in_order(self):
        times = [float(re.match(r"\[t\+([\d.]+)", line)[1]) for line in trace("ring", "20") if "s] PE 0 " in line]
        self.assertEqual(sorted(times), times)


if __name__ == "__main__":
    unittest.main()
