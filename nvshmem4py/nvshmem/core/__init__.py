# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""NVSHMEM for Python: symmetric arrays, one-sided transfers, signals, atomics, teams and collectives between PEs.

    import nvshmem.core as nvshmem

    nvshmem.init()                                  # ranks come from the launcher; alone, one PE
    stream = nvshmem.Device().create_stream()
    left = nvshmem.array((4,), dtype="int64")       # on every PE, at the same place
    ...
    nvshmem.put(left, mine, (nvshmem.my_pe() + 1) % nvshmem.n_pes(), stream=stream)
    nvshmem.barrier_all(stream=stream)
    nvshmem.free_array(left)
    nvshmem.finalize()
"""
import sys as _sys

from nvshmem import _cuda_names as _cuda_names
from nvshmem.core import amo, collective, direct, init_fini, memory, nvshmem_types, rma, teams
from nvshmem.core.amo import *
from nvshmem.core.collective import *
from nvshmem.core.direct import *
from nvshmem.core.doctor import *
from nvshmem.core.heap import *
from nvshmem.core.init_fini import *
from nvshmem.core.interop.cupy import *
from nvshmem.core.interop.torch import *
from nvshmem.core.memory import *
from nvshmem.core.nvshmem_types import *
from nvshmem.core.rma import *
from nvshmem.core.streams import *
from nvshmem.core.teams import *
from nvshmem.core.utils import *

_cuda_names.install()
core = _sys.modules[__name__]  # programs write nvshmem.core.X after `import nvshmem.core as nvshmem`
