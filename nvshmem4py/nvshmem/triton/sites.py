# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where a device function is called from: a kernel that Triton compiles, or one that Triton's interpreter runs.

Both sites have the same operations, so that a device function is written once. Triton hands `_semantic` to functions called in a kernel
that it compiles (before 3.4 `_builder`); its interpreter calls functions that are not its own with neither.
"""
import sys

import triton
from triton.language import core

from nvshmem.errors import NvshmemInvalid, WrongType
from nvshmem.triton import host
from nvshmem.triton.symbols import Symbol

TYPES = {"ptr": core.int64, "size": core.int64, "i32": core.int32, "i64": core.int64, "u8": core.uint8, "u16": core.uint16,
         "u32": core.uint32, "u64": core.uint64, "f32": core.float32, "f64": core.float64}


class Compiled:
    """A call in a kernel that Triton compiles: it becomes a call of the function in libnvshmem_device.bc."""

    def __init__(self, semantic):
        self.semantic = semantic

    def call(self, symbol: Symbol, *values):
        """By the whole program, each value one number."""
        for value, (name, _) in zip(values, symbol.arguments):
            if isinstance(value, core.tensor) and value.type.is_block():
                raise WrongType(host.one_value(name, value.type.shape))
        return self.each(symbol, *values)

    def each(self, symbol: Symbol, *values):
        """By each element, where values are blocks."""
        if len(values) != len(symbol.arguments):
            raise TypeError(f"{symbol.name} takes {len(symbol.arguments)} arguments, not {len(values)}")
        kinds = [TYPES[kind] for _, kind in symbol.arguments]
        given = [self.tensor(value, kind) for value, kind in zip(values, kinds)]
        # What a function without result gives must not be used: it is undefined. Triton has no void, so one is named and dropped.
        answer = core.extern_elementwise("", "", given, {tuple(kinds): (symbol.name, TYPES[symbol.result or "i32"])},
                                         is_pure=symbol.pure, _semantic=self.semantic)
        return answer if symbol.result else None

    def tensor(self, value, kind):
        return self.semantic.cast(self.semantic.to_tensor(value), kind)

    def pointee(self, value) -> str:
        if not isinstance(value, core.tensor):
            return ""
        scalar = value.type.scalar
        return str(scalar.element_ty) if scalar.is_ptr() else ""

    def times(self, count, size: int):
        return self.semantic.mul(self.tensor(count, core.int64), self.tensor(size, core.int64), True)


class Interpreted(Compiled):
    """A call in a kernel that Triton's interpreter runs: the host library does it, on this PE, once for each program."""

    def __init__(self):
        from triton.runtime.interpreter import interpreter_semantic

        super().__init__(interpreter_semantic)

    def call(self, symbol: Symbol, *values):
        return host.call(symbol, values)

    def each(self, symbol: Symbol, *values):
        return host.each(symbol, [self.tensor(value, TYPES[kind]) for value, (_, kind) in zip(values, symbol.arguments)])

    def pointee(self, value) -> str:
        return host.pointee(value)

    def times(self, count, size: int):
        return host.number(count, "i64", "count") * size


_interpreted: list = []


def interpreted() -> Interpreted:
    if not _interpreted:
        _interpreted.append(Interpreted())
    return _interpreted[0]


def site(function: str, semantic=None, builder=None) -> Compiled:
    """The site for what Triton handed to a device function. Raises NvshmemInvalid outside of kernels."""
    given = builder if semantic is None else semantic
    if given is None:
        if triton.knobs.runtime.interpret:
            return interpreted()
        raise NvshmemInvalid(f"{function} was called outside of a kernel; call it in a function under @triton.jit. On a machine without "
                             "a GPU set TRITON_INTERPRET=1 before triton is imported, or run the script by `python -m nvshmem.virtual`")
    if not hasattr(given, "builder"):  # as Triton before 3.4 handed it, and functions written for that
        from triton.language.semantic import TritonSemantic

        given = TritonSemantic(given)
    return interpreted() if _is_interpreter(given.builder) else Compiled(given)


def _is_interpreter(builder) -> bool:
    interpreter = sys.modules.get("triton.runtime.interpreter")
    return interpreter is not None and isinstance(builder, interpreter.InterpreterBuilder)
