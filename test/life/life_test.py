# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Ways to start and to end: exit status, what is said, and that nobody is left waiting."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from jobs import Outcome, run_alone, run_by_id, run_by_launcher  # noqa: E402


def in_every_way(case: str, pes: int = 3, **environment):
    """(name, outcome) of the case as one PE, by the launcher and by unique id."""
    yield "alone", run_alone(case, **environment)
    yield "launcher", run_by_launcher(case, pes, **environment)
    yield "unique id", run_by_id(case, pes, **environment)


class Life(unittest.TestCase):
    def check(self, outcome: Outcome, status: int = 0):
        self.assertEqual({status}, set(outcome.statuses), outcome.text)

    def check_quiet(self, case: str, **arguments):
        for way, outcome in in_every_way(case, **arguments):
            with self.subTest(way=way):
                self.check(outcome)
                self.assertEqual("", outcome.text)

    def test_starts_are_counted_and_the_library_starts_again(self):
        self.check_quiet("Counted.TwoStartsNeedTwoFinalizesAndTheLibraryCanStartAgain")

    def test_many_lives_leave_nothing_behind(self):
        for way, outcome in in_every_way("Counted.ManyLivesLeaveNothingBehind", pes=2):
            with self.subTest(way=way):
                self.check(outcome)

    def test_a_start_with_other_arguments_is_refused(self):
        for way, outcome in in_every_way("Counted.ASecondStartWithOtherArgumentsIsRefusedAndTheJobIsUnharmed"):
            with self.subTest(way=way):
                self.check(outcome)
                self.assertIn("other arguments", outcome.text)

    def test_the_same_id_and_rank_again_counts(self):
        self.check(run_by_id("Counted.TheSameIdAndRankAgainCounts", 2))

    def test_other_worlds_later(self):
        outcome = run_by_id("Counted.OtherWorldsLater", 4)
        self.check(outcome)
        self.assertEqual("", outcome.text)

    def test_orderly_ends_say_nothing(self):
        for case in ["WithoutFinalize", "FinalizeInAnExitHandler", "ErrorsInAnExitHandler", "WithALiveTeamAndBlock",
                     "FinalizeByAnotherThread", "ASurplusFinalizeIsAnErrorInModeReturn"]:
            with self.subTest(case=case):
                self.check_quiet(f"End.{case}")

    def test_a_surplus_finalize_is_said_and_harms_nothing(self):
        for way, outcome in in_every_way("End.ASurplusFinalizeIsSaidInModeExit"):
            with self.subTest(way=way):
                self.check(outcome)
                self.assertIn("one finalize for each init", outcome.text)

    def test_global_exit_ends_all_pes_with_its_status(self):
        for way, outcome in in_every_way("End.GlobalExitEndsAll"):
            with self.subTest(way=way):
                self.check(outcome, 3)

    def test_global_exit_reaches_pes_that_do_not_wait(self):
        self.assertEqual([3], run_by_launcher("End.GlobalExitReachesThoseWhoCompute", 3).statuses)
        self.assertEqual([3, -15, -15], run_by_id("End.GlobalExitReachesThoseWhoCompute", 3).statuses)

    def test_global_exit_before_the_start(self):
        self.check(run_alone("End.GlobalExitBeforeStart"), 5)

    def test_threads(self):
        for case in ["ManyStartAndEndAtOnce", "QueriesWhileAnotherThreadStartsAndEnds"]:
            with self.subTest(case=case):
                self.check_quiet(f"Threads.{case}")
        for case in ["PesAreTheProcessOrItsThreads", "RanksAreChecked", "AFailedGatheringDoesNotSpoilTheNext"]:
            with self.subTest(case=case):
                self.check(run_alone(f"Threads.{case}"))


if __name__ == "__main__":
    unittest.main()
