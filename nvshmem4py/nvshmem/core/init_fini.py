# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Start and end of the library, its versions, and device code that has to know the library."""
import ctypes
import logging
from enum import Enum
from typing import Optional

import numpy

from nvshmem import _native, bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.nvshmem_types import NvshmemError, NvshmemInvalid, NvshmemKernelObject, Version
from nvshmem.core.utils import _configure_logging, log_level_of_environment
from nvshmem.errors import from_status
from nvshmem.version import __version__

logger = logging.getLogger("nvshmem")
logger.addHandler(logging.NullHandler())

UniqueID = bindings.uniqueid
METHODS = ("uid", "mpi", "emulated_mpi")


def _numbers(function, count: int) -> list:
    values = numpy.zeros(count, numpy.int32)
    function(*(values.ctypes.data + 4 * i for i in range(count)))
    return values.tolist()


def get_version() -> Version:
    """The versions of the OpenSHMEM specification, of this interface and of the library. Usable before init."""
    spec = _numbers(bindings.info_get_version, 2)
    library = _numbers(bindings.vendor_get_version_info, 3)
    return Version(".".join(map(str, spec)), __version__, ".".join(map(str, library)))


def get_name() -> str:
    """The library's name for itself. Usable before init."""
    name = ctypes.create_string_buffer(257)
    bindings.info_get_name(ctypes.addressof(name))
    return name.value.decode()


def get_unique_id(empty: bool = False) -> UniqueID:
    """An id through which PEs find each other: made by one PE (rank 0), handed to all others as plain bytes.

    `empty` gives a zeroed one, to receive those bytes in: `id._data.view(numpy.int8)`. Raises NVSHMEMError.
    """
    uid = UniqueID()
    if not empty:
        bindings.get_uniqueid(uid.ptr)
    return uid


def init(device=None, uid: Optional[UniqueID] = None, rank: Optional[int] = None, nranks: Optional[int] = None, mpi_comm=None,
         initializer_method: str = "") -> None:
    """Starts the library. Collective over the PEs of the job. Starts are counted: each takes one finalize.

    initializer_method says how the PEs find each other:
        ""               by what the launcher (nvshmrun, mpirun, torchrun, srun) left in the environment; alone, one PE
        "uid"            by `uid`, `rank` and `nranks`
        "mpi"            by the mpi4py communicator `mpi_comm` (None: COMM_WORLD)
        "emulated_mpi"   by an id that `mpi_comm` hands round

    `device` is the device of this PE; None takes the current one at the first allocation. Raises NvshmemInvalid for arguments that do
    not fit the method, NVSHMEMError where the start fails.
    """
    given = {"uid": uid, "rank": rank, "nranks": nranks, "mpi_comm": mpi_comm}
    _native.library_path()
    start = {"uid": _start_by_uid, "mpi": _start_by_mpi, "emulated_mpi": _start_by_emulated_mpi, "": _start_by_environment}
    if initializer_method not in start:
        raise NvshmemInvalid(f"initializer_method is {initializer_method!r}; it must be one of {', '.join(METHODS)}")
    start[initializer_method](**given)
    if device is not None:
        tracking._cached_device["device"] = device
    _note_start()


def _note_start() -> None:
    if tracking._is_initialized["starts"] == 0 or not tracking.is_up():
        _native.begin()
    tracking._is_initialized["starts"] += 1
    tracking._is_initialized["status"] = tracking.InternalInitStatus.INITIALIZED
    level = log_level_of_environment()
    tracking._debug_mode = tracking._debug_mode or level in ("INFO", "DEBUG")
    _configure_logging(level, mype=bindings.my_pe())


def _start_by_environment(uid, rank, nranks, mpi_comm) -> None:
    if any(value is not None for value in (uid, rank, nranks, mpi_comm)):
        raise NvshmemInvalid(f"initializer_method is empty, but arguments for one are given; it must be one of {', '.join(METHODS)}")
    bindings.hostlib_init_attr(0, 0)


def _start_by_uid(uid, rank, nranks, mpi_comm) -> None:
    if uid is None or rank is None or nranks is None:
        raise NvshmemInvalid("initializer_method 'uid' needs uid, rank and nranks")
    if mpi_comm is not None:
        raise NvshmemInvalid("initializer_method 'uid' takes no mpi_comm")
    attributes = bindings.InitAttr()
    bindings.set_attr_uniqueid_args(rank, nranks, uid.ptr, attributes.ptr)
    bindings.hostlib_init_attr(bindings.Flags.INIT_WITH_UNIQUEID, attributes.ptr)


