# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev gpu`: the device examples, programs and tests, compiled by nvcc and run on the GPUs of this machine.

Nothing is fetched where all is there: a folder of `./dev gpu --pack` brings what is no part of the repository.
"""
import os
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import builds
import gpu_machine
import gpu_pack
import gpu_programs
import packages
from terminal import Failure, paint, progress, say, seconds, step

FOLDER = builds.ROOT / "build" / "gpu"
RUN_LIMIT = 300  # seconds for one run
HEAP = "256M"    # of each PE: the driver pins all of it


@dataclass
class Outcome:
    """One line of the table: a program on `pes` PEs; 0 where it was only built."""

    program: gpu_programs.Program
    pes: int
    state: str  # passed, failed, built
    seconds: float
    text: str = ""


def gpu(options) -> int:
    if options.pack is not None:
        return gpu_pack.pack(Path(options.pack or FOLDER / "omnishmem-gpu.tar.gz"))
    nvcc = gpu_machine.nvcc()
    gpus = [] if options.build_only else gpu_machine.gpus()
    architectures = options.arch or sorted({each.architecture for each in gpus}) or [90]
    start = time.monotonic()
    for number, each in enumerate(gpus):
        step("gpu", str(number), f"{each.name}, sm_{each.architecture}")
    library = Path(options.library).resolve() if options.library else build_library()
    compiler = gpu_programs.Compiler(nvcc, architectures, library, FOLDER / "programs")
    outcomes = work_through(gpu_programs.chosen(options.only), compiler, library, gpus, options.pes)
    report = table(outcomes, nvcc, gpus)
    (FOLDER / "report.txt").write_text(report + details(outcomes))
    say(report + f"\n{seconds(start)} in all; the output of what failed is in {FOLDER.relative_to(builds.ROOT)}/report.txt")
    say(verdict(outcomes))
    return 1 if any(each.state == "failed" for each in outcomes) else 0


def build_library() -> Path:
    """The host library and the launcher, by the machine's C++ compiler."""
    packages.ensure(gpu_machine.NEEDED)
    folder = FOLDER / "library"
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    brought = builds.ROOT / "third_party"
    configure = ["cmake", "-S", str(builds.ROOT), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                 "-DNVSHMEM_BUILD_EXAMPLES=OFF", "-DNVSHMEM_BUILD_TESTS=OFF", "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF",
                 f"-DCMAKE_CXX_FLAGS={f'-isystem {brought}' if brought.is_dir() else ''}"]
    builds.run_logged(configure, folder / "configure.log", "configure the library ")
    steps = builds.run_logged(["cmake", "--build", str(folder), "--target", "nvshmem_host", "nvshmrun", "nvshmem-info"],
                              folder / "build.log", "build    library    ")
    step("build", "library", f"{steps} steps in {seconds(start)}" if steps else "up to date")
    return folder


def work_through(programs: list, compiler, library: Path, gpus: list, pes: list) -> list:
    """Builds all side by side; runs one after another, as each wants the GPUs for itself."""
    if not programs:
        raise Failure("no program has such a name; `./dev gpu --build-only` lists them")
    compiler.prepare(programs)
    outcomes = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (program, error, spent) in enumerate(pool.map(compiler.build, programs), 1):
            progress(f"build    [{number}/{len(programs)}] {program.name}")
            if error:
                outcomes.append(Outcome(program, 0, "failed", spent, error))
            elif not gpus:
                outcomes.append(Outcome(program, 0, "built", spent))
            else:
                outcomes += [run(program, compiler, library, each) for each in pes if not program.only or each in program.only]
    return outcomes


def run(program, compiler, library: Path, pes: int) -> Outcome:
    """Several PEs share a GPU where there are fewer."""
    command = [str(library / "bin/nvshmrun"), "-n", str(pes), str(compiler.binary(program)), *program.arguments]
    progress(f"run      {' '.join(command[1:])}")
    start = time.monotonic()
    environment = {"NVSHMEM_SYMMETRIC_SIZE": HEAP, "NVSHMEM_WAIT_TIMEOUT": "60", "NVSHMEM_DEVICE": "cuda", **os.environ}
    work = FOLDER / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        done = subprocess.run(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=RUN_LIMIT, check=False)
        output, passed = done.stdout, done.returncode == 0 and program.has_passed(done.stdout, pes)
    except subprocess.TimeoutExpired as late:
        output, passed = f"{late.stdout or ''}\nnot done after {RUN_LIMIT} s", False
    return Outcome(program, pes, "passed" if passed else "failed", time.monotonic() - start, "" if passed else output)


def table(outcomes: list, nvcc: Path, gpus: list) -> str:
    width = max(len(each.program.name) for each in outcomes)
    lines = [f"\nnvcc {gpu_machine.version(nvcc)}; " + (", ".join(f"{each.name} (sm_{each.architecture})" for each in gpus) or "no GPU: built only"),
             f"\n      {'kind':<8} {'program':<{width}}  PEs  result      time"]
    for each in outcomes:
        mark = {"passed": "ok  ", "built": "ok  ", "failed": "fail"}[each.state]
        lines.append(f"{mark}  {each.program.kind:<8} {each.program.name:<{width}}  {each.pes or '-':>3}  {each.state:<7} {each.seconds:>6.1f} s")
    return "\n".join(lines) + "\n"


def details(outcomes: list) -> str:
    return "".join(f"\n--- {each.program.name} on {each.pes} PEs\n{each.text}\n" for each in outcomes if each.state == "failed")


def verdict(outcomes: list) -> str:
    count = {state: sum(each.state == state for each in outcomes) for state in ("passed", "failed", "built")}
    built = f", {count['built']} built and not run" if count["built"] else ""
    return paint(f"{count['passed']} passed, {count['failed']} failed{built}", "fail" if count["failed"] else "ok")
