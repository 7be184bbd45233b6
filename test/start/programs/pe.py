# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A PE in Python under mpi4py, which opens MPI with RTLD_LOCAL: pe.py LIBRARY."""
import ctypes
import sys

from mpi4py import MPI

library = ctypes.CDLL(sys.argv[1])


class Attributes(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("mpi_comm", ctypes.c_void_p), ("args", ctypes.c_char * 128)]


communicator = MPI.COMM_WORLD.Dup()
attributes = Attributes()
library.nvshmemx_set_attr_mpi_comm_args(ctypes.c_void_p(MPI._addressof(communicator)), ctypes.byref(attributes))
if library.nvshmemx_hostlib_init_attr(2, ctypes.byref(attributes)) != 0:
    sys.exit(7)
print(f"PE {library.nvshmem_my_pe()} of {library.nvshmem_n_pes()}", flush=True)
library.nvshmem_barrier_all()
library.nvshmemx_hostlib_finalize()
