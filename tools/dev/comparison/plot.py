# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The picture: how many times faster than the best peer each operation is, and bandwidth by size.

Reads the JSON file, so it is also a program: plot.py RESULT.json PICTURE.png. Needs matplotlib, which `./dev bench` keeps in
a virtual environment of its own.
"""
import json
import sys

OURS = "OmniSHMEM"
COLOURS = {OURS: "#1b7f5c", "Open MPI RMA": "#c2703d", "MPICH RMA": "#8a6bbe", "Open MPI SHMEM": "#4f86c6"}
GREY = "#8d949c"


def size(count: int) -> str:
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count} B"


def speedups(rows: list) -> list:
    """(label, times faster, times faster aimed at) of every row that is no transfer of many bytes."""
    picked = []
    for row in rows:
        if row["group"] in ("bandwidth", "offsets") or not row["best"] or "plain loops" in row["metric"]:
            continue
        more = row["unit"] in ("GB/s", "Mop/s")
        faster = row["ratio"] if more else 1 / row["ratio"]
        aimed = row["aim"] and (row["aim"]["ratio"] if more else 1 / row["aim"]["ratio"])
        name = row["metric"] + (f" {size(row['bytes'])}" if row["bytes"] else "")
        picked.append((f"{name}  ·  {row['pes']} PEs", faster, aimed))
    return picked


def draw_speedups(axes, rows: list) -> None:
    picked = speedups(rows)
    places = list(range(len(picked)))[::-1]
    axes.barh(places, [faster for _, faster, _ in picked], color=COLOURS[OURS], height=0.72, left=0)
    for place, (_, faster, aimed) in zip(places, picked):
        if aimed:
            axes.plot([aimed, aimed], [place - 0.42, place + 0.42], color="black", linewidth=1.6)
        axes.text(faster * 1.06, place, f"{faster:.1f}×", va="center", fontsize=7, color="#333333")
    axes.set_yticks(places, [label for label, _, _ in picked], fontsize=7)
    axes.set_xscale("log")
    axes.axvline(1, color=GREY, linewidth=0.8)
    axes.set_xlim(0.5, max(faster for _, faster, _ in picked) * 2.2)
    axes.set_ylim(-0.8, len(picked) - 0.2)
    ticks = [0.5, 1, 2, 5, 10, 20, 50, 100]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_title("Times faster than the best of the others\n(black mark: aim)", fontsize=10)


def draw_bandwidth(axes, rows: list, metric: str) -> None:
    chosen = [row for row in rows if row["group"] == "bandwidth" and row["metric"] == metric]
    sizes = [row["bytes"] for row in chosen]
    loops = [row for row in rows if row["group"] == "bandwidth" and row["metric"] == f"{metric}, plain loops"]
    if loops:
        best = [row["others"][row["best"]]["median"] for row in loops]
        axes.plot([row["bytes"] for row in loops], best, color=GREY, linestyle=":", linewidth=1.6, label="fastest plain loop")
    for name in [name for name in COLOURS if name != OURS]:
        values = [row["others"].get(name, {}).get("median") for row in chosen]
        if any(values):
            axes.plot(sizes, values, color=COLOURS[name], marker="o", markersize=3, linewidth=1.2, label=name)
    axes.plot(sizes, [row["ours"]["median"] for row in chosen], color=COLOURS[OURS], marker="o", markersize=4, linewidth=2.2, label=OURS)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes[::2], [size(count) for count in sizes[::2]], fontsize=7)
    axes.set_ylabel("GB/s", fontsize=8)
    axes.tick_params(axis="y", labelsize=7)
    axes.set_title(f"Bandwidth of {metric.split()[0]}, nonblocking", fontsize=10)
    axes.legend(fontsize=7, frameon=False)


def draw(result: dict, picture: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = result["rows"]
    has_speedups = bool(speedups(rows))
    figure = pyplot.figure(figsize=(12, 8.5), layout="constrained")
    curves = [metric for metric in ("put 0>0", "get 0>0") if any(row["metric"] == metric and row["group"] == "bandwidth" for row in rows)]
    columns = figure.subfigures(1, 2, width_ratios=[1.1, 1]) if has_speedups and curves else [figure, figure]
    if has_speedups:
        draw_speedups(columns[0].subplots(), rows)
    if curves:
        for axes, metric in zip(columns[1].subplots(len(curves), squeeze=False)[:, 0], curves):
            draw_bandwidth(axes, rows, metric)
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x" if has_speedups and axes is figure.axes[0] else "y", color="#e5e5e5", linewidth=0.6)
        axes.set_axisbelow(True)
    machine = result["machine"]
    figure.suptitle(f"OmniSHMEM beside others on one machine: {machine['processor']}, {machine['cpus']} CPUs, "
                    f"medians of {result['rounds']} rounds", fontsize=11)
    figure.savefig(picture, dpi=130)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file), sys.argv[2])
