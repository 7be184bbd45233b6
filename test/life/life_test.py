# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Ways to start and to end: exit status, what is said, and that nobody is left waiting."""
import sys
import tempfile
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

    def test_an_error_ends_all_pes_and_is_said_once(self):
        for way, outcome in in_every_way("End.AnErrorEndsAll"):
            with self.subTest(way=way):
                self.check(outcome, 1)
                self.assertEqual(1, outcome.text.count("nvshmem_free: "), outcome.text)

    def test_survivors_in_mode_return_keep_nothing(self):
        for environment in [{}, {"NVSHMEM_DISABLE_P2P": "1"}]:
            with self.subTest(**environment):
                outcome = run_by_id("End.ASurvivorInModeReturnFinalizesAndKeepsNothing", 3, **environment)
                self.assertEqual([0, -9, 0], outcome.statuses, outcome.text)

    def test_global_exit_before_the_start(self):
        self.check(run_alone("End.GlobalExitBeforeStart"), 5)

    def test_threads(self):
        for case in ["ManyStartAndEndAtOnce", "QueriesWhileAnotherThreadStartsAndEnds"]:
            with self.subTest(case=case):
                self.check_quiet(f"Threads.{case}")
        for case in ["PesAreTheProcessOrItsThreads", "RanksAreChecked", "AFailedGatheringDoesNotSpoilTheNext"]:
            with self.subTest(case=case):
                self.check(run_alone(f"Threads.{case}"))

    def test_calls_before_the_start(self):
        self.check(run_alone("Start.CallsBeforeItAreErrors"))
        outcome = run_alone("Start.ACallBeforeItEndsTheProgramInModeExit")
        self.check(outcome, 1)
        self.assertIn("nvshmem_barrier_all: called before nvshmem_init", outcome.text)

    def test_versions_and_arguments_are_checked(self):
        self.check(run_alone("Start.VersionsAreCompared"))
        self.check(run_alone("Start.ArgumentsAreChecked"))

    def test_values_of_variables_are_checked(self):
        for name, value, words in [("NVSHMEM_SYMMETRIC_SIZE", "12Q", "accepted form is a number of bytes"),
                                   ("NVSHMEM_SYMMETRIC_SIZE", "7000000t", "NVSHMEM_SYMMETRIC_SIZE"),
                                   ("NVSHMEM_MAX_TEAMS", "lots", "accepted form is a whole number"),
                                   ("NVSHMEM_WAIT_TIMEOUT", "soon", "accepted form is a number of seconds"),
                                   ("NVSHMEM_ERROR_MODE", "retrun", "accepted form is exit or return"),
                                   ("NVSHMEM_BOOTSTRAP", "MPI", "no MPI library is loaded in this process"),
                                   ("NVSHMEM_BOOTSTRAP", "carrier pigeon", "the accepted forms are auto, ")]:
            with self.subTest(name=name):
                outcome = run_alone("Start.Fails", **{name: value})
                self.check(outcome)
                self.assertIn(words, outcome.text)

    def test_the_error_mode_is_a_variable(self):
        self.check(run_alone("Start.TheErrorModeIsReturn", NVSHMEM_ERROR_MODE="return"))
        self.check(run_alone("Start.TheErrorModeIsReturn", NVSHMEM_ERROR_MODE="Return"))

    def test_a_configuration_file_counts(self):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write("NVSHMEM_ERROR_MODE = return  # not exit\n")
            file.flush()
            self.check(run_alone("Start.TheErrorModeIsReturn", NVSHMEM_ERROR_MODE="exit", NVSHMEM_CONF_FILE=file.name))

    def test_misspelt_names_are_said_once_a_job(self):
        for way, outcome in in_every_way("Start.Works", NVSHMEM_SYMETRIC_SIZE="1G"):
            with self.subTest(way=way):
                self.check(outcome)
                self.assertEqual(1, outcome.text.count("did you mean NVSHMEM_SYMMETRIC_SIZE?"), outcome.text)

    def test_a_failed_start_can_be_followed_by_another(self):
        for way, outcome in in_every_way("Start.FailsAndWorksThen"):
            with self.subTest(way=way):
                self.check(outcome)

    def test_a_start_that_fails_on_one_pe_fails_on_all(self):
        self.check(run_by_launcher("Start.FailsOnOnePe", 3))
        self.check(run_by_id("Start.FailsOnOnePe", 3))

    def test_pes_that_may_not_look_at_each_other(self):
        self.check_quiet("Start.WorksWithoutALookAtOthers")

    def test_reports(self):
        for outcome in [run_by_launcher("Report.IsWrittenOnRequestWhileAPeWaits", 2),
                        run_by_id("Report.IsWrittenOnRequestWhileAPeWaits", 2)]:
            self.check(outcome)
            self.assertRegex(outcome.text, r"0 +alive +nvshmem_long_wait_until .* == 5, last seen 0")
        self.check(run_alone("Report.AHandlerOfTheProgramStays"))

    def test_forked_children(self):
        for way, outcome in in_every_way("Fork.TheChildIsNoPe"):
            with self.subTest(way=way):
                self.check(outcome)
        self.check(run_alone("Fork.ChildrenOfTheMakerOfAnIdCanMeetByIt"))

    def test_unused_ids_go(self):
        self.check(run_alone("Ids.UnusedOnesGoWithFinalizeOrExit"))


if __name__ == "__main__":
    unittest.main()
