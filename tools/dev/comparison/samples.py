# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs in turn, several times, and keeps every figure."""
import os
import subprocess
import time
from collections import defaultdict
from pathlib import Path

from comparison import peers
from comparison.rows import Group
from terminal import complain, progress

RUN_LIMIT = 120  # seconds for one program
FLOORS = "machine"
SECONDS_EACH = {"offsets": "0.005"}  # for one figure; there are many rows


def collect(folder: Path, libraries: list, groups: list, rounds: int) -> dict:
    """{(group, library): {(metric, bytes, unit): [one figure a round]}}. What fails is named and left out."""
    figures = defaultdict(lambda: defaultdict(list))
    failed = set()
    for turn in range(rounds):
        for group in groups:
            for library in libraries:
                run = (group, library.name)
                progress(f"measure  round {turn + 1} of {rounds}: {group.title}, {library.name}")
                if run not in failed and not measure(library.command(folder, group.pes, group.name), group, figures[run]):
                    failed.add(run)
            if group.floors:
                measure([str(peers.floors(folder)), group.name], group, figures[group, FLOORS])
    return figures


def measure(command: list, group: Group, figures: dict) -> bool:
    """Adds one run's figures; false, with the reason said, when the program failed."""
    environment = {**os.environ, "BUDGET": SECONDS_EACH.get(group.name, "0.02")}
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=RUN_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        complain(f"{' '.join(command)}: no end within {RUN_LIMIT} s; left out")
        return False
    spent = time.monotonic() - start
    if done.returncode != 0:
        complain(f"{' '.join(command)}: exit status {done.returncode}; left out\n{done.stderr.strip()[-500:]}")
        return False
    if group.name == "start":
        figures["job", 0, "s"].append(spent)
    for line in done.stdout.splitlines():
        fields = line.split("\t")
        if len(fields) == 4:
            figures[fields[0], int(fields[1]), fields[3]].append(float(fields[2]))
    return True