def _communicator(mpi_comm, method: str):
    try:
        from mpi4py import MPI
    except ImportError as reason:
        raise NvshmemInvalid(f"initializer_method {method!r} needs mpi4py: {reason}") from reason
    comm = MPI.COMM_WORLD if mpi_comm is None else mpi_comm
    if not isinstance(comm, MPI.Comm):
        raise NvshmemInvalid(f"mpi_comm is a {type(comm).__name__}; it must be an mpi4py communicator")
    return MPI, comm


def _start_by_mpi(uid, rank, nranks, mpi_comm) -> None:
    MPI, comm = _communicator(mpi_comm, "mpi")
    attributes = bindings.InitAttr()
    bindings.set_attr_mpi_comm_args(MPI._addressof(comm), attributes.ptr)
    bindings.hostlib_init_attr(bindings.Flags.INIT_WITH_MPI_COMM, attributes.ptr)


def _start_by_emulated_mpi(uid, rank, nranks, mpi_comm) -> None:
    _, comm = _communicator(mpi_comm, "emulated_mpi")
    uid = get_unique_id(empty=comm.Get_rank() != 0)
    comm.Bcast(uid._data.view(numpy.int8), root=0)
    _start_by_uid(uid, comm.Get_rank(), comm.Get_size(), None)


def finalize() -> None:
    """Takes one start back; the last ends the library. Collective. Symmetric memory that still lives is reported and goes."""
    if not tracking.is_up():
        logger.warning("finalize: NVSHMEM is not initialized")
        return
    last = tracking._is_initialized["starts"] == 1
    if last:
        _report_left([buffer for number in sorted(tracking._mr_references)
                      for buffer in tracking._mr_references[number].end_session()])
        _native.end()
    bindings.hostlib_finalize()
    tracking._is_initialized["starts"] -= 1
    if last:
        tracking._is_initialized["status"] = tracking.InternalInitStatus.DE_INITIALIZED
        for forget in tracking._at_end:
            forget()


def _report_left(left: list) -> None:
    for buffer in left:
        logger.info("finalize: Buffer of %d bytes at %#x was not freed", buffer._size, buffer._address)
    if left:
        logger.error("finalize: %d symmetric Buffers were not freed; free() them before finalize()", len(left))


# --- device code


class DeviceLibLanguage(Enum):
    """Which form of the device library."""

    LLVM_BITCODE = "bc"
    LTOIR = "ltoir"
    STATIC = "a"


def _call_on_kernel(function: str, kernel: NvshmemKernelObject) -> None:
    handle = getattr(kernel, "handle", None)
    if handle is None:
        raise NvshmemInvalid(f"{function} needs an NvshmemKernelObject with a handle, not {kernel!r}")
    status = bindings.raw(function)(handle)
    if status != 0:
        raise from_status(status, "", f"nvshmemx_{function}")


def module_init(mod: NvshmemKernelObject) -> None:
    """Tells a loaded CUmodule with device code about the library, before its first launch. Raises NvshmemInvalid, NvshmemError."""
    _call_on_kernel("cumodule_init", mod)


def module_finalize(mod: NvshmemKernelObject) -> None:
    """Undoes module_init, before finalize. Raises NvshmemInvalid, NvshmemError."""
    _call_on_kernel("cumodule_finalize", mod)


def library_init(lib: NvshmemKernelObject) -> None:
    """Tells a loaded CUlibrary with device code about the library, before its first launch. Raises NvshmemInvalid, NvshmemError."""
    _call_on_kernel("culibrary_init", lib)


def library_finalize(lib: NvshmemKernelObject) -> None:
    """Undoes library_init, before finalize. Raises NvshmemInvalid, NvshmemError."""
    _call_on_kernel("culibrary_finalize", lib)


def find_device_bitcode_library(*, language: DeviceLibLanguage = DeviceLibLanguage.LLVM_BITCODE, arch=None) -> str:
    """The path of the device library. `arch` as 90, "90a", "9.0", "sm_90", (9, 0) or an object with major and minor.

    Raises NvshmemInvalid where there is no such file, ValueError for an arch that is none.
    """
    from nvshmem.core.device_library import find

    return find(language, arch)


__all__ = ["DeviceLibLanguage", "UniqueID", "finalize", "find_device_bitcode_library", "get_name", "get_unique_id", "get_version",
           "init", "library_finalize", "library_init", "module_finalize", "module_init"]
