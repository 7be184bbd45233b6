#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs perftests one after another: a line of progress each, all results in one JSON file, a picture of them.

examples:
  run.py                                all of them, as programs.txt says
  run.py 'coll/.*latency' -n 4          those whose path matches, collectives on 4 PEs
  run.py put_bw --options='-n 5 -e 64k' other options
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from chart import svg
from results import Row, read_rows

HERE = Path(__file__).resolve().parent


def default_programs() -> Path:
    """Beside the sources the release build, in an installed tree its own programs."""
    for folder in (HERE.parent / "build/release/bin/perftest", HERE.parents[2] / "bin/perftest"):
        if folder.is_dir():
            return folder
    return Path("bin/perftest")


def catalog() -> list:
    """(path, number of PEs or "any", options) of each program."""
    lines = (HERE / "programs.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(None, 2)) if len(line.split(None, 2)) == 3 else (*line.split(), "")
            for line in lines if line and not line.startswith("#")]


def launcher(programs: Path) -> str:
    beside = programs.parent / "nvshmrun"
    return str(beside) if beside.exists() else "nvshmrun"


def run(programs: Path, name: str, pes: int, options: str, limit: int) -> dict:
    command = [launcher(programs), "-n", str(pes), str(programs / name), *shlex.split(options)]
    start = time.monotonic()
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=limit, check=False,
                              env={**os.environ, "NVSHMEM_MACHINE_READABLE_OUTPUT": "0"})
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, output, errors = -1, "", f"not done after {limit} s"
    except OSError as error:
        status, output, errors = -1, "", str(error)
    rows = [asdict(row) for row in read_rows(output)]
    return {"program": name, "pes": pes, "options": options, "status": status, "seconds": round(time.monotonic() - start, 3),
            "errors": errors.strip(), "rows": rows}


def report(number: int, total: int, result: dict) -> None:
    verdict = f"{len(result['rows']):>4} rows" if result["status"] == 0 else f"FAILED (status {result['status']})"
    print(f"[{number}/{total}] {result['program']:<52} {result['pes']} PEs  {verdict}  {result['seconds']:.1f} s", flush=True)
    if result["status"] != 0:
        print(result["errors"], file=sys.stderr, flush=True)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", nargs="*", help="run the programs whose path matches one of these regular expressions")
    parser.add_argument("-n", "--pes", type=int, default=2, help="PEs of the tests that take any number (default 2)")
    parser.add_argument("--options", help="options of the programs, instead of those in programs.txt")
    parser.add_argument("--programs", type=Path, default=default_programs(), help="folder with the built programs")
    parser.add_argument("--limit", type=int, default=600, help="seconds that one program may take (default 600)")
    parser.add_argument("--results", type=Path, default=Path("perftest.json"), help="where results go (default perftest.json)")
    parser.add_argument("--picture", type=Path, default=Path("perftest.svg"), help="where the picture goes (default perftest.svg)")
    parser.add_argument("--list", action="store_true", help="only list the programs")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    chosen = [entry for entry in catalog() if not options.pattern or any(re.search(one, entry[0]) for one in options.pattern)]
    if options.list or not chosen:
        print("\n".join("  ".join(entry) for entry in chosen) or f"no program matches {options.pattern}; --list shows all")
        return 0 if chosen else 2
    runs = []
    for number, (name, pes, usual) in enumerate(chosen, 1):
        count = options.pes if pes == "any" else int(pes)
        runs.append(run(options.programs, name, count, usual if options.options is None else options.options, options.limit))
        report(number, len(chosen), runs[-1])
        options.results.write_text(json.dumps({"runs": runs}, indent=1) + "\n", encoding="utf-8")
    rows = [Row(**row) for result in runs for row in result["rows"]]
    if rows:
        options.picture.write_text(svg(rows), encoding="utf-8")
    print(f"{options.results}" + (f", {options.picture}" if rows else ""))
    return 1 if any(result["status"] for result in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
