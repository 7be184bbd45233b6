# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What each task needs from the system, and how it gets there on Debian and its children.

A need is looked for by the file it provides, never by the package database, so a machine without apt that has the
tools by other means passes too, and a machine that has everything answers in a millisecond.
"""
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from terminal import Failure, progress, say, seconds, step

INCLUDE_FOLDERS = [Path("/usr/include"), Path("/usr/local/include")]


@dataclass(frozen=True)
class Need:
    """A Debian package and the command, header or file that shows it is there."""

    package: str
    command: str = ""
    header: str = ""
    file: str = ""

    def met(self) -> bool:
        if self.command:
            return shutil.which(self.command) is not None
        if self.header:
            return any((folder / self.header).exists() for folder in INCLUDE_FOLDERS)
        return any(Path("/").glob(self.file))


BUILD = [
    Need("g++", command="g++"),
    Need("cmake", command="cmake"),
    Need("ninja-build", command="ninja"),
    Need("ccache", command="ccache"),
    Need("git", command="git"),
    Need("libcli11-dev", header="CLI/CLI.hpp"),
    Need("libgtest-dev", header="gtest/gtest.h"),
    Need("libpng-dev", header="png.h"),
]
TEST = [
    Need("pkg-config", command="pkg-config"),
    Need("binutils", command="objdump"),
    Need("iproute2", command="ip"),
    Need("openmpi-bin", command="mpirun.openmpi"),
    Need("libopenmpi-dev", command="mpicc.openmpi"),
    Need("mpich", command="mpiexec.hydra"),
    Need("libmpich-dev", file="usr/include/*/mpich/mpi.h"),
    Need("python3-mpi4py", file="usr/lib/python3/dist-packages/mpi4py"),
]
TSAN = [
    Need("clang-19", command="clang++-19"),
    Need("libclang-rt-19-dev", file="usr/lib/llvm-19/lib/clang/19/lib/*/libclang_rt.tsan*.a"),
]
AARCH64 = [
    Need("g++-aarch64-linux-gnu", command="aarch64-linux-gnu-g++"),
    Need("qemu-user", command="qemu-aarch64"),
]
FORMAT = [Need("clang-format-19", command="clang-format-19")]
TIDY = [Need("clang-tidy-19", command="clang-tidy-19")]


def ensure(*groups: list) -> None:
    """Installs what is missing of these groups; raises Failure, naming the packages, where it cannot."""
    missing = [need.package for group in groups for need in group if not need.met()]
    if missing:
        install(missing)
        still = [need.package for group in groups for need in group if not need.met()]
        if still:
            raise Failure(f"installed {', '.join(still)}, but what it should bring is not there")


def install(packages: list) -> None:
    names = " ".join(packages)
    prefix = as_root(names)
    start = time.monotonic()
    say(f"dev: installing the Debian packages {names}")
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        progress(f"apt-get {' '.join(arguments)}")
        apt_get(prefix, arguments, names)
    step("install", "packages", f"{len(packages)} installed in {seconds(start)}")


def apt_get(prefix: list, arguments: list, names: str) -> None:
    command = [*prefix, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
    if done.returncode != 0:
        raise Failure(f"'{' '.join(command)}' failed:\n{done.stdout.rstrip()}\nneeded: {names}")


def as_root(names: str) -> list:
    """The words to put before a command that needs root."""
    if shutil.which("apt-get") is None:
        raise Failure(f"needed: {names} (Debian's names; no apt-get here, install them by your system's package manager)")
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        raise Failure(f"needed: {names}\n     neither root nor sudo; as root: apt-get install {names}")
    return ["sudo"] if sys.stdin.isatty() else ["sudo", "-n"]
