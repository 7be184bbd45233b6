#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes libnvshmem_device.bc, the device functions as LLVM bitcode for Triton and its like.

Usage: make_bitcode.py CLANG SOURCE INCLUDE OUT.bc [FURTHER.bc ...]

Compiled once, for the oldest architecture that has all that the code uses. What ties it to that architecture is
taken out, so that it links into kernels of any: target attributes of functions, and the module flags, of which
"nvvm-reflect-ftz" contradicts the flag that Triton sets. The further files are copies under other names.
"""
import pathlib
import re
import shutil
import subprocess
import sys

OPTIONS = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_80", "-std=c++17",
           "-O2", "-fno-unroll-loops", "-DNVSHMEM_DEVICE_LIBRARY", "-DNVSHMEM_NO_CUDA_HEADERS", "-D__CUDACC__"]


def portable(ir: str) -> str:
    """The module without what belongs to one architecture."""
    ir = re.sub(r' "(?:target-cpu|target-features|tune-cpu|uniform-work-group-size)"(?:="[^"]*")?', "", ir)
    ir = re.sub(r"^@llvm\.(?:compiler\.)?used = .*\n", "", ir, flags=re.M)  # would pull all into every kernel
    ir = re.sub(r'^source_filename = .*\n', "", ir, flags=re.M)
    return re.sub(r"^!(?:llvm\.module\.flags|llvm\.ident|nvvmir\.version|nvvm\.annotations) = .*\n", "", ir, flags=re.M)


def main():
    clang, source, include, *outputs = sys.argv[1:]
    first = pathlib.Path(outputs[0])
    text = first.with_suffix(".ll")
    subprocess.run([clang, *OPTIONS, f"-I{include}", "-emit-llvm", "-S", source, "-o", text], check=True)
    text.write_text(portable(text.read_text()))
    subprocess.run([clang, "-x", "ir", "-Wno-override-module", "-O0", "-emit-llvm", "-c", text.name, "-o", first.name,
                    "--target=nvptx64-nvidia-cuda"], check=True, cwd=first.parent)  # a file keeps the name of its source
    for further in outputs[1:]:
        shutil.copyfile(first, further)


if __name__ == "__main__":
    main()
