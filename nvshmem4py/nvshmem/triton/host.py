# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls of interpreted kernels, carried out by the host library.

The interpreter runs the programs of a grid one after another in one thread. A program counts as one caller: functions of the scope of a
thread and of a block mean the same here. Arguments are what the interpreter makes of numbers and tensors, or as the user gave them:
integer addresses, NumPy arrays, torch tensors.
"""
import numpy
from triton.language import core

from nvshmem import bindings
from nvshmem.core import _internal_tracking as tracking
from nvshmem.errors import NvshmemInvalid, WrongType
from nvshmem.triton.symbols import Symbol

LIMITS = {"i32": (-(1 << 31), (1 << 31) - 1), "i64": (-(1 << 63), (1 << 63) - 1), "size": (0, (1 << 63) - 1),
          "u64": (-(1 << 63), (1 << 64) - 1), "ptr": (-(1 << 63), (1 << 64) - 1)}
RESULTS = {"i32": (core.int32, numpy.int32), "i64": (core.int64, numpy.int64), "u64": (core.uint64, numpy.uint64)}
NUMPY_NAMES = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64"}
_functions: dict = {}  # by symbol: the host function


def call(symbol: Symbol, values: tuple):
    """Carries a call out; its result as a tensor of Triton, or None. Raises NvshmemInvalid, NVSHMEMError."""
    if len(values) != len(symbol.arguments):
        raise TypeError(f"{symbol.name} takes {len(symbol.arguments)} arguments, not {len(values)}")
    if not tracking.is_up():
        raise NvshmemInvalid(f"a kernel called {symbol.name} before the library was started; call nvshmem.core.init() or "
                             "nvshmem.torch.start() before the kernel is launched, and finalize() after it")
    answer = _host_function(symbol)(*[number(value, kind, name) for value, (name, kind) in zip(values, symbol.arguments)])
    return None if symbol.result is None else tensor(answer, *RESULTS[symbol.result])


def _host_function(symbol: Symbol):
    found = _functions.get(symbol.name)
    if found is None:
        found = _functions[symbol.name] = bindings.raw(symbol.host)
    return found


def tensor(value, kind, numpy_kind):
    from triton.runtime.interpreter import TensorHandle

    return core.tensor(TensorHandle(numpy.array([value], numpy_kind), kind), kind)


def number(value, kind: str, name: str) -> int:
    """The integer that an argument stands for. Raises WrongType for what stands for none, NvshmemInvalid for one out of range."""
    found = _integer(value, name)
    low, high = LIMITS[kind]
    if not low <= found <= high:
        raise NvshmemInvalid(f"{name} is {found}; it must be from {low} to {high}")
    return found & 0xFFFFFFFFFFFFFFFF if kind in ("ptr", "u64") else found


def _integer(value, name: str) -> int:
    if isinstance(value, core.tensor):
        data = value.handle.data
        if data.size != 1:
            raise WrongType(f"{name} is a block of shape {data.shape}; this function takes one value of a program, not one for each element")
        value = data.item()
    elif isinstance(value, core.constexpr):
        value = value.value
    elif hasattr(value, "data_ptr"):
        return value.data_ptr()
    elif isinstance(value, numpy.ndarray):
        return value.ctypes.data
    if not hasattr(value, "__index__"):
        raise WrongType(f"{name} is {value!r}; it must be an integer, a pointer, a NumPy array or a tensor")
    return int(value)


def pointee(value) -> str:
    """The name of Triton's type for what an argument points to; empty for an integer."""
    if isinstance(value, core.tensor):
        scalar = value.type.scalar
        return str(scalar.element_ty) if scalar.is_ptr() else ""
    if hasattr(value, "data_ptr") or isinstance(value, numpy.ndarray):
        name = str(value.dtype).removeprefix("torch.")
        return NUMPY_NAMES.get(name, name)
    return ""
