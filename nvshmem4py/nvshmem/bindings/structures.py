# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The structures of the C interface, as NumPy records whose address (`ptr`) a C function can be given."""
import numpy

uniqueid_dtype = numpy.dtype([("version", "<i4"), ("internal", "<i1", (124,))], align=True)
team_config_dtype = numpy.dtype([("version", "<i4"), ("num_contexts", "<i4"), ("uniqueid", "<u8"), ("padding", "<i1", (48,))],
                                align=True)
init_attr_dtype = numpy.dtype([("version", "<i4"), ("mpi_comm", "<u8"), ("args", "<i1", (128,))], align=True)

UNIQUEID_VERSION = (1 << 16) + 128
TEAM_CONFIG_VERSION = (2 << 16) + 64
INIT_ATTR_VERSION = (1 << 16) + 144
INIT_ARGS_VERSION = (1 << 16) + 128
UNIQUEID_ARGS_VERSION = (1 << 16) + 24
NO_UNIQUEID = 0xFFFFFFFFFFFFFFFF


class Record:
    """Zeroed records of one dtype. `_data` is the array, `ptr` its address."""

    dtype: numpy.dtype

    def __init__(self, size: int = 1):
        self._data = numpy.zeros(size, dtype=self.dtype).view(numpy.recarray)

    @property
    def ptr(self) -> int:
        """The address of the first record; valid while this object lives."""
        return self._data.ctypes.data

    def __int__(self) -> int:
        if len(self) != 1:
            raise TypeError(f"{len(self)} records have no single address; index them first")
        return self.ptr

    def __len__(self) -> int:
        return len(self._data)

    def __eq__(self, other) -> bool:
        return isinstance(other, Record) and self.dtype == other.dtype and bool((self._data == other._data).all())

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __getitem__(self, index):
        if isinstance(index, int) and not -len(self) <= index < len(self):
            raise IndexError(f"index {index} of {len(self)} records")
        part = self._data[index : index + 1 or None] if isinstance(index, int) else self._data[index]
        return self.from_data(part)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.ptr:#x}: {len(self)} x {self.dtype.itemsize} bytes>"

    @classmethod
    def from_data(cls, data):
        """A view of an array of this dtype."""
        if not isinstance(data, numpy.ndarray):
            raise TypeError(f"data is a {type(data).__name__}; it must be an array of {cls.dtype}")
        if data.ndim != 1 or data.dtype != cls.dtype:
            raise ValueError(f"data is {data.ndim}-dimensional {data.dtype}; it must be one-dimensional {cls.dtype}")
        record = cls.__new__(cls)
        record._data = data.view(numpy.recarray)
        return record

    @classmethod
    def from_ptr(cls, ptr: int, size: int = 1, readonly: bool = False):
        """A view of `size` records at an address, which must stay alive."""
        if not ptr:
            raise ValueError("ptr is null")
        import ctypes

        memory = (ctypes.c_byte * (size * cls.dtype.itemsize)).from_address(ptr)
        data: numpy.ndarray = numpy.frombuffer(memoryview(memory), dtype=cls.dtype)
        data.flags.writeable = not readonly
        return cls.from_data(data)


def field(name: str, text: str) -> property:
    """A field of a single record."""

    def read(self):
        value = self._data[name][0]
        return value.item() if value.ndim == 0 else value

    def write(self, value):
        self._data[name][0] = value

    return property(read, write, doc=text)


class uniqueid(Record):
    """128 bytes through which the PEs of a job find each other; zero until get_uniqueid or a broadcast fills them."""

    dtype = uniqueid_dtype
    version = field("version", "Layout version.")
    internal = field("internal", "124 bytes, opaque.")


class UniqueId(uniqueid):
    pass


class TeamConfig(Record):
    """The configuration of a team."""

    dtype = team_config_dtype
    version = field("version", "Layout version.")
    num_contexts = field("num_contexts", "How many contexts the team shall offer; counted only where the mask says so.")
    uniqueid = field("uniqueid", "The identifier of team_init; counted only where the mask says so.")

    def __init__(self):
        super().__init__()
        self.version, self.num_contexts, self.uniqueid = TEAM_CONFIG_VERSION, -1, NO_UNIQUEID


class InitAttr(Record):
    """The attributes of a start."""

    dtype = init_attr_dtype
    version = field("version", "Layout version.")
    mpi_comm = field("mpi_comm", "The address of an MPI_Comm.")

    def __init__(self):
        super().__init__()
        self.version = INIT_ATTR_VERSION
        head = self._data["args"][0][:16].view("<i4")
        head[0], head[2] = INIT_ARGS_VERSION, UNIQUEID_ARGS_VERSION


class team_uniqueid(Record):
    """A 64-bit identifier for team_init."""

    dtype = numpy.dtype("<u8")

    def __init__(self, value: int = 0):
        self._data = numpy.array([value], dtype=self.dtype).view(numpy.recarray)

    @property
    def value(self) -> int:
        return int(self._data[0])

    @value.setter
    def value(self, value: int) -> None:
        self._data[0] = value


class TeamUniqueId(team_uniqueid):
    pass


__all__ = ["InitAttr", "TeamConfig", "TeamUniqueId", "UniqueId", "init_attr_dtype", "team_config_dtype", "team_uniqueid",
           "uniqueid", "uniqueid_dtype"]
