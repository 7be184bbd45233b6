# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs one case of the program life_test as a job: alone, by launcher, or by unique id without any launcher."""
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
LIMIT = 60  # seconds, for a whole job


@dataclass
class Outcome:
    """What the processes of a job left: one entry each."""
    statuses: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.errors)


def command(case: str) -> list:
    return [str(BUILD / "bin/test/life_test"), "--gtest_brief=1", f"--gtest_filter={case}"]


def start(arguments: list, environment: dict) -> subprocess.Popen:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("NVSHMEM_", "NVSHMRUN_"))}
    return subprocess.Popen(arguments, env={**variables, **environment}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def finish(processes: list, limit: float = LIMIT) -> Outcome:
    """Waits for all; what takes longer than the limit is killed, which shows in its status."""
    outcome, deadline = Outcome(), time.monotonic() + limit
    for process in processes:
        try:
            output, errors = process.communicate(timeout=max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
        outcome.statuses.append(process.returncode)
        outcome.errors.append(errors + (output if process.returncode == 1 else ""))
    return outcome


def run_alone(case: str, **environment) -> Outcome:
    return finish([start(command(case), environment)])


def run_by_launcher(case: str, pes: int, **environment) -> Outcome:
    return finish([start([str(BUILD / "bin/nvshmrun"), "-n", str(pes)] + command(case), environment)])


def start_by_id(case: str, ranks: list, size: int, folder: str, **environment) -> list:
    """Starts processes that claim these ranks of `size`; they hand the id round in `folder`."""
    return [start(command(case), {**environment, "OMNISHMEM_LIFE_RANK": str(rank), "OMNISHMEM_LIFE_SIZE": str(size),
                                  "OMNISHMEM_LIFE_FOLDER": folder}) for rank in ranks]


def run_by_id(case: str, pes: int, **environment) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="life-") as folder:
        os.chmod(folder, 0o777)  # some cases give up their privileges
        return finish(start_by_id(case, range(pes), pes, folder, **environment))
