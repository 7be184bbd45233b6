# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What is measured, and the aim against the best peer of each row."""
from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Aim:
    """`ratio`: ours / best peer. At most it where less is better (times), at least it where more is better."""

    ratio: float
    more_is_better: bool = False

    def met(self, ratio: float) -> bool:
        return ratio >= self.ratio if self.more_is_better else ratio <= self.ratio


@dataclass(frozen=True)
class Group:
    """One start of each program. `floors`: whether the machine's own program measures this group too."""

    name: str
    pes: int
    title: str
    floors: bool = False


GROUPS = [
    Group("small", 2, "Small operations, 2 PEs", floors=True),
    Group("collectives", 2, "Collectives, 2 PEs"),
    Group("collectives", 4, "Collectives, 4 PEs"),
    Group("collectives", 8, "Collectives, 8 PEs"),
    Group("bandwidth", 2, "Bandwidth by size", floors=True),
    Group("offsets", 2, "Bandwidth by place in the page (source>destination)", floors=True),
    Group("start", 64, "A job of 64 PEs: start, barrier, end"),
]

SMALL = {"put+quiet": Aim(0.4), "get": Aim(0.4), "fetch-add": Aim(0.4), "compare-swap": Aim(0.4),
         "put rate": Aim(2, True), "add rate": Aim(2, True), "ping-pong": Aim(0.3)}
COLLECTIVES = {8: Aim(0.5), 4096: Aim(0.6), MIB: Aim(0.8)}
START = Aim(0.15)
START_SECONDS = 0.3
# Never below the best peer or the fastest copy loop; two medians on a busy machine differ by a twentieth anyway.
BANDWIDTH = Aim(0.95, True)
# A call with its checks costs 3 ns more than a bare loop, which shows below; "put rate" says what that means.
PLAIN_LOOPS_FROM = 4096


def aim(group: Group, metric: str, size: int):
    """The Aim of a row, None where there is none."""
    if group.name == "small":
        return SMALL.get(metric)
    if group.name in ("bandwidth", "offsets"):
        return BANDWIDTH
    if group.name == "start":
        return START
    if metric == "barrier":
        return Aim(0.5 if group.pes == 2 else 0.8)
    return COLLECTIVES[size] if group.pes == 2 else None
