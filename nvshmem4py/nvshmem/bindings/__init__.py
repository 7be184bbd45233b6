# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The C interface as it is: every function under its name less nvshmem_ or nvshmemx_; pointers, modules and streams are integers.

A function whose C form returns a status raises NVSHMEMError in its place, and so does one that returns nothing when the library
reports an error. Names are looked up in the library when they are first used.
"""
from nvshmem import _native
from nvshmem.bindings.enums import *
from nvshmem.bindings.enums import __all__ as _enums
from nvshmem.bindings.structures import *
from nvshmem.bindings.structures import __all__ as _structures
from nvshmem.errors import FunctionNotFound as FunctionNotFoundError
from nvshmem.errors import NVSHMEMError, from_status

__all__ = [*_enums, *_structures, "NVSHMEMError", "check_status", "raw"]


def check_status(status: int) -> None:
    """Raises NVSHMEMError for a status that is not 0."""
    if status != 0:
        raise from_status(status, "", "")


def raw(name: str):
    """The C function of that name. Raises AttributeError for a name that is none, FunctionNotFound where the library lacks it."""
    function = _native.raw_function(name)
    if function is None:
        raise AttributeError(f"module 'nvshmem.bindings' has no attribute '{name}'")
    return function


def __getattr__(name: str):
    function = globals()[name] = raw(name)
    return function


def __dir__():
    return sorted({*globals(), *_native.raw_names()})
