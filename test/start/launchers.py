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


def hydra_by_port(pes: int, *command: str) -> list:
    """The processes call the launcher, where they otherwise inherit a connection."""
    need("mpiexec.hydra")
    return ["mpiexec.hydra", "-pmi-port", "-n", str(pes), *command]


def oshrun(pes: int, *command: str) -> list:
    """Debian's OpenSHMEM crashes in its finalize unless this plugin stays loaded."""
    need("oshrun")
    plugin = glob("/usr/lib/*/openmpi/lib/openmpi*/mca_spml_ucx.so")
    return ["oshrun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
            *(["-x", f"LD_PRELOAD={plugin[0]}"] if plugin else []), "-n", str(pes), *command]


def nvshmrun(pes: int, *command: str) -> list:
    return [str(BUILD / "bin/nvshmrun"), "-n", str(pes), *command]


def torchrun_variables(pes: int, **more) -> list:
    """The variables of each process of a job that torchrun starts on one machine."""
    common = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(29000 + os.getpid() % 1000), "WORLD_SIZE": str(pes),
              "LOCAL_WORLD_SIZE": str(pes), "GROUP_WORLD_SIZE": "1", "TORCHELASTIC_RUN_ID": f"run-{os.getpid()}",
              "TORCHELASTIC_RESTART_COUNT": "0", **more}
    return [{**common, "RANK": str(pe), "LOCAL_RANK": str(pe)} for pe in range(pes)]


def torch_script_variables(pes: int) -> list:
    """The four that scripts set in its manner."""
    return [{name: each[name] for name in ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK"]} for each in torchrun_variables(pes)]


def slurm_variables(pes: int, **more) -> list:
    """Those of the tasks of a job step."""
    common = {"SLURM_JOB_ID": str(os.getpid()), "SLURM_STEP_ID": "3", "SLURM_STEP_NODELIST": "node7", "SLURM_NNODES": "1",
              "SLURM_STEP_NUM_NODES": "1", "SLURM_NTASKS": str(pes), "SLURM_STEP_NUM_TASKS": str(pes), **more}
    return [{**common, "SLURM_PROCID": str(pe), "SLURM_LOCALID": str(pe)} for pe in range(pes)]


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


def run_all(command: list, environments: list) -> Outcome:
    """Runs one process for each environment, as a launcher would that only sets variables; what they leave together."""
    outcomes = [finish(process) for process in [start(command, **environment) for environment in environments]]
    return Outcome(max(abs(outcome.status) for outcome in outcomes), "".join(outcome.output for outcome in outcomes),
                   "".join(outcome.errors for outcome in outcomes))


def pes(*sizes: int) -> list:
    """What the PEs of jobs of these sizes say."""
    return sorted(f"PE {pe} of {size}" for size in sizes for pe in range(size))


class StartTest(unittest.TestCase):
    def check(self, outcome: Outcome, *sizes: int):
        """All ended well and were the PEs of jobs of these sizes."""
        self.assertEqual(0, outcome.status, outcome.text)
        self.assertEqual(pes(*sizes), sorted(re.findall(r"PE \d+ of \d+", outcome.output)), outcome.text)

    def check_failure(self, outcome: Outcome, words: str):
        """The start failed as the program expected, with these words."""
        self.assertEqual(0, outcome.status, outcome.text)
        self.assertIn(words, outcome.output)
