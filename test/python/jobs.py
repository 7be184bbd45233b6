# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs Python programs as whole jobs: alone, by nvshmrun, by mpirun, or by hand."""
import os
import signal
import subprocess
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"))
PYTHON = os.environ.get("OMNI_PYTHON", str(ROOT / "build/venv/bin/python"))
NVSHMRUN = str(BUILD / "bin/nvshmrun")
LIMIT = 90  # seconds, for a whole job
LAUNCHERS = ("NVSHMEM_", "NVSHMRUN_", "OMPI_", "PMIX_", "PMI_", "MPI_", "SLURM_")
HEAD = "import nvshmem.core as nvshmem, numpy, os, sys\n"


@dataclass
class Outcome:
    status: int
    output: str
    errors: str


def environment(**changes) -> dict:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHERS)}
    return {**kept, "PYTHONPATH": str(BUILD / "python"), "PYTHONDONTWRITEBYTECODE": "1", "NVSHMEM_WAIT_TIMEOUT": "30", **changes}


def start(command: list, **changes) -> subprocess.Popen:
    return subprocess.Popen([str(word) for word in command], env=environment(**changes), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, start_new_session=True)


def finish(process: subprocess.Popen, limit: float = LIMIT) -> Outcome:
    """Waits; what takes longer than the limit is killed, which shows in its status."""
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        errors += "\n(killed by the test: over its limit)"
    return Outcome(process.returncode, output, errors)


def program(text: str) -> list:
    """The command that runs a program text; nvshmem, numpy, os and sys are imported."""
    return [PYTHON, "-c", HEAD + textwrap.dedent(text)]


def run(text: str, pes: int = 1, **changes) -> Outcome:
    """By nvshmrun; alone where pes is 0."""
    launcher = [NVSHMRUN, "-n", pes] if pes else []
    return finish(start([*launcher, *program(text)], **changes))


def wait_for(path: Path, limit: float = 30) -> None:
    deadline = time.monotonic() + limit
    while not path.exists():
        if time.monotonic() > deadline:
            raise AssertionError(f"{path} did not appear within {limit} s")
        time.sleep(0.02)
