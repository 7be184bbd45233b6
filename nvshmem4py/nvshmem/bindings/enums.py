# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The enumerations of the C interface, less their prefixes. tests compare every value with the headers."""
from enum import IntEnum


class Signal_op(IntEnum):
    """What a signal update does: overwrite, or add."""

    SIGNAL_SET = 9
    SIGNAL_ADD = 10


class Cmp_type(IntEnum):
    """How a wait compares the word (left) with its operand (right)."""

    CMP_EQ = 0
    CMP_NE = 1
    CMP_GT = 2
    CMP_LE = 3
    CMP_LT = 4
    CMP_GE = 5
    CMP_SENTINEL = 32767


class Thread_support(IntEnum):
    THREAD_SINGLE = 0
    THREAD_FUNNELED = 1
    THREAD_SERIALIZED = 2
    THREAD_MULTIPLE = 3
    THREAD_TYPE_SENTINEL = 32767


class Init_status(IntEnum):
    STATUS_NOT_INITIALIZED = 0
    STATUS_IS_BOOTSTRAPPED = 1
    STATUS_IS_INITIALIZED = 2
    STATUS_LIMITED_MPG = 3
    STATUS_FULL_MPG = 4
    STATUS_INVALID = 32767


class Team_id(IntEnum):
    TEAM_INVALID = -1
    TEAM_WORLD = 0
    TEAM_SHARED = 1
    TEAM_NODE = 2
    TEAM_SAME_MYPE_NODE = 3
    TEAM_SAME_GPU = 4
    TEAM_GPU_LEADERS = 5
    TEAM_MC_SHARED = 6
    TEAMS_MIN = 7
    TEAM_INDEX_MAX = 32767
    TEAM_WORLD_INDEX = 0
    TEAM_SHARED_INDEX = 1
    TEAM_NODE_INDEX = 2
    TEAM_SAME_MYPE_NODE_INDEX = 3
    TEAM_SAME_GPU_INDEX = 4
    TEAM_GPU_LEADERS_INDEX = 5
    TEAM_MC_SHARED_INDEX = 6


class Status(IntEnum):
    SUCCESS = 0
    ERROR_INVALID_VALUE = 1
    ERROR_OUT_OF_MEMORY = 2
    ERROR_NOT_SUPPORTED = 3
    ERROR_SYMMETRY = 4
    ERROR_GPU_NOT_SELECTED = 5
    ERROR_COLLECTIVE_LAUNCH_FAILED = 6
    ERROR_INTERNAL = 7
    ERROR_SENTINEL = 32767


class Flags(IntEnum):
    INIT_THREAD_PES = 1
    INIT_WITH_MPI_COMM = 2
    INIT_WITH_SHMEM = 4
    INIT_WITH_UNIQUEID = 8
    INIT_MAX = -2147483648


class Proxy_status(IntEnum):
    _PROXY_GLOBAL_EXIT_NOT_REQUESTED = 0
    _PROXY_GLOBAL_EXIT_INIT = 1
    _PROXY_GLOBAL_EXIT_REQUESTED = 2
    _PROXY_GLOBAL_EXIT_FINISHED = 3
    _PROXY_GLOBAL_EXIT_MAX_STATE = 32767


class Qp_handle_index(IntEnum):
    QP_HOST = 0
    QP_DEFAULT = 1
    QP_ANY = 32767
    QP_ALL = 32767


class Pe_index(IntEnum):
    PE_INVALID = -1
    PE_ANY = 32768
    PE_ALL = 32768


class Tma_policy(IntEnum):
    TMA_DISABLE = 0
    TMA_ENABLE = 1
    TMA_FORCE = 2
    MAX = 32767


class Smem_amount(IntEnum):
    SMEM_RECOMMENDED = 0
    SMEM_MINIMUM = 1
    SMEM_BARRIERS_ONLY = 2
    MAX = 32767


class Region_hint(IntEnum):
    NONE = 0
    BATCH_RMA = 1


__all__ = ["Cmp_type", "Flags", "Init_status", "Pe_index", "Proxy_status", "Qp_handle_index", "Region_hint", "Signal_op",
           "Smem_amount", "Status", "Team_id", "Thread_support", "Tma_policy"]
