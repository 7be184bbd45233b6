# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls in the order of a stream: the on-stream functions of the C interface."""
from nvshmem import _native, bindings


def quiet(stream: int) -> None:
    bindings.quiet_on_stream(stream)


def flush(stream: int) -> None:
    bindings.flush_on_stream(stream)


def signal_wait(address: int, comparison: int, value: int, stream: int) -> None:
    bindings.signal_wait_until_on_stream(address, comparison, value, stream)


def collective(name: str, *arguments, stream: int) -> None:
    """A collective by its C name less `_on_stream`. Raises NVSHMEMError for a status that is not 0."""
    status = bindings.raw(f"{name}_on_stream")(*arguments, stream)
    if status:
        bindings.check_status(status)


def wait(stream: int) -> None:
    """Returns when the stream's work is done."""
    _native.stream_sync(stream)
