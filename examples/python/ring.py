# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A token goes round a ring of PEs: each waits for a signal, adds its number, and passes the token on with a signal.

    nvshmrun -n 4 python examples/python/ring.py
"""
import nvshmem.core as nvshmem


def main() -> None:
    nvshmem.init()
    me, n = nvshmem.my_pe(), nvshmem.n_pes()
    stream = nvshmem.Device().create_stream()
    token, flag = nvshmem.array(1, "int64"), nvshmem.array(1, "uint64")
    token[:], flag[:] = 0, 0
    signal = nvshmem.array_get_buffer(flag)[0]
    nvshmem.barrier_all(stream=stream)
    stream.sync()

    if me != 0:
        nvshmem.signal_wait(signal, 1, nvshmem.ComparisonType.CMP_EQ, stream=stream)
        stream.sync()
    token += me
    nvshmem.put_signal(token, token, signal, 1, nvshmem.SignalOp.SIGNAL_SET, (me + 1) % n, stream=stream)
    if me == 0:
        nvshmem.signal_wait(signal, 1, nvshmem.ComparisonType.CMP_EQ, stream=stream)
        stream.sync()
        assert token[0] == sum(range(n)), token
        print(f"the token came back with {token[0]}, the sum of {n} PE numbers")

    nvshmem.barrier_all(stream=stream)
    stream.sync()
    nvshmem.free(token)
    nvshmem.free(flag)
    nvshmem.finalize()


if __name__ == "__main__":
    main()
