#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs one command as one test case: passed when its exit status is 0. Writes a JUnit file.

Usage: run_command.py RESULTS.xml CASE_NAME COMMAND...
"""
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from pathlib import Path


def main() -> int:
    results, name, command = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    start = time.monotonic()
    status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
    suite = xml.Element("testsuite", name="command")
    case = xml.SubElement(suite, "testcase", classname="command", name=name, time=f"{time.monotonic() - start:.3f}")
    if status != 0:
        xml.SubElement(case, "failure", message=f"{' '.join(command)}: exit status {status}")
    results.parent.mkdir(parents=True, exist_ok=True)
    xml.ElementTree(suite).write(results)
    return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
