# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev bench`: the comparison with other libraries, or (--quick) a table of this library alone."""
import subprocess
import time
import venv
from pathlib import Path

import builds
import demo
from comparison import judge, peers, samples, table
from comparison.rows import GROUPS
from terminal import Failure, complain, paint, progress, say, seconds

GROUP_NAMES = sorted({group.name for group in GROUPS})


def bench(options) -> int:
    return quick(options) if options.quick else compare(options)


def quick(options) -> int:
    """Latency and bandwidth of this library alone, in seconds."""
    bin_folder = builds.build("release", ("nvshmrun", "omni-quickbench")) / "bin"
    demo.show(bin_folder, options.pes, "omni-quickbench")
    return 0


def compare(options) -> int:
    """All libraries in turn. The exit status does not depend on the figures: they are for people to judge."""
    start = time.monotonic()
    folder = builds.folder("release") / "bench"
    libraries = peers.build_all(folder)
    groups = [group for group in GROUPS if not options.group or group.name in options.group]
    figures = samples.collect(folder, libraries, groups, options.rounds)
    result = judge.judge(figures, groups)
    if not result:
        raise Failure("this library's own program gave no figures")
    table.show(result)
    table.write_json(result, options.rounds, folder / "bench.json")
    table.write_markdown(result, folder / "bench.md")
    say()
    for line in table.verdict(result):
        say(line)
    say(f"figures of {options.rounds} rounds: {demo.shown(folder / 'bench.json')}, bench.md{picture(folder)}; {seconds(start)}")
    return 0


def picture(folder: Path) -> str:
    """Draws the plot; '' where matplotlib cannot be had, which is said."""
    python = folder / "venv/bin/python"
    drawing = [str(python), str(Path(samples.__file__).parent / "plot.py"), str(folder / "bench.json"), str(folder / "bench.png")]
    try:
        if not python.exists():
            progress("install  matplotlib for the plot")
            venv.create(folder / "venv", with_pip=True)
        run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "matplotlib"])
        run(drawing)
    except (subprocess.CalledProcessError, OSError) as reason:
        output = getattr(reason, "stdout", "") or str(reason)
        complain(f"no plot: {output.strip()[-300:]}")
        return ""
    return f" and {paint('bench.png', 'bold')}"


def run(command: list) -> None:
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)

