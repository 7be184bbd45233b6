#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs Python unittest files and writes a JUnit file with one entry a case.

Usage: run_unittest.py RESULTS.xml TEST_FILE.py...
"""
import importlib.util
import sys
import time
import traceback
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path


class CaseRecorder(unittest.TextTestResult):
    """The usual text on stderr, and an XML element for each case."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.suite = xml.Element("testsuite", name="python")
        self.started = time.monotonic()

    def startTest(self, test):
        super().startTest(test)
        self.started = time.monotonic()

    def record(self, test, child="", text=""):
        class_name, _, name = test.id().rpartition(".")
        case = xml.SubElement(self.suite, "testcase", classname=class_name, name=name,
                              time=f"{time.monotonic() - self.started:.3f}")
        if child:
            xml.SubElement(case, child, message=text.strip().splitlines()[-1] if text.strip() else "").text = text

    def addSuccess(self, test):
        super().addSuccess(test)
        self.record(test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.record(test, "failure", self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.record(test, "error", self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.record(subtest, "failure", "".join(traceback.format_exception(*err)))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.record(test, "skipped", reason)


def load(file: Path):
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return unittest.defaultTestLoader.loadTestsFromModule(module)


def run(results: Path, files: list) -> int:
    """Runs the cases of all files; the exit status says whether all passed."""
    suite = unittest.TestSuite(load(file) for file in files)
    outcome = unittest.TextTestRunner(resultclass=CaseRecorder, verbosity=2).run(suite)
    results.parent.mkdir(parents=True, exist_ok=True)
    xml.ElementTree(outcome.suite).write(results)
    return 0 if outcome.wasSuccessful() else 1


def main() -> int:
    return run(Path(sys.argv[1]), [Path(file) for file in sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
