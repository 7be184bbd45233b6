# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Queries and enumerations."""
import numpy

from nvshmem import bindings
from nvshmem.bindings.ask_smem import ask_smem as _ask_smem
from nvshmem.core.utils import require_init

ComparisonType = bindings.Cmp_type
SignalOp = bindings.Signal_op
InitStatus = bindings.Init_status
ThreadSupport = bindings.Thread_support
SmemAmount = bindings.Smem_amount


def my_pe() -> int:
    """The number of this PE. Raises NvshmemInvalid when not initialized."""
    require_init()
    return bindings.my_pe()


def n_pes() -> int:
    """How many PEs the job has. Raises NvshmemInvalid when not initialized."""
    require_init()
    return bindings.n_pes()


def team_my_pe(team: int) -> int:
    """The rank of this PE in a team; -1 when it is no member."""
    require_init()
    return bindings.team_my_pe(int(team))


def team_n_pes(team: int) -> int:
    """The number of members of a team; -1 for the invalid team and when this PE is no member."""
    require_init()
    return bindings.team_n_pes(int(team))


def init_status() -> InitStatus:
    """The state of the library. Usable at any time, without effect."""
    return InitStatus(bindings.init_status())


def query_thread() -> ThreadSupport:
    """The thread level that the library gives. Usable before init."""
    provided = numpy.zeros(1, numpy.int32)
    bindings.query_thread(provided.ctypes.data)
    return ThreadSupport(int(provided[0]))


def ask_smem(amount: SmemAmount = SmemAmount.SMEM_RECOMMENDED) -> int:
    """Bytes of dynamic shared memory that a kernel should lend to device transfers. Usable before init."""
    return _ask_smem(amount)


__all__ = ["ComparisonType", "InitStatus", "SignalOp", "SmemAmount", "ThreadSupport", "ask_smem", "init_status", "my_pe", "n_pes",
           "query_thread", "team_my_pe", "team_n_pes"]
