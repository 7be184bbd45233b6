# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev format`: clang-format over the C and C++ files that git knows, as .clang-format says."""
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import builds
import packages
from terminal import say, step

SUFFIXES = (".c", ".cpp", ".h", ".hpp", ".cu", ".cuh")


def format_sources(options) -> int:
    packages.ensure(packages.FORMAT)
    files = source_files()
    mode = ["--dry-run", "--Werror"] if options.check else ["-i"]
    before = {} if options.check else {file: (builds.ROOT / file).read_bytes() for file in files}
    outputs = run_clang_format(mode, files)
    if options.check:
        return report_check(files, outputs)
    changed = [file for file in files if (builds.ROOT / file).read_bytes() != before[file]]
    for file in changed:
        say(f"  {file}")
    step("format", "sources", f"{len(changed)} of {len(files)} files changed")
    return 0


def source_files() -> list:
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=builds.ROOT,
                            capture_output=True, text=True, check=True).stdout.splitlines()
    return [file for file in listed if file.endswith(SUFFIXES) and (builds.ROOT / file).is_file()]


def run_clang_format(mode: list, files: list) -> list:
    """The outputs of a few clang-format processes, each over its share of the files."""
    workers = os.cpu_count() or 1
    shares = [share for share in (files[i::workers] for i in range(workers)) if share]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda share: clang_format(mode, share), shares))


def clang_format(mode: list, files: list) -> str:
    return subprocess.run(["clang-format-19", *mode, *files], cwd=builds.ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout


def report_check(files: list, outputs: list) -> int:
    places = [line for output in outputs for line in output.splitlines() if "clang-format-violations" in line]
    wrong = sorted({line.split(":")[0] for line in places})
    for file in wrong:
        say(f"  {file}")
    step("format", "sources", f"{len(wrong)} of {len(files)} files differ; ./dev format mends them" if wrong
         else f"{len(files)} files as .clang-format says", "fail" if wrong else "ok")
    return 1 if wrong else 0
