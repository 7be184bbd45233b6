# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Sizes of types, the logger, and the device of this PE."""
import logging
import math
import os
import sys

import numpy

from nvshmem.core import _internal_tracking as tracking
from nvshmem.errors import NvshmemInvalid

TORCH_SIZES = {"float16": 2, "bfloat16": 2, "float8_e4m3fn": 1, "float8_e5m2": 1, "float32": 4, "float64": 8, "int8": 1, "int16": 2,
               "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "bool": 1}
C_SIZES = {"half": 2, "fp16": 2, "bfloat16": 2, "float": 4, "double": 8, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1,
           "uint16": 2, "uint32": 4, "uint64": 8, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "int": 4, "uint": 4,
           "long": 8, "ulong": 8, "longlong": 8, "ulonglong": 8, "ptrdiff": 8, "size": 8, "char": 1, "schar": 1}


def is_torch_dtype(dtype) -> bool:
    return type(dtype).__module__ == "torch"


def torch_itemsize(dtype) -> int:
    """Bytes of an element. Raises ValueError for types that symmetric tensors do not have, complex ones among them."""
    name = str(dtype).replace("torch.", "")
    if name not in TORCH_SIZES:
        raise ValueError(f"dtype is {dtype}; symmetric tensors have: {', '.join(TORCH_SIZES)}")
    return TORCH_SIZES[name]


def itemsize(dtype) -> int:
    if is_torch_dtype(dtype):
        return torch_itemsize(dtype)
    return 2 if isinstance(dtype, str) and dtype == "bfloat16" else numpy.dtype(dtype).itemsize


def as_shape(shape) -> tuple:
    """A shape as a tuple of ints; one int stands for one dimension. Raises NvshmemInvalid for negative extents."""
    extents = tuple(int(extent) for extent in (shape if hasattr(shape, "__iter__") else (shape,)))
    if any(extent < 0 for extent in extents):
        raise NvshmemInvalid(f"shape is {extents}; extents cannot be negative")
    return extents


def get_size(shape, dtype) -> int:
    """Bytes of an array of this shape and type."""
    return math.prod(as_shape(shape)) * itemsize(dtype)


def dtype_nbytes(dtype: str) -> int:
    """Bytes of an element of a C type by its name in the interface. Raises ValueError for an unknown name."""
    if dtype not in C_SIZES:
        raise ValueError(f"dtype is {dtype!r}; it must be one of: {', '.join(C_SIZES)}")
    return C_SIZES[dtype]


def check_morder(morder: str) -> str:
    if morder not in ("C", "F"):
        raise NvshmemInvalid(f"morder is {morder!r}; it must be 'C' or 'F'")
    return morder


def require_init() -> None:
    if not tracking.is_up():
        raise NvshmemInvalid("NVSHMEM is not initialized: call nvshmem.core.init() first")


def _get_device():
    """(the device of this PE, the device to go back to or None)."""
    if tracking._cached_device["device"] is None:
        from nvshmem.core.streams import Device

        tracking._cached_device["device"] = Device()
    return tracking._cached_device["device"], None


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _configure_logging(level="WARNING", logfile=None, mype=None) -> None:
    """Lines of the logger `nvshmem` from `level` on go to standard output, and to `logfile` where one is given."""
    if level not in LEVELS:
        raise ValueError(f"level is {level!r}; it must be one of: {', '.join(LEVELS)}")
    logger = logging.getLogger("nvshmem")
    logger.handlers.clear()
    host = os.uname().nodename
    text = f"{host}:%(process)d:%(thread)d [{-1 if mype is None else mype}] NVSHMEM %(levelname)s : %(message)s"
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stdout), *([logging.FileHandler(logfile)] if logfile else [])]
    for handler in handlers:
        handler.setFormatter(logging.Formatter(text))
        logger.addHandler(handler)
    logger.setLevel(level)


def log_level_of_environment() -> str:
    """NVSHMEM_DEBUG as a level; what is none counts as ERROR."""
    wish = os.environ.get("NVSHMEM_DEBUG", "")
    return wish if wish in LEVELS else "ERROR"


__all__ = ["dtype_nbytes", "get_size"]
