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

import triton as _triton  # noqa: E402

from nvshmem.triton import functions as _functions  # noqa: E402
from nvshmem.triton import patches as _patches  # noqa: E402
from nvshmem.triton.alias import install_alias, remove_alias  # noqa: E402
from nvshmem.triton.functions import *  # noqa: E402, F403
from nvshmem.triton.launch import (GridCallableWithExtern, NvshmemKernelRegistry, NvshmemLibFinder, enable_triton,  # noqa: E402
                                   requires_nvshmem)
from nvshmem.triton.symbols import CMP_EQ, CMP_GE, CMP_GT, CMP_LE, CMP_LT, CMP_NE, SIGNAL_ADD, SIGNAL_SET  # noqa: E402

__all__ = ["CMP_EQ", "CMP_GE", "CMP_GT", "CMP_LE", "CMP_LT", "CMP_NE", "GridCallableWithExtern", "NvshmemKernelRegistry",
           "NvshmemLibFinder", "SIGNAL_ADD", "SIGNAL_SET", "enable_triton", "install_alias", "remove_alias", "requires_nvshmem",
           *_functions.__all__]

if _triton.knobs.runtime.interpret:
    _patches.install()
