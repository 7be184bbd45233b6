# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The element types of collectives and atomics: what a user's type is called in the C interface."""
import numpy

from nvshmem.core.utils import C_SIZES
from nvshmem.errors import NvshmemInvalid

NAMES = {"float16": "half", "bfloat16": "bfloat16", "float32": "float", "float64": "double", "bool": "uint8",
         **{f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}
ALIASES = {"fp16": "half", "int32_t": "int32", "uint32_t": "uint32", "int64_t": "int64", "uint64_t": "uint64"}


def element_name(operand, name: str) -> str:
    """The C type name of an array's or tensor's elements. Raises NvshmemInvalid for types that the interface does not have."""
    if not hasattr(operand, "dtype"):
        raise NvshmemInvalid(f"{name} is a {type(operand).__name__}; it must be an array or a tensor")
    found = str(operand.dtype).replace("torch.", "")
    if found not in NAMES:
        raise NvshmemInvalid(f"{name} has elements of type {operand.dtype}; it must be one of: {', '.join(NAMES)}")
    return NAMES[found]


def named_element(dtype, name: str) -> str:
    """The C type name for a dtype, its text, or a C type name itself. Raises NvshmemInvalid."""
    text = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", None) or str(dtype)
    text = text.replace("torch.", "")
    if text in NAMES:
        return NAMES[text]
    if text in ALIASES or text in C_SIZES:
        return ALIASES.get(text, text)
    try:
        return NAMES[numpy.dtype(dtype).name]
    except (TypeError, KeyError):
        raise NvshmemInvalid(f"{name} is {dtype!r}; it must be one of: {', '.join([*NAMES, *C_SIZES])}") from None
