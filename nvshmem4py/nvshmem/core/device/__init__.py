# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Device interfaces by compiler: `numba`, `numba_cuda_mlir`, `cute`. Each is looked for when it is first used.

This package carries none of them: the attribute, as the import, is an ImportError that says so.
"""
import importlib

COMPILERS = ("numba", "numba_cuda_mlir", "cute")


def missing(module: str, compiler: str) -> ImportError:
    return ImportError(f"{module} needs the device interface for {compiler}, which this package does not have; the host interface "
                       "is nvshmem.core", name=module)


def __getattr__(name: str):
    if name in COMPILERS:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
