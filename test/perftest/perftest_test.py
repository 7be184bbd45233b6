# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Every perftest runs with tiny sizes, finds the right data (else it ends with status 1), and prints well-formed tables.

Point-to-point tests run on 2 PEs, the others on 2 and 3. OMNI_BUILD_DIR names the build folder.
"""
import os
import shlex
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "perftest"))
from results import read_rows  # noqa: E402
from run import catalog  # noqa: E402

BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build" / "release"))
PROGRAMS = BUILD / "bin" / "perftest"
TINY = "-b 8 -e 2k -f 4 -n 3 -w 1 -c 3 -t 64"
LIMIT = 60  # seconds for one program
# More ways to run some of them: options, and how many PEs.
VARIANTS = {
    "shmem_put_bw": ["--bidir", "-s thread", "-s warp"],
    "shmem_get_bw": ["--bidir", "--mmap"],
    "shmem_p_bw": ["-d int -i 3", "-d fp16 --report_msgrate"],
    "shmem_g_bw": ["-d double -i 2", "-d fp16 --report_msgrate"],
    "shmem_atomic_bw": [f"-a {name}" for name in ("fetch_inc", "set", "add", "fetch_add", "and", "fetch_and", "or",
                                                  "fetch_or", "xor", "fetch_xor", "swap", "compare_swap")],
    "shmem_atomic_latency": [f"-a {name}" for name in ("fetch_inc", "set", "fetch_add", "and", "fetch_xor", "swap", "compare_swap")],
    "shmem_atomic_ping_pong_latency": [f"-a {name}" for name in ("add", "and", "compare_swap", "or", "set", "swap", "xor")],
    "alltoall_on_stream": ["--cudagraph", "-d fp16", "-d ptrdiff_t"],
    "fcollect_on_stream": ["--cudagraph", "-d double", "--mmap"],
    "broadcast_on_stream": ["--cudagraph", "-d bf16"],
    "reduction_on_stream": ["--cudagraph", "-d fp16 -o prod", "-d bf16 -o max", "-d uint64 -o xor", "-d float -o min"],
    "reducescatter_on_stream": ["--cudagraph", "-d double", "-d uint32 -o and"],
    "barrier_on_stream": ["--cudagraph"],
    "shmem_put_latency": ["--mmap", "--mmap --egm -m 1"],
    "bw": ["--dir read", "--dir read --issue host", "--issue host"],
    "latency": ["--dir read", "--dir read --issue host", "--issue host"],
    "stream_latency": ["-d 1"],
}
# Options of programs that do not know the usual ones.
OWN = {"stream_latency": "-s 1024 -S 4096 -n 2 -c 100", "malloc": "-b 1k -e 64k -f 8"}


def launch(name: str, pes: int, options: str, **environment) -> subprocess.CompletedProcess:
    return subprocess.run([str(BUILD / "bin" / "nvshmrun"), "-n", str(pes), str(PROGRAMS / name), *shlex.split(options)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT, check=False,
                          env={**os.environ, **environment})


class Perftest(unittest.TestCase):
    def run_well(self, name: str, pes: int, options: str) -> list:
        """The rows of a run that must succeed."""
        done = launch(name, pes, options)
        self.assertEqual(0, done.returncode, f"{name} {options} on {pes} PEs:\n{done.stderr}{done.stdout}")
        self.assertEqual("", done.stderr)
        rows = read_rows(done.stdout)
        self.assertTrue(rows, f"no table in:\n{done.stdout}")
        self.assertEqual(pes, sum(line.startswith("mype: ") for line in done.stdout.splitlines()))
        for row in rows:
            self.assertGreater(row.bytes, 0)
            self.assertTrue(any(value > 0 for value in row.values.values()), row)
        return rows

    def test_every_program_is_in_the_list_and_the_other_way_round(self):
        built = {str(file.relative_to(PROGRAMS)) for file in PROGRAMS.rglob("*") if file.is_file()}
        self.assertEqual(built, {name for name, *_ in catalog()})

    def test_tables_of_machines_have_the_same_rows(self):
        name = "device/pt-to-pt/shmem_put_latency"
        people, machine = (read_rows(launch(name, 2, TINY, NVSHMEM_MACHINE_READABLE_OUTPUT=flag).stdout) for flag in "01")
        self.assertEqual([(row.job, row.series, row.bytes) for row in people], [(row.job, row.series, row.bytes) for row in machine])
        self.assertEqual(15, len(people))

    def test_wrong_number_of_pes_is_said(self):
        done = launch("device/pt-to-pt/shmem_put_latency", 3, TINY)
        self.assertIn("exactly two PEs, the job has 3", done.stderr)

    def test_bad_options_name_themselves_and_a_cure(self):
        for options, words in (("-b x", "--min_size: 'x' is no number"), ("-b 64 -e 8", "raise it"), ("-n 0", "--iters"),
                               ("-e 3q", "unknown unit"), ("--colour", "--help lists the options")):
            done = launch("device/pt-to-pt/shmem_put_latency", 2, options)
            self.assertEqual(1, done.returncode, options)
            self.assertIn(words, done.stderr)


def add_test(name: str, pes: int, options: str, suffix: str) -> None:
    def test(self):
        self.run_well(name, pes, f"{OWN.get(name.split('/')[-1], TINY)} {options}")

    setattr(Perftest, f"test_{name.split('/')[-1]}{suffix}_on_{pes}_pes", test)


for path, needed, _ in catalog():
    for pes in ([2, 3] if needed == "any" else [2]):
        add_test(path, pes, "", "")
    for variant in VARIANTS.get(path.split("/")[-1], []):
        add_test(path, 2, variant, f"_{variant.replace(' ', '_').strip('-')}")


if __name__ == "__main__":
    unittest.main()
