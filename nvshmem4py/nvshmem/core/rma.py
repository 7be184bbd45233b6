# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Remote memory access: put, get, signals, and their completion, in the order of a stream."""
import warnings
from typing import Optional

from nvshmem import _native, bindings
from nvshmem._native import get, get_nbi, put, put_nbi
from nvshmem.core import ordered
from nvshmem.core.buffers import Buffer
from nvshmem.core.utils import require_init
from nvshmem.errors import NvshmemInvalid, NvshmemWarning

SignalOp = bindings.Signal_op
_AS_COMPARISON = {SignalOp.SIGNAL_SET: bindings.Cmp_type.CMP_EQ, SignalOp.SIGNAL_ADD: bindings.Cmp_type.CMP_GE}


def put_signal(dst, src, signal_var: Buffer, signal_val: int, signal_op: SignalOp, remote_pe: int = -1, stream=None) -> None:
    """A put, and then, after its data, an update of the signal at the target. Source: nvshmem_putmem_signal_on_stream.

    Args:
        dst, src: Buffer, array or tensor; dst symmetric. A view moves its own extent, the smaller of the two decides.
        signal_var (Buffer): a symmetric Buffer of at least 8 bytes; it is updated on remote_pe.
        signal_val (int): 64 bits, unsigned.
        signal_op (SignalOp): SIGNAL_SET or SIGNAL_ADD.

    Raises NvshmemInvalid (a ValueError), NotImplementedError when stream is None, NvshmemError.
    """
    _native.put_signal(dst, src, signal_var, signal_val, _operation(signal_op), remote_pe, stream, False)


def put_signal_nbi(dst, src, signal_var: Buffer, signal_val: int, signal_op: SignalOp, remote_pe: int = -1, stream=None) -> None:
    """put_signal whose source stays in use until a later quiet on the stream (flush promises nothing here).

    Source: nvshmem_putmem_signal_nbi_on_stream. Arguments and errors as put_signal.
    """
    _native.put_signal(dst, src, signal_var, signal_val, _operation(signal_op), remote_pe, stream, True)


def signal_op(signal_var: Buffer, signal_val: int, signal_op: SignalOp, remote_pe: int = -1, stream=None) -> None:
    """Updates the signal at the target, with no data. Source: nvshmemx_signal_op_on_stream. Arguments and errors as put_signal."""
    _native.signal_op(signal_var, signal_val, _operation(signal_op), remote_pe, stream)


def signal_wait(signal_var: Buffer, signal_val: int, signal_op, stream=None, *, remote_pe: Optional[int] = None) -> None:
    """Waits until the local signal stands in a relation to signal_val, compared as unsigned 64-bit numbers.

    Args:
        signal_op (ComparisonType): the relation. SIGNAL_SET is taken as CMP_EQ and SIGNAL_ADD as CMP_GE, with an NvshmemWarning.
        remote_pe: accepted, as some programs give it; it has no meaning.

    Source: nvshmemx_signal_wait_until_on_stream. Raises like put_signal.
    """
    require_init()
    address = _native.signal_address(signal_var)
    comparison = _comparison(signal_op)
    if remote_pe is not None:
        from nvshmem.core.memory import check_pe

        check_pe(remote_pe, "remote_pe")
    ordered.signal_wait(address, comparison, signal_val, _native.stream_handle(stream))


def signal_fetch(signal_var: Buffer) -> int:
    """The value of the local signal, now: the call has no stream. Source: nvshmem_signal_fetch."""
    return _native.signal_fetch(signal_var)


def flush(stream=None) -> None:
    """Makes the sources of put_nbi on the stream safe to use again; says nothing of the remote side. Source: nvshmemx_flush_on_stream."""
    require_init()
    ordered.flush(_native.stream_handle(stream))


def quiet(stream=None) -> None:
    """Completes what was issued on the stream before: puts are visible at their targets, get_nbi has its data.

    Source: nvshmemx_quiet_on_stream. Raises NotImplementedError when stream is None, NvshmemError.
    """
    require_init()
    ordered.quiet(_native.stream_handle(stream))


def _operation(operation) -> int:
    try:
        return SignalOp(operation)
    except ValueError:
        raise NvshmemInvalid(f"signal_op is {operation!r}; it must be SignalOp.SIGNAL_SET or SIGNAL_ADD") from None


def _comparison(comparison) -> int:
    try:
        if comparison in (SignalOp.SIGNAL_SET, SignalOp.SIGNAL_ADD):
            wanted = _AS_COMPARISON[SignalOp(comparison)]
            warnings.warn(NvshmemWarning(f"signal_wait takes a ComparisonType; {SignalOp(comparison).name} is taken as {wanted.name}"),
                          stacklevel=3)
            return wanted
        if 0 <= bindings.Cmp_type(comparison) <= 5:
            return bindings.Cmp_type(comparison)
    except ValueError:
        pass
    raise NvshmemInvalid(f"signal_op is {comparison!r}; it must be a ComparisonType: CMP_EQ, CMP_NE, CMP_GT, CMP_LE, CMP_LT or CMP_GE")


__all__ = ["SignalOp", "flush", "get", "get_nbi", "put", "put_nbi", "put_signal", "put_signal_nbi", "quiet", "signal_fetch",
           "signal_op", "signal_wait"]
