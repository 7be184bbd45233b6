# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""NVSHMEM in Triton kernels, with and without a GPU.

    import nvshmem.triton as nvshmem

    @triton.jit
    def put_kernel(dst, src, bytes, pe):
        nvshmem.putmem_block(dst, src, bytes, pe)

    put_kernel[(1,)](dst, src, 64, 1, extern_libs=nvshmem.enable_triton())

Under TRITON_INTERPRET=1 kernels run on the CPU and the host library does the calls; else they are compiled for the GPU and linked with
libnvshmem_device.bc. The names are those of torch.distributed._symmetric_memory._nvshmem_triton, in its first form and today's.
"""
from nvshmem.triton import versions

versions.require()

from nvshmem.triton.functions import (alltoall, alltoallmem_block, barrier_all, broadcast, broadcastmem_block, fence,  # noqa: E402
                                      get, get_nbi, getmem_block, max_reduce, min_reduce, my_pe, n_pes, put, putmem_block,
                                      putmem_signal_block, quiet, reduce, signal_op, signal_wait_until, sum_reduce, sync_all, wait_until)
from nvshmem.triton.launch import NvshmemLibFinder, enable_triton  # noqa: E402
from nvshmem.triton.symbols import (CMP_EQ, CMP_GE, CMP_GT, CMP_LE, CMP_LT, CMP_NE, SIGNAL_ADD, SIGNAL_SET)  # noqa: E402

__all__ = ["CMP_EQ", "CMP_GE", "CMP_GT", "CMP_LE", "CMP_LT", "CMP_NE", "NvshmemLibFinder", "SIGNAL_ADD", "SIGNAL_SET", "alltoall",
           "alltoallmem_block", "barrier_all", "broadcast", "broadcastmem_block", "enable_triton", "fence", "get", "get_nbi",
           "getmem_block", "max_reduce", "min_reduce", "my_pe", "n_pes", "put", "putmem_block", "putmem_signal_block", "quiet", "reduce",
           "signal_op", "signal_wait_until", "sum_reduce", "sync_all", "wait_until"]
