# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev test`: builds what a suite needs, runs it with CTest, and counts the cases.

Which programs run at which PE counts in which modes is said in cmake/TestMatrix.cmake; this file only picks the builds.
"""
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import builds
import packages
import python_environment
from results import Run, Tally, read_runs
from terminal import Failure, complain, paint, progress, say, seconds, step

DAILY = [("release", "daily")]
CI = [("release", "ci"), ("asan", "ci"), ("tsan", "ci"), ("aarch64", "ci")]
LONG = [*DAILY, ("aarch64", "long")]
EMULATED = "aarch64"
# What is built for a suite, where that is not everything.
TARGETS = {("aarch64", "ci"): ("suite-ci", "nvshmem_host", "nvshmrun", "nvshmem-info", "nvshmem-doctor")}
RUN_LIMIT, LONG_RUN_LIMIT = 180, 3600  # seconds for one run; a case's own waits end long before
CTEST_LINE = re.compile(r"^\s*(\d+)/(\d+) Test\s+#\d+: (\S+) \.+\s*(.*?)\s+([\d.]+) sec")


def test(options) -> int:
    """Runs the suites and prints the table; the last line is `N passed, N failed`."""
    packages.ensure(packages.BUILD, packages.TEST)
    if options.ci:
        python_environment.add_extras()
    start, total, rows = time.monotonic(), Tally(), []
    for preset, suite in CI if options.ci else LONG if options.long else DAILY:
        try:
            runs = run_suite(preset, suite, options)
            rows += [(preset, *row) for row in by_program(runs)]
        except Failure as failure:
            complain(str(failure))
            total.failed += 1
    print_table(rows)
    for row in rows:
        total.add(row[-1])
    if total.passed + total.failed == 0:
        complain("no test ran" + (f": none matches '{options.filter}'" if options.filter else ""))
    say(f"{seconds(start)} in all; a case counts once for each PE count and mode it ran in")
    say(str(total))
    return 0 if total.passed and not total.failed else 1


def run_suite(preset: str, suite: str, options) -> list:
    folder = builds.build(preset, TARGETS.get((preset, suite), ()))
    results = folder / "results"
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir()
    start = time.monotonic()
    watch_ctest(ctest_command(folder, suite, options), environment(options, preset), f"test     {preset:<10} ")
    runs = read_runs(results / "ctest.junit", results)
    failed = [run for run in runs if not run.passed]
    for run in failed:
        show_failure(run, results)
    step("test", preset, f"{len(runs)} runs of suite '{suite}' in {seconds(start)}" +
         (f", {len(failed)} failed" if failed else ""), "fail" if failed else "ok")
    return runs


def ctest_command(folder: Path, suite: str, options) -> list:
    limit = LONG_RUN_LIMIT if options.long else RUN_LIMIT
    return ["ctest", "--test-dir", str(folder), "-L", f"^{suite}$", "-j", str(os.cpu_count() or 1), "--no-tests=ignore",
            "--timeout", str(limit), "--output-junit", str(folder / "results/ctest.junit"),
            *(["-R", options.filter] if options.filter else [])]


def environment(options, preset: str) -> dict:
    """Under an emulator full rounds would take days."""
    changed = dict(os.environ)
    if options.long and preset != EMULATED:
        changed["OMNISHMEM_TEST_LONG"] = "1"
    if options.case:
        changed["GTEST_FILTER"] = options.case
    return changed


def watch_ctest(command: list, env: dict, label: str) -> None:
    """Runs CTest; its lines become the progress line, failed runs are named at once."""
    with subprocess.Popen(command, cwd=builds.ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            match = CTEST_LINE.match(line)
            if match:
                progress(f"{label}[{match[1]}/{match[2]}] {match[3]}")
                if match[4] != "Passed":
                    say(f"  {paint('fail', 'fail')}  {match[3]}  {match[4].strip('* ')}  {match[5]} s")


def show_failure(run: Run, results: Path) -> None:
    say(paint(f"--- {run.name}: {run.tally}; its files: {results.relative_to(builds.ROOT)}/{run.name}*", "fail"))
    say(run.output or "(no output)")


def by_program(runs: list) -> list:
    """(program, runs, seconds, tally) for each program, by name."""
    rows = {}
    for run in runs:
        count, spent, tally = rows.get(run.program, (0, 0.0, Tally()))
        tally.add(run.tally)
        rows[run.program] = (count + 1, spent + run.seconds, tally)
    return [(program, *rows[program]) for program in sorted(rows)]


def print_table(rows: list) -> None:
    if not rows:
        return
    width = max(len(program) for _, program, *_ in rows)
    say(paint(f"\n      {'build':<8} {'program':<{width}}  runs  passed  failed  skipped      time", "bold"))
    for preset, program, count, spent, tally in rows:
        mark = paint("fail", "fail") if tally.failed else paint("ok  ", "ok")
        say(f"{mark}  {preset:<8} {program:<{width}} {count:>5} {tally.passed:>7} {tally.failed:>7} {tally.skipped:>8} "
            f"{spent:>7.1f} s")
    say()
