# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions that a kernel under @triton.jit calls.

Addresses are pointers, or integers that hold one. All are called by a whole program: every one of its threads comes to the call and it acts
once, also where the C function of that name acts once for each thread. So a call must not stand in a branch that only some threads take,
and Triton has no such branch.
"""
import functools
import inspect

from nvshmem.errors import NvshmemInvalid, WrongType
from nvshmem.triton import sites
from nvshmem.triton import symbols as s

BITS = {"int1": 8, "fp8e5": 8, "fp8e4nv": 8, "fp8e4b8": 8, "fp8e5b16": 8, "fp8e4b15": 8, "fp16": 16, "bf16": 16}
_SEMANTIC = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in ("_semantic", "_builder")]


def device_function(body):
    """A function of kernels, of a body whose first argument is the site of the call."""

    @functools.wraps(body)
    def entry(*arguments, _semantic=None, _builder=None, **named):
        return body(sites.site(body.__name__, _semantic, _builder), *arguments, **named)

    entry.__signature__ = inspect.Signature([*list(inspect.signature(body).parameters.values())[1:], *_SEMANTIC])  # type: ignore[attr-defined]
    entry.__triton_builtin__ = True  # type: ignore[attr-defined]  # so Triton calls it while it compiles
    return entry


def static(value):
    """A value that is known while the kernel is compiled."""
    return getattr(value, "value", value)


def element_bytes(at, pointer, name: str) -> int:
    pointee = at.pointee(pointer)
    if not pointee:
        raise WrongType(f"{name} is an integer, so the size of its elements is not known; cast it, as in "
                        f"{name}.to(tl.pointer_type(tl.float32)), or call the function that counts bytes")
    digits = pointee.lstrip("abcdefghijklmnopqrstuvwxyz")
    return (BITS[pointee] if pointee in BITS else int(digits)) // 8


# --- who and how many


@device_function
def my_pe(at):
    """The number of this PE."""
    return at.call(s.MY_PE)


@device_function
def n_pes(at):
    """How many PEs there are."""
    return at.call(s.N_PES)


# --- transfers; memory of `pe` is named by its address here


@device_function
def putmem_block(at, dst, src, nelems, pe):
    """Copies `nelems` bytes from `src` to `dst` of `pe`."""
    at.call(s.PUTMEM, dst, src, nelems, pe)


@device_function
def getmem_block(at, dst, src, nelems, pe):
    """Copies `nelems` bytes from `src` of `pe` to `dst`."""
    at.call(s.GETMEM, dst, src, nelems, pe)


@device_function
def putmem_signal_block(at, dst, src, nelems, sig_addr, signal, sig_op, pe):
    """Copies `nelems` bytes to `dst` of `pe`, then sets (SIGNAL_SET) or adds to (SIGNAL_ADD) the signal word there."""
    at.call(s.PUTMEM_SIGNAL, dst, src, nelems, sig_addr, signal, sig_op, pe)


@device_function
def put(at, dest, source, nelems, pe):
    """Copies `nelems` elements of the type that `dest` points to, from `source` to `dest` of `pe`."""
    at.call(s.PUTMEM, dest, source, at.times(nelems, element_bytes(at, dest, "dest")), pe)


@device_function
def get(at, dest, source, nelems, pe):
    """Copies `nelems` elements of the type that `dest` points to, from `source` of `pe` to `dest`."""
    at.call(s.GETMEM, dest, source, at.times(nelems, element_bytes(at, dest, "dest")), pe)


@device_function
def get_nbi(at, dest, source, nelems, pe):
    """As get; the elements are there after quiet()."""
    at.call(s.GETMEM_NBI, dest, source, at.times(nelems, element_bytes(at, dest, "dest")), pe)


# --- signals and waits


@device_function
def signal_op(at, sig_addr, signal, sig_op, pe):
    """Sets (SIGNAL_SET) or adds to (SIGNAL_ADD) the signal word of `pe`; once for the program."""
    at.call(s.PUTMEM_SIGNAL, sig_addr, sig_addr, 0, sig_addr, signal, sig_op, pe)


@device_function
def wait_until(at, ivar, cmp, cmp_val):
    """Waits until the word at `ivar` compares so with `cmp_val`: 32 bits where `ivar` points to such, else 64 bits."""
    pointee = at.pointee(ivar)
    if pointee not in ("", "int32", "uint32", "int64", "uint64"):
        raise WrongType(f"ivar points to {pointee}; wait_until waits for integers of 32 or 64 bits")
    at.call(s.INT_WAIT if pointee.endswith("32") else s.LONGLONG_WAIT, ivar, cmp, cmp_val)


@device_function
def signal_wait_until(at, sig_addr, cmp, cmp_val):
    """Waits until the signal word at `sig_addr` compares so with `cmp_val`; gives the value that it saw."""
    return at.call(s.SIGNAL_WAIT, sig_addr, cmp, cmp_val)


# --- order


@device_function
def fence(at):
    """What this program put before reaches each PE before what it puts afterwards."""
    at.call(s.FENCE)


@device_function
def quiet(at):
    """Waits until what this program put and got is done."""
    at.call(s.QUIET)


# --- collectives; of a team, one program a PE takes part


@device_function
def barrier_all(at):
    """Waits until one program of every PE has come, with all that they put before in place."""
    at.call(s.BARRIER_ALL)


@device_function
def sync_all(at):
    """Waits until one program of every PE has come."""
    at.call(s.SYNC_ALL)


@device_function
def alltoallmem_block(at, team, dest, source, nelems):
    """Sends the i-th `nelems` bytes of `source` to PE i of the team; what PE i sends lands in the i-th of `dest`."""
    at.call(s.ALLTOALLMEM, team, dest, source, nelems)


@device_function
def broadcastmem_block(at, team, dest, source, nelems, pe_root):
    """Copies `nelems` bytes of the root's `source` to `dest` of all PEs of the team; the root is a number in the team."""
    at.call(s.BROADCASTMEM, team, dest, source, nelems, pe_root)


