# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Symmetric Buffers: allocation, free, views of peers, registration of memory of the program's own."""
import logging

from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.buffers import Buffer
from nvshmem.core.resource import resource
from nvshmem.core.utils import require_init
from nvshmem.errors import NvshmemInvalid, WrongType

logger = logging.getLogger("nvshmem")


def buffer(size: int, release: bool = False, except_on_del: bool = True, *, auto_release: bool = False) -> Buffer:
    """Allocates `size` bytes of symmetric memory on every PE. Collective, the same size everywhere; the bytes are not set.

    Args:
        release: the library holds only a shadow, so the caller's last reference decides when the Buffer object goes.
        except_on_del: what the end of an unfreed Buffer is: an NvshmemError (printed by the interpreter), or a line in the log.
        auto_release: the end of the Buffer gives the memory back without the other PEs; it is re-used once all have done so.

    Raises NvshmemInvalid when not initialized, NvshmemOutOfMemory (a MemoryError) when the heap is full, NvshmemError otherwise.
    """
    require_init()
    return resource().allocate(size, release=release, except_on_del=except_on_del, auto_release=auto_release)


def find_buffer(operand, name: str) -> Buffer:
    """The symmetric Buffer below a Buffer, array or tensor. Raises NvshmemInvalid."""
    if isinstance(operand, Buffer):
        return operand
    owner = owner_of(operand)
    if owner is not None and owner._closed:
        raise NvshmemInvalid(f"{name} is an array whose memory was freed")
    if owner is not None and owner._resource is not None:
        return owner
    found = resource().buffer_at(address_of(operand, name))
    if found is None:
        raise NvshmemInvalid(f"{name} is not in live symmetric memory")
    return found


def owner_of(array):
    """The Buffer that an array is a view of, where NumPy's chain of bases tells."""
    while array is not None and not isinstance(array, Buffer):
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    return array


def address_of(operand, name: str) -> int:
    """The address of the first byte of an array or tensor, contiguous or not."""
    if hasattr(operand, "data_ptr"):
        return operand.data_ptr()
    for protocol in ("__array_interface__", "__cuda_array_interface__"):
        if hasattr(operand, protocol):
            return getattr(operand, protocol)["data"][0]
    raise WrongType(f"{name} is a {type(operand).__name__}; it must be a Buffer, an array or a tensor")


def free(buffer) -> None:
    """Frees symmetric memory on every PE, given as a Buffer, an array or a tensor. Collective, in the same order everywhere.

    Views of peers are only forgotten. Does nothing but a line in the log when not initialized. Raises NvshmemInvalid for what is not
    symmetric memory, NvshmemError for what was freed before.
    """
    if not tracking.is_up():
        logger.warning("free: NVSHMEM is not initialized")
        return
    if isinstance(buffer, Buffer):
        return resource().free(buffer)
    owner = owner_of(buffer)
    if owner is not None and owner._resource is not None:
        return resource().free(owner)
    resource().free(find_buffer(buffer, "buffer"))


def release(buffer) -> None:
    """Gives symmetric memory back without the other PEs: local, never waits; re-used when every PE has released it.

    For frameworks that free when a reference count says so. Raises like free.
    """
    require_init()
    found = find_buffer(buffer, "buffer")
    resource().release(found)


def _require_buffer(buffer, name: str) -> Buffer:
    require_init()
    if not isinstance(buffer, Buffer):
        raise WrongType(f"{name} is a {type(buffer).__name__}; it must be a Buffer")
    return buffer


def get_peer_buffer(buffer: Buffer, pe: int) -> Buffer:
    """`buffer` as it is on PE `pe`, as memory of this process. Local. Raises NvshmemError where that PE's memory is not mapped."""
    return resource().get_peer_buffer(_require_buffer(buffer, "buffer"), check_pe(pe, "pe"))


def check_pe(pe, name: str) -> int:
    from nvshmem import bindings

    if not hasattr(pe, "__index__"):
        raise TypeError(f"{name} is a {type(pe).__name__}; it must be the number of a PE")
    if not 0 <= pe < bindings.n_pes():
        raise NvshmemInvalid(f"{name} is {pe}; the PEs of this job are 0 to {bindings.n_pes() - 1}")
    return int(pe)


def get_multicast_buffer(team: int, buffer: Buffer) -> Buffer:
    """The multicast address of `buffer` over a team. Raises NvshmemError where there is no multicast memory."""
    return resource().get_mc_buffer(team, _require_buffer(buffer, "buffer"))


def register_external_buffer(buffer: Buffer, preferred_address=None) -> Buffer:
    """Makes memory that the program mapped itself symmetric. Collective, the same size everywhere.

    Returns the symmetric Buffer. `preferred_address` (an int or Buffer, the same on all PEs) is where it shall lie. Raises NvshmemError
    where it cannot be done on some PE: private memory cannot be shared.
    """
    return resource().register_external_buffer(_require_buffer(buffer, "buffer"), preferred_address=preferred_address)


def unregister_external_buffer(buffer: Buffer) -> None:
    """Undoes register_external_buffer; `buffer` is what that returned. Collective. Raises NvshmemError for anything else."""
    resource().unregister_external_buffer(_require_buffer(buffer, "buffer"))


__all__ = ["buffer", "free", "get_multicast_buffer", "get_peer_buffer", "register_external_buffer", "release",
           "unregister_external_buffer"]
