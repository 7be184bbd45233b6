# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Dispatch and combine of a mixture of experts: tokens go to the PE of their expert, are worked on there, and their results come home.

    nvshmrun -n 4 python -m nvshmem.virtual experts.py [--tokens N]

A program is one token. Its row in the expert's inbox is what an atomic counter there gives, so no splits are computed or exchanged; where
the token came from travels with it, and leads the result home.
"""
import argparse

import numpy
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem

PER_PE, WIDTH = 2, 64  # experts of each PE; numbers of a token


@triton.jit
def dispatch(tokens, choice, inbox, origin, arrived, PER_PE: tl.constexpr, WIDTH: tl.constexpr):
    token = tl.program_id(0)
    expert = tl.load(choice + token)
    pe = expert // PER_PE
    row = nvshmem.atomic_fetch_add(arrived, 1, pe)
    nvshmem.put(inbox + row * WIDTH, tokens + token * WIDTH, WIDTH, pe)
    field = tl.arange(0, 4)
    what = tl.where(field == 0, nvshmem.my_pe(), tl.where(field == 1, token, expert))
    nvshmem.put_tile(origin + row * 4 + field, what, pe, mask=field < 3)


@triton.jit
def work_and_combine(inbox, origin, home, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    home_pe = tl.load(origin + row * 4)
    token = tl.load(origin + row * 4 + 1)
    expert = tl.load(origin + row * 4 + 2)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(inbox + at, tl.load(inbox + at) * (expert + 1))  # what this expert does
    nvshmem.put(home + token * WIDTH, inbox + row * WIDTH, WIDTH, home_pe)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tokens", type=int, default=16, help="of each PE")
    options = parser.parse_args()
    core.init()
    extern_libs = nvshmem.enable_triton()
    me, n = core.my_pe(), core.n_pes()
    stream = core.Device().create_stream()

    def meet() -> None:
        core.barrier_all(stream=stream)
        stream.sync()

    inbox, home = core.array((n * options.tokens, WIDTH), "float32"), core.array((options.tokens, WIDTH), "float32")
    origin, arrived = core.array((n * options.tokens, 4), "int32"), core.array(1, "int32")
    source = numpy.random.default_rng(me)
    tokens = source.standard_normal((options.tokens, WIDTH)).astype(numpy.float32)
    choice = source.integers(0, n * PER_PE, options.tokens, dtype=numpy.int32)
    arrived[:] = 0
    meet()
    dispatch[(options.tokens,)](tokens, choice, inbox, origin, arrived, PER_PE=PER_PE, WIDTH=WIDTH, extern_libs=extern_libs)
    meet()  # all tokens have come
    if arrived[0]:
        work_and_combine[(int(arrived[0]),)](inbox, origin, home, WIDTH=WIDTH, extern_libs=extern_libs)
    meet()  # all results are home
    numpy.testing.assert_array_equal(home, tokens * (choice[:, None] + 1).astype(numpy.float32))
    print(f"PE {me} of {n}: {options.tokens} tokens went to {n * PER_PE} experts and came back right; {arrived[0]} were here")
    for array in (inbox, home, origin, arrived):
        core.free(array)
    core.finalize()


if __name__ == "__main__":
    main()
