# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Waits of interpreted kernels, whose programs run one after another: a program that waits for a later one of its own PE waits for ever.

A wait that lasts while there are later programs is explained. With one PE nobody else can write the word, so the wait is an error; with
more it goes on, as a slow peer may be what it waits for, and the explanation is part of the error if NVSHMEM_WAIT_TIMEOUT ends it.
"""
import sys
import time

from nvshmem import bindings
from nvshmem.errors import NvshmemError, NvshmemInvalid
from nvshmem.triton.symbols import Symbol

SECONDS = 2.0  # that a wait may last before it is explained


def wait(symbol: Symbol, function, given: list):
    """Waits by the host's function; its answer. Raises NvshmemInvalid for a wait that cannot end, as the function does."""
    waiting = _later_programs()
    if waiting is None or _comes_soon(symbol, given):
        return function(*given)
    text = f"{symbol.host} at {given[0]:#x} {waiting}"
    if bindings.n_pes() == 1:
        raise NvshmemInvalid(text)
    print(f"nvshmem.triton: PE {bindings.my_pe()}: {text}", file=sys.stderr, flush=True)
    try:
        return function(*given)
    except NvshmemError as error:
        raise NvshmemInvalid(f"{error}. {text}") from error


def _later_programs():
    """What to say of the program at work, or None where it is the last of its grid."""
    from triton.runtime.interpreter import interpreter_builder

    index, grid = interpreter_builder.grid_idx, interpreter_builder.grid_dim
    if all(i == n - 1 for i, n in zip(index, grid)):
        return None
    return (f"has waited {SECONDS:g} s in program {tuple(map(int, index))} of the grid {tuple(map(int, grid))}. The interpreter runs the "
            "programs of a PE one after another, so a program that waits for a later one of its own PE waits for ever: let that one come "
            "first in the grid, or launch two kernels, one that signals and then one that waits")


def _comes_soon(symbol: Symbol, given: list) -> bool:
    """Tries the wait's condition for a while."""
    test = bindings.raw(symbol.host.replace("signal_wait_until", "uint64_test").replace("wait_until", "test"))
    end, pause = time.monotonic() + SECONDS, 1e-5
    while not test(*given):
        if time.monotonic() > end:
            return False
        time.sleep(pause)
        pause = min(2 * pause, 1e-3)
    return True
