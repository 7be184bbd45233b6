# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What `./dev gpu` needs of a machine: nvcc, GPUs that the driver answers for, tools to build with."""
import ctypes
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import builds
from packages import Need
from terminal import Failure

PLACES = ("/usr/local/cuda/bin", "/opt/cuda/bin")
DRIVER = "libcuda.so.1"
CAPABILITY = (75, 76)  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, ..._MINOR
NO_GPU = (f"this machine has no GPU to run on: %s\n     Run it on a machine with an NVIDIA GPU, its driver, nvcc, CMake and ninja:\n"
          "       ./dev gpu --pack         makes a folder to take there, which needs no network\n"
          "       ./dev gpu --build-only   compiles everything here, and runs nothing")


class BroughtOrInstalled(Need):
    """A header that a packed folder has in third_party/."""

    def met(self) -> bool:
        return (builds.ROOT / "third_party" / self.header).exists() or super().met()


NEEDED = [Need("g++", command="g++"), Need("cmake", command="cmake"), Need("ninja-build", command="ninja"),
          BroughtOrInstalled("libcli11-dev", header="CLI/CLI.hpp")]


@dataclass(frozen=True)
class Gpu:
    name: str
    architecture: int


def nvcc() -> Path:
    toolkits = [f"{os.environ[name]}/bin" for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    found = shutil.which("nvcc", path=os.pathsep.join([os.environ.get("PATH", ""), *toolkits, *PLACES]))
    if not found:
        raise Failure(f"nvcc is neither in the PATH nor in {', '.join([*toolkits, *PLACES])}: install NVIDIA's CUDA toolkit (12.4 or newer), "
                      "or name its folder by CUDA_HOME")
    return Path(found)


def version(compiler: Path) -> str:
    text = subprocess.run([str(compiler), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"release ([\d.]+)", text)
    return found[1] if found else "of unknown version"


def driver_to_link(compiler: Path) -> list:
    """Words for the linker: the toolkit's stub, the driver itself, or, where neither is, leave to call the driver open."""
    for folder in compiler.resolve().parents[1].glob("targets/*/lib/stubs"):
        if (folder / "libcuda.so").exists():
            return [f"-L{folder}", "-lcuda"]
    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return ["-Xlinker", "--unresolved-symbols=ignore-in-object-files"]
    return [f"-l:{DRIVER}"]


def gpus() -> list:
    """The GPUs of this machine, as the driver counts them (CUDA_VISIBLE_DEVICES holds)."""
    try:
        driver = ctypes.CDLL(DRIVER)
    except OSError as error:
        raise Failure(NO_GPU % error) from None
    count = ctypes.c_int()
    for code in (driver.cuInit(0), driver.cuDeviceGetCount(ctypes.byref(count))):
        if code != 0:
            raise Failure(NO_GPU % f"{DRIVER} answers with CUDA error {code}")
    if count.value == 0:
        raise Failure(NO_GPU % f"{DRIVER} counts none")
    return [look_at(driver, number) for number in range(count.value)]


def look_at(driver, number: int) -> Gpu:
    name = ctypes.create_string_buffer(256)
    driver.cuDeviceGetName(name, len(name), number)
    numbers = []
    for attribute in CAPABILITY:
        value = ctypes.c_int()
        driver.cuDeviceGetAttribute(ctypes.byref(value), attribute, number)
        numbers.append(value.value)
    return Gpu(name.value.decode(errors="replace"), 10 * numbers[0] + numbers[1])
