# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Medians, the best peer of each row, the ratio, and whether the aim is met."""
import statistics
from dataclasses import dataclass

from comparison import rows
from comparison.peers import OURS
from comparison.samples import FLOORS


@dataclass(frozen=True)
class Figure:
    """Of one library in one row; `spread`: (largest - smallest) / median over the rounds."""

    median: float
    spread: float

    @staticmethod
    def of(values: list) -> "Figure":
        median = statistics.median(values)
        return Figure(median, (max(values) - min(values)) / median if median else 0.0)


@dataclass(frozen=True)
class Row:
    """`others`: {library: Figure}. `best`: the name of the best peer, or of the fastest plain copy loop."""

    group: rows.Group
    metric: str
    bytes: int
    unit: str
    ours: Figure
    others: dict
    best: str
    ratio: float
    aim: rows.Aim

    @property
    def met(self) -> bool:
        return self.aim is None or self.aim.met(self.ratio)


def judge(figures: dict, groups: list) -> list:
    """The rows of all groups, in the order of the programs' output."""
    return [row for group in groups for row in of_group(figures, group)]


def of_group(figures: dict, group: rows.Group) -> list:
    result = []
    for (metric, size, unit), values in figures[group, OURS].items():
        others = {name: Figure.of(by_row[metric, size, unit]) for (of, name), by_row in figures.items()
                  if of == group and name not in (OURS, FLOORS) and (metric, size, unit) in by_row}
        result.append(compare(group, metric, size, unit, values, others))
        loops = {key[0][:-len(metric) - 1]: Figure.of(of_loop) for key, of_loop in figures.get((group, FLOORS), {}).items()
                 if key[0].endswith(" " + metric) and key[1:] == (size, unit)}
        if loops and size >= rows.PLAIN_LOOPS_FROM:
            result.append(compare(group, f"{metric}, plain loops", size, unit, values, loops))
    return result


def compare(group, metric: str, size: int, unit: str, values: list, others: dict) -> Row:
    ours, aim = Figure.of(values), rows.aim(group, metric, size)
    more = unit in ("GB/s", "Mop/s")
    best = (max if more else min)(others, key=lambda name: others[name].median, default="")
    ratio = ours.median / others[best].median if best else 1.0
    return Row(group, metric, size, unit, ours, others, best, ratio, aim)
