# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Heat in a plate: rows are shared out among the PEs, and each step puts the border rows into the neighbours' arrays.

    nvshmrun -n 4 python examples/python/heat.py [--size 256] [--steps 500] [--picture FILE.png]

The picture needs matplotlib. The sum of all PEs is compared with one computed without any exchange.
"""
import argparse

import numpy

import nvshmem.core as nvshmem


def step(plate: numpy.ndarray) -> None:
    plate[1:-1, 1:-1] = (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]) / 4


def start(rows: int, columns: int, first_row: int, size: int) -> numpy.ndarray:
    """Cold, with a hot upper edge."""
    plate = numpy.zeros((rows, columns))
    if first_row == 0:
        plate[0] = 100
    return plate


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--picture", metavar="FILE.png")
    chosen = parser.parse_args()

    nvshmem.init()
    me, n = nvshmem.my_pe(), nvshmem.n_pes()
    stream = nvshmem.Device().create_stream()
    inner = (chosen.size - 2) // n
    size = inner * n + 2
    plate = nvshmem.array((inner + 2, size), "float64")
    plate[:] = start(inner + 2, size, me * inner, size)

    def meet():
        nvshmem.barrier_all(stream=stream)
        stream.sync()

    meet()
    for _ in range(chosen.steps):
        step(plate)
        meet()
        if me > 0:
            nvshmem.put(plate[-1], plate[1], me - 1, stream=stream)
        if me < n - 1:
            nvshmem.put(plate[0], plate[-2], me + 1, stream=stream)
        meet()

    whole, mine = nvshmem.array((n, inner, size), "float64"), nvshmem.array((inner, size), "float64")
    mine[:] = plate[1:-1]
    nvshmem.fcollect(nvshmem.Teams.TEAM_WORLD, whole, mine, stream=stream)
    stream.sync()
    if me == 0:
        alone = start(size, size, 0, size)
        for _ in range(chosen.steps):
            step(alone)
        assert numpy.allclose(alone[1:-1], whole.reshape(-1, size)), "the shared plate differs from the one computed alone"
        print(f"{size} x {size} points on {n} PEs, {chosen.steps} steps: mean {whole.mean():.4f}, as computed alone")
        if chosen.picture:
            from matplotlib import pyplot

            pyplot.imsave(chosen.picture, whole.reshape(-1, size), cmap="inferno")
    for array in (plate, whole, mine):
        nvshmem.free(array)
    nvshmem.finalize()


if __name__ == "__main__":
    main()
