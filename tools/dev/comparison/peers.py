# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The libraries of the comparison: one measuring program for each, and the command that starts it on n PEs."""
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import builds
import packages
from terminal import Failure, progress

SOURCES = builds.ROOT / "perftest/compare"
FLAGS = ["-std=c++20", "-O2"]
NEEDS = [
    packages.Need("openmpi-bin", command="mpirun.openmpi"),
    packages.Need("libopenmpi-dev", command="mpicxx.openmpi"),
    packages.Need("mpich", command="mpiexec.hydra"),
    packages.Need("libmpich-dev", command="mpicxx.mpich"),
]
# Open MPI's OpenSHMEM calls into this component after unloading it at the end, unless somebody else holds it.
KEPT_COMPONENT = "usr/lib/*/openmpi/lib/openmpi3/mca_spml_ucx.so"


@dataclass(frozen=True)
class Library:
    """`name`: as in the output. `compiler`: a wrapper with its options. `launcher`: words before the program."""

    name: str
    adapter: str
    compiler: tuple
    launcher: tuple

    def program(self, folder: Path) -> Path:
        return folder / f"compare-{self.name.replace(' ', '-')}"

    def build(self, folder: Path) -> None:
        command = [*self.compiler, *FLAGS, f'-DCOMPARE_WITH="{self.adapter}"', str(SOURCES / "compare.cpp"), "-o",
                   str(self.program(folder)), *self.libraries()]
        compile_program(command, self.name)

    def libraries(self) -> list:
        if self.name != OURS:
            return []
        build = builds.folder("release")
        return [f"-I{builds.ROOT}/include", f"-I{build}/include", f"-L{build}/lib", "-lnvshmem_host", f"-Wl,-rpath,{build}/lib"]

    def command(self, folder: Path, pes: int, group: str) -> list:
        """PEs are bound alike: one a processor where they suffice, else not at all."""
        bind = "core" if pes <= (os.cpu_count() or 1) else "none"
        words = [word.format(pes=pes, bind=bind) for word in self.launcher]
        return [*words, str(self.program(folder)), group]


OURS = "OmniSHMEM"


def open_mpi(launcher: str, *options: str) -> tuple:
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return (launcher, *root, "--oversubscribe", "-np", "{pes}", "--bind-to", "{bind}", *options)


def libraries() -> list:
    """Ours first. To be called after the needs are met."""
    kept = next(Path("/").glob(KEPT_COMPONENT), "")
    return [
        Library(OURS, "with_nvshmem.h", ("g++",), (str(builds.folder("release") / "bin/nvshmrun"), "-n", "{pes}")),
        Library("Open MPI RMA", "with_mpi.h", ("mpicxx.openmpi", "-w"), open_mpi("mpirun.openmpi", "--mca", "osc", "sm")),
        Library("MPICH RMA", "with_mpi.h", ("mpicxx.mpich",), ("mpiexec.hydra", "-np", "{pes}", "-bind-to", "{bind}")),
        Library("Open MPI SHMEM", "with_openshmem.h", ("oshc++", "-w"), open_mpi("oshrun", "-x", f"LD_PRELOAD={kept}")),
    ]


def build_all(folder: Path) -> list:
    """Builds every program of the comparison in `folder`; returns the libraries."""
    packages.ensure(packages.BUILD, NEEDS)
    builds.build("release", ("nvshmrun", "nvshmem_host"))
    folder.mkdir(parents=True, exist_ok=True)
    compile_program(["g++", *FLAGS, str(SOURCES / "floors.cpp"), "-o", str(floors(folder))], "floors")
    found = libraries()
    for library in found:
        library.build(folder)
    return found


def floors(folder: Path) -> Path:
    """The program that measures what the machine can do without any library."""
    return folder / "floors"


def compile_program(command: list, name: str) -> None:
    progress(f"build    {name}")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"'{shlex.join(command)}' failed:\n{done.stdout.rstrip()}")
