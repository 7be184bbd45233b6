# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where a device function is called from: a kernel that Triton compiles, or one that Triton's interpreter runs.

Both sites have the same operations, so that a device function is written once. Triton hands `_semantic` to functions called in a kernel
that it compiles (before 3.4 `_builder`); its interpreter calls functions that are not its own with neither.
"""
import sys

import triton
from triton.language import core

from nvshmem.errors import NvshmemInvalid
from nvshmem.triton import host
from nvshmem.triton.symbols import Symbol

COMPILED_TYPES = {"ptr": "int64", "size": "int64", "i32": "int32", "i64": "int64", "u64": "uint64"}


def pointee_of_type(kind) -> str:
    """The name of the type that a pointer, or each of a block of pointers, points to; empty for what is no pointer."""
    scalar = kind.scalar
    return str(scalar.element_ty) if scalar.is_ptr() else ""


class Compiled:
    """A call in a kernel that Triton compiles: it becomes a call of the function in libnvshmem_device.bc."""

    def __init__(self, semantic):
        self.semantic = semantic

    def call(self, symbol: Symbol, *values):
        if len(values) != len(symbol.arguments):
            raise TypeError(f"{symbol.name} takes {len(symbol.arguments)} arguments, not {len(values)}")
        kinds = [core.dtype(COMPILED_TYPES.get(kind, kind)) for _, kind in symbol.arguments]
        given = [self.tensor(value, kind) for value, kind in zip(values, kinds)]
        # What a function without result gives must not be used: it is undefined. Triton has no void, so one is named and dropped.
        result = core.dtype(COMPILED_TYPES.get(symbol.result or "i32", symbol.result))
        answer = core.extern_elementwise("", "", given, {tuple(kinds): (symbol.name, result)}, is_pure=symbol.pure,
                                         _semantic=self.semantic)
        return answer if symbol.result else None

    def tensor(self, value, kind):
        return self.semantic.cast(self.semantic.to_tensor(value), kind)

    def pointee(self, value) -> str:
        return pointee_of_type(value.type) if isinstance(value, core.tensor) else ""

    def times(self, count, size: int):
        return self.semantic.mul(self.tensor(count, core.int64), self.tensor(size, core.int64), True)


class Interpreted:
    """A call in a kernel that Triton's interpreter runs: the host library does it, on this PE, once for each program."""

    def call(self, symbol: Symbol, *values):
        return host.call(symbol, values)

    def pointee(self, value) -> str:
        return host.pointee(value)

    def times(self, count, size: int):
        return host.number(count, "i64", "count") * size


INTERPRETED = Interpreted()


def site(function: str, semantic=None, builder=None):
    """The site for what Triton handed to a device function. Raises NvshmemInvalid outside of kernels."""
    given = builder if semantic is None else semantic
    if given is not None and not hasattr(given, "builder"):
        from triton.language.semantic import TritonSemantic

        given = TritonSemantic(given)
    if given is not None and not _is_interpreter(given.builder):
        return Compiled(given)
    if given is None and not triton.knobs.runtime.interpret:
        raise NvshmemInvalid(f"{function} was called outside of a kernel; call it in a function under @triton.jit. On a machine without "
                             "a GPU set TRITON_INTERPRET=1 before triton is imported, or run the script by `python -m nvshmem.virtual`")
    return INTERPRETED


def _is_interpreter(builder) -> bool:
    interpreter = sys.modules.get("triton.runtime.interpreter")
    return interpreter is not None and isinstance(builder, interpreter.InterpreterBuilder)
