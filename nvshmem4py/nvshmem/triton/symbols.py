# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The functions of the library that kernels call, as data: symbol, arguments, result.

A type is one of: ptr (an address), size (bytes or elements, 64 bits without sign), i32, i64, u64, or a Triton type's name.
"""
import re
from dataclasses import dataclass
from typing import Optional

# By the name of Triton's type: the library's name of the type.
TYPE_NAMES = {"int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64", "uint8": "uint8", "uint16": "uint16",
              "uint32": "uint32", "uint64": "uint64", "fp16": "half", "bf16": "bfloat16", "fp32": "float", "fp64": "double"}
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
        return re.sub(r"^nvshmemx?_|_block$", "", self.name)


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
INT_WAIT = symbol("nvshmem_int_wait_until", "ivar:ptr cmp:i32 cmp_val:i32")
LONGLONG_WAIT = symbol("nvshmem_longlong_wait_until", "ivar:ptr cmp:i32 cmp_val:i64")
SIGNAL_WAIT = symbol("nvshmem_signal_wait_until", "sig_addr:ptr cmp:i32 cmp_val:u64", "u64")
ALLTOALLMEM = symbol("nvshmemx_alltoallmem_block", "team:i32 dest:ptr source:ptr bytes:size")
BROADCASTMEM = symbol("nvshmemx_broadcastmem_block", "team:i32 dest:ptr source:ptr bytes:size pe_root:i32")


def reduction(type_name: str, operation: str) -> Symbol:
    return symbol(f"nvshmemx_{type_name}_{operation}_reduce_block", "team:i32 dest:ptr source:ptr nreduce:size")
