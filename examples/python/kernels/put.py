# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The first Triton kernel: each PE puts numbers into the memory of its right neighbour.

    nvshmrun -n 4 python -m nvshmem.virtual put.py
"""
import triton
import triton.language as tl

import nvshmem.core as core
import nvshmem.triton as nvshmem


@triton.jit
def put_kernel(dst_ptr, src_ptr, numel: tl.constexpr, peer):
    nvshmem.put(dst_ptr, src_ptr, numel, peer)


def main() -> None:
    core.init()
    extern_libs = nvshmem.enable_triton()
    me, n = core.my_pe(), core.n_pes()
    stream = core.Device().create_stream()
    src, dst = core.array(8, "float32"), core.array(8, "float32")
    src[:] = 10 * me
    core.barrier_all(stream=stream)
    stream.sync()

    put_kernel[(1,)](dst, src, numel=8, peer=(me + 1) % n, extern_libs=extern_libs)
    core.barrier_all(stream=stream)
    stream.sync()
    assert (dst == 10 * ((me - 1) % n)).all(), dst
    print(f"PE {me} of {n}: my left neighbour sent {dst[0]:g}")
    core.free(src)
    core.free(dst)
    core.finalize()


if __name__ == "__main__":
    main()
