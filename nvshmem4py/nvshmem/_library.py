# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the host library lies: in this package, or where NVSHMEM_HOST_LIBRARY says."""
import os
from pathlib import Path

from nvshmem.errors import LibraryNotFound

FOLDER = Path(__file__).absolute().parent  # not resolved: modules may be links, the libraries lie beside them
PATTERNS = ("lib/libnvshmem_omni.so.*", "lib/libnvshmem_host.so.?")


def find() -> str:
    """The path of the host library. Raises LibraryNotFound."""
    wish = os.environ.get("NVSHMEM_HOST_LIBRARY")
    if wish:
        return wish
    for pattern in PATTERNS:
        for file in sorted(FOLDER.glob(pattern)):
            return str(file)
    raise LibraryNotFound(f"no host library in {FOLDER / 'lib'}; set NVSHMEM_HOST_LIBRARY to the path of libnvshmem_host.so.3")
