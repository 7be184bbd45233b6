# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""How full the symmetric heap of this PE is."""
from dataclasses import dataclass

import numpy

from nvshmem import bindings
from nvshmem.core.utils import require_init

FIELDS = ("struct_size", "capacity", "used", "peak", "largest_free", "allocations", "released_pending")
WIDTH = 40  # characters of the bar


@dataclass(frozen=True)
class HeapUse:
    """Bytes, and numbers of blocks in `allocations` and `released_pending` (released here, not yet by all PEs)."""

    capacity: int
    used: int
    peak: int
    largest_free: int
    allocations: int
    released_pending: int

    def __str__(self) -> str:
        filled = round(WIDTH * self.used / self.capacity) if self.capacity else 0
        return (f"[{'#' * filled}{'.' * (WIDTH - filled)}] {self.used:,} of {self.capacity:,} bytes in {self.allocations} blocks, "
                f"peak {self.peak:,}, largest hole {self.largest_free:,}")

    def _repr_html_(self) -> str:
        return (f"<meter min=0 max={self.capacity} value={self.used}></meter> {self.used:,} of {self.capacity:,} bytes in "
                f"{self.allocations} blocks (peak {self.peak:,})")


def heap_use() -> HeapUse:
    """The use of this PE's symmetric heap. Local. Source: nvshmemx_heap_stats."""
    require_init()
    values = numpy.zeros(len(FIELDS), numpy.uint64)
    values[0] = values.nbytes
    bindings.heap_stats(values.ctypes.data)
    return HeapUse(*map(int, values[1:]))


__all__ = ["HeapUse", "heap_use"]
