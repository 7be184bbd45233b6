# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric tensors that can be given to rendezvous: each allocation is a buffer with a signal pad behind it."""
import math
from dataclasses import dataclass, field
from typing import Optional
from weakref import WeakValueDictionary

import torch

from nvshmem import _library, bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core import memory
from nvshmem.core.buffers import Buffer
from nvshmem.errors import LibraryNotFound, NvshmemError, NvshmemInvalid
from nvshmem.torch.groups import start

BACKEND = "NVSHMEM"
ALIGNMENT = 16  # bytes, of the pad
_pad_size = 2048
_persistent: dict[int, torch.Tensor] = {}  # by alloc_id
tracking._at_end.append(_persistent.clear)


@dataclass
class Allocation:
    """What a Buffer is made of: `size` bytes for the user, and from `pad_start` on `pad_size` bytes of signal pad."""

    size: int
    pad_start: int
    pad_size: int
    handles: WeakValueDictionary = field(default_factory=WeakValueDictionary)  # (group, offset) -> SymmetricMemory


def set_signal_pad_size(size: int) -> None:
    """Bytes of the signal pads of later allocations, the same on all ranks. Raises NvshmemInvalid unless a positive multiple of 4."""
    global _pad_size
    if size <= 0 or size % 4:
        raise NvshmemInvalid(f"size is {size}; a signal pad has a positive number of bytes that is a multiple of 4")
    _pad_size = int(size)


def get_signal_pad_size() -> int:
    """Bytes of the signal pads of later allocations."""
    return _pad_size


def check_device(device) -> torch.device:
    """Raises NvshmemInvalid for devices that have no symmetric memory."""
    found = torch.get_default_device() if device is None else torch.device(device)
    if found.type != "cpu":
        raise NvshmemInvalid(f"device is {found}; the symmetric heap lies in the memory of the host, so symmetric tensors are on 'cpu'")
    return found


def _allocate(size: int) -> Buffer:
    pad_start = -(-size // ALIGNMENT) * ALIGNMENT
    buffer = memory.buffer(pad_start + _pad_size, auto_release=True)
    buffer.attached = Allocation(size, pad_start, _pad_size)
    view_of(buffer, pad_start, (_pad_size,), torch.uint8).zero_()
    bindings.barrier_all()  # nobody signals before all pads are zero
    return buffer


def view_of(buffer: Buffer, start: int, shape, dtype) -> torch.Tensor:
    """A tensor on the bytes of a Buffer, which it keeps alive."""
    size = math.prod(shape) * dtype.itemsize
    return torch.frombuffer(buffer, dtype=torch.uint8)[start:start + size].view(dtype).view(tuple(shape))


def empty(*size, dtype: Optional[torch.dtype] = None, device=None) -> torch.Tensor:
    """A symmetric tensor of this size (numbers, or one sequence) and type on every PE; its values are not set.

    Collective over all PEs of the job, whichever group uses it later, with the same size everywhere. Starts the library where nobody
    has (see start). The memory is given back when the last tensor on it goes, in any order on the PEs; it is used again once all have
    done so. Raises NvshmemInvalid for a device other than "cpu", NvshmemOutOfMemory (a MemoryError) when the heap is full.
    """
    shape = tuple(size[0]) if len(size) == 1 and not hasattr(size[0], "__index__") else size
    if any(not hasattr(extent, "__index__") or extent < 0 for extent in shape):
        raise NvshmemInvalid(f"size is {shape}; it must be numbers that are not negative")
    check_device(device)
    kind = dtype or torch.get_default_dtype()
    start()
    return view_of(_allocate(math.prod(shape) * kind.itemsize), 0, shape, kind)


def empty_strided_p2p(size, stride, dtype: torch.dtype, device=None, group_name=None, alloc_id: Optional[int] = None) -> torch.Tensor:
    """A symmetric tensor with strides. One `alloc_id` stands for one buffer that lasts until finalize: asked for again, the same memory
    is given, which must be large enough. `group_name` must be None: allocation is over all PEs. Else as empty.
    """
    if group_name is not None:
        raise NvshmemInvalid(f"group_name is {group_name!r}; symmetric memory is allocated by all PEs, so it must be None; give the "
                             "group to rendezvous")
    extent = 1 + sum((n - 1) * step for n, step in zip(size, stride)) if math.prod(size) else 0
    if alloc_id is None:
        return empty(extent, dtype=dtype, device=device).as_strided(size, stride)
    kept = _persistent.get(alloc_id)
    if kept is None:
        kept = _persistent[alloc_id] = empty(extent * dtype.itemsize, dtype=torch.uint8, device=device)
    if kept.numel() < extent * dtype.itemsize:
        raise NvshmemInvalid(f"size is {tuple(size)} with strides {tuple(stride)}; the buffer of alloc_id {alloc_id} has "
                             f"{kept.numel()} bytes, fewer than that needs")
    return kept[:extent * dtype.itemsize].view(dtype).as_strided(size, stride)


def buffer_of(tensor, name: str) -> Buffer:
    """The Buffer below a tensor. Raises NvshmemInvalid for what was not allocated here."""
    if not isinstance(tensor, torch.Tensor):
        raise NvshmemInvalid(f"{name} is a {type(tensor).__name__}; it must be a tensor")
    check_device(tensor.device)
    try:
        found = memory.find_buffer(tensor, name)
    except NvshmemError as wrong:
        raise NvshmemInvalid(str(wrong)) from None
    if not isinstance(found.attached, Allocation):
        raise NvshmemInvalid(f"{name} is a symmetric tensor without a signal pad; allocate it with nvshmem.torch.empty")
    return found


def is_symm_mem_tensor(tensor) -> bool:
    """Was it allocated here, and is it alive?"""
    try:
        return buffer_of(tensor, "tensor") is not None
    except NvshmemInvalid:
        return False


def set_backend(name: str) -> None:
    """There is one backend. Raises NvshmemInvalid for another name."""
    if name != BACKEND:
        raise NvshmemInvalid(f"name is {name!r}; nvshmem.torch has the backend {BACKEND!r} alone")


def get_backend(device) -> Optional[str]:
    """The name of the backend; None for a device without symmetric memory."""
    return BACKEND if torch.device(device).type == "cpu" else None


def has_multicast_support(device_type, device_idx: int = 0) -> bool:
    """Has the hardware multicast memory? The host has none."""
    return False


def is_nvshmem_available() -> bool:
    """Is there a host library?"""
    try:
        return bool(_library.find())
    except LibraryNotFound:
        return False
