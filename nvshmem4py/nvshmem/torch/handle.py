# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""rendezvous and its handle: where a symmetric tensor is on every rank of a group, and signals between the ranks."""
import math
from typing import Optional

import numpy
import torch

from nvshmem import _native, bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.buffers import Buffer
from nvshmem.core.resource import resource
from nvshmem.errors import OutOfBuffer
from nvshmem.torch.allocation import buffer_of, empty, view_of
from nvshmem.torch.groups import Group, group_of

_workspaces: dict[str, torch.Tensor] = {}  # by the name of the group
tracking._at_end.append(_workspaces.clear)


class SymmetricMemory:
    """A symmetric allocation as the ranks of a group see it. Made by rendezvous; keeps the memory alive.

    buffer_ptrs, signal_pad_ptrs: by rank, addresses in this process, 0 where a rank's memory is not mapped here: reach that with put
    and get of nvshmem.core. buffer_ptrs_dev, signal_pad_ptrs_dev: addresses of those lists. buffer_size, signal_pad_size: bytes.
    offset: bytes from the start of the allocation to the tensor that was given. multicast_ptr: 0, there is none.
    """

    multicast_ptr = 0

    def __init__(self, buffer: Buffer, group: Group, offset: int):
        self._buffer, self._group, self.offset = buffer, group, offset
        self.rank, self.world_size = group.rank, group.world_size
        self.buffer_size, self.signal_pad_size = buffer.attached.size, buffer.attached.pad_size
        starts = [bindings.ptr(buffer._address, pe) for pe in group.pes]
        self._pad = buffer._address + buffer.attached.pad_start
        self._lists = numpy.array([starts, [start and start + buffer.attached.pad_start for start in starts]], numpy.uint64)
        self.device = torch.device("cpu")

    buffer_ptrs = property(lambda self: self._lists[0].tolist())
    signal_pad_ptrs = property(lambda self: self._lists[1].tolist())
    buffer_ptrs_dev = property(lambda self: self._lists[0].ctypes.data)
    signal_pad_ptrs_dev = property(lambda self: self._lists[1].ctypes.data)
    group_name = property(lambda self: self._group.name)

    def get_buffer(self, rank: int, sizes, dtype: torch.dtype, storage_offset: int = 0) -> torch.Tensor:
        """A rank's buffer as a tensor, from `storage_offset` elements after the start of the allocation on.

        Raises OutOfBuffer (a RuntimeError) where it does not fit, for a rank out of range, and where that rank's memory is not mapped.
        """
        start = self._place("buffer", self.buffer_size, sizes, dtype, storage_offset * dtype.itemsize)
        return view_of(self._there(rank), start, sizes, dtype)

    def get_remote_tensor(self, peer: int, sizes, dtype: torch.dtype) -> torch.Tensor:
        """A rank's tensor at the offset of the one that was given to rendezvous. Raises like get_buffer."""
        return view_of(self._there(peer), self._place("buffer", self.buffer_size, sizes, dtype, self.offset), sizes, dtype)

    def get_signal_pad(self, rank: int, sizes=(), dtype: Optional[torch.dtype] = None, storage_offset: int = 0) -> torch.Tensor:
        """A rank's signal pad as a tensor, by default all of it as uint32. Raises like get_buffer."""
        kind = dtype or torch.uint32
        shape = tuple(sizes) or (self.signal_pad_size // kind.itemsize - storage_offset,)
        start = self._place("signal pad", self.signal_pad_size, shape, kind, storage_offset * kind.itemsize)
        return view_of(self._there(rank), self._buffer.attached.pad_start + start, shape, kind)

    def _place(self, what: str, room: int, sizes, dtype, start: int) -> int:
        size = math.prod(sizes) * dtype.itemsize
        if min(sizes, default=0) < 0 or start < 0 or start + size > room:
            raise OutOfBuffer(f"sizes {tuple(sizes)} of {dtype} take {size} bytes from byte {start} on, but the {what} has {room} bytes")
        if start % dtype.itemsize:
            raise OutOfBuffer(f"dtype is {dtype}, for which byte {start} of the {what} is not aligned")
        return start

    def _there(self, rank: int) -> Buffer:
        start = self.buffer_ptrs[self._check(rank, "rank")]
        if start == 0:
            raise OutOfBuffer(f"rank is {rank}, whose memory is not mapped in this process; use put and get of nvshmem.core")
        if rank == self.rank:
            return self._buffer
        peer = resource().get_peer_buffer(self._buffer, self._group.pes[rank])
        return Buffer.from_handle(peer._address, peer._size, owner=self._buffer)  # keeps the allocation, which `peer` does not

    def _check(self, rank: int, name: str) -> int:
        if not hasattr(rank, "__index__") or not 0 <= rank < self.world_size:
            raise OutOfBuffer(f"{name} is {rank!r}; the ranks of the group are 0 to {self.world_size - 1}")
        return int(rank)

    def _channel(self, channel: int, timeout_ms: int) -> tuple:
        channels = self.signal_pad_size // (4 * self.world_size)
        if not 0 <= channel < channels:
            raise OutOfBuffer(f"channel is {channel}; a signal pad of {self.signal_pad_size} bytes has channels 0 to {channels - 1} for "
                              f"{self.world_size} ranks; set_signal_pad_size() gives later allocations more")
        if timeout_ms < 0:
            raise OutOfBuffer(f"timeout_ms is {timeout_ms}; it must be a number of milliseconds, or 0 to wait for ever")
        return channel, timeout_ms

    def barrier(self, channel: int = 0, timeout_ms: int = 0) -> None:
        """Waits until all ranks have come; what they wrote before can be read after it.

        Calls on different channels do not meet; one channel is used by one thread at a time. Raises WaitExpired (a RuntimeError) after
        `timeout_ms` milliseconds, which leaves the channel unusable; 0 waits for ever.
        """
        _native.pad_barrier(self._group.team, self._pad, *self._channel(channel, timeout_ms))

    def put_signal(self, dst_rank: int, channel: int = 0, timeout_ms: int = 0) -> None:
        """Tells `dst_rank`, for which its wait_signal waits; waits itself until the signal before was taken. Errors as barrier."""
        _native.pad_put(self._group.team, self._pad, self._check(dst_rank, "dst_rank"), *self._channel(channel, timeout_ms))

    def wait_signal(self, src_rank: int, channel: int = 0, timeout_ms: int = 0) -> None:
        """Waits for the signal of `src_rank` and takes it; what that rank wrote before can be read then. Errors as barrier."""
        _native.pad_wait(self._group.team, self._pad, self._check(src_rank, "src_rank"), *self._channel(channel, timeout_ms))

    def __repr__(self) -> str:
        return (f"<SymmetricMemory: rank {self.rank} of {self.world_size} in group {self._group.name!r}, {self.buffer_size} bytes, "
                f"signal pad of {self.signal_pad_size} bytes>")


def rendezvous(tensor: torch.Tensor, group=None) -> SymmetricMemory:
    """The handle of a tensor made by empty, or of a view of one, over a group: a ProcessGroup, its name, or None for all ranks.

    Collective over the group the first time that the group is used. Raises NvshmemInvalid for a tensor that is not symmetric, and as
    groups do.
    """
    buffer = buffer_of(tensor, "tensor")
    found, offset = group_of(group), tensor.data_ptr() - buffer._address
    handles = buffer.attached.handles
    handle = handles.get((found.name, offset))
    if handle is None:
        handle = handles[found.name, offset] = SymmetricMemory(buffer, found, offset)
    return handle


def get_symm_mem_workspace(group_name, min_size: int) -> SymmetricMemory:
    """Scratch of at least `min_size` bytes that the users of a group share. Collective over all PEs where it has to grow."""
    name = group_of(group_name).name
    kept = _workspaces.get(name)
    if kept is None or kept.numel() < min_size:
        kept = _workspaces[name] = empty(min_size, dtype=torch.uint8)
    return rendezvous(kept, group_name)
