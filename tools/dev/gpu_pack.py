# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev gpu --pack`: one archive with the sources and what they are built with, for a machine with a GPU and without network."""
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

import builds
import packages
from terminal import Failure, say, step

NAME = "omnishmem-gpu"
TEXT = """\
OmniSHMEM, to be built and run on a machine with NVIDIA GPUs. Needed there: the GPU's driver, nvcc (CUDA 12.4 or newer), g++,
CMake (3.25 or newer), ninja, Python (3.9 or newer). No network.

    ./dev gpu                 builds all, runs it on 1 and 2 PEs, prints a table; several PEs share a GPU where there is one
    ./dev gpu --only example  only the programs whose kind/name matches
    ./dev gpu --pes 1 2 4     other numbers of PEs

build/gpu/report.txt then has the table and the output of what failed. docs/kernels.md says what to expect of GPUs.
"""
BROUGHT = {  # what is no part of the repository, as Debian's packages have it
    "CLI": (packages.Need("libcli11-dev", header="CLI/CLI.hpp"), Path("/usr/include/CLI")),
    "googletest": (packages.Need("libgtest-dev", file="usr/src/googletest/googletest/src/gtest-all.cc"), Path("/usr/src/googletest/googletest")),
}


def pack(target: Path) -> int:
    packages.ensure([need for need, _ in BROUGHT.values()])
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    with tarfile.open(partial, "w:gz") as archive:
        for file in sources():
            archive.add(builds.ROOT / file, f"{NAME}/{file}")
        for name, (_, folder) in BROUGHT.items():
            archive.add(folder, f"{NAME}/third_party/{name}", filter=without_tests)
        add_text(archive)
    shutil.move(partial, target)
    step("pack", NAME, f"{target.stat().st_size / 2**20:.1f} MiB in {target}")
    say(f"\n  on the machine with the GPU:  tar xf {target.name} && cd {NAME} && ./dev gpu")
    return 0


def sources() -> list:
    """The files of the working tree that git knows or would add."""
    done = subprocess.run(["git", "-C", str(builds.ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"--pack takes the sources that git knows, and {builds.ROOT} is no git checkout: {done.stderr.strip()}")
    return sorted(name for name in done.stdout.split("\0") if name and (builds.ROOT / name).exists())


def without_tests(entry: tarfile.TarInfo):
    return None if "/googletest/test" in entry.name or "/googletest/samples" in entry.name else entry


def add_text(archive: tarfile.TarFile) -> None:
    entry = tarfile.TarInfo(f"{NAME}/GPU.txt")
    entry.size = len(TEXT.encode())
    archive.addfile(entry, io.BytesIO(TEXT.encode()))
