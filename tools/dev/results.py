# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Turns what CTest and the test programs wrote into counts of single cases.

CTest's JUnit file has one entry a run (a program at one PE count in one mode). Every test program writes its cases to
<results>/<run>.xml, or each PE to <results>/<run>.pe<K>.xml; the verdict on a case is the worst of all its PEs.
A run that failed without a failed case (a crash, a time limit, no file) counts as one failed case.
"""
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path

PASSED, SKIPPED, FAILED = range(3)


@dataclass
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, other: "Tally") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self) -> str:
        tail = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{tail}"


@dataclass
class Run:
    """One CTest entry: `name` is program.mode.PEs or just the program."""

    name: str
    seconds: float
    passed: bool
    output: str
    tally: Tally

    @property
    def program(self) -> str:
        return self.name.split(".")[0]


def read_runs(junit: Path, results: Path) -> list:
    """All runs of one CTest call; none where CTest found nothing to run."""
    if not junit.exists():
        return []
    return [read_run(entry, results) for entry in xml.parse(junit).getroot().iter("testcase")]


def read_run(entry: xml.Element, results: Path) -> Run:
    name = entry.get("name")
    files = [*results.glob(f"{name}.xml"), *results.glob(f"{name}.pe*.xml")]
    passed = entry.get("status") == "run" and bool(files)
    counted = tally(worst_verdicts(files))
    if not passed and not counted.failed:
        counted.failed = 1
    return Run(name, float(entry.get("time", "0")), passed, (entry.findtext("system-out") or "").strip(), counted)


def worst_verdicts(files: list) -> dict:
    """Case name -> verdict, the worst over the files of all PEs."""
    verdicts = {}
    for file in files:
        for case in xml.parse(file).getroot().iter("testcase"):
            if case.get("status") != "notrun":
                name = f"{case.get('classname')}.{case.get('name')}"
                verdicts[name] = max(verdicts.get(name, PASSED), verdict(case))
    return verdicts


def verdict(case: xml.Element) -> int:
    if case.find("failure") is not None or case.find("error") is not None:
        return FAILED
    return SKIPPED if case.find("skipped") is not None or case.get("result") == "skipped" else PASSED


def tally(verdicts: dict) -> Tally:
    found = list(verdicts.values())
    return Tally(found.count(PASSED), found.count(FAILED), found.count(SKIPPED))
