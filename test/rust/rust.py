# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the Rust bindings are, and how their programs are built and run."""
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release")).resolve()
BINDINGS = ROOT / "contrib/nvshmem4rust"
GENERATOR = BINDINGS / "generator/generate.py"
TARGET = BUILD / "rust"
PRELOAD = os.environ.get("OMNI_RUST_PRELOAD", "")  # what programs of Rust need before a library with a sanitizer
OLDEST = (1, 85)  # edition 2024

ENVIRONMENT = {**os.environ, "CARGO_TARGET_DIR": str(TARGET), "NVSHMEM_HOST_LIB_DIR": str(BUILD / "lib"),
               "LD_LIBRARY_PATH": str(BUILD / "lib"), "NVSHMEM_WAIT_TIMEOUT": "30", "RUST_BACKTRACE": "1"}


def why_no_cargo() -> str:
    """Empty where the crate can be built."""
    if not shutil.which("cargo"):
        return "cargo is not installed"
    said = subprocess.run(["cargo", "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"cargo (\d+)\.(\d+)", said)
    if not version or tuple(map(int, version.groups())) < OLDEST:
        return f"cargo {'.'.join(map(str, OLDEST))} or newer is needed, here is {said.strip() or 'one that says no version'}"
    return ""


def run(*command, status=0, timeout=240, **keywords) -> str:
    """Standard output and error of a command; a failure unless it ends with `status` (None: with any but 0)."""
    keywords.setdefault("env", ENVIRONMENT)
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=timeout, check=False, **keywords)
    if done.returncode != status and not (status is None and done.returncode > 0):
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def cargo(*words, **keywords) -> str:
    return run("cargo", words[0], "--offline", "--locked", "--quiet", "--manifest-path", BINDINGS / "nvshmem/Cargo.toml", *words[1:],
               **keywords)


def launch(pes: int, program, *words, **keywords) -> str:
    before = ["env", f"LD_PRELOAD={PRELOAD}"] if PRELOAD else []
    return run(BUILD / "bin/nvshmrun", "-n", pes, *before, program, *words, **keywords)
