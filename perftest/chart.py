#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Draws results of perftests as SVG: one panel a table, one line a series, both axes logarithmic.

Usage: chart.py RESULTS PICTURE.svg    RESULTS is the JSON file of run.py or what a perftest printed
"""
import json
import math
import sys
from html import escape
from pathlib import Path

from results import Row, read_rows

PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 460, 300, 64, 44, 150, 40
COLOURS = ["#1b7f5c", "#c2703d", "#4f86c6", "#8a6bbe", "#b03a5b", "#7a7d2c", "#3c3c3c", "#d19a2a", "#2a9aa8", "#96552a"]
PREFERRED = ("latency (us)", "latency(us)", "BW (GB/sec)", "Bandwidth (GB)", "msgrate (MMPS)", "time (us)")


def size_name(count: float) -> str:
    for unit, name in ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")):
        if count >= unit:
            return f"{count / unit:g}{name}"
    return f"{count:g}"


class Axis:
    """A logarithmic scale from the values to `begin` … `end` on the picture."""

    def __init__(self, values: list, base: int, begin: float, end: float):
        self.low = math.floor(math.log(min(values), base) + 1e-9)
        self.high = math.ceil(math.log(max(values), base) - 1e-9)
        if self.high == self.low:
            self.low, self.high = self.low - 1, self.high + 1
        self.base, self.begin, self.end = base, begin, end

    def place(self, value: float) -> float:
        share = (math.log(value, self.base) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self, most: int) -> list:
        step = max(1, -(-(self.high - self.low) // most))
        return [float(self.base) ** power for power in range(self.low, self.high + 1, step)]


class Panel:
    """One table: job, quantity, and for each series its points."""

    def __init__(self, job: str, rows: list):
        self.job = job
        self.quantity = next((name for name in PREFERRED if name in rows[0].values), next(iter(rows[0].values)))
        self.lines = {}
        for row in rows:
            if row.values.get(self.quantity, 0) > 0:
                self.lines.setdefault(row.series, []).append((row.bytes, row.values[self.quantity]))

    def draw(self, x: int, y: int) -> list:
        points = [point for line in self.lines.values() for point in line]
        right, bottom = x + PANEL_WIDTH - RIGHT, y + PANEL_HEIGHT - BOTTOM
        across = Axis([size for size, _ in points], 2, x + LEFT, right)
        upward = Axis([value for _, value in points], 10, bottom, y + TOP)
        parts = [text(x + LEFT, y + 18, self.job, "title"), text(x + LEFT, y + 34, self.quantity, "small")]
        for tick in across.ticks(8):
            place = across.place(tick)
            parts += [rule(place, y + TOP, place, bottom), text(place, bottom + 16, size_name(tick), "small middle")]
        for tick in upward.ticks(6):
            place = upward.place(tick)
            parts += [rule(x + LEFT, place, right, place), text(x + LEFT - 6, place + 4, f"{tick:g}", "small end")]
        parts.append(text((x + LEFT + right) / 2, bottom + 32, "bytes", "small middle"))
        for number, (series, line) in enumerate(self.lines.items()):
            parts += draw_line([(across.place(size), upward.place(value)) for size, value in line], COLOURS[number % len(COLOURS)])
            parts += legend(right + 12, y + TOP + 6 + 15 * number, series, COLOURS[number % len(COLOURS)])
        return parts


def text(x: float, y: float, words: str, style: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{style}">{escape(words)}</text>'


def rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="grid"/>'


def draw_line(points: list, colour: str) -> list:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>',
            *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{colour}"/>' for x, y in points)]


def legend(x: float, y: float, series: str, colour: str) -> list:
    return [f'<rect x="{x}" y="{y - 4}" width="14" height="3" fill="{colour}"/>', text(x + 19, y + 2, series, "small")]


def panels_of(rows: list) -> list:
    """A panel for each job, in their order."""
    jobs = {}
    for row in rows:
        jobs.setdefault(row.job, []).append(row)
    panels = [Panel(job, some) for job, some in jobs.items()]
    return [panel for panel in panels if panel.lines]


def svg(rows: list) -> str:
    panels = panels_of(rows)
    columns = min(3, max(1, len(panels)))
    parts, y = [], 0
    for first in range(0, len(panels), columns):
        line = panels[first:first + columns]
        for column, panel in enumerate(line):
            parts += panel.draw(column * PANEL_WIDTH, y)
        y += max(PANEL_HEIGHT, TOP + 15 * max(len(panel.lines) for panel in line) + 20)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * PANEL_WIDTH}" height="{y}" font-family="sans-serif">',
        "<style>.title{font-size:14px;font-weight:bold}.small{font-size:11px;fill:#333}.middle{text-anchor:middle}"
        ".end{text-anchor:end}.grid{stroke:#e2e4e7;stroke-width:0.8}</style>",
        '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>\n"])


def load(path: Path) -> list:
    content = path.read_text(encoding="utf-8")
    if content.lstrip().startswith("{"):
        return [Row(**row) for run in json.loads(content)["runs"] for row in run["rows"]]
    return read_rows(content)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    rows = load(Path(sys.argv[1]))
    if not rows:
        print(f"{sys.argv[1]}: no table in it", file=sys.stderr)
        return 1
    Path(sys.argv[2]).write_text(svg(rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
