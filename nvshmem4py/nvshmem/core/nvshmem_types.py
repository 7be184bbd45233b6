# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The types of the interface: exceptions, versions, teams, streams, kernels, kinds of Buffers."""
from enum import Enum
from html import escape
from typing import Any, Optional, Union

from nvshmem.bindings import Team_id
from nvshmem.core.buffers import Buffer
from nvshmem.core.resource import BufferTypes, NvshmemResource
from nvshmem.errors import NvshmemError, NvshmemInvalid, NvshmemOutOfMemory, NvshmemWarning


class Version:
    """Three version texts."""

    def __init__(self, openshmem_spec_version="", nvshmem4py_version="", libnvshmem_version=""):
        self.openshmem_spec_version = openshmem_spec_version
        self.nvshmem4py_version = nvshmem4py_version
        self.libnvshmem_version = libnvshmem_version

    def __repr__(self) -> str:
        return (f"OpenSHMEM specification  {self.openshmem_spec_version}\n"
                f"Python interface         {self.nvshmem4py_version}\n"
                f"NVSHMEM library          {self.libnvshmem_version}")


class MutableEnum:
    """Names for numbers, as in an enumeration, that come and go at run time: .NAME and ["NAME"] give the number."""

    _members: dict

    def __init__(self, **members):
        object.__setattr__(self, "_members", dict(members))

    @classmethod
    def from_enum(cls, enumeration: type) -> "MutableEnum":
        """The members of an Enum, less its aliases."""
        assert issubclass(enumeration, Enum)
        return cls(**{member.name: member.value for member in enumeration})

    def add(self, key: str, value: int) -> None:
        """Raises ValueError where the name is there."""
        if key in self._members:
            raise ValueError(f"the name {key!r} is taken")
        self._members[key] = value

    def remove(self, key: str) -> None:
        """Raises ValueError where the name is not there."""
        if key not in self._members:
            raise ValueError(f"there is no name {key!r}")
        del self._members[key]

    def remove_by_value(self, value: int) -> None:
        """Takes out the newest name of a number; nothing where there is none."""
        for key in reversed(list(self._members)):
            if self._members[key] == value:
                del self._members[key]
                return

    def __getattr__(self, name: str) -> int:
        try:
            return self._members[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> int:
        return self._members[name]

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __iter__(self):
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def keys(self):
        return self._members.keys()

    def values(self):
        return self._members.values()

    def items(self):
        return self._members.items()

    def __repr__(self) -> str:
        return "\n".join(f"{value:>6}  {name}" for name, value in self._members.items())

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{value}</td><td>{escape(name)}</td></tr>" for name, value in self._members.items())
        return f"<table><tr><th>number</th><th>name</th></tr>{rows}</table>"


Teams = MutableEnum.from_enum(Team_id)


class NvshmemKernelObject:
    """A loaded kernel module or library, by its handle."""

    handle: int
    _keep: Any

    def __init__(self, *arguments):
        raise RuntimeError("use NvshmemKernelObject.from_handle, from_obj, from_obj_bytes, from_triton or from_cuda_bindings")

    @classmethod
    def _make(cls, handle: int, keep=None) -> "NvshmemKernelObject":
        kernel = cls.__new__(cls)
        kernel.handle, kernel._keep = handle, keep
        return kernel

    @staticmethod
    def from_handle(handle: Optional[int] = None) -> "NvshmemKernelObject":
        """From a CUmodule or CUlibrary as an integer. Raises TypeError for anything else."""
        if handle is None or isinstance(handle, bool) or not hasattr(handle, "__index__"):
            raise TypeError(f"handle is a {type(handle).__name__}; it must be an integer")
        return NvshmemKernelObject._make(int(handle))

    @staticmethod
    def from_obj(obj: Any) -> "NvshmemKernelObject":
        """From an ObjectCode of cuda.core."""
        return NvshmemKernelObject._make(int(obj.handle), obj)

    @staticmethod
    def from_obj_bytes(b: bytes) -> "NvshmemKernelObject":
        """From a cubin's bytes, loaded by cuda.core."""
        from cuda.core import ObjectCode

        return NvshmemKernelObject.from_obj(ObjectCode.from_cubin(b))

    @staticmethod
    def from_triton(kernel: Any) -> "NvshmemKernelObject":
        """From a compiled Triton kernel."""
        return NvshmemKernelObject._make(int(kernel.module if hasattr(kernel, "module") and kernel.module else kernel.handle), kernel)

    @staticmethod
    def from_cuda_bindings(m: Any) -> "NvshmemKernelObject":
        """From a CUmodule of cuda.bindings."""
        return NvshmemKernelObject._make(int(m), m)


class NvshmemStream:
    """A torch stream, or anything with an integer `cuda_stream`, as a stream of this interface."""

    def __init__(self, pt_stream: Any):
        self.pt_stream = pt_stream
        self.handle = pt_stream.cuda_stream

    def __cuda_stream__(self):
        return (0, int(self.pt_stream.cuda_stream))


NvshmemStreamsType = Union[NvshmemStream, Any, None]

__all__ = ["Buffer", "BufferTypes", "MutableEnum", "NvshmemError", "NvshmemInvalid", "NvshmemKernelObject", "NvshmemOutOfMemory",
           "NvshmemResource", "NvshmemStream", "NvshmemStreamsType", "Teams", "Version"]
