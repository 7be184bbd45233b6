# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The judgement of ./dev bench on figures made up here: best peer, direction, aims, rows that a library lacks."""
import sys
import unittest

from repository import ROOT

sys.path.insert(0, str(ROOT / "tools/dev"))
from comparison import judge, rows, table  # noqa: E402
from comparison.peers import OURS  # noqa: E402
from comparison.samples import FLOORS  # noqa: E402

SMALL = rows.GROUPS[0]
BANDWIDTH = next(group for group in rows.GROUPS if group.name == "bandwidth")
GET, RATE, PUT = ("get", 8, "ns"), ("put rate", 8, "Mop/s"), ("put 0>0", 1 << 20, "GB/s")


def judged(group, ours, **others):
    figures = {(group, OURS): ours, **{(group, name): by_row for name, by_row in others.items()}}
    return judge.judge(figures, [group])


class Judge(unittest.TestCase):
    def test_the_fastest_peer_is_the_measure_of_times(self):
        (row,) = judged(SMALL, {GET: [9, 10, 30]}, slow={GET: [100]}, fast={GET: [20, 40, 50]})
        self.assertEqual(("fast", 0.25, True), (row.best, row.ratio, row.met))

    def test_the_highest_peer_is_the_measure_of_rates(self):
        (row,) = judged(SMALL, {RATE: [90]}, slow={RATE: [10]}, fast={RATE: [60]})
        self.assertEqual(("fast", 1.5, False), (row.best, row.ratio, row.met))

    def test_a_missed_aim_is_said(self):
        result = judged(SMALL, {GET: [41]}, other={GET: [100]})
        self.assertFalse(result[0].met)
        self.assertIn("0 of 1 aims are met", table.verdict(result))
        self.assertIn("miss", table.line(result[0]))

    def test_a_row_that_no_other_has_is_shown_without_a_ratio(self):
        result = judged(SMALL, {GET: [10]}, other={})
        self.assertEqual("", result[0].best)
        self.assertIn("0 of 0 aims are met", table.verdict(result))

    def test_plain_loops_are_a_row_of_their_own(self):
        loops = {("memcpy put 0>0", 1 << 20, "GB/s"): [40], ("streaming put 0>0", 1 << 20, "GB/s"): [50]}
        result = judged(BANDWIDTH, {PUT: [49]}, **{FLOORS: loops}, other={PUT: [60]})
        self.assertEqual([("other", False), ("streaming", True)], [(row.best, row.met) for row in result])

    def test_spread_is_of_the_rounds(self):
        (row,) = judged(SMALL, {GET: [8, 10, 13]}, other={GET: [100]})
        self.assertEqual(0.5, row.ours.spread)


class Text(unittest.TestCase):
    def test_values_and_sizes_read_well(self):
        self.assertEqual(["8 B", "4 KiB", "1 MiB", "12 B"], [table.size(n) for n in (8, 4096, 1 << 20, 12)])
        self.assertEqual(["6.91 ns", "2.77 us", "2885 us"],
                         [table.value(*pair) for pair in ((6.912, "ns"), (2768, "ns"), (2885.23, "us"))])


if __name__ == "__main__":
    unittest.main()
