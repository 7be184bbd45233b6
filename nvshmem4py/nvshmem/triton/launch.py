# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What a launch needs: the library of device functions, and a hook that tells each loaded kernel of the running library."""
import os
from pathlib import Path
from typing import Optional

import triton

from nvshmem import _library
from nvshmem.errors import LibraryNotFound

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


def enable_triton(lib_dir: Optional[str] = None) -> dict:
    """Gets Triton ready for kernels that call the functions here; gives what a launch takes as `extern_libs`.

    `lib_dir` is the folder of libnvshmem_device.bc; None looks for it. Raises LibraryNotFound (a RuntimeError) where the file is
    missing and the kernels are to be compiled; the interpreter needs none.
    """
    if triton.knobs.runtime.interpret:
        return {}
    path = NvshmemLibFinder.find_device_library() if lib_dir is None else NvshmemLibFinder.in_folder(lib_dir, "lib_dir is")
    return {NAME: path}
