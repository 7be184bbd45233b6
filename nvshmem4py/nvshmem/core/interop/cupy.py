# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric arrays: NumPy arrays on symmetric memory that the host can reach."""
from typing import Any, Optional

import numpy

from nvshmem.core import memory
from nvshmem.core.buffers import Buffer
from nvshmem.core.memory import check_pe, find_buffer
from nvshmem.core.resource import resource
from nvshmem.core.utils import as_shape, check_morder, get_size, require_init
from nvshmem.errors import NvshmemInvalid


def array_dtype(dtype) -> numpy.dtype:
    """A NumPy type. "bfloat16" is that of the package ml_dtypes; raises TypeError without it, and for what is no type."""
    if isinstance(dtype, str) and dtype == "bfloat16":
        try:
            import ml_dtypes
        except ImportError:
            raise TypeError("dtype 'bfloat16' needs the package ml_dtypes") from None
        return numpy.dtype(ml_dtypes.bfloat16)
    return numpy.dtype(dtype)


ARRAY: dict[str, Any] = {"type": numpy.ndarray}  # what arrays are: nvshmem.virtual puts its own class here


def view(buffer: Buffer, shape: tuple, dtype: numpy.dtype, morder: str = "C") -> numpy.ndarray:
    """An array on a Buffer, which it keeps alive."""
    return ARRAY["type"](shape, dtype, buffer=buffer, order=morder)


def array(shape, dtype="float32", release: bool = False, morder: str = "C", except_on_del: bool = True, *,
          auto_release: bool = False) -> numpy.ndarray:
    """A symmetric array of this shape and type on every PE; its values are not set. Collective, with the same arguments everywhere.

    Args:
        shape: a tuple of extents, or one int.
        dtype: whatever numpy.dtype takes, or "bfloat16".
        morder: "C" or "F".
        release, except_on_del, auto_release: see nvshmem.core.buffer.

    Raises NvshmemInvalid (not initialized, morder), TypeError (dtype), NvshmemError (allocation). Free it by free_array.
    """
    check_morder(morder)
    require_init()
    kind, extents = array_dtype(dtype), as_shape(shape)
    memory_ = memory.buffer(get_size(extents, kind), release, except_on_del, auto_release=auto_release)
    return view(memory_, extents, kind, morder)


def bytearray(shape, dtype="float32", release: bool = False, device_id: Optional[int] = None, morder: str = "C",
              except_on_del: bool = True) -> numpy.ndarray:
    """A symmetric array of int8 of this shape. `dtype` and `device_id` are accepted and have no meaning. Else as array."""
    return array(shape, numpy.int8, release, morder, except_on_del)


def free_array(array: numpy.ndarray) -> None:
    """Frees a symmetric array. Collective. Raises like free."""
    memory.free(array)


def require_array(array) -> None:
    require_init()
    if not hasattr(array, "__array_interface__") and not hasattr(array, "__cuda_array_interface__"):
        raise NvshmemInvalid(f"array is a {type(array).__name__}; it must be an array")


def array_get_buffer(array: numpy.ndarray):
    """(the Buffer of the whole allocation, bytes of this view, name of its type). Raises NvshmemInvalid where it is not symmetric."""
    require_array(array)
    return find_buffer(array, "array"), array.nbytes, str(array.dtype)


def order_of(array: numpy.ndarray) -> str:
    if array.flags.c_contiguous:
        return "C"
    if array.flags.f_contiguous:
        return "F"
    raise NvshmemInvalid(f"array of shape {array.shape} with strides {array.strides} is not contiguous")


def like(array: numpy.ndarray, whole: Buffer, other: Buffer) -> numpy.ndarray:
    """The view of `other` that `array` is of `whole`."""
    offset = memory.address_of(array, "array") - whole._address
    return ARRAY["type"](array.shape, array.dtype, buffer=other, offset=offset, order=order_of(array))


def get_peer_array(array: numpy.ndarray, peer_pe: Optional[int] = None) -> numpy.ndarray:
    """The same array as it is on another PE, as memory of this process: shape, type, order and extent as here.

    Raises NvshmemError where that PE's memory is not mapped, TypeError without peer_pe.
    """
    whole, _, _ = array_get_buffer(array)
    return like(array, whole, resource().get_peer_buffer(whole, check_pe(peer_pe, "peer_pe")))


def get_multicast_array(team: int, array: numpy.ndarray) -> numpy.ndarray:
    """The array over the multicast address of a team. Raises NvshmemError where there is no multicast memory."""
    whole, _, _ = array_get_buffer(array)
    return like(array, whole, resource().get_mc_buffer(team, whole))


def register_external_array(array: numpy.ndarray) -> numpy.ndarray:
    """Makes an array on shared memory of the program's own symmetric. Collective; the array returned is the symmetric one."""
    require_array(array)
    order = order_of(array)
    given = Buffer.from_handle(memory.address_of(array, "array"), array.nbytes, owner=array)
    return view(memory.register_external_buffer(given), array.shape, array.dtype, order)


def unregister_external_array(array: numpy.ndarray) -> None:
    """Undoes register_external_array; `array` is what that returned. Collective."""
    require_array(array)
    memory.unregister_external_buffer(find_buffer(array, "array"))


__all__ = ["array", "array_get_buffer", "bytearray", "free_array", "get_multicast_array", "get_peer_array",
           "register_external_array", "unregister_external_array"]
