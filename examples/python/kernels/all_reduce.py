# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The sum over all PEs by push: everybody sends its numbers to everybody, and adds up what came.

    nvshmrun -n 4 python -m nvshmem.virtual all_reduce.py [--count N] [--rounds N]

A program works on one chunk and waits for the same program of the other PEs, by a signal that each of them adds 1 to. Nothing is waited
for that is not needed: chunks are added up as they come. What suits small vectors, where one hop counts more than bytes.
"""
import argparse

import numpy
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem


@triton.jit
def push_all_reduce(vector, slots, signals, out, total_signals, CHUNK: tl.constexpr):
    me = nvshmem.my_pe()
    n = nvshmem.n_pes()
    chunk = tl.program_id(0)
    mine = vector + chunk * CHUNK
    for step in range(n):  # each PE begins with another, so that nobody is sent to by all at once
        nvshmem.putmem_signal_block(slots + (chunk * n + me) * CHUNK, mine, CHUNK * 4, signals + chunk, 1, nvshmem.SIGNAL_ADD,
                                    (me + step) % n)
    nvshmem.signal_wait_until(signals + chunk, nvshmem.CMP_GE, total_signals)
    at = tl.arange(0, CHUNK)
    total = tl.zeros((CHUNK,), tl.float32)
    for pe in range(n):
        total += tl.load(slots + (chunk * n + pe) * CHUNK + at)
    tl.store(out + chunk * CHUNK + at, total)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1024, help="numbers, a multiple of 256")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    core.init()
    extern_libs = nvshmem.enable_triton()
    me, n, chunks = core.my_pe(), core.n_pes(), options.count // 256
    stream = core.Device().create_stream()
    vector, slots = core.array(options.count, "float32"), core.array(options.count * n, "float32")
    signals, out = core.array(chunks, "uint64"), numpy.zeros(options.count, numpy.float32)
    signals[:] = 0
    for turn in range(1, options.rounds + 1):
        vector[:] = numpy.arange(options.count) % 7 + me * turn
        core.barrier_all(stream=stream)  # nobody sends while another still adds up
        stream.sync()
        push_all_reduce[(chunks,)](vector, slots, signals, out, n * turn, CHUNK=256, extern_libs=extern_libs)
        expected = numpy.arange(options.count) % 7 * n + n * (n - 1) // 2 * turn
        numpy.testing.assert_array_equal(out, expected)
    print(f"PE {me} of {n}: {options.rounds} sums of {options.count} numbers are right")
    core.barrier_all(stream=stream)
    stream.sync()
    for array in (vector, slots, signals):
        core.free(array)
    core.finalize()


if __name__ == "__main__":
    main()
