# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions that a kernel under @triton.jit calls.

Addresses are pointers, or integers that hold one. All are called by a whole program: every one of its threads comes to the call and it acts
once, also where the C function of that name acts once for each thread. So a call must not stand in a branch that only some threads take,
and Triton has no such branch.
"""
import functools
import inspect

from triton.language import core

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
def putmem_nbi_block(at, dst, src, nelems, pe):
    """As putmem_block; `src` may be used again after quiet()."""
    at.call(s.PUTMEM_NBI, dst, src, nelems, pe)


@device_function
def getmem_nbi_block(at, dst, src, nelems, pe):
    """As getmem_block; the bytes are there after quiet()."""
    at.call(s.GETMEM_NBI, dst, src, nelems, pe)


@device_function
def putmem_signal_block(at, dst, src, nelems, sig_addr, signal, sig_op, pe):
    """Copies `nelems` bytes to `dst` of `pe`, then sets (SIGNAL_SET) or adds to (SIGNAL_ADD) the signal word there."""
    at.call(s.PUTMEM_SIGNAL, dst, src, nelems, sig_addr, signal, sig_op, pe)


@device_function
def putmem_signal_nbi_block(at, dst, src, nelems, sig_addr, signal, sig_op, pe):
    """As putmem_signal_block; `src` may be used again after quiet()."""
    at.call(s.PUTMEM_SIGNAL_NBI, dst, src, nelems, sig_addr, signal, sig_op, pe)


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
    if pointee and pointee not in s.WORD_TYPES:
        raise WrongType(f"ivar points to {pointee}; wait_until waits for integers of 32 or 64 bits")
    at.call(s.wait(pointee or "int64"), ivar, cmp, cmp_val)


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


# --- atomics; once for the program, and every thread has the result


def _atomic(at, dest, operation: str, values, pe):
    pointee = at.pointee(dest)
    if pointee not in s.AMO_TYPES or (pointee not in s.WORD_TYPES and operation not in s.FLOAT_AMOS):
        known = s.AMO_TYPES if operation in s.FLOAT_AMOS else s.WORD_TYPES
        raise WrongType(f"dest {'points to ' + pointee if pointee else 'is an integer'}; atomic_{operation} takes pointers to "
                        f"{', '.join(known)}: cast it, as in dest.to(tl.pointer_type(tl.int32))")
    return at.call(s.atomic(pointee, operation), dest, *values, pe)


@device_function
def atomic_fetch(at, source, pe):
    """The value of the word of `pe`."""
    return _atomic(at, source, "fetch", (), pe)


@device_function
def atomic_set(at, dest, value, pe):
    """Sets the word of `pe`."""
    _atomic(at, dest, "swap", (value,), pe)


@device_function
def atomic_swap(at, dest, value, pe):
    """Sets the word of `pe` and gives what was there."""
    return _atomic(at, dest, "swap", (value,), pe)


@device_function
def atomic_compare_swap(at, dest, compare, value, pe):
    """Sets the word of `pe` where it is `compare`, and gives what was there."""
    return _atomic(at, dest, "compare_swap", (compare, value), pe)


@device_function
def atomic_add(at, dest, value, pe):
    """Adds to the word of `pe`."""
    _atomic(at, dest, "fetch_add", (value,), pe)


@device_function
def atomic_fetch_add(at, dest, value, pe):
    """Adds to the word of `pe` and gives what was there."""
    return _atomic(at, dest, "fetch_add", (value,), pe)


@device_function
def atomic_inc(at, dest, pe):
    """Adds 1 to the word of `pe`."""
    _atomic(at, dest, "fetch_add", (1,), pe)


@device_function
def atomic_fetch_inc(at, dest, pe):
    """Adds 1 to the word of `pe` and gives what was there."""
    return _atomic(at, dest, "fetch_add", (1,), pe)


@device_function
def atomic_fetch_and(at, dest, value, pe):
    """Ands the word of `pe` and gives what was there."""
    return _atomic(at, dest, "fetch_and", (value,), pe)


@device_function
def atomic_fetch_or(at, dest, value, pe):
    """Ors the word of `pe` and gives what was there."""
    return _atomic(at, dest, "fetch_or", (value,), pe)


@device_function
def atomic_fetch_xor(at, dest, value, pe):
    """Xors the word of `pe` and gives what was there."""
    return _atomic(at, dest, "fetch_xor", (value,), pe)


# --- blocks of pointers, as with tl.load and tl.store


@device_function
def put_tile(at, dest, value, pe, mask=None):
    """Stores each element of the block `value` at its pointer of `dest` in `pe`, where `mask` is true. quiet() or a barrier completes it."""
    semantic, kind = at.semantic, _element_type(at, dest, "dest")
    bits = kind.primitive_bitwidth
    raw = semantic.bitcast(at.tensor(value, kind), core.dtype(f"uint{bits}"))
    at.each(s.put_element(bits), dest, raw, pe, 1 if static(mask) is None else mask)


@device_function
def get_tile(at, source, pe, mask=None, other=0):
    """The elements at the pointers of the block `source` in `pe`, and `other` where `mask` is false."""
    semantic, kind = at.semantic, _element_type(at, source, "source")
    bits = kind.primitive_bitwidth
    raw = semantic.bitcast(at.tensor(other, kind), core.dtype(f"uint{bits}"))
    return semantic.bitcast(at.each(s.get_element(bits), source, pe, 1 if static(mask) is None else mask, raw), kind)


def _element_type(at, pointers, name: str):
    if not at.pointee(pointers) or not isinstance(pointers, core.tensor):
        raise WrongType(f"{name} must be a pointer or a block of pointers, as in base + tl.arange(0, 64)")
    kind = pointers.type.scalar.element_ty
    if kind.primitive_bitwidth not in (8, 16, 32, 64):
        raise WrongType(f"{name} points to {kind}; elements have 8, 16, 32 or 64 bits")
    return kind


# --- teams, and memory of others


@device_function
def team_my_pe(at, team):
    """The number of this PE in the team."""
    return at.call(s.TEAM_MY_PE, team)


@device_function
def team_n_pes(at, team):
    """How many PEs the team has."""
    return at.call(s.TEAM_N_PES, team)


@device_function
def team_translate_pe(at, src_team, src_pe, dest_team):
    """The number in `dest_team` of PE `src_pe` of `src_team`; -1 where it is none."""
    return at.call(s.TRANSLATE_PE, src_team, src_pe, dest_team)


def _as_pointer(at, address, like):
    return at.semantic.cast(address, like.type) if at.pointee(like) and isinstance(like, core.tensor) else address


@device_function
def remote_ptr(at, local_ptr, pe):
    """Where that memory of `pe` can be loaded and stored from here; 0 where it cannot. A pointer of the type of `local_ptr`."""
    return _as_pointer(at, at.call(s.PTR, local_ptr, pe), local_ptr)


@device_function
def remote_mc_ptr(at, team, ptr):
    """The multicast address of that memory in the team; 0 where there is none. A pointer of the type of `ptr`."""
    return _as_pointer(at, at.call(s.MC_PTR, team, ptr), ptr)


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


@device_function
def barrier(at, team):
    """As barrier_all, of a team."""
    at.call(s.BARRIER, team)


@device_function
def sync(at, team):
    """As sync_all, of a team."""
    at.call(s.TEAM_SYNC, team)


@device_function
def fcollect(at, team, dest, source, nelems):
    """Gathers `nelems` elements of every PE of the team in `dest`, in the order of their numbers."""
    at.call(s.FCOLLECTMEM, team, dest, source, at.times(nelems, element_bytes(at, dest, "dest")))


# --- further names: PyTorch's, which spell the form for a program, and those of others


@device_function
def reduce_extern_wrapper(at, team, dest, source, nreduce, operation, dtype_id):
    """As reduce, of addresses that are integers; the type is named."""
    _reduce(at, team, dest, source, nreduce, static(operation), str(static(dtype_id)))


putmem, putmem_block_extern_wrapper = putmem_block, putmem_block
getmem, getmem_block_extern_wrapper = getmem_block, getmem_block
getmem_nbi, getmem_nbi_block_extern_wrapper = getmem_nbi_block, getmem_nbi_block
putmem_nbi = putmem_nbi_block
putmem_signal, putmem_signal_block_extern_wrapper = putmem_signal_block, putmem_signal_block
wait_until_extern_wrapper, signal_wait_until_extern_wrapper = wait_until, signal_wait_until
alltoallmem_block_extern_wrapper, broadcastmem_block_extern_wrapper = alltoallmem_block, broadcastmem_block
barrier_all_block, sync_all_block, barrier_block, sync_block, signal_op_block = barrier_all, sync_all, barrier, sync, signal_op
sum_reduce_block, max_reduce_block, min_reduce_block, reduce_block = sum_reduce, max_reduce, min_reduce, reduce

__all__ = [name for name, value in list(globals().items()) if getattr(value, "__triton_builtin__", False)]
