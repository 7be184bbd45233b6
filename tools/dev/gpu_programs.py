# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The programs that `./dev gpu` builds and runs, and how nvcc builds them."""
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import builds
import gpu_machine
from terminal import Failure

ROOT = builds.ROOT
SUPPORT = [ROOT / "test/support/pe_main.cpp", ROOT / "test/support/pe_job.cpp"]
GOOGLETEST = [ROOT / "third_party/googletest", Path("/usr/src/googletest/googletest")]
TESTS = ("ops", "collectives", "streams", "graphs")
ONLY_TWO = ("grid_spin", "ptr_stores")
ARGUMENTS = {"ring-reduce": "-b 32k -e 64k -m 4k -c 3 -t 64 -n 2", "jacobi": "--size 96 --steps 60 --picture plate.bmp",
             "moe-shuffle": "24 64", "pipeline": "20"}


@dataclass(frozen=True)
class Program:
    kind: str  # example, program, test
    source: Path
    only: tuple = ()  # numbers of PEs that it can run on; empty: any
    arguments: list = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.source.stem

    def has_passed(self, output: str, pes: int) -> bool:
        """By what each kind says at its end; tests say it by their status alone."""
        if self.kind == "example":
            return f"{self.name}: passed on {pes} PEs" in output
        return self.kind == "test" or output.count("PASSED") == pes


def catalog() -> list:
    examples = [Program("example", file, arguments=ARGUMENTS.get(file.stem, "").split())
                for file in sorted((ROOT / "examples/device").glob("*.cu"))]
    others = [Program("program", file, (2,) if file.stem in ONLY_TWO else ()) for file in sorted((ROOT / "test/programs").glob("*.cu"))]
    return [*examples, *others, *(Program("test", ROOT / f"test/device/{name}.cu") for name in TESTS)]


def chosen(pattern: str) -> list:
    return [program for program in catalog() if not pattern or re.search(pattern, f"{program.kind}/{program.name}")]


class Compiler:
    """nvcc, for some architectures, with a built or installed library."""

    def __init__(self, nvcc: Path, architectures: list, library: Path, folder: Path):
        self.nvcc, self.library, self.folder = nvcc, library, folder
        self.code = [word for each in architectures for word in ("-gencode", f"arch=compute_{each},code=sm_{each}")]
        self.driver = gpu_machine.driver_to_link(nvcc)
        for part in ("lib/libnvshmem_host.so", "bin/nvshmrun"):
            if not (library / part).exists():
                raise Failure(f"there is no {part} in {library}")

    def binary(self, program: Program) -> Path:
        return self.folder / program.kind / program.name

    def prepare(self, programs: list) -> None:
        """The folders, header paths of older programs as an installed tree has them, and what tests are linked with."""
        for program in programs:
            self.binary(program).parent.mkdir(parents=True, exist_ok=True)
        forwarders = self.library / "forwarders"
        for headers in (ROOT / "include", forwarders if forwarders.is_dir() else self.library / "include"):
            shutil.copytree(headers, self.folder / "include", dirs_exist_ok=True, ignore=shutil.ignore_patterns("vgpu"))
        if any(program.kind == "test" for program in programs):
            self.build_support()

    def build_support(self) -> None:
        googletest = next((place for place in GOOGLETEST if (place / "src/gtest-all.cc").exists()), None)
        if not googletest:
            raise Failure("the tests need the sources of googletest: install libgtest-dev, or leave tests out by --only 'example|program'")
        self.headers = [f"-I{googletest}", f"-I{googletest / 'include'}", f"-I{ROOT / 'test/support'}"]
        self.support = []
        for source in (googletest / "src/gtest-all.cc", *SUPPORT):
            self.support.append(self.folder / "test" / f"{source.stem}.o")
            self.call([str(self.nvcc), "-std=c++20", "-Xcompiler=-fPIC", *self.headers, f"-I{ROOT / 'include'}", "-c", str(source), "-o",
                       str(self.support[-1])])

    def call(self, command: list) -> None:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"'{' '.join(command)}' failed:\n{done.stdout.rstrip()}")

    def options(self, program: Program) -> list:
        if program.kind == "test":
            return ["-std=c++20", "-diag-suppress=177", *self.headers, *(str(each) for each in self.support)]
        return ["-std=c++17", *([f"-I{self.folder / 'include'}"] if program.kind == "program" else [])]

    def build(self, program: Program) -> tuple:
        """(program, what the compiler says where it fails, seconds)."""
        library = self.library / "lib"
        command = [str(self.nvcc), *self.code, *self.options(program), f"-I{ROOT / 'include'}", str(program.source), "-o",
                   str(self.binary(program)), f"-L{library}", "-lnvshmem_host", *self.driver, "-ldl", "-lpthread", "-Xlinker", f"-rpath={library}"]
        start = time.monotonic()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False)
        return program, "" if done.returncode == 0 else f"$ {' '.join(command)}\n{done.stdout}", time.monotonic() - start
