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
from nvshmem.triton import patience
from nvshmem.triton.symbols import WAITS, Symbol

ANY_64 = (-(1 << 63), (1 << 64) - 1)
LIMITS = {"i32": (-(1 << 31), (1 << 31) - 1), "u32": (-(1 << 31), (1 << 32) - 1), "i64": (-(1 << 63), (1 << 63) - 1), "u64": ANY_64,
          "ptr": ANY_64, "size": (0, (1 << 63) - 1)}
MASKS = {"u32": (1 << 32) - 1, "u64": (1 << 64) - 1, "ptr": (1 << 64) - 1}
RESULTS = {"i32": (core.int32, numpy.int32), "u32": (core.uint32, numpy.uint32), "i64": (core.int64, numpy.int64),
           "u64": (core.uint64, numpy.uint64), "ptr": (core.int64, numpy.int64), "f32": (core.float32, numpy.float32),
           "f64": (core.float64, numpy.float64)}
NUMPY_NAMES = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64", "bool": "int1"}
_functions: dict = {}  # by symbol: the host function


def call(symbol: Symbol, values):
    """Carries a call out; its result as a tensor of Triton, or None. Raises NvshmemInvalid, NVSHMEMError."""
    function = _functions.get(symbol.name) or _host_function(symbol)
    _check_start(symbol)
    if len(values) != len(symbol.arguments):
        raise TypeError(f"{symbol.name} takes {len(symbol.arguments)} arguments, not {len(values)}")
    given = [number(value, kind, name) for value, (name, kind) in zip(values, symbol.arguments)]
    answer = patience.wait(symbol, function, given) if symbol.name in WAITS else function(*given)
    return None if symbol.result is None else tensor(answer or 0, symbol.result)


def _host_function(symbol: Symbol):
    function = _functions[symbol.name] = bindings.raw(symbol.host)
    return function


def _check_start(symbol: Symbol) -> None:
    if not tracking.is_up():
        raise NvshmemInvalid(f"a kernel called {symbol.name} before the library was started; call nvshmem.core.init() or "
                             "nvshmem.torch.start() before the kernel is launched, and finalize() after it")


def tensor(value, kind: str):
    from triton.runtime.interpreter import TensorHandle

    triton_kind, numpy_kind = RESULTS[kind]
    return core.tensor(TensorHandle(numpy.array([value]).astype(numpy_kind), triton_kind), triton_kind)


def one_value(name: str, shape) -> str:
    return f"{name} is a block of shape {tuple(map(int, shape))}; this function takes one value a program, not one for each element"


def number(value, kind: str, name: str):
    """The number that an argument stands for. Raises WrongType for what stands for none, NvshmemInvalid for one out of range."""
    if type(value) is core.tensor:
        data = value.handle.data
        if data.size != 1:
            raise WrongType(one_value(name, data.shape))
        value = data.item()
    elif type(value) is not int:
        value = _value_of(value)
    if kind in ("f32", "f64"):
        return float(value)
    if not hasattr(value, "__index__"):
        raise WrongType(f"{name} is {value!r}; it must be an integer, a pointer, a NumPy array or a tensor")
    low, high = LIMITS[kind]
    if not low <= value <= high:
        raise NvshmemInvalid(f"{name} is {value}; it must be from {low} to {high}")
    return int(value) & MASKS[kind] if kind in MASKS else int(value)


def _value_of(value):
    if isinstance(value, core.constexpr):
        return value.value
    if hasattr(value, "data_ptr"):
        return value.data_ptr()
    if isinstance(value, numpy.ndarray):
        return value.ctypes.data
    return value


def pointee(value) -> str:
    """The name of Triton's type for what an argument points to; empty for an integer."""
    if isinstance(value, core.tensor):
        scalar = value.type.scalar
        return str(scalar.element_ty) if scalar.is_ptr() else ""
    if hasattr(value, "data_ptr") or isinstance(value, numpy.ndarray):
        name = str(value.dtype)
        name = name[len("torch."):] if name.startswith("torch.") else name
        return NUMPY_NAMES.get(name, name)
    return ""


# --- elements of blocks


def each(symbol: Symbol, tensors):
    """put_element and get_element of blocks: one after another, in the order of the block."""
    _check_start(symbol)
    put = symbol.result is None
    bits = next(kind for name, kind in symbol.arguments if name in ("value", "other"))[1:]
    kind = next(t for t, (name, _) in zip(tensors, symbol.arguments) if name in ("value", "other")).type.scalar
    names = [name for name, _ in symbol.arguments]
    data = dict(zip(names, numpy.broadcast_arrays(*(t.handle.data for t in tensors))))
    function = bindings.raw(f"uint{bits}_{'p' if put else 'g'}")
    chosen = data["mask"] != 0
    places = data["dest" if put else "source"][chosen].view(numpy.uint64).tolist()
    pes = data["pe"][chosen].tolist()
    if put:
        for place, value, pe in zip(places, data["value"][chosen].tolist(), pes):
            function(place, value, pe)
        return None
    answer = data["other"].copy()
    answer[chosen] = [function(place, pe) for place, pe in zip(places, pes)]
    return _block(answer, kind, next((t.shape for t in tensors if t.type.is_block()), None))


def _block(data, kind, shape):
    from triton.runtime.interpreter import TensorHandle

    return core.tensor(TensorHandle(data, kind), core.block_type(kind, list(data.shape)) if shape is not None else kind)
