# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Buffer: untyped memory with an address and a size, shaped like the Buffer of cuda.core, for memory that the host can reach."""
from html import escape
from typing import Any, Optional

import numpy

from nvshmem import _native


class Buffer(_native.Memory):
    """Bytes at an address. Arrays are views on it that keep it alive: numpy.asarray(buffer), from_dlpack, memoryview.

    A symmetric Buffer comes from nvshmem.core.buffer and is freed by nvshmem.core.free; `memory_resource` is then the resource that
    is told when the Buffer closes or is collected.
    """

    attached: Any = None  # what whoever allocated it keeps with it

    def __init__(self, address: int, size: int, memory_resource=None, owner=None):
        super().__init__(address, size)
        self._resource = memory_resource
        self._owner = owner

    @staticmethod
    def from_handle(ptr: int, size: int, mr=None, owner=None) -> "Buffer":
        """A Buffer on memory that is there already; `owner` is kept alive by it, `mr` is told when it ends."""
        if mr is not None and owner is not None:
            raise ValueError("give mr or owner, not both")
        return Buffer(int(ptr), int(size), mr, owner)

    @property
    def handle(self) -> int:
        """The address; 0 once closed."""
        return 0 if self._closed else self._address

    @property
    def size(self) -> int:
        """Bytes; 0 once closed."""
        return 0 if self._closed else self._size

    @property
    def memory_resource(self):
        return None if self._closed else self._resource

    @property
    def owner(self):
        return self._owner

    @property
    def is_closed(self) -> bool:
        return self._closed

    @property
    def device_id(self) -> int:
        return self._resource.device_id if self._resource is not None else -1

    is_device_accessible = property(lambda self: True)
    is_host_accessible = property(lambda self: True)

    def close(self, stream=None) -> None:
        """Ends the Buffer; its resource takes the memory back where it was freed. Closing twice does nothing."""
        if not self._closed:
            if self._resource is not None:
                self._resource.end_of(self)
            self._closed = True

    def __del__(self):
        if not self._closed and self._resource is not None:
            self._resource.collected(self)

    def copy_to(self, dst: "Optional[Buffer]" = None, *, stream=None) -> "Buffer":
        """Copies the bytes to `dst`, or to a new local Buffer."""
        if dst is None:
            memory = numpy.empty(self.size, numpy.uint8)
            dst = Buffer(memory.ctypes.data, self.size, owner=memory)
        if dst.size != self.size:
            raise ValueError(f"dst has {dst.size} bytes, this Buffer {self.size}")
        numpy.asarray(dst)[:] = numpy.asarray(self)
        return dst

    def copy_from(self, src: "Buffer", *, stream=None) -> None:
        """Copies the bytes of `src` here."""
        src.copy_to(self, stream=stream)

    def fill(self, value: int, *, stream=None) -> None:
        """Sets every byte."""
        numpy.asarray(self)[:] = value

    def __dlpack__(self, **options):
        return numpy.frombuffer(self, dtype=numpy.int8).__dlpack__(**options)

    def __dlpack_device__(self):
        return (1, 0)  # kDLCPU: the heap is host memory

    def __eq__(self, other) -> bool:
        return isinstance(other, Buffer) and (self._address, self._size) == (other._address, other._size)

    def __hash__(self) -> int:
        return hash((self._address, self._size))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        if self._closed:
            return "<nvshmem Buffer, freed>"
        kind = self._resource.kind_of(self) if self._resource is not None else "local"
        return f"<nvshmem Buffer: {self._size} bytes at {self._address:#x}, {kind}>"

    def _repr_html_(self) -> str:
        return f"<code>{escape(repr(self))}</code>"
