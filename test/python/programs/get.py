# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A script for a GPU: four-positional get."""
import nvshmem.core as nvshmem
import cupy as cp
from cuda.core.experimental import Device

nvshmem.init()
device = Device()
stream = device.create_stream()
count = 10
mine = nvshmem.array((count,), dtype=cp.float32)
theirs = nvshmem.array((count,), dtype=cp.float32)
me, pes = nvshmem.my_pe(), nvshmem.n_pes()
mine[:] = cp.ones(count, dtype=cp.float32) * me
nvshmem.barrier_all(stream=stream)
left = (me - 1 + pes) % pes
nvshmem.get(theirs, mine, count, left, stream=stream)
stream.synchronize()
assert theirs.get().tolist() == [left] * count, theirs
nvshmem.free(mine)
nvshmem.free(theirs)
nvshmem.finalize()
