# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams and devices without a GPU, and what counts as a stream.

Device, Stream and Event have the attributes of their namesakes in cuda.core. Work on such a stream is carried out in order by the
thread that issues it, so a stream is always empty between calls.
"""
import itertools
import os

from nvshmem import _native
from nvshmem.errors import StreamRequired

DEFAULT_STREAM = 1  # the legacy default stream's handle, as CUDA counts
_handles = itertools.count(0x1000, 0x10)


class Stream(_native.StreamHandle):
    """An ordered queue of work."""

    def __init__(self, device=None, handle: int = None):
        super().__init__(next(_handles) if handle is None else handle)
        self._device = device

    @property
    def handle(self) -> int:
        return self._handle

    @property
    def device(self) -> "Device":
        return self._device or Device()

    is_nonblocking = True
    priority = 0

    def sync(self) -> None:
        """Returns when all work of the stream is done."""

    synchronize = sync

    def close(self) -> None:
        """Ends the stream. Closing twice does nothing."""

    def record(self, event: "Event" = None, options=None) -> "Event":
        """An event that is done when the work so far is."""
        return event or Event()

    def wait(self, event_or_stream) -> None:
        """Work issued from here on starts after the event, or after what the other stream has so far."""

    def __cuda_stream__(self):
        return (0, self._handle)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.sync()

    def __repr__(self) -> str:
        return f"<nvshmem Stream {self._handle:#x} on {self.device!r}>"


class Event:
    """A place in a stream's work, with the time when it was reached."""

    def __init__(self):
        import time

        self.time = time.perf_counter()

    is_done = True
    handle = 0

    def sync(self) -> None:
        """Returns when the event is reached."""

    synchronize = sync

    def close(self) -> None:
        """Ends the event."""

    def __sub__(self, earlier: "Event") -> float:
        """Milliseconds since an earlier event."""
        return (self.time - earlier.time) * 1e3


class Device:
    """The device of a PE: a stand-in that has streams."""

    def __init__(self, device_id: int = None):
        self.device_id = _default_device() if device_id is None else int(device_id)

    @property
    def name(self) -> str:
        return "NVSHMEM virtual device"

    @property
    def arch(self) -> str:
        return "90"

    @property
    def compute_capability(self):
        return (9, 0)

    def set_current(self, context=None) -> None:
        """Makes this the device that Device() gives."""
        _current["device"] = self.device_id

    def create_stream(self, obj=None, options=None) -> Stream:
        """A new stream; with `obj`, one on the handle of a stream that is there."""
        return Stream(self) if obj is None else Stream(self, handle_of(obj))

    def create_event(self, options=None) -> Event:
        return Event()

    @property
    def default_stream(self) -> Stream:
        return Stream(self, DEFAULT_STREAM)

    def sync(self) -> None:
        """Returns when all work of the device is done."""

    synchronize = sync

    def __int__(self) -> int:
        return self.device_id

    def __eq__(self, other) -> bool:
        return isinstance(other, Device) and self.device_id == other.device_id

    def __hash__(self) -> int:
        return hash(self.device_id)

    def __repr__(self) -> str:
        return f"<Device {self.device_id} (virtual)>"


_current = {"device": None}


def _default_device() -> int:
    if _current["device"] is not None:
        return _current["device"]
    return int(os.environ.get("LOCAL_RANK", 0))


def handle_of(stream) -> int:
    """The handle of a stream: whatever has __cuda_stream__, an object with an integer handle, or an integer.

    Raises StreamRequired (a NotImplementedError) for None, TypeError for anything else.
    """
    if stream is None:
        raise StreamRequired("stream is None; the call needs the stream that orders it, such as Device().create_stream()")
    if hasattr(stream, "__cuda_stream__"):
        protocol = stream.__cuda_stream__
        return int((protocol() if callable(protocol) else protocol)[1])
    if isinstance(stream, int) and not isinstance(stream, bool):
        return stream
    for name in ("cuda_stream", "handle", "ptr"):
        if isinstance(getattr(stream, name, None), int):
            return getattr(stream, name)
    raise TypeError(f"stream is a {type(stream).__name__}; it must have __cuda_stream__, as the streams of cuda.core and torch do")


__all__ = ["Device", "Event", "Stream"]
