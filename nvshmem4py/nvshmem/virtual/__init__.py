# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Running a GPU script without a GPU: `python -m nvshmem.virtual script.py`.

The script is not changed. Its `cupy` is NumPy behind CuPy's names, its `cuda.core` the virtual device. Its Triton kernels are run by
Triton's interpreter where there is no GPU, and PyTorch's module of NVSHMEM functions for them is nvshmem.triton.
"""
import ctypes
import os
import sys

from nvshmem._cuda_names import Finder, fill_with_virtual_device


def fill_cupy(module) -> None:
    from nvshmem.virtual import cupy

    cupy.fill(module)


def fill_cupy_cuda(module) -> None:
    from nvshmem.virtual import cupy

    cupy.fill_cuda(module)


def fill_triton(module) -> None:
    from nvshmem.triton import alias

    alias._put(module)


def has_gpu() -> bool:
    """Is there a driver with a device?"""
    try:
        driver, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int()
    except OSError:
        return False
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


MAKERS = {"cupy": fill_cupy, "cupy.cuda": fill_cupy_cuda, "cuda": lambda module: None, "cuda.core": fill_with_virtual_device,
          "cuda.core.experimental": fill_with_virtual_device, "torch.distributed._symmetric_memory._nvshmem_triton": fill_triton}


def install() -> None:
    """From here on `cupy` and `cuda.core` are the virtual ones in this process. Before the script imports them, and Triton."""
    if not has_gpu():
        os.environ.setdefault("TRITON_INTERPRET", "1")
    sys.meta_path.insert(0, Finder(MAKERS))
