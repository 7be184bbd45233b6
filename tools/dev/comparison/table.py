# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The result as an aligned table, as Markdown and as JSON."""
import json
import os
import platform
from pathlib import Path

from comparison.judge import Row
from comparison.rows import START_SECONDS
from terminal import paint, say

SUMMARISED = ("bandwidth", "offsets")  # groups of many rows: the worst are shown


def show(result: list) -> None:
    for group, of_group in by_group(result):
        say(paint(f"\n{group.title}", "bold"))
        say(paint(f"      {'':<34} {'ours':>12} {'best other':>12}  {'ratio':>6}  {'aim':>7}  spread", "dim"))
        shown = worst(of_group) if group.name in SUMMARISED else of_group
        for row in shown:
            say(line(row))
        if len(shown) < len(of_group):
            met = sum(row.met for row in of_group)
            say(f"      {met} of {len(of_group)} rows meet the aim; these are the furthest from it, all are in the JSON file")


def by_group(result: list) -> list:
    groups = dict.fromkeys(row.group for row in result)
    return [(group, [row for row in result if row.group == group]) for group in groups]


def worst(rows: list, at_most: int = 12) -> list:
    return sorted(rows, key=lambda row: row.ratio)[:at_most]


def line(row: Row) -> str:
    mark = "    " if row.aim is None else paint("ok  ", "ok") if row.met else paint("miss", "fail")
    other = value(row.others[row.best].median, row.unit) if row.best else "-"
    spread = f"{row.ours.spread:.0%} / {row.others[row.best].spread:.0%}" if row.best else f"{row.ours.spread:.0%}"
    return (f"{mark}  {label(row):<34} {value(row.ours.median, row.unit):>12} {other:>12}  {row.ratio:>6.2f}  {aim(row):>7}  "
            f"{spread:<12} {row.best}")


def label(row: Row) -> str:
    return row.metric + (f", {size(row.bytes)}" if row.bytes else "")


def aim(row: Row) -> str:
    return "" if row.aim is None else f"{'>=' if row.aim.more_is_better else '<='} {row.aim.ratio:g}"


def size(count: int) -> str:
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} B"


def value(number: float, unit: str) -> str:
    if unit == "ns" and number >= 1000:
        number, unit = number / 1000, "us"
    return f"{number:.3g} {unit}" if number < 1000 else f"{number:.0f} {unit}"


def verdict(result: list) -> list:
    """Lines for the end: how many aims are met, and which are not."""
    aimed = [row for row in result if row.aim is not None and row.best]
    missed = [row for row in aimed if not row.met]
    lines = [f"{len(aimed) - len(missed)} of {len(aimed)} aims are met"]
    job = next((row for row in result if row.group.name == "start"), None)
    if job and job.ours.median > START_SECONDS:
        lines.append(f"a job of 64 PEs takes {job.ours.median:.2f} s, more than {START_SECONDS} s")
    return lines


def write_markdown(result: list, path: Path) -> None:
    lines = []
    for group, of_group in by_group(result):
        lines += [f"### {group.title}", "", "| | OmniSHMEM | best other | | ratio | aim |", "|---|---:|---:|---|---:|---:|"]
        for row in (worst(of_group) if group.name in SUMMARISED else of_group):
            other = value(row.others[row.best].median, row.unit) if row.best else ""
            aimed = aim(row).replace("<=", "≤").replace(">=", "≥") + ("" if row.met else " missed")
            lines.append(f"| {label(row)} | {value(row.ours.median, row.unit)} | {other} | {row.best} | {row.ratio:.2f} | {aimed} |")
        lines.append("")
    path.write_text("\n".join(lines))


def write_json(result: list, rounds: int, path: Path) -> None:
    rows = [{"group": row.group.name, "pes": row.group.pes, "metric": row.metric, "bytes": row.bytes, "unit": row.unit,
             "ours": vars(row.ours), "others": {name: vars(figure) for name, figure in row.others.items()},
             "best": row.best, "ratio": row.ratio, "aim": row.aim and vars(row.aim), "met": row.met} for row in result]
    machine = {"processor": processor(), "cpus": os.cpu_count(), "kernel": platform.release()}
    path.write_text(json.dumps({"machine": machine, "rounds": rounds, "rows": rows}, indent=1) + "\n")


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    fields = dict(line.split("\t:", 1) for line in lines if "\t:" in line)
    return " ".join(fields.get(key, "").strip() for key in ("model name", "cpu family", "model")).strip() or platform.machine()