@device_function
def alltoall(at, team, dest, source, nelems_per_pe):
    """As alltoallmem_block, in elements of the type that `dest` points to."""
    at.call(s.ALLTOALLMEM, team, dest, source, at.times(nelems_per_pe, element_bytes(at, dest, "dest")))


@device_function
def broadcast(at, team, dest, source, nelems, pe_root):
    """As broadcastmem_block, in elements of the type that `dest` points to."""
    at.call(s.BROADCASTMEM, team, dest, source, at.times(nelems, element_bytes(at, dest, "dest")), pe_root)


def _reduce(at, team, dest, source, nreduce, operation: str, pointee: str) -> None:
    if operation not in s.OPERATIONS:
        raise NvshmemInvalid(f"operation is {operation!r}; reduce knows {', '.join(s.OPERATIONS)}")
    if pointee not in s.TYPE_NAMES:
        raise WrongType(f"dest points to {pointee or 'no known type'}; reduce knows {', '.join(s.TYPE_NAMES)}: cast the pointer to one "
                        "of these")
    at.call(s.reduction(s.TYPE_NAMES[pointee], operation), team, dest, source, nreduce)


@device_function
def reduce(at, team, dest, source, nreduce, operation):
    """Reduces `nreduce` elements over the team by "sum", "max", "min" or "prod"; the type is what `dest` points to."""
    _reduce(at, team, dest, source, nreduce, static(operation), at.pointee(dest))


@device_function
def sum_reduce(at, team, dest, source, nreduce):
    """The sum over the team; of int64 where `dest` is an integer."""
    _reduce(at, team, dest, source, nreduce, "sum", at.pointee(dest) or "int64")


@device_function
def max_reduce(at, team, dest, source, nreduce):
    """The largest over the team; of int64 where `dest` is an integer."""
    _reduce(at, team, dest, source, nreduce, "max", at.pointee(dest) or "int64")


@device_function
def min_reduce(at, team, dest, source, nreduce):
    """The smallest over the team; of int64 where `dest` is an integer."""
    _reduce(at, team, dest, source, nreduce, "min", at.pointee(dest) or "int64")
