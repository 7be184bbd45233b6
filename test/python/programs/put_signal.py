# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A script for a GPU: everything by nvshmem.core.X, a signal operator as the wait's comparison, a signal that is never freed."""
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
left, right = (me - 1 + pes) % pes, (me + 1) % pes
signal = nvshmem.core.array((1,), dtype="uint64")
signal[:] = 0
word, size, kind = nvshmem.core.array_get_buffer(signal)
assert (size, kind) == (8, "uint64")
nvshmem.core.barrier_all(stream=stream)
stream.synchronize()

nvshmem.core.put_signal(theirs, mine, word, 1, nvshmem.core.SignalOp.SIGNAL_SET, remote_pe=left, stream=stream)
nvshmem.core.signal_wait(word, 1, nvshmem.core.SignalOp.SIGNAL_SET, remote_pe=left, stream=stream)
stream.synchronize()
assert (theirs == right).all(), theirs
nvshmem.core.free_array(mine)
nvshmem.core.free_array(theirs)
