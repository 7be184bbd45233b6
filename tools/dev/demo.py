# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev demo`: real programs on several PEs of this machine."""
import subprocess
import time
from pathlib import Path

import builds
from terminal import Failure, paint, say, seconds

RUN_LIMIT = 120  # seconds for one program


def demo(_options) -> int:
    """Ring and heat on 4 PEs, then latency and bandwidth on 2."""
    bin_folder = builds.build("release", ("nvshmrun", "example_ring", "example_heat", "omni-quickbench")) / "bin"
    start = time.monotonic()
    picture = builds.folder("release") / "demo" / "heat.png"
    picture.parent.mkdir(exist_ok=True)
    picture.unlink(missing_ok=True)
    show(bin_folder, 4, "examples/ring")
    show(bin_folder, 4, "examples/heat", "--picture", shown(picture))
    show(bin_folder, 2, "omni-quickbench")
    if not picture.exists():
        raise Failure(f"heat wrote no picture at {picture}")
    say(f"\nThe heat picture lies at {paint(shown(picture), 'bold')}; the programs are in examples/. "
        f"All this took {seconds(start)}.")
    return 0


def shown(path: Path) -> str:
    return str(path.relative_to(builds.ROOT))


def show(bin_folder: Path, pes: int, program: str, *arguments: str) -> None:
    """Prints the command, then runs it with its output as it comes."""
    command = [shown(bin_folder / "nvshmrun"), "-n", str(pes), shown(bin_folder / program), *arguments]
    say(paint(f"\n$ {' '.join(command)}", "bold"))
    try:
        status = subprocess.run(command, cwd=builds.ROOT, stdin=subprocess.DEVNULL, timeout=RUN_LIMIT, check=False).returncode
    except subprocess.TimeoutExpired:
        raise Failure(f"{program} did not end within {RUN_LIMIT} s") from None
    if status != 0:
        raise Failure(f"{program} ended with exit status {status}")
