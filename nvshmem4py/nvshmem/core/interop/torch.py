# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric tensors: torch CPU tensors on symmetric memory. torch is imported at the first call; without it that call raises ImportError."""
from typing import Optional

from nvshmem.core import memory
from nvshmem.core._operands import is_dense
from nvshmem.core.buffers import Buffer
from nvshmem.core.memory import check_pe, find_buffer
from nvshmem.core.resource import resource
from nvshmem.core.utils import as_shape, check_morder, get_size, require_init, torch_itemsize
from nvshmem.errors import NvshmemInvalid


def _torch():
    import torch

    return torch


def view(buffer: Buffer, shape: tuple, dtype, morder: str = "C"):
    """A tensor on a Buffer, which it keeps alive."""
    torch = _torch()
    flat = torch.frombuffer(buffer, dtype=torch.uint8).view(dtype)
    return flat.view(shape) if morder == "C" else flat.view(shape[::-1]).permute(*reversed(range(len(shape))))


def tensor(shape, dtype=None, release: bool = False, morder: str = "C", except_on_del: bool = True, *, auto_release: bool = False):
    """A symmetric tensor of this shape and type (None: torch's default) on every PE; its values are not set. Collective.

    Arguments and errors as nvshmem.core.array; ValueError for types that symmetric tensors do not have. Free it by free_tensor.
    """
    check_morder(morder)
    require_init()
    kind, extents = dtype or _torch().get_default_dtype(), as_shape(shape)
    torch_itemsize(kind)
    memory_ = memory.buffer(get_size(extents, kind), release, except_on_del, auto_release=auto_release)
    return view(memory_, extents, kind, morder)


def bytetensor(shape, dtype=None, release: bool = False, morder: str = "C", except_on_del: bool = True):
    """A symmetric tensor of uint8 of this shape. `dtype` is accepted and has no meaning. Else as tensor."""
    return tensor(shape, _torch().uint8, release, morder, except_on_del)


def free_tensor(tensor) -> None:
    """Frees a symmetric tensor. Collective. Raises like free."""
    memory.free(tensor)


def require_tensor(tensor) -> None:
    require_init()
    if not hasattr(tensor, "data_ptr"):
        raise NvshmemInvalid(f"tensor is a {type(tensor).__name__}; it must be a torch tensor")


def tensor_get_buffer(tensor):
    """(the Buffer of the whole allocation, bytes of this view, name of its type). Raises NvshmemInvalid where it is not symmetric."""
    require_tensor(tensor)
    return find_buffer(tensor, "tensor"), tensor.numel() * tensor.element_size(), str(tensor.dtype)


def like(tensor, whole: Buffer, other: Buffer):
    """The view of `other` that `tensor` is of `whole`."""
    if not is_dense(tensor):
        raise NvshmemInvalid(f"tensor of shape {tuple(tensor.shape)} with strides {tuple(tensor.stride())} is not contiguous")
    flat = _torch().frombuffer(other, dtype=tensor.dtype, offset=tensor.data_ptr() - whole._address, count=tensor.numel())
    return flat.as_strided(tensor.shape, tensor.stride())


def get_peer_tensor(tensor, peer_pe: Optional[int] = None):
    """The same tensor as it is on another PE, as memory of this process. Raises like get_peer_array."""
    whole, _, _ = tensor_get_buffer(tensor)
    return like(tensor, whole, resource().get_peer_buffer(whole, check_pe(peer_pe, "peer_pe")))


def get_multicast_tensor(team: int, tensor):
    """The tensor over the multicast address of a team. Raises NvshmemError where there is no multicast memory."""
    whole, _, _ = tensor_get_buffer(tensor)
    return like(tensor, whole, resource().get_mc_buffer(team, whole))


def register_external_tensor(tensor):
    """Makes a tensor on shared memory of the program's own symmetric. Collective; the tensor returned is the symmetric one."""
    require_tensor(tensor)
    if not tensor.is_contiguous():
        raise NvshmemInvalid("tensor is not contiguous")
    given = Buffer.from_handle(tensor.data_ptr(), tensor.numel() * tensor.element_size(), owner=tensor)
    return view(memory.register_external_buffer(given), tuple(tensor.shape), tensor.dtype)


def unregister_external_tensor(tensor) -> None:
    """Undoes register_external_tensor; `tensor` is what that returned. Collective."""
    require_tensor(tensor)
    memory.unregister_external_buffer(find_buffer(tensor, "tensor"))


__all__ = ["bytetensor", "free_tensor", "get_multicast_tensor", "get_peer_tensor", "register_external_tensor", "tensor",
           "tensor_get_buffer", "unregister_external_tensor"]
