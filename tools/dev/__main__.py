# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The developer command of OmniSHMEM. Each subcommand installs the Debian packages that it misses, and says so."""
import argparse
import subprocess
import sys
from pathlib import Path

import bench
import builds
import demo
import formatting
import gpu
import testing
from terminal import Failure, complain, say, step

EXAMPLES = """\
examples:
  ./dev demo                    see programs run on several PEs
  ./dev test                    all tests, in at most ten minutes
  ./dev test heap               the test programs whose name matches 'heap'
  ./dev test rma.threads        one mode; rma.processes.3 is one mode at one PE count
  ./dev test rma --case '*Put*' the cases of those programs that match a googletest filter
  ./dev build asan              another preset, in build/asan
  ./dev gpu                     examples and tests on a GPU; --pack for a machine without network
  ./dev install /opt/nvshmem    library, headers, launcher, CMake package
"""


def build(options) -> int:
    builds.build(options.preset)
    return 0


def install(options) -> int:
    folder = builds.build("release")
    prefix = Path(options.prefix).expanduser().resolve()
    done = subprocess.run(["cmake", "--install", str(folder), "--prefix", str(prefix)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"cmake --install failed:\n{done.stdout.rstrip()}")
    step("install", "release", str(prefix))
    say(f"\n  CMake        find_package(NVSHMEM 3.8 REQUIRED)   with -DCMAKE_PREFIX_PATH={prefix}\n"
        f"  pkg-config   PKG_CONFIG_PATH={prefix}/lib/pkgconfig pkg-config --cflags --libs nvshmem\n"
        f"  run          {prefix}/bin/nvshmrun -n 4 ./program")
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="./dev", description=__doc__, epilog=EXAMPLES,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def add(name, run, text):
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        command.set_defaults(run=run)
        return command

    add("demo", demo.demo, "build the examples and run them on several PEs")
    test = add("test", testing.test, "build and run the tests; the last line is 'N passed, N failed'")
    test.add_argument("filter", nargs="?", help="run only what matches this regular expression (program.mode.PEs)")
    test.add_argument("--ci", action="store_true", help="the larger matrix: more PE counts, ASan+UBSan and TSan builds, 64-bit ARM under qemu")
    test.add_argument("--long", action="store_true", help="full rounds and sizes in every case, and all of it for 64-bit ARM; takes hours")
    test.add_argument("--case", metavar="PATTERN", help="a googletest filter for the cases inside the programs")
    measure = add("bench", bench.bench, "measure this library beside Open MPI and MPICH: table, JSON, plot; about six minutes")
    measure.add_argument("--rounds", type=int, default=5, help="medians are over so many interleaved runs (default 5)")
    measure.add_argument("--group", action="append", choices=bench.GROUP_NAMES, help="only this part; may be repeated")
    measure.add_argument("--quick", action="store_true", help="this library alone, in seconds")
    measure.add_argument("-n", "--pes", type=int, default=2, help="how many PEs --quick takes (default 2)")
    command = add("gpu", gpu.gpu, "compile the device examples, programs and tests by nvcc and run them on this machine's GPUs")
    command.add_argument("--pack", nargs="?", const="", metavar="FILE", help="make an archive for a machine without network instead")
    command.add_argument("--build-only", action="store_true", help="run nothing; needs no GPU")
    command.add_argument("--only", metavar="REGEX", default="", help="the programs whose kind/name matches, as 'example/ring|test/'")
    command.add_argument("--pes", type=int, nargs="+", default=[1, 2], metavar="N", help="numbers of PEs to run on (default 1 2)")
    command.add_argument("--arch", type=int, nargs="+", metavar="XX", help="architectures sm_XX (default: those of the GPUs; 90 without)")
    command.add_argument("--library", metavar="FOLDER", help="an installed or built library, in place of building one")
    command = add("build", build, "build a preset in build/PRESET")
    command.add_argument("preset", nargs="?", default="release", help=f"one of: {', '.join(builds.preset_names())}")
    command = add("install", install, "build the release preset and install it")
    command.add_argument("prefix", help="folder that gets bin, include, lib and share")
    command = add("format", formatting.format_sources, "format the C and C++ sources by .clang-format")
    command.add_argument("--check", action="store_true", help="change nothing; exit status 1 where a file differs")
    return top


def main() -> int:
    options = parser().parse_args()
    try:
        return options.run(options)
    except Failure as failure:
        complain(str(failure))
        return 1
    except KeyboardInterrupt:
        complain("interrupted")
        return 130


if __name__ == "__main__":
    sys.exit(main())
