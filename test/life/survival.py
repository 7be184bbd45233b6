# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs in which a process is killed: starting them in each way, and looking at what is left of them."""
import itertools
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(os.environ["OMNI_BUILD_DIR"])
PROGRAM = str(BUILD / "bin/test/survivor")
NVSHMRUN = str(BUILD / "bin/nvshmrun")
NAME_SPACE = ["unshare", "--pid", "--fork", "--mount-proc"]
START_LIMIT = 60  # seconds until all PEs are there
TRACES = re.compile(r"^(NVSHMEM_|NVSHMRUN_|OMPI_|PMIX_|PMI_|PMI2_|SLURM_|TORCHELASTIC_|HYDRA_|MPIEXEC_)")

numbers = itertools.count()


def read(path) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def open_files(process: str) -> dict:
    """The memory files and sockets that a process has open: {identity: name}."""
    found, folder = {}, f"/proc/{process}/fd"
    try:
        for number in os.listdir(folder):
            place = os.readlink(f"{folder}/{number}")
            if "memfd:" in place or place.startswith("socket:"):
                facts = os.stat(f"{folder}/{number}")
                found[facts.st_dev, facts.st_ino] = place
    except OSError:  # it has ended, or is another user's
        pass
    return found


def processes() -> list:
    return [entry for entry in os.listdir("/proc") if entry.isdigit()]


def is_alive(process: str) -> bool:
    return read(f"/proc/{process}/stat").rpartition(")")[2].split()[:1] not in ([], ["Z"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def wait_until(holds, limit: float, what: str):
    end = time.monotonic() + limit
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {limit} s: {what()}")
        time.sleep(0.02)


@dataclass(frozen=True)
class Way:
    """How the PEs of a job are started."""
    name: str
    needs: tuple = ()
    launcher: tuple = ()     # in front of the program; {} is the number of PEs. Empty: by unique id
    inner: tuple = ()        # between launcher and program
    shell: bool = False      # behind a shell, which hides how the program ends
    own_launcher: bool = False  # nvshmrun

    def program(self, situation: str) -> list:
        words = [PROGRAM, situation]
        return [*self.inner, *(["sh", "-c", f"{' '.join(words)}; true"] if self.shell else words)]

    def commands(self, pes: int, situation: str) -> list:
        """One command for each process that is started here, with its variables."""
        if self.launcher:
            return [([word.format(pes) for word in self.launcher] + self.program(situation), {})]
        place = f"127.0.0.1:{free_port()}"
        return [(self.program(situation), {"OMNISHMEM_LIFE_RANK": str(rank), "OMNISHMEM_LIFE_SIZE": str(pes),
                                           "NVSHMEM_BOOTSTRAP_UID_SESSION_ID": place}) for rank in range(pes)]

    def missing(self) -> str:
        """What this machine lacks, "" if nothing."""
        for command in self.needs:
            if not shutil.which(command):
                return f"{command} is not installed"
        if "unshare" in self.needs and subprocess.run([*NAME_SPACE, "true"], capture_output=True, check=False).returncode != 0:
            return "no process name spaces here"
        return ""


OPENMPI = ("mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", "{}")
MPICH = ("mpirun.mpich", "-n", "{}")
OWN = (NVSHMRUN, "-n", "{}")
WAYS = {way.name: way for way in [
    Way("nvshmrun", launcher=OWN, own_launcher=True),
    Way("nvshmrun, shell", launcher=OWN, shell=True, own_launcher=True),
    Way("nvshmrun in a name space", ("unshare",), (*NAME_SPACE, *OWN), own_launcher=True),
    Way("nvshmrun, name spaces", ("unshare",), OWN, tuple(NAME_SPACE), own_launcher=True),
    Way("openmpi", ("mpirun.openmpi",), OPENMPI),
    Way("openmpi, shell", ("mpirun.openmpi",), OPENMPI, shell=True),
    Way("mpich", ("mpirun.mpich",), MPICH),
    Way("mpich, shell", ("mpirun.mpich",), MPICH, shell=True),
    Way("unique id"),
    Way("unique id, name spaces", ("unshare",), inner=tuple(NAME_SPACE)),
]}


class Victims:
    """A job of `pes` PEs in a situation, and what it holds."""

    def __init__(self, way: Way, situation: str, pes: int = 3, **environment):
        self.mark = f"OMNI_SURVIVAL={os.getpid()}.{next(numbers)}."
        name, _, value = self.mark.partition("=")
        variables = {k: v for k, v in os.environ.items() if not TRACES.match(k)}
        self.pes = pes
        self.folder = tempfile.TemporaryDirectory(prefix="survival-")
        self.output = Path(self.folder.name) / "output"
        output = self.output.open("a")
        self.names_before = set(os.listdir("/dev/shm"))
        self.started = [subprocess.Popen(command, env={**variables, **environment, **extra, name: value}, stdin=subprocess.DEVNULL,
                                         stdout=output, stderr=output, start_new_session=True)
                        for command, extra in way.commands(pes, situation)]
        output.close()
        try:
            wait_until(self.are_there, START_LIMIT, lambda: f"all PEs are there\n{self.text()}")
        except AssertionError:
            self.clean_up()
            raise
        self.held = {}
        for process in self.processes():
            self.held.update(open_files(process))

    def text(self) -> str:
        return read(self.output)

    def are_there(self) -> bool:
        return self.text().count("is there\n") == self.pes

    def processes(self) -> list:
        """The living ones of this job, the launcher among them."""
        return [process for process in processes() if self.mark in read(f"/proc/{process}/environ") and is_alive(process)]

    def pe(self, number: int) -> int:
        """Its process."""
        return next(int(process) for process in self.processes() if read(f"/proc/{process}/comm").strip() == f"survivor-{number}")

    def kill(self, pe: int, number=signal.SIGKILL) -> int:
        """Its process."""
        process = self.pe(pe)
        os.kill(process, number)
        return process

    def kill_launcher(self):
        """nvshmrun, which may be the child of a command that makes a name space."""
        launcher = next(process for process in self.processes() if read(f"/proc/{process}/comm").strip() == "nvshmrun")
        os.kill(int(launcher), signal.SIGKILL)

    def reap(self):
        for process in self.started:
            process.poll()

    def await_end(self, limit: float) -> float:
        """Seconds until no process was left."""
        began = time.monotonic()

        def ended():
            self.reap()
            return not self.processes()
        wait_until(ended, limit, lambda: f"processes {self.describe()} end\n{self.text()}")
        return time.monotonic() - began

    def describe(self) -> list:
        return [(process, read(f"/proc/{process}/comm").strip()) for process in self.processes()]

    def leftovers(self) -> list:
        """Memory files and sockets of the job that some process still has, and names in /dev/shm."""
        held = [what for process in processes() for identity, what in open_files(process).items() if identity in self.held]
        return held + [name for name in set(os.listdir("/dev/shm")) - self.names_before if "shmem" in name]

    def statuses(self) -> list:
        return [process.wait(10) for process in self.started]

    def clean_up(self):
        for process in self.processes():
            try:
                os.kill(int(process), signal.SIGKILL)
            except ProcessLookupError:
                pass
        for process in self.started:
            process.wait(10)
        self.folder.cleanup()
