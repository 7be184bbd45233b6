# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem_device_cuda_oxide.rs: what kernels written in Rust can call.

A kernel includes the file where `device` (CUDA-Oxide's attribute for functions of the device library) is in scope.
"""
import re

from host import HEAD

PREAMBLE = """
#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvshmem_half(pub u16);
#[repr(C)]
#[derive(Clone, Copy)]
pub struct nvshmem_bfloat16(pub u16);
pub type nvshmem_team_t = i32;
"""
KNOWN = {"nvshmem_half", "nvshmem_bfloat16", "nvshmem_team_t", "c_void", "c_char", "usize", "isize", "f32", "f64",
         *(f"{letter}{bits}" for letter in "iu" for bits in (8, 16, 32, 64))}


def render(source) -> str:
    unique = {c.name: c for c in source.device_functions() if types_of(c) <= KNOWN}
    rows = [f"    fn {c.name}{c.signature};" for c in unique.values()]
    block = '#[device]\nunsafe extern "C" {\n' + "\n".join(rows) + "\n}\n"
    return HEAD + PREAMBLE + "\n" + re.sub(r"\bc_(void|char)\b", r"core::ffi::c_\1", block)


def types_of(c) -> set:
    texts = [kind for _, kind in c.parameters] + ([c.result] if c.result else [])
    return {re.sub(r"\*(const|mut) ", "", text) for text in texts}
