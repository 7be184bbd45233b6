# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Calls in the order of a stream, for streams that carry their work out at once: the host function is the stream's function."""
from nvshmem import bindings


def quiet(stream: int) -> None:
    bindings.quiet()


def flush(stream: int) -> None:
    bindings.flush()


def signal_wait(address: int, comparison: int, value: int, stream: int) -> None:
    bindings.signal_wait_until(address, comparison, value)


def collective(name: str, *arguments, stream: int) -> None:
    """A collective by its C name less `_on_stream`. Raises NVSHMEMError for a status that is not 0."""
    status = bindings.raw(name)(*arguments)
    if status:
        bindings.check_status(status)


def wait(stream: int) -> None:
    """Returns when the stream's work is done."""
