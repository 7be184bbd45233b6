# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Latency and bandwidth of put and get between PE 0 and the last PE, and time of collectives, on a stream, from Python.

    nvshmrun -n 2 python perftest/python/bandwidth.py [--max-bytes N] [--json FILE] [--plot FILE.png]

Every row is the median of the repetitions; a repetition gives the stream `batch` calls and waits for it.
"""
import argparse
import importlib.util
import json
import statistics
import time

import nvshmem.core as nvshmem

REPETITIONS = 9


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--max-bytes", type=int, default=1 << 22)
    parser.add_argument("--batch", type=int, default=20, help="calls between two waits for the stream")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--plot", metavar="FILE.png", help="needs matplotlib")
    return parser.parse_args()


def seconds(call, batch: int, stream) -> float:
    """The median time of one call."""
    found = []
    for _ in range(REPETITIONS):
        begun = time.perf_counter()
        for _ in range(batch):
            call()
        stream.sync()
        found.append((time.perf_counter() - begun) / batch)
    return statistics.median(found)


def measure(chosen) -> list:
    """Rows {what, bytes, microseconds, gigabytes_per_second} as PE 0 sees them."""
    me, n, stream = nvshmem.my_pe(), nvshmem.n_pes(), nvshmem.Device().create_stream()
    rows, size = [], 8
    while size <= chosen.max_bytes:
        dst, src = nvshmem.array(size // 8, "int64"), nvshmem.array(size // 8, "int64")
        src[:] = me
        dst[:] = 0
        nvshmem.barrier_all(stream=stream)
        stream.sync()
        calls = {"put": lambda: nvshmem.put(dst, src, n - 1, stream), "get": lambda: nvshmem.get(dst, src, n - 1, stream)}
        if me == 0:
            for name, call in calls.items():
                rows.append(row(name, size, seconds(call, chosen.batch, stream)))
        nvshmem.barrier_all(stream=stream)
        stream.sync()
        for name, call in (("reduce", lambda: nvshmem.reduce(0, dst, src, "sum", stream=stream)),
                           ("broadcast", lambda: nvshmem.broadcast(0, dst, src, stream=stream))):
            rows.append(row(name, size, seconds(call, 5, stream)))
        nvshmem.free(dst)
        nvshmem.free(src)
        size *= 8
    return rows


def row(what: str, size: int, spent: float) -> dict:
    return {"what": what, "bytes": size, "microseconds": round(spent * 1e6, 3), "gigabytes_per_second": round(size / spent / 1e9, 3)}


def show(rows: list) -> None:
    print(f"{'':<10} {'bytes':>10} {'µs':>12} {'GB/s':>8}")
    for line in sorted(rows, key=lambda line: line["what"]):
        print(f"{line['what']:<10} {line['bytes']:>10} {line['microseconds']:>12} {line['gigabytes_per_second']:>8}")


def plot(rows: list, file: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (latency, bandwidth) = pyplot.subplots(1, 2, figsize=(11, 4))
    for what in sorted({line["what"] for line in rows}):
        chosen = [line for line in rows if line["what"] == what]
        sizes = [line["bytes"] for line in chosen]
        latency.loglog(sizes, [line["microseconds"] for line in chosen], marker="o", label=what)
        if what in ("put", "get"):
            bandwidth.semilogx(sizes, [line["gigabytes_per_second"] for line in chosen], marker="o", label=what)
    for axis, title in ((latency, "time of a call [µs]"), (bandwidth, "bandwidth [GB/s]")):
        axis.set(xlabel="bytes", title=title)
        axis.grid(True, alpha=0.3)
        axis.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    chosen = options()
    if chosen.plot and importlib.util.find_spec("matplotlib") is None:
        raise SystemExit("bandwidth.py: --plot needs matplotlib, which is not installed: pip install matplotlib, or leave --plot out")
    nvshmem.init()
    rows = measure(chosen)
    if nvshmem.my_pe() == 0:
        show(rows)
        if chosen.json:
            with open(chosen.json, "w") as out:
                json.dump(rows, out, indent=1)
        if chosen.plot:
            plot(rows, chosen.plot)
    nvshmem.finalize()


if __name__ == "__main__":
    main()
