#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the folders of src/ include each other in one direction only, and that clients use public headers alone.

Usage: check_layers.py [ROOT]

A folder may include itself and the folders to its left:
    base os cuda control bootstrap heap transport proxy team ops coll device stream runtime capi
Beside them stands vgpu, the virtual CUDA device, which may include base and os, and which none of the others includes.
Everyone may include the public headers. Exit status 1 when a line breaks the rule, each named as file:line.
"""
import re
import sys
from pathlib import Path

ORDER = "base os cuda control bootstrap heap transport proxy team ops coll device stream runtime capi".split()
BESIDE = {"vgpu": {"base", "os", "vgpu"}}
CLIENTS = ["nvshmem4py", "contrib", "perftest", "examples"]
SUFFIXES = {".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def includes(file: Path):
    for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1]


def sources(folder: Path) -> list:
    return sorted(file for file in folder.rglob("*") if file.suffix in SUFFIXES)


def layer_faults(root: Path) -> list:
    """Lines in src/ that include a folder to their right."""
    faults = []
    for file in sources(root / "src"):
        layer = file.relative_to(root / "src").parts[0]
        if layer not in ORDER and layer not in BESIDE:
            faults.append(f"{file.relative_to(root)}: the folder {layer} has no place in the order of layers")
            continue
        for number, included in includes(file):
            target = included.split("/")[0]
            if not may_include(layer, target) and not (root / "include/vgpu" / included).exists():
                faults.append(f"{file.relative_to(root)}:{number}: {layer} includes \"{included}\" of the folder {target}, which it must not know")
    return faults


def may_include(layer: str, target: str) -> bool:
    if layer in BESIDE:
        return target not in ORDER or target in BESIDE[layer]
    return target not in BESIDE and (target not in ORDER or ORDER.index(target) <= ORDER.index(layer))


def client_faults(root: Path) -> list:
    """Lines of client folders that include the library's insides."""
    return [f"{file.relative_to(root)}:{number}: \"{included}\" is no public header"
            for folder in CLIENTS for file in sources(root / folder) for number, included in includes(file)
            if not is_public(root, included) and not is_own(root / folder, file, included)]


def is_public(root: Path, included: str) -> bool:
    """The public headers are all of include/ but the parts that belong to it alone."""
    hidden = {"detail", "impl"}
    return (root / "include" / included).exists() and not hidden & set(Path(included).parts)


def is_own(folder: Path, file: Path, included: str) -> bool:
    """Of the client itself: beside the file, from its top folder, or in its folder common/."""
    return any((place / included).resolve().is_relative_to(folder.resolve()) and (place / included).exists()
               for place in (file.parent, folder, folder / "common"))


def main() -> int:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[1])
    faults = layer_faults(root) + client_faults(root)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
