# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The kernel and the launch of the pull request that gave PyTorch its NVSHMEM for Triton, as printed there. Two PEs."""
import numpy
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem


@triton.jit
def put_kernel(
    dst_ptr,
    src_ptr,
    numel: tl.constexpr,
    peer: tl.constexpr,
    BLOCK_SIZE: tl.constexpr,
):
    nvshmem.putmem_block(dst_ptr, src_ptr, numel, peer)


if __name__ == "__main__":
    core.init()
    nvshmem_lib = nvshmem.enable_triton()
    rank, numel, BLOCK_SIZE = core.my_pe(), 8, 8
    out = core.array(numel, "int8")
    inp = core.array(numel, "int8")
    out[:] = -1
    inp[:] = 5
    stream = core.Device().create_stream()
    core.barrier_all(stream=stream)
    stream.sync()
    dst_ptr, src_ptr = out.ctypes.data, inp.ctypes.data

    peer = 1 - rank
    if rank == 0:
        kernel = put_kernel[(1, 1, 1)](
            dst_ptr,
            src_ptr,
            numel=numel,
            peer=peer,
            BLOCK_SIZE=BLOCK_SIZE,
            extern_libs=nvshmem_lib,
        )

    core.barrier_all(stream=stream)
    stream.sync()
    numpy.testing.assert_array_equal(out, [5 if rank == 1 else -1] * numel)
    if rank == 1:
        print(f"Rank {rank}: received {out=}")
    core.free(out)
    core.free(inp)
    core.finalize()
