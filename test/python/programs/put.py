# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A script for a GPU: four-positional put, stream.synchronize(), free of arrays."""
import nvshmem.core as nvshmem
import cupy as cp
from cuda.core.experimental import Device

nvshmem.init()
stream = Device().create_stream()
count = 10
mine = nvshmem.array((count,), dtype=cp.float32)
theirs = nvshmem.array((count,), dtype=cp.float32)
me, pes = nvshmem.my_pe(), nvshmem.n_pes()
mine[:] = cp.ones(count, dtype=cp.float32) * me
right = (me + 1) % pes
nvshmem.put(theirs, mine, count, right, stream=stream)
stream.synchronize()

nvshmem.barrier_all(stream=stream)
stream.synchronize()
assert cp.asnumpy(theirs).tolist() == [(me - 1) % pes] * count, theirs
nvshmem.free(mine)
nvshmem.free(theirs)
nvshmem.finalize()
