# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The programs of these tests, and the launchers that start them. What the machine lacks skips a test by name."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from glob import glob
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
SOURCES = Path(__file__).resolve().parent / "programs"
INCLUDE = SOURCES.parents[2] / "include"
LIMIT = 60  # seconds, for a whole job
# Traces of launchers that a test may itself run under.
TRACES = re.compile(r"^(NVSHMEM_|NVSHMRUN_|OMPI_|PMIX_|PMI_|PMI2_|SLURM_|TORCHELASTIC_|MASTER_|HYDRA_|MPIEXEC_)|"
                    r"^(RANK|WORLD_SIZE|LOCAL_RANK|LOCAL_WORLD_SIZE|GROUP_RANK)$")

workshop = tempfile.TemporaryDirectory(prefix="starts-")
unittest.addModuleCleanup(workshop.cleanup)


def need(*commands: str) -> None:
    for command in commands:
        if not shutil.which(command):
            raise unittest.SkipTest(f"{command} is not installed")


def program(kind: str, compiler: str, *flags: str) -> str:
    """The path of pe.c as built by this compiler, once a run."""
    need(compiler)
    path = Path(workshop.name) / f"pe_{kind}"
    if not path.exists():
        command = [compiler, *flags, f"-I{INCLUDE}", str(SOURCES / "pe.c"), "-o", str(path), f"-L{BUILD / 'lib'}",
                   "-lnvshmem_host", f"-Wl,-rpath,{BUILD / 'lib'}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(command)} failed:\n{done.stderr}")
    return str(path)


def plain() -> str:
    return program("plain", "cc")


def with_mpi(kind: str) -> str:
    return program(kind, f"mpicc.{kind}", "-DWITH_MPI")


def with_openshmem() -> str:
    return program("openshmem", "oshcc", "-DWITH_SHMEM")


def openmpi(pes: int, *command: str) -> list:
    need("mpirun.openmpi")
    return ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(pes), *command]


def hydra(pes: int, *command: str) -> list:
    need("mpiexec.hydra")
    return ["mpiexec.hydra", "-n", str(pes), *command]


def oshrun(pes: int, *command: str) -> list:
    """Debian's OpenSHMEM crashes in its finalize unless this plugin stays loaded."""
    need("oshrun")
    plugin = glob("/usr/lib/*/openmpi/lib/openmpi*/mca_spml_ucx.so")
    return ["oshrun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
            *(["-x", f"LD_PRELOAD={plugin[0]}"] if plugin else []), "-n", str(pes), *command]


def nvshmrun(pes: int, *command: str) -> list:
    return [str(BUILD / "bin/nvshmrun"), "-n", str(pes), *command]


@dataclass
class Outcome:
    status: int
    output: str
    errors: str

    @property
    def text(self) -> str:
        return f"exit status {self.status}\n{self.output}\n{self.errors}"


def clean_environment() -> dict:
    return {name: value for name, value in os.environ.items() if not TRACES.match(name)}


def start(command: list, **environment) -> subprocess.Popen:
    return subprocess.Popen(command, env={**clean_environment(), **environment}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def finish(process: subprocess.Popen, limit: float = LIMIT) -> Outcome:
    """Waits; what takes longer than the limit is killed, which shows in its status."""
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    return Outcome(process.returncode, output, errors)


def run(command: list, **environment) -> Outcome:
    return finish(start(command, **environment))


def run_all(commands: list) -> list:
    """Runs (command, environment) pairs at once, as a launcher would that only sets variables."""
    return [finish(process) for process in [start(command, **environment) for command, environment in commands]]
