# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams and devices without a GPU, and what counts as a stream.

Device, Stream and Event have the attributes of their namesakes in cuda.core, on the virtual CUDA device. A call on a stream returns
before its work is done; the work is done in order, by whoever synchronises or by a thread of the device.
"""
from typing import Optional

from nvshmem import _native
from nvshmem.errors import StreamRequired

DEFAULT_STREAM = 1  # the handle of the legacy default stream, as CUDA counts
ATTRIBUTES = {"multiprocessor_count": 16, "max_threads_per_block": 1, "warp_size": 10, "compute_capability_major": 75,
              "compute_capability_minor": 76}


class Stream(_native.StreamHandle):
    """An ordered queue of work. Without a handle a new one, which ends with this object; with one, a name for a stream that is there."""

    def __init__(self, device: "Optional[Device]" = None, handle: Optional[int] = None):
        self._owned = handle is None
        super().__init__(_native.stream_create() if handle is None else handle)
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
        """Returns when all work of the stream is done. Raises NVSHMEMError where a call's work failed."""
        _native.stream_sync(self._handle)

    synchronize = sync

    def close(self) -> None:
        """Ends the stream; work that it has is still done. Closing twice does nothing."""
        if self._owned:
            self._owned = False
            _native.stream_destroy(self._handle)

    def __del__(self):
        try:
            self.close()
        except Exception:  # the device is going, or gone
            pass

    def record(self, event: "Optional[Event]" = None, options=None) -> "Event":
        """An event that is reached when the work so far is done."""
        event = event or Event()
        _native.event_record(event.handle, self._handle)
        return event

    def wait(self, event_or_stream) -> None:
        """Work issued from here on starts after the event, or after what the other stream has so far."""
        event = event_or_stream
        if not isinstance(event, Event):
            event = Event()
            _native.event_record(event.handle, handle_of(event_or_stream))
        _native.stream_wait_event(self._handle, event.handle)

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
        self.handle = _native.event_create()

    @property
    def is_done(self) -> bool:
        return _native.event_done(self.handle)

    def sync(self) -> None:
        """Returns when the event is reached."""
        _native.event_sync(self.handle)

    synchronize = sync

    def close(self) -> None:
        """Ends the event. Closing twice does nothing."""
        handle, self.handle = self.handle, 0
        if handle:
            _native.event_destroy(handle)

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass

    def __sub__(self, earlier: "Event") -> float:
        """Milliseconds since an earlier event; both are reached."""
        return _native.event_elapsed_ms(earlier.handle, self.handle)


class Device:
    """A device of this machine, virtual where there is no GPU. Without a number, the current one."""

    name = "NVSHMEM virtual device"

    def __init__(self, device_id: Optional[int] = None):
        self.device_id = _native.device_current() if device_id is None else int(device_id)
        if not 0 <= self.device_id < _native.device_count():
            raise ValueError(f"device_id is {device_id}; there are devices 0 to {_native.device_count() - 1}")

    @property
    def compute_capability(self) -> tuple:
        return (self.attribute("compute_capability_major"), self.attribute("compute_capability_minor"))

    @property
    def arch(self) -> str:
        return "".join(map(str, self.compute_capability))

    def attribute(self, name: str) -> int:
        """One of ATTRIBUTES."""
        return _native.device_attribute(ATTRIBUTES[name], self.device_id)

    def set_current(self, context=None) -> None:
        """Makes this the device of the calling thread."""
        _native.device_select(self.device_id)

    def create_stream(self, obj=None, options=None) -> Stream:
        """A new stream; with `obj`, a name for a stream that is there."""
        return Stream(self) if obj is None else Stream(self, handle_of(obj))

    def create_event(self, options=None) -> Event:
        return Event()

    @property
    def default_stream(self) -> Stream:
        return Stream(self, DEFAULT_STREAM)

    def sync(self) -> None:
        """Returns when all work of the device is done."""
        _native.device_sync()

    synchronize = sync

    def __int__(self) -> int:
        return self.device_id

    def __eq__(self, other) -> bool:
        return isinstance(other, Device) and self.device_id == other.device_id

    def __hash__(self) -> int:
        return hash(self.device_id)

    def __repr__(self) -> str:
        return f"<Device {self.device_id} (virtual)>"


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
