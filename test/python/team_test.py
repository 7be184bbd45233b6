# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Teams over PEs: splits, names, translation, and what is refused on all members alike."""
import unittest

import numpy

import nvshmem.core as nvshmem
from nvshmem.core import TeamConfig, Teams
from pes import PeCase


class Splits(PeCase):
    def sum_over(self, team, value) -> int:
        dst, src = self.array(1), self.array(1)
        src[:] = value
        if team is not None:
            nvshmem.reduce(team, dst, src, "sum", stream=self.stream)
            self.stream.sync()
        return int(dst[0])

    def test_even_pes(self):
        size = (self.n + 1) // 2
        team = nvshmem.team_split_strided(Teams.TEAM_WORLD, 0, 2, size, TeamConfig(), 0, "even")
        if self.me % 2:
            self.assertIsNone(team)
            self.assertNotIn("even", Teams)
        else:
            self.assertEqual(Teams.even, team)
            self.assertEqual(Teams["even"], team)
            self.assertEqual((self.me // 2, size), (nvshmem.team_my_pe(team), nvshmem.team_n_pes(team)))
            self.assertEqual(self.me, nvshmem.team_translate_pe(team, self.me // 2, Teams.TEAM_WORLD))
        total = self.sum_over(team, self.me)
        if team is not None:
            self.assertEqual(sum(range(0, self.n, 2)), total)
            nvshmem.team_destroy("even")
            self.assertNotIn("even", Teams)

    def test_a_stride_counts_in_the_parents_numbering(self):
        half = nvshmem.team_split_strided(0, 0, 2, (self.n + 1) // 2)
        if half is not None:
            members = nvshmem.team_n_pes(half)
            quarter = nvshmem.team_split_strided(half, 0, 2, (members + 1) // 2)
            if quarter is not None:
                rank = nvshmem.team_my_pe(quarter)
                self.assertEqual(self.me, 4 * rank)
                nvshmem.team_destroy(quarter)
            nvshmem.team_destroy(half)

    def test_one_member_with_stride_0(self):
        team = nvshmem.team_split_strided(0, self.n - 1, 0, 1)
        self.assertEqual(self.me == self.n - 1, team is not None)
        if team is not None:
            self.assertEqual((0, 1), (nvshmem.team_my_pe(team), nvshmem.team_n_pes(team)))
            nvshmem.team_destroy(team)

    def test_rows_and_columns(self):
        row, column = nvshmem.team_split_2d(0, 2, TeamConfig(), 0, TeamConfig(), 0, "grid")
        self.assertEqual((Teams.grid_X, Teams.grid_Y), (row, column))
        self.assertEqual((self.me % 2, self.me // 2), (nvshmem.team_my_pe(row), nvshmem.team_my_pe(column)))
        self.meet()
        nvshmem.team_destroy(row)
        nvshmem.team_destroy("grid_Y")
        self.assertFalse({"grid_X", "grid_Y"} & set(Teams))

    def test_init_by_identifier(self):
        word = self.array(1, "uint64")
        if self.me == 0:
            identifier = nvshmem.get_team_unique_id()
            self.assertNotEqual(0, identifier.value)
            word[0] = identifier.value
        self.meet()
        nvshmem.broadcast(0, word, word, 0, stream=self.stream)
        self.stream.sync()
        config = TeamConfig()
        config.uniqueid = int(word[0])
        team = nvshmem.team_init(config, 2, self.n, self.n - 1 - self.me, "mirror")
        self.assertEqual(self.n - 1 - self.me, nvshmem.team_my_pe(team))
        self.assertEqual(int(word[0]), nvshmem.team_get_config(team).uniqueid)
        self.meet()
        nvshmem.team_destroy(team)

    def test_slots_are_used_again(self):
        first = None
        for _ in range(300):
            team = nvshmem.team_split_strided(0, 0, 1, self.n)
            first = first or team
            self.assertEqual(first, team)
            nvshmem.team_destroy(team)
        self.assertEqual(7, first)
        self.assertIn("TEAMS_MIN", Teams)  # the name of a number, not of this team


class Refusals(PeCase):
    def test_triplets_out_of_range(self):
        for start, stride, size in ((0, 1, 0), (0, 1, self.n + 1), (-1, 1, 1), (self.n, 1, 1), (0, 0, 2), (0, self.n, 2)):
            with self.subTest(triplet=(start, stride, size)), self.assertRaises(nvshmem.NvshmemError):
                nvshmem.team_split_strided(0, start, stride, size)
        for parent in (-1, 4000):
            with self.subTest(parent=parent), self.assertRaises(nvshmem.NvshmemError):
                nvshmem.team_split_strided(parent, 0, 1, 1)
            with self.assertRaises(nvshmem.NvshmemError):
                nvshmem.team_split_2d(parent, 1)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.team_split_2d(0, 0)
        self.meet()

    def test_config_mask(self):
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.team_split_strided(0, 0, 1, self.n, TeamConfig(), -1)

    def test_names(self):
        team = nvshmem.team_split_strided(0, 0, 1, self.n, new_team_name="taken")
        with self.assertRaises(ValueError):
            nvshmem.team_split_strided(0, 0, 1, self.n, new_team_name="taken")
        nvshmem.team_destroy(team)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.team_destroy(team)
        with self.assertRaises(KeyError):
            nvshmem.team_destroy("taken")
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.team_destroy(Teams.TEAM_WORLD)

    def test_translation(self):
        for src_pe in (-1, self.n):
            with self.assertRaises(nvshmem.NvshmemError):
                nvshmem.team_translate_pe(0, src_pe, 0)
        with self.assertRaises(nvshmem.NvshmemError):
            nvshmem.team_translate_pe(-1, 0, 0)
        self.assertEqual(self.me, nvshmem.team_translate_pe(0, self.me, Teams.TEAM_NODE))

    def test_too_many_is_said_alike_everywhere(self):
        made = []
        with self.assertRaisesRegex(nvshmem.NvshmemError, "NVSHMEM_MAX_TEAMS"):
            for _ in range(10_000):
                made.append(nvshmem.team_split_strided(0, 0, 1, self.n))
        self.assertGreater(len(made), 1)
        counts, mine = self.array(self.n), self.array(1)
        mine[:] = len(made)
        nvshmem.fcollect(made[-1], counts, mine, stream=self.stream)
        self.stream.sync()
        self.assertArray(numpy.full(self.n, len(made)), counts)
        for team in made:
            nvshmem.team_destroy(team)


if __name__ == "__main__":
    unittest.main()
