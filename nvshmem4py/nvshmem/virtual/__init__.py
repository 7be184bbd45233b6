# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Running a GPU script without a GPU: `python -m nvshmem.virtual script.py`.

The script is not changed. Its `cupy` is NumPy behind CuPy's names, its `cuda.core` the virtual device.
"""
import sys

from nvshmem._cuda_names import Finder, fill_with_virtual_device


def fill_cupy(module) -> None:
    from nvshmem.virtual import cupy

    cupy.fill(module)


def fill_cupy_cuda(module) -> None:
    from nvshmem.virtual import cupy

    cupy.fill_cuda(module)


MAKERS = {"cupy": fill_cupy, "cupy.cuda": fill_cupy_cuda, "cuda": lambda module: None, "cuda.core": fill_with_virtual_device,
          "cuda.core.experimental": fill_with_virtual_device}


def install() -> None:
    """From here on `cupy` and `cuda.core` are the virtual ones in this process. Before the script imports them."""
    sys.meta_path.insert(0, Finder(MAKERS))
