# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions of the library that kernels call, as data: symbol, arguments, result.

A type is one of: ptr (an address), size (a number of bytes or elements, 64 bits), i32, i64, u32, u64, f32, f64. Symbols that begin with
nvshmemi_ are forms for programs that libnvshmem_device.bc has besides the public functions (src/device/program.h).
"""
import re
from dataclasses import dataclass
from typing import Optional

# By the name of Triton's type: the library's name of the type.
TYPE_NAMES = {"int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8", "uint16": "uint16",
              "uint32": "uint32", "uint64": "uint64", "fp16": "half", "bf16": "bfloat16", "fp32": "float", "fp64": "double"}
# Integers that can be waited for and types that have atomics, by the name of Triton's type: the type here.
WORD_TYPES = {"int32": "i32", "int64": "i64", "uint32": "u32", "uint64": "u64"}
AMO_TYPES = {**WORD_TYPES, "fp32": "f32", "fp64": "f64"}
FLOAT_AMOS = ("fetch", "swap", "fetch_add")
OPERATIONS = ("sum", "max", "min", "prod")
SIGNAL_SET, SIGNAL_ADD = 9, 10
CMP_EQ, CMP_NE, CMP_GT, CMP_LE, CMP_LT, CMP_GE = range(6)


@dataclass(frozen=True)
class Symbol:
    """A function: its name in libnvshmem_device.bc, (name, type) of its arguments, the type of its result or None."""

    name: str
    arguments: tuple
    result: Optional[str] = None
    pure: bool = False

    @property
    def host(self) -> str:
        """The host function that does the same for one program, by its name in nvshmem.bindings."""
        return re.sub(r"^nvshmem[xi]?_|_block$", "", self.name)


def symbol(name: str, arguments: str = "", result: Optional[str] = None, pure: bool = False) -> Symbol:
    return Symbol(name, tuple(tuple(argument.split(":")) for argument in arguments.split()), result, pure)


MY_PE = symbol("nvshmem_my_pe", result="i32", pure=True)
N_PES = symbol("nvshmem_n_pes", result="i32", pure=True)
FENCE = symbol("nvshmem_fence")
QUIET = symbol("nvshmem_quiet")
BARRIER_ALL = symbol("nvshmemx_barrier_all_block")
SYNC_ALL = symbol("nvshmemx_sync_all_block")
PUTMEM = symbol("nvshmemx_putmem_block", "dest:ptr source:ptr bytes:size pe:i32")
PUTMEM_NBI = symbol("nvshmemx_putmem_nbi_block", "dest:ptr source:ptr bytes:size pe:i32")
GETMEM = symbol("nvshmemx_getmem_block", "dest:ptr source:ptr bytes:size pe:i32")
GETMEM_NBI = symbol("nvshmemx_getmem_nbi_block", "dest:ptr source:ptr bytes:size pe:i32")
PUTMEM_SIGNAL = symbol("nvshmemx_putmem_signal_block",
                       "dest:ptr source:ptr bytes:size sig_addr:ptr signal:u64 sig_op:i32 pe:i32")
PUTMEM_SIGNAL_NBI = symbol("nvshmemx_putmem_signal_nbi_block",
                           "dest:ptr source:ptr bytes:size sig_addr:ptr signal:u64 sig_op:i32 pe:i32")
SIGNAL_WAIT = symbol("nvshmemi_signal_wait_until_block", "sig_addr:ptr cmp:i32 cmp_val:u64", "u64")
TEAM_MY_PE = symbol("nvshmem_team_my_pe", "team:i32", "i32", pure=True)
TEAM_N_PES = symbol("nvshmem_team_n_pes", "team:i32", "i32", pure=True)
TRANSLATE_PE = symbol("nvshmem_team_translate_pe", "src_team:i32 src_pe:i32 dest_team:i32", "i32", pure=True)
PTR = symbol("nvshmem_ptr", "dest:ptr pe:i32", "ptr", pure=True)
MC_PTR = symbol("nvshmemx_mc_ptr", "team:i32 ptr:ptr", "ptr", pure=True)
BARRIER = symbol("nvshmemx_barrier_block", "team:i32")
TEAM_SYNC = symbol("nvshmemx_team_sync_block", "team:i32")
FCOLLECTMEM = symbol("nvshmemx_fcollectmem_block", "team:i32 dest:ptr source:ptr bytes:size")
ALLTOALLMEM = symbol("nvshmemx_alltoallmem_block", "team:i32 dest:ptr source:ptr bytes:size")
BROADCASTMEM = symbol("nvshmemx_broadcastmem_block", "team:i32 dest:ptr source:ptr bytes:size pe_root:i32")


def reduction(type_name: str, operation: str) -> Symbol:
    return symbol(f"nvshmemx_{type_name}_{operation}_reduce_block", "team:i32 dest:ptr source:ptr nreduce:size")


def wait(pointee: str) -> Symbol:
    return symbol(f"nvshmemi_{pointee}_wait_until_block", f"ivar:ptr cmp:i32 cmp_val:{WORD_TYPES[pointee]}")


def atomic(pointee: str, operation: str) -> Symbol:
    """`operation` as in the C names, one that gives the old value."""
    kind = AMO_TYPES[pointee]
    values = {"fetch": "", "compare_swap": f"compare:{kind} value:{kind}"}.get(operation, f"value:{kind}")
    return symbol(f"nvshmemi_{TYPE_NAMES[pointee]}_atomic_{operation}_block", f"dest:ptr {values} pe:i32", kind)


def put_element(bits: int) -> Symbol:
    return symbol(f"nvshmemi_put_element{bits}", f"dest:ptr value:u{bits} pe:i32 mask:i32")


def get_element(bits: int) -> Symbol:
    return symbol(f"nvshmemi_get_element{bits}", f"source:ptr pe:i32 mask:i32 other:u{bits}", f"u{bits}")


WAITS = {SIGNAL_WAIT.name, *(wait(pointee).name for pointee in WORD_TYPES)}
