# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What one call costs: put of 8 bytes from Python, beside the C call and mpi4py's Win.Put with Flush, as ratios.

    mpirun -n 2 python perftest/python/overhead.py            all of it, where mpi4py runs
    nvshmrun -n 2 python perftest/python/overhead.py          this library alone

The medians of interleaved rounds. Also: how long importing nvshmem.core takes beyond NumPy.
"""
import argparse
import statistics
import subprocess
import sys
import time

import numpy

import nvshmem.core as nvshmem
from nvshmem import bindings

ROUNDS, CALLS = 11, 5000


def per_call(call, finish) -> float:
    """Microseconds of one call in a batch of CALLS, `finish` included once."""
    begun = time.perf_counter()
    for _ in range(CALLS):
        call()
    finish()
    return (time.perf_counter() - begun) / CALLS * 1e6


def mpi_window():
    """(put and flush of one element to the last rank, barrier), None where no MPI is at work."""
    try:
        from mpi4py import MPI
    except ImportError:
        return None
    if MPI.COMM_WORLD.Get_size() < 2:
        return None
    window = MPI.Win.Allocate(8, comm=MPI.COMM_WORLD)
    source, target = numpy.zeros(1), MPI.COMM_WORLD.Get_size() - 1
    window.Lock_all()

    def put():
        window.Put(source, target)
        window.Flush(target)

    return put, MPI.COMM_WORLD.Barrier


def import_milliseconds() -> float:
    def spent(text: str) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", text], check=True)
        return (time.perf_counter() - begun) * 1e3

    found = [spent("import numpy, nvshmem.core") - spent("import numpy") for _ in range(5)]
    return statistics.median(found)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    peer = mpi_window()
    nvshmem.init()
    me, last = nvshmem.my_pe(), nvshmem.n_pes() - 1
    stream = nvshmem.Device().create_stream()
    dst, src = nvshmem.array(1, "int64"), nvshmem.array(1, "int64")
    address, source, putmem = dst.ctypes.data, src.ctypes.data, bindings.raw("putmem_on_stream")
    calls = {"put on a stream": lambda: nvshmem.put(dst, src, last, stream),
             "C function by bindings": lambda: putmem(address, source, 8, last, stream.handle),
             **({"mpi4py Win.Put + Flush": peer[0]} if peer else {})}
    found = {name: [] for name in calls}
    if me == 0:
        for _ in range(ROUNDS):
            for name, call in calls.items():
                found[name].append(per_call(call, stream.sync))
        for name, values in found.items():
            print(f"{name:<26} {statistics.median(values):8.3f} µs   ({min(values):.3f} to {max(values):.3f})")
        if peer:
            ratio = statistics.median(found["put on a stream"]) / statistics.median(found["mpi4py Win.Put + Flush"])
            print(f"ratio to mpi4py            {ratio:8.2f}")
        print(f"import beyond NumPy        {import_milliseconds():8.0f} ms")
    nvshmem.barrier_all(stream=stream)
    stream.sync()
    nvshmem.free(dst)
    nvshmem.free(src)
    nvshmem.finalize()


if __name__ == "__main__":
    main()
