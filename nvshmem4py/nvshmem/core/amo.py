# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Atomic operations on symmetric words, carried out by the host at once: they have no stream."""
import operator

from nvshmem import _native, bindings
from nvshmem.core.buffers import Buffer
from nvshmem.core.elements import element_name, named_element
from nvshmem.core.memory import check_pe
from nvshmem.core.utils import dtype_nbytes, require_init
from nvshmem.errors import NvshmemInvalid

BITWISE = {"int32", "int64", "uint32", "uint64", "uint", "ulong", "ulonglong"}
STANDARD = BITWISE | {"int", "long", "longlong", "size", "ptrdiff"}
EXTENDED = STANDARD | {"float", "double"}


def _word(target, remote_pe: int, offset: int, dtype, allowed: set):
    """(address of the word, its C type name), all checked."""
    require_init()
    kind = _kind(target, dtype, allowed)
    address, size, _ = _native.describe(target, "target", False)
    item = dtype_nbytes(kind)
    if isinstance(offset, bool):
        raise NvshmemInvalid("offset is a bool; it must be a number of elements")
    try:
        place = operator.index(offset)
    except TypeError:
        raise NvshmemInvalid(f"offset is a {type(offset).__name__}; it must be a number of elements") from None
    if not 0 <= place < size // item:
        raise NvshmemInvalid(f"offset is {place}; target has elements 0 to {size // item - 1}")
    check_pe(remote_pe, "remote_pe")
    return address + place * item, kind


def _kind(target, dtype, allowed: set) -> str:
    if isinstance(target, Buffer):
        if dtype is None:
            raise NvshmemInvalid("dtype is None; a Buffer has no type of its own")
        kind = named_element(dtype, "dtype")
    else:
        kind = element_name(target, "target")
        if dtype is not None and named_element(dtype, "dtype") != kind:
            raise NvshmemInvalid(f"dtype is {dtype}, but target has elements of type {target.dtype}")
    if kind not in allowed:
        raise NvshmemInvalid(f"there is no such atomic on {kind}; it is there for: {', '.join(sorted(allowed))}")
    return kind


def _run(name: str, target, remote_pe: int, offset: int, dtype, allowed: set, *values):
    address, kind = _word(target, remote_pe, offset, dtype, allowed)
    if kind in ("float", "double"):
        values = tuple(map(float, values))
    else:
        values = tuple(map(operator.index, values))
    try:
        return bindings.raw(f"{kind}_atomic_{name}")(address, *values, int(remote_pe))
    except TypeError:
        raise OverflowError(f"{', '.join(map(str, values))} does not fit in {kind}") from None


ABOUT = """

    Args:
        target: a symmetric array, tensor or Buffer; a Buffer needs dtype.
        remote_pe (int): the PE whose word it is.
        offset (int): which element.

    Source: nvshmem_<TYPE>_atomic_{name}. Raises NvshmemInvalid, TypeError or OverflowError for a value that is none of the type.
    """


def _documented(text: str):
    def decorate(function):
        function.__doc__ = text + ABOUT.format(name=function.__name__.replace("atomic_", ""))
        return function

    return decorate


@_documented("Adds 1.")
def atomic_inc(target, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("inc", target, remote_pe, offset, dtype, STANDARD)


@_documented("Adds 1 and returns the value before.")
def atomic_fetch_inc(target, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch_inc", target, remote_pe, offset, dtype, STANDARD)


@_documented("Returns the value.")
def atomic_fetch(target, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch", target, remote_pe, offset, dtype, EXTENDED)


@_documented("Sets the value.")
def atomic_set(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("set", target, remote_pe, offset, dtype, EXTENDED, value)


@_documented("Adds.")
def atomic_add(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("add", target, remote_pe, offset, dtype, EXTENDED, value)


@_documented("Adds and returns the value before.")
def atomic_fetch_add(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch_add", target, remote_pe, offset, dtype, EXTENDED, value)


@_documented("Bitwise and.")
def atomic_and(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("and", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Bitwise and; returns the value before.")
def atomic_fetch_and(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch_and", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Bitwise or.")
def atomic_or(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("or", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Bitwise or; returns the value before.")
def atomic_fetch_or(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch_or", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Bitwise exclusive or.")
def atomic_xor(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None) -> None:
    _run("xor", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Bitwise exclusive or; returns the value before.")
def atomic_fetch_xor(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("fetch_xor", target, remote_pe, offset, dtype, BITWISE, value)


@_documented("Sets the value and returns the one before.")
def atomic_swap(target, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("swap", target, remote_pe, offset, dtype, EXTENDED, value)


@_documented("Sets the value where it equals `cond`; returns the value before.")
def atomic_compare_swap(target, cond, value, remote_pe: int = -1, *, offset: int = 0, dtype=None):
    return _run("compare_swap", target, remote_pe, offset, dtype, STANDARD, cond, value)


__all__ = ["atomic_add", "atomic_and", "atomic_compare_swap", "atomic_fetch", "atomic_fetch_add", "atomic_fetch_and", "atomic_fetch_inc",
           "atomic_fetch_or", "atomic_fetch_xor", "atomic_inc", "atomic_or", "atomic_set", "atomic_swap", "atomic_xor"]
