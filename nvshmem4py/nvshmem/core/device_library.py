# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where the device library lies, in the forms in which compilers take it."""
import re
from pathlib import Path

from nvshmem import _native
from nvshmem.errors import NvshmemInvalid


def arch_number(arch) -> str:
    """90 from 90, "90", "9.0", "sm_90", "compute_90", (9, 0), an object with major and minor; "90a" keeps its letter."""
    if isinstance(arch, tuple) and len(arch) == 2:
        return f"{arch[0]}{arch[1]}"
    if hasattr(arch, "major") and hasattr(arch, "minor"):
        return f"{arch.major}{arch.minor}"
    match = re.fullmatch(r"(?:sm_?|compute_)?(\d+)(?:\.(\d))?([af]?)", str(arch))
    if not match:
        raise ValueError(f"arch is {arch!r}; write it as 90, '90a', '9.0', 'sm_90' or (9, 0)")
    return f"{match[1]}{match[2] or ''}{match[3]}"


def names(language, arch) -> list:
    if language.value == "ltoir":
        return ["libnvshmem_device.ltoir.fatbin"]
    if language.value == "a":
        return ["libnvshmem_device.a"]
    if arch is not None:
        return [f"libnvshmem_device_sm_{arch_number(arch)}.bc"]
    return ["libnvshmem_device_sm_90.bc", "libnvshmem_device.bc"]


def find(language, arch) -> str:
    folder = Path(_native.library_path()).resolve().parent
    for name in names(language, arch):
        if (folder / name).exists():
            return str(folder / name)
    raise NvshmemInvalid(f"there is no {' or '.join(names(language, arch))} in {folder}")
