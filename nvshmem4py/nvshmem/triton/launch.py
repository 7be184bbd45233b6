# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What a launch needs: the library of device functions, and a hook that tells each loaded kernel of the running library."""
import os
from pathlib import Path
from typing import Optional

import triton
from triton.runtime.jit import JITFunction, KernelInterface

from nvshmem import _library
from nvshmem.core import _internal_tracking as tracking
from nvshmem.core.init_fini import module_init
from nvshmem.core.nvshmem_types import NvshmemKernelObject
from nvshmem.errors import LibraryNotFound, NvshmemInvalid, WrongType

NAME = "libnvshmem_device"
FILE = f"{NAME}.bc"


class NvshmemLibFinder:
    """Finds libnvshmem_device.bc: in NVSHMEM_LIB_DIR where that is set, else beside the host library."""

    found_device_lib_path: Optional[str] = None

    @classmethod
    def find_device_library(cls) -> str:
        """The path. Raises LibraryNotFound (a RuntimeError)."""
        wish = os.environ.get("NVSHMEM_LIB_DIR")
        if wish:
            return cls.in_folder(wish, "NVSHMEM_LIB_DIR is")
        if cls.found_device_lib_path is None:
            cls.found_device_lib_path = cls.in_folder(str(Path(_library.find()).parent), "the host library's folder is")
        return cls.found_device_lib_path

    @staticmethod
    def in_folder(folder: str, reason: str) -> str:
        file = Path(folder) / FILE
        if not file.is_file():
            raise LibraryNotFound(f"{reason} {folder!r}, where there is no {FILE}; set NVSHMEM_LIB_DIR to the folder that has it. It is "
                                  "built where clang++-19 is installed")
        return str(file)


class NvshmemKernelRegistry:
    """The kernels, by the names of their functions, whose modules are told of the library; all of them after enable_triton()."""

    _to_init: dict = {}
    _all = False

    @classmethod
    def register(cls, name: str) -> None:
        cls._to_init.setdefault(name)

    @classmethod
    def deregister(cls, name: str) -> None:
        cls._to_init.pop(name, None)

    @classmethod
    def has(cls, name: str) -> bool:
        return name in cls._to_init


def enable_triton(lib_dir: Optional[str] = None) -> dict:
    """Gets Triton ready for kernels that call the functions here; gives what a launch takes as `extern_libs`.

    `lib_dir` is the folder of libnvshmem_device.bc; None looks for it. From here on every kernel that is compiled or loaded in this
    process is told of the library. Raises LibraryNotFound (a RuntimeError) where the file is missing; the interpreter needs none, and
    gets an empty dictionary.
    """
    if triton.knobs.runtime.interpret:
        return {}
    path = NvshmemLibFinder.find_device_library() if lib_dir is None else NvshmemLibFinder.in_folder(lib_dir, "lib_dir is")
    NvshmemKernelRegistry._all = True
    _set_hook()
    return {NAME: path}


class GridCallableWithExtern(KernelInterface):
    """A kernel that is launched as before, with the library among its extern_libs."""

    def __init__(self, jit_func: JITFunction, extern_libs: dict):
        self.jit_func, self.extern_libs = jit_func, extern_libs

    def run(self, *args, extern_libs: Optional[dict] = None, **kwargs):
        return self.jit_func.run(*args, extern_libs={**(extern_libs or {}), **self.extern_libs}, **kwargs)

    def __getattr__(self, name: str):
        return getattr(self.jit_func, name)


def requires_nvshmem(jit_func):
    """Above @triton.jit: launches link the device library and tell the kernel's module of the running one.

    Raises WrongType (a TypeError) for what @triton.jit did not make, LibraryNotFound (a RuntimeError) as enable_triton.
    """
    if triton.knobs.runtime.interpret and isinstance(jit_func, KernelInterface):
        return jit_func
    if not isinstance(jit_func, JITFunction):
        raise WrongType(f"requires_nvshmem was put on a {type(jit_func).__name__}; it stands directly above @triton.jit")
    extern_libs = {NAME: NvshmemLibFinder.find_device_library()}
    NvshmemKernelRegistry.register(jit_func.fn.__name__)
    _set_hook()
    return GridCallableWithExtern(jit_func, extern_libs)


_earlier: list = []  # the hook that was there, which is called first


def _set_hook() -> None:
    """Once; a hook that is there already goes on being called. Known with Triton 3.4 to 3.9."""
    if not _earlier:
        _earlier.append(triton.knobs.runtime.jit_post_compile_hook)
        triton.knobs.runtime.jit_post_compile_hook = _nvshmem_init_hook


def _nvshmem_init_hook(*args, **kwargs):
    """Called by Triton for each kernel that it has compiled or found in its cache on disk, before the first launch."""
    answer = _earlier[0](*args, **kwargs) if _earlier and _earlier[0] else None
    jit_function = kwargs["fn"].jit_function
    if NvshmemKernelRegistry._all or NvshmemKernelRegistry.has(jit_function.fn.__name__):
        kernel = jit_function.device_caches[kwargs["compile"]["device"]][0].get(kwargs["key"])
        if kernel is not None:
            _tell(kernel, jit_function.fn.__name__)
    return answer


def _tell(kernel, name: str) -> None:
    if not tracking.is_up():
        raise NvshmemInvalid(f"kernel {name} was launched before the library was started; call nvshmem.core.init() or "
                             "nvshmem.torch.start() first")
    kernel.run  # Triton loads the module when this is asked for
    module_init(NvshmemKernelObject.from_handle(kernel.module))
