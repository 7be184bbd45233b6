# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The same program on torch's tensors, with the import as printed there; run by `python -m nvshmem.virtual`. Two PEs."""
import torch
import triton
import triton.language as tl

import torch.distributed._symmetric_memory._nvshmem_triton as nvshmem

import nvshmem.core as core
import nvshmem.torch as symm_mem


@triton.jit
def put_kernel(
    dst_ptr,
    src_ptr,
    numel: tl.constexpr,
    peer: tl.constexpr,
    BLOCK_SIZE: tl.constexpr,
):
    nvshmem.putmem_block(dst_ptr, src_ptr, numel, peer)


@nvshmem.requires_nvshmem
@triton.jit
def put_tensor_kernel(dst_ptr, src_ptr, numel, peer):
    nvshmem.put(dst_ptr, src_ptr, numel, peer)


if __name__ == "__main__":
    nvshmem_lib = nvshmem.enable_triton()
    numel = BLOCK_SIZE = 8
    inp = symm_mem.empty(numel, dtype=torch.int8).fill_(5)
    out = symm_mem.empty(numel, dtype=torch.int8).fill_(-1)
    handle = symm_mem.rendezvous(out)
    rank = handle.rank
    handle.barrier()

    peer = 1 - rank
    if rank == 0:
        kernel = put_kernel[(1, 1, 1)](
            out.data_ptr(),
            inp.data_ptr(),
            numel=numel,
            peer=peer,
            BLOCK_SIZE=BLOCK_SIZE,
            extern_libs=nvshmem_lib,
        )
    handle.barrier()
    if rank == 1:
        assert out.tolist() == [5] * numel
        print(f"Rank {rank}: received {out=}")
    handle.barrier()

    for dtype in (torch.bfloat16, torch.float32, torch.int64):
        there, here = symm_mem.empty(numel, dtype=dtype).fill_(-1), symm_mem.empty(numel, dtype=dtype).fill_(rank + 3)
        handle.barrier()
        put_tensor_kernel[(1,)](there, here, numel, peer)
        handle.barrier()
        assert there.tolist() == [peer + 3] * numel
    del inp, out, there, here, handle
    core.finalize()
