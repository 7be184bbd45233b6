# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A virtual environment of the repository's own, build/venv, with the Python packages that its builds and tests need.

The packages are those of nvshmem4py/requirements.txt. The environment is made again when that file or the interpreter changes.
"""
import hashlib
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import packages
from terminal import Failure, complain, progress, say, seconds, step

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build/venv"
TORCH = "torch==2.13.0"
TRITON = "triton==3.9.0"
JUDGES = ("mypy==2.4.1", "auditwheel==6.8.2", "abi3audit==0.0.26")
REQUIREMENTS = ROOT / "nvshmem4py/requirements.txt"


def needs() -> list:
    """What this interpreter lacks of Debian's packages, to make environments and to compile for it."""
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    ensurepip = Path(sysconfig.get_path("stdlib")) / "ensurepip/__init__.py"
    return [packages.Need(package, file=str(file).lstrip("/")) for package, file in
            (("python3-dev", headers), ("python3-venv", ensurepip))]


def ensure() -> Path:
    """The environment's interpreter; makes the environment where it is missing or stale."""
    python, stamp = FOLDER / "bin/python", FOLDER / "stamp"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if not (stamp.exists() and python.exists() and stamp.read_text() == wanted):
        packages.ensure(needs())
        make(python)
        stamp.write_text(wanted)
    return python


def make(python: Path) -> None:
    start = time.monotonic()
    say(f"dev: making a Python environment in {FOLDER.relative_to(ROOT)}")
    shutil.rmtree(FOLDER, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(FOLDER)])
    install(python, "-r", str(REQUIREMENTS))
    step("set up", "python", f"{FOLDER.relative_to(ROOT)} in {seconds(start)}")


def install(python: Path, *what: str) -> None:
    """Installs packages into the environment."""
    progress(f"pip install {' '.join(what)}")
    run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", *what])


def add_extras() -> None:
    """What some tests are skipped without: torch, a build for CPUs, Triton, and the judges of types and wheels."""
    python = ensure()
    for module, what in (("torch", (TORCH,)), ("triton", (TRITON,)), ("abi3audit", JUDGES)):
        if not list(FOLDER.glob(f"lib/python*/site-packages/{module}")):
            try:
                install(python, *what)
                step("install", "python", " ".join(what))
            except Failure as failure:
                complain(f"without {' '.join(what)}, so tests are skipped: {str(failure).splitlines()[-1]}")


def run(command: list) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise Failure(f"'{' '.join(command)}' failed:\n{done.stdout.rstrip()}")
