# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Collectives of a team, in the order of a stream."""
import time
from typing import Optional

from nvshmem import _native, bindings
from nvshmem.core import ordered
from nvshmem.core.buffers import Buffer
from nvshmem.core.elements import element_name, named_element
from nvshmem.core.utils import dtype_nbytes, require_init
from nvshmem.errors import NvshmemInvalid, WrongType

OPERATORS = ("min", "max", "sum")
COLLECTIVES = ("reduce", "reducescatter", "alltoall", "fcollect", "broadcast")


def _members(team: int) -> int:
    members = bindings.team_n_pes(int(team))
    if members < 1:
        raise NvshmemInvalid(f"team is {team}, which is no team that this PE is in")
    return members


def _operator(op: Optional[str]) -> str:
    if op is None or op not in OPERATORS:
        raise NvshmemInvalid(f"op is {op!r}; it must be one of: {', '.join(OPERATORS)}")
    return op


class Call:
    """The checked arguments of one collective: addresses, extents in elements, the type's name and size."""

    def __init__(self, team, dst, src, kind: str, size: int, stream):
        self.team, self.members, self.kind, self.size = int(team), _members(team), kind, size
        self.dst, self.dst_count = self._place(dst, "dst_array", True)
        self.src, self.src_count = self._place(src, "src_array", False)
        self.stream = _native.stream_handle(stream)

    def _place(self, operand, name: str, written: bool):
        address, size, _ = _native.describe(operand, name, written)
        return address, size // self.size

    def need(self, dst: int, src: int) -> None:
        """Raises NvshmemInvalid unless the operands have room for so many elements."""
        for name, room, count in (("dst_array", self.dst_count, dst), ("src_array", self.src_count, src)):
            if room < count:
                raise NvshmemInvalid(f"{name} has {room} elements; over {self.members} PEs this call takes {count}")

    def run(self, function: str, count: int, *more: int) -> None:
        ordered.collective(f"{self.kind}_{function}", self.team, self.dst, self.src, count, *more, stream=self.stream)


def _typed(team, dst, src, stream) -> Call:
    require_init()
    kind, other = element_name(dst, "dst_array"), element_name(src, "src_array")
    if kind != other:
        raise NvshmemInvalid(f"dst_array has elements of type {dst.dtype}, src_array of {src.dtype}; they must be the same")
    return Call(team, dst, src, kind, dtype_nbytes(kind), stream)


def _reduce(call: Call, op: Optional[str]) -> None:
    call.need(call.dst_count, call.dst_count)
    call.run(f"{_operator(op)}_reduce", call.dst_count)


def _reducescatter(call: Call, op: Optional[str]) -> None:
    call.need(call.dst_count, call.dst_count * call.members)
    call.run(f"{_operator(op)}_reducescatter", call.dst_count)


def _alltoall(call: Call) -> None:
    count = call.src_count // call.members
    call.need(count * call.members, count * call.members)
    call.run("alltoall", count)


def _fcollect(call: Call) -> None:
    call.need(call.src_count * call.members, call.src_count)
    call.run("fcollect", call.src_count)


def _broadcast(call: Call, root: int) -> None:
    if not 0 <= root < call.members:
        raise NvshmemInvalid(f"root is {root}; the ranks of this team are 0 to {call.members - 1}")
    call.need(call.dst_count, call.dst_count)
    call.run("broadcast", call.dst_count, root)


def reduce(team: int, dst_array, src_array, op: str, stream=None) -> None:
    """Element by element over the team, the result on every member. The number of elements is dst_array's.

    Args:
        team: a handle of Teams.
        dst_array, src_array: symmetric arrays or tensors of one type, contiguous; they may be the same.
        op: "min", "max" or "sum".

    Source: nvshmemx_<TYPE>_<op>_reduce_on_stream. Raises NvshmemInvalid (not initialized, operands, op, team), NotImplementedError when
    stream is None, NVSHMEMError where the library fails.
    """
    _reduce(_typed(team, dst_array, src_array, stream), op)


def reducescatter(team: int, dst_array, src_array, op: str, stream=None) -> None:
    """A reduction of which the member with rank i keeps block i. A block is as long as dst_array. Arguments and errors as reduce."""
    _reducescatter(_typed(team, dst_array, src_array, stream), op)


def alltoall(team: int, dst_array, src_array, stream=None) -> None:
    """Block j of rank i goes to block i of rank j. A block is src_array's length over the team's size. Errors as reduce."""
    _alltoall(_typed(team, dst_array, src_array, stream))


def fcollect(team: int, dst_array, src_array, stream=None) -> None:
    """Every member gets the blocks of all, by rank. A block is as long as src_array. Errors as reduce."""
    _fcollect(_typed(team, dst_array, src_array, stream))


def broadcast(team: int, dst_array, src_array, root: int = 0, stream=None) -> None:
    """Every member, the root too, gets the root's src_array. `root` is a rank of the team; the length is dst_array's."""
    _broadcast(_typed(team, dst_array, src_array, stream), root)


def collective_on_buffer(coll: str, team: int, dest: Buffer, src: Buffer, dtype: Optional[str] = None, op: Optional[str] = None,
                         root: int = 0, stream=None, enable_timing: bool = False) -> float:
    """A collective on Buffers: `coll` is its name, `dtype` the element type by its C name ("float", "int64", ...).

    Returns the milliseconds it took with enable_timing, else 0. Errors as reduce.
    """
    require_init()
    handle = _native.stream_handle(stream)
    for name, operand in (("dest", dest), ("src", src)):
        if not isinstance(operand, Buffer):
            raise WrongType(f"{name} is a {type(operand).__name__}; it must be a Buffer")
    if coll not in COLLECTIVES:
        raise NvshmemInvalid(f"coll is {coll!r}; it must be one of: {', '.join(COLLECTIVES)}")
    if dtype is None:
        raise NvshmemInvalid("dtype is None; Buffers have no type of their own")
    kind = named_element(dtype, "dtype")
    call = Call(team, dest, src, kind, dtype_nbytes(kind), stream)
    begun = time.perf_counter()
    {"reduce": lambda: _reduce(call, op), "reducescatter": lambda: _reducescatter(call, op), "alltoall": lambda: _alltoall(call),
     "fcollect": lambda: _fcollect(call), "broadcast": lambda: _broadcast(call, root)}[coll]()
    if not enable_timing:
        return 0.0
    ordered.wait(handle)
    return (time.perf_counter() - begun) * 1e3


def barrier(team: int, stream=None) -> None:
    """Completes this PE's earlier updates, then waits for the team. Raises NotImplementedError when stream is None."""
    require_init()
    handle = _native.stream_handle(stream)
    _members(team)
    ordered.collective("barrier", int(team), stream=handle)


def sync(team: int, stream=None) -> None:
    """Waits for the team; promises no completion of updates. Raises like barrier."""
    require_init()
    handle = _native.stream_handle(stream)
    _members(team)
    ordered.collective("team_sync", int(team), stream=handle)


def barrier_all(stream=None) -> None:
    """barrier over all PEs."""
    require_init()
    ordered.collective("barrier_all", stream=_native.stream_handle(stream))


def sync_all(stream=None) -> None:
    """sync over all PEs."""
    require_init()
    ordered.collective("sync_all", stream=_native.stream_handle(stream))


__all__ = ["alltoall", "barrier", "barrier_all", "broadcast", "collective_on_buffer", "fcollect", "reduce", "reducescatter", "sync",
           "sync_all"]
