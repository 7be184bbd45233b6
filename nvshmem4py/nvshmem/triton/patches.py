# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What is changed in Triton's interpreter, in this process alone; all of it is here, and remove() takes it back.

Known to work with Triton 3.4 to 3.9. The functions of nvshmem.triton need none of it:

  arrays    NumPy arrays as arguments of kernels are pointers, as torch's tensors are
  externs   functions that others wrote on tl.extra's extern_elementwise, as PyTorch's, reach the host library
"""
import numpy
import triton
from triton.language import core

from nvshmem.errors import NvshmemInvalid
from nvshmem.triton import host, symbols

KINDS = {"int32": "i32", "uint32": "u32", "int64": "i64", "uint64": "u64", "fp32": "f32", "fp64": "f64"}
KNOWN = {value.name: value for value in vars(symbols).values() if isinstance(value, symbols.Symbol)}
_originals: dict = {}  # (object, name): what was there


def install() -> None:
    """Changes the interpreter, once. Raises NvshmemInvalid for a Triton in which a place is not found."""
    if _originals:
        return
    from triton.runtime import interpreter

    places = {(interpreter, "_implicit_cvt"): _with_arrays, (interpreter.InterpreterBuilder, "create_extern_elementwise"): _with_externs}
    for (owner, name), change in places.items():
        if not hasattr(owner, name):
            raise NvshmemInvalid(f"triton {triton.__version__} has no {owner.__name__}.{name}, which nvshmem.triton changes in 3.4 to 3.9; "
                                 "`pip install 'triton<3.10'`")
        _originals[owner, name] = getattr(owner, name)
    for (owner, name), change in places.items():
        setattr(owner, name, change(_originals[owner, name]))


def remove() -> None:
    """Takes all changes back."""
    while _originals:
        (owner, name), original = _originals.popitem()
        setattr(owner, name, original)


def _with_arrays(convert):
    def with_arrays(value):
        if isinstance(value, numpy.ndarray):
            return _pointer(value)
        return convert(value)

    return with_arrays


def _pointer(array: numpy.ndarray):
    from triton.runtime.interpreter import TensorHandle

    try:
        kind = core.pointer_type(core.dtype(host.pointee(array)))
    except Exception:
        raise NvshmemInvalid(f"an argument is a NumPy array of {array.dtype}, which Triton has no type for; pass its address, "
                             "array.ctypes.data") from None
    return core.tensor(TensorHandle(numpy.array([array.ctypes.data], numpy.uint64), kind), kind)


def _with_externs(original):
    def create_extern_elementwise(builder, lib_name, lib_path, symbol, arguments, result, pure):
        if not symbol.startswith("nvshmem"):
            return original(builder, lib_name, lib_path, symbol, arguments, result, pure)
        from triton.runtime.interpreter import TensorHandle, _get_np_dtype

        answer = host.call(_named(symbol, arguments), [core.tensor(argument, argument.dtype) for argument in arguments])
        value = 0 if answer is None else answer.handle.data.item()
        return TensorHandle(numpy.array([value]).astype(_get_np_dtype(result)), result)

    return create_extern_elementwise


def _named(symbol: str, arguments) -> symbols.Symbol:
    """The function: as we know it, else with the types that the caller gave; its answer is what it may be used for."""
    if symbol in KNOWN:
        return KNOWN[symbol]
    given = tuple((f"argument {i}", KINDS[str(argument.dtype)]) for i, argument in enumerate(arguments))
    return symbols.Symbol(symbol, given, "u64" if symbol.endswith("signal_wait_until") else None)
