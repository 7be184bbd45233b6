# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmem_host.rs: types, constants and functions under their C names. nvshmem_host_api.rs: functions under short names."""
import re

import headers

HEAD = """\
// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by contrib/nvshmem4rust from api/ and the public headers; do not edit.
"""

PREAMBLE = """
use core::ffi::{c_char, c_void};

/// IEEE binary16 as a bit pattern.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct nvshmem_half(pub u16);
/// The upper half of an f32 as a bit pattern.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct nvshmem_bfloat16(pub u16);

/// Counts in three directions, as CUDA passes them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}
"""
OPAQUE = {"cudaStream_t": "CUstream_st", "CUmodule": "CUmod_st", "CUlibrary": "CUlib_st"}

# Functions that need no care of the caller, and two whose short names belong to the wrappers of CUDA-Oxide modules.
SAFE = {"my_pe": "This PE's number; -1 before the start and after the end.",
        "n_pes": "The number of PEs; -1 before the start and after the end.",
        "barrier_all": "Waits until all PEs are here and all their operations are done.",
        "init_status": "How far the library is up: a `NVSHMEM_STATUS_` value."}
RENAMED = {"cumodule_init": "raw_cumodule_init", "cumodule_finalize": "raw_cumodule_finalize"}


def render_host(source) -> str:
    text = headers.read(source.root / "include")
    handles = [opaque(name, tag) for name, tag in OPAQUE.items()]
    rows = [f"    pub static {name}: {kind};" for name, kind in source.variables()]
    rows += [f"    pub fn {declared.c.name}{declared.c.signature};" for declared in source.functions()]
    block = 'unsafe extern "C" {\n' + "\n".join(rows) + "\n}\n"
    types = "\n".join([HEAD + PREAMBLE, *handles, "", headers.constants(text), "", headers.structures(text), ""])
    return "\n".join([types, *map(opaque_struct, undefined(types, block)), block])


def undefined(types: str, block: str) -> list:
    """Structures that functions take by address and no public header lays out. Others must have been found."""
    known = set(re.findall(r"pub (?:struct|type) (\w+)", types))
    by_value = set(re.findall(r"(?:: |-> )(nvshmem\w+)", block)) - known
    if by_value:
        raise SystemExit(f"no public header says what these types are in a way that headers.py reads: {', '.join(sorted(by_value))}")
    return sorted(set(re.findall(r"\*(?:const|mut) (nvshmem\w+)", block)) - known)


def opaque_struct(name: str) -> str:
    return f"#[repr(C)]\npub struct {name} {{\n    _private: [u8; 0],\n}}"


def opaque(name: str, tag: str) -> str:
    return f"{opaque_struct(tag)}\npub type {name} = *mut {tag};"


def render_api(source) -> str:
    functions = [declared for declared in source.functions() if not declared.short.startswith("nvshmemid_")]
    refuse_equal_names([declared.short for declared in functions])
    rows = [short_form(declared) for declared in functions]
    return HEAD + "//\n// Expects the contents of nvshmem_host.rs as super::sys.\n\n" + "\n".join(rows) + "\n"


def short_form(declared) -> str:
    c, short = declared
    if short in SAFE:
        return f"/// {SAFE[short]}\n#[inline]\npub fn {short}{c.signature} {{\n    unsafe {{ super::sys::{c.name}() }}\n}}"
    return f"pub use super::sys::{c.name} as {RENAMED.get(short, short)};"


def refuse_equal_names(names: list) -> None:
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SystemExit(f"two C functions would have one short name: {', '.join(sorted(twice))}")
