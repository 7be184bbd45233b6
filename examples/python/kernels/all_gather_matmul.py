# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A matrix product whose left matrix is spread over the PEs: rows travel round the ring while the product of those that came is computed.

    nvshmrun -n 4 python -m nvshmem.virtual all_gather_matmul.py [--rows N] [--inner N] [--columns N]

One kernel does both. Its first program passes rows on to the right neighbour, with a signal for each PE's rows. The others compute one tile
each, those of the own rows first, and wait for the signal of the rows that they need; on a GPU all of them run at once.
"""
import argparse

import numpy
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem


@triton.jit
def gather_and_multiply(a, b, c, signals, columns, turn, ROWS: tl.constexpr, INNER: tl.constexpr, TILE: tl.constexpr, STEP: tl.constexpr):
    me = nvshmem.my_pe()
    n = nvshmem.n_pes()
    if tl.program_id(0) == 0:
        for step in range(n - 1):
            whose = (me + n - step) % n
            if step > 0:
                nvshmem.signal_wait_until(signals + whose, nvshmem.CMP_GE, turn)
            rows = a + whose * ROWS * INNER
            nvshmem.putmem_signal_block(rows, rows, ROWS * INNER * 4, signals + whose, turn, nvshmem.SIGNAL_SET, (me + 1) % n)
    else:
        tile = tl.program_id(0) - 1
        tiles = columns // TILE
        whose = (me + n - tile // tiles) % n
        if whose != me:
            nvshmem.signal_wait_until(signals + whose, nvshmem.CMP_GE, turn)
        row = whose * ROWS + tl.arange(0, ROWS)
        column = tile % tiles * TILE + tl.arange(0, TILE)
        product = tl.zeros((ROWS, TILE), tl.float32)
        for start in range(0, INNER, STEP):
            inner = start + tl.arange(0, STEP)
            left = tl.load(a + row[:, None] * INNER + inner[None, :])
            right = tl.load(b + inner[:, None] * columns + column[None, :])
            product += tl.dot(left, right, input_precision="ieee")
        tl.store(c + row[:, None] * columns + column[None, :], product)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=32, help="of each PE, a power of two")
    parser.add_argument("--inner", type=int, default=64, help="a multiple of 32")
    parser.add_argument("--columns", type=int, default=64, help="a multiple of 32")
    options = parser.parse_args()
    rows, inner, columns = options.rows, options.inner, options.columns
    core.init()
    extern_libs = nvshmem.enable_triton()
    me, n = core.my_pe(), core.n_pes()
    stream = core.Device().create_stream()
    a, signals = core.array((n * rows, inner), "float32"), core.array(n, "uint64")
    whole = numpy.random.default_rng(7).standard_normal((n * rows, inner)).astype(numpy.float32)
    b = numpy.random.default_rng(8).standard_normal((inner, columns)).astype(numpy.float32)
    c = numpy.zeros((n * rows, columns), numpy.float32)
    a[:], signals[:] = numpy.nan, 0
    a[me * rows:(me + 1) * rows] = whole[me * rows:(me + 1) * rows]
    core.barrier_all(stream=stream)
    stream.sync()

    gather_and_multiply[(1 + n * columns // 32,)](a, b, c, signals, columns, 1, ROWS=rows, INNER=inner, TILE=32, STEP=32,
                                                  extern_libs=extern_libs)
    numpy.testing.assert_array_equal(a, whole)
    numpy.testing.assert_allclose(c, whole @ b, rtol=1e-4, atol=1e-4)
    print(f"PE {me} of {n}: the product of {n * rows} x {inner} and {inner} x {columns} numbers is right")
    core.barrier_all(stream=stream)
    stream.sync()
    core.free(a)
    core.free(signals)
    core.finalize()


if __name__ == "__main__":
    main()
