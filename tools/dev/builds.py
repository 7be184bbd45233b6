# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Configures and builds a preset of CMakePresets.json in build/<preset>."""
import json
import re
import subprocess
import time
from pathlib import Path

import packages
import python_environment
from terminal import Failure, progress, say, seconds, step

ROOT = Path(__file__).resolve().parents[2]
PRESETS = ROOT / "CMakePresets.json"
NINJA_STEP = re.compile(r"^\[(\d+)/(\d+)\] (.*)")
WITH_PYTHON = ("release", "dev")
NEEDED = {"tsan": [packages.TSAN], "aarch64": [packages.AARCH64], "tidy": [packages.TIDY]}


def folder(preset: str) -> Path:
    return ROOT / "build" / preset


def preset_names() -> list:
    presets = json.loads(PRESETS.read_text())["configurePresets"]
    return [preset["name"] for preset in presets if not preset.get("hidden")]


def build(preset: str, targets: tuple = ()) -> Path:
    """Brings `targets` (all, when empty) of `preset` up to date and returns its build folder."""
    if preset not in preset_names():
        raise Failure(f"no preset '{preset}'; there are: {', '.join(preset_names())}")
    packages.ensure(packages.BUILD, *NEEDED.get(preset, []))
    configure(preset, python_options(preset))
    start = time.monotonic()
    command = ["cmake", "--build", str(folder(preset)), *(["--target", *targets] if targets else [])]
    steps = run_logged(command, folder(preset) / "build.log", f"build    {preset:<10} ")
    step("build", preset, f"{steps} steps in {seconds(start)}" if steps else "up to date")
    return folder(preset)


def python_options(preset: str) -> list:
    """The Python package belongs to plain builds: a sanitizer would have to be loaded before the interpreter."""
    if preset not in WITH_PYTHON:
        return []
    return ["-DNVSHMEM_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={python_environment.ensure()}"]


def configure(preset: str, options: list) -> None:
    cache, rules = folder(preset) / "CMakeCache.txt", folder(preset) / "build.ninja"
    if rules.exists() and cache.exists() and is_current(cache, options):
        return
    start = time.monotonic()
    folder(preset).mkdir(parents=True, exist_ok=True)
    progress(f"configure {preset}")
    run_logged(["cmake", "--preset", preset, *options], folder(preset) / "configure.log", f"configure {preset} ")
    step("set up", preset, f"build/{preset} in {seconds(start)}")


def is_current(cache: Path, options: list) -> bool:
    """Is the cache newer than the presets, and does it hold these options (-Dname=value)?"""
    held = {line.replace(line[line.index(":"):line.index("=")], "", 1) for line in cache.read_text().splitlines()
            if re.match(r"\w+:\w+=", line)}
    return cache.stat().st_mtime > PRESETS.stat().st_mtime and all(option[2:] in held for option in options)


def run_logged(command: list, log: Path, label: str) -> int:
    """Runs a build command, its output in `log`; shows it on failure only. Returns how many ninja steps it took."""
    steps, output = 0, []
    with log.open("w") as written, subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                                    stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            written.write(line)
            output.append(line)
            match = NINJA_STEP.match(line)
            if match:
                steps = int(match[1])
                progress(f"{label}[{match[1]}/{match[2]}] {match[3]}")
    if process.returncode != 0:
        say("".join(trouble(output)).rstrip())
        raise Failure(f"'{' '.join(command)}' failed; the whole output is in {log.relative_to(ROOT)}")
    return steps


def trouble(output: list, at_most: int = 200) -> list:
    """The lines worth reading: what follows the first error of ninja or CMake, else all."""
    first = next((i for i, line in enumerate(output) if line.startswith(("FAILED:", "CMake Error"))), 0)
    kept = [line for line in output[first:] if not NINJA_STEP.match(line)]
    return kept if len(kept) <= at_most else [*kept[:at_most], f"... {len(kept) - at_most} more lines\n"]
