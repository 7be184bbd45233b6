# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What a call costs in a kernel that Triton's interpreter runs, beside an operation of Triton that does nothing else.

    nvshmrun -n 2 env TRITON_INTERPRET=1 python perftest/python/triton_calls.py [--calls N] [--rounds N] [--json FILE]

The empty operation asks for the number of the program. Kernels are run in turn, and the medians over the rounds are compared.
"""
import argparse
import json
import statistics
import time

import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem


@triton.jit
def empty_operation(word, pe, calls):
    for _ in range(calls):
        tl.program_id(0)


@triton.jit
def put(word, pe, calls):
    for _ in range(calls):
        nvshmem.putmem_block(word, word, 8, pe)


@triton.jit
def signal(word, pe, calls):
    for _ in range(calls):
        nvshmem.signal_op(word, 1, 9, pe)


@triton.jit
def who(word, pe, calls):
    for _ in range(calls):
        nvshmem.my_pe()


KERNELS = (empty_operation, who, put, signal)


def measure(rounds: int, calls: int, word, pe: int) -> dict:
    """Nanoseconds of one call, by the name of the kernel."""
    times: dict = {kernel.__name__: [] for kernel in KERNELS}
    for _ in range(rounds):
        for kernel in KERNELS:
            start = time.perf_counter_ns()
            kernel[(1,)](word, pe, calls=calls)
            times[kernel.__name__].append((time.perf_counter_ns() - start) / calls)
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=2000, help="of one kernel")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", help="write the rows to this file")
    options = parser.parse_args()
    core.init()
    nvshmem.enable_triton()
    word = core.array(1, "uint64")
    if core.my_pe() == 0:
        times = measure(options.rounds, options.calls, word, core.n_pes() - 1)
        rows = [{"what": name, "nanoseconds": round(ns), "ratio": round(ns / times["empty_operation"], 2)} for name, ns in times.items()]
        for row in rows:
            print(f"{row['what']:<16} {row['nanoseconds']:>8} ns   {row['ratio']:>5.2f} of the empty operation")
        if options.json:
            with open(options.json, "w") as file:
                json.dump(rows, file)
    core.free(word)
    core.finalize()


if __name__ == "__main__":
    main()
