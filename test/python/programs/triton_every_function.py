# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Kernels that together call every function of nvshmem.triton, to be compiled."""
import triton
import triton.language as tl

import nvshmem.triton as nvshmem


@triton.jit
def transfers(dst, src, word, n, pe):
    nvshmem.putmem_block(dst, src, n, pe)
    nvshmem.getmem_block(dst, src, n, pe)
    nvshmem.putmem_nbi_block(dst, src, n, pe)
    nvshmem.getmem_nbi_block(dst, src, n, pe)
    nvshmem.put(dst, src, n, pe)
    nvshmem.get(dst, src, n, pe)
    nvshmem.get_nbi(dst, src, n, pe)
    nvshmem.putmem_signal_block(dst, src, n, word, 1, 9, pe)
    nvshmem.putmem_signal_nbi_block(dst, src, n, word, 1, 10, pe)
    nvshmem.quiet()
    at = tl.arange(0, 128)
    nvshmem.put_tile(dst + at, tl.load(src + at), pe, mask=at < n)
    tl.store(src + at, nvshmem.get_tile(dst + at, pe, mask=at < n, other=0))


@triton.jit
def signals(dst, word, real, out, n, pe):
    nvshmem.signal_op(word, 1, 10, pe)
    tl.store(out, nvshmem.signal_wait_until(word, 5, 1).to(tl.int64))
    nvshmem.wait_until(out, 0, 1)
    nvshmem.wait_until(dst, 0, -1)
    nvshmem.fence()
    nvshmem.quiet()
    tl.store(dst, nvshmem.my_pe() + nvshmem.n_pes() + nvshmem.team_my_pe(0) + nvshmem.team_n_pes(0) + nvshmem.team_translate_pe(0, 0, 0))
    tl.store(nvshmem.remote_ptr(dst, pe), 1)
    tl.store(nvshmem.remote_mc_ptr(0, dst), 1)
    tl.store(out, nvshmem.atomic_fetch_add(out, 1, pe) + nvshmem.atomic_fetch_inc(out, pe) + nvshmem.atomic_swap(out, 1, pe))
    tl.store(out, nvshmem.atomic_compare_swap(out, 1, 2, pe) + nvshmem.atomic_fetch(out, pe))
    tl.store(out, nvshmem.atomic_fetch_and(out, 1, pe) + nvshmem.atomic_fetch_or(out, 1, pe) + nvshmem.atomic_fetch_xor(out, 1, pe))
    nvshmem.atomic_set(dst, 1, pe)
    nvshmem.atomic_add(real, 0.5, pe)
    nvshmem.atomic_inc(dst, pe)


@triton.jit
def collectives(dst, src, n):
    nvshmem.barrier_all()
    nvshmem.sync_all()
    nvshmem.barrier(0)
    nvshmem.sync(0)
    nvshmem.alltoallmem_block(0, dst, src, n)
    nvshmem.broadcastmem_block(0, dst, src, n, 0)
    nvshmem.alltoall(0, dst, src, n)
    nvshmem.broadcast(0, dst, src, n, 0)
    nvshmem.fcollect(0, dst, src, n)


@triton.jit
def reductions(dst, src, n, first: tl.constexpr):
    if first:
        nvshmem.sum_reduce(0, dst, src, n)
        nvshmem.max_reduce(0, dst, src, n)
        nvshmem.min_reduce(0, dst, src, n)
        nvshmem.reduce_extern_wrapper(0, dst, src, n, "sum", "int64")
    nvshmem.reduce(0, dst, src, n, "sum")
    nvshmem.reduce(0, dst, src, n, "max")
    nvshmem.reduce(0, dst, src, n, "min")
    nvshmem.reduce(0, dst, src, n, "prod")


@triton.jit
def ten_functions(dst, src, word, n, pe):
    me = nvshmem.my_pe()
    nvshmem.put(dst, src, n, (me + 1) % nvshmem.n_pes())
    nvshmem.fence()
    nvshmem.signal_op(word, 1, 10, pe)
    nvshmem.signal_wait_until(word, 5, 1)
    nvshmem.get(dst, src, n, pe)
    nvshmem.quiet()
    nvshmem.atomic_add(dst, 1, pe)
    nvshmem.barrier_all()
    nvshmem.reduce(0, dst, src, n, "sum")
