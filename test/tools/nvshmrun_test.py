# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmrun from outside: exit statuses, the first failure, and that nothing is left behind.

OMNI_BUILD_DIR names the build folder whose launcher and test program are used.
"""
import os
import signal
import sys
import tempfile
import unittest
from pathlib import Path

from jobs import ACTOR, SH, Job, JobTest, processes_with, read, wait_until


class ExitStatus(JobTest):
    def test_success_is_silent(self):
        done = self.run_job("-n", 3, "true")
        self.assertEqual((0, "", ""), (done.status, done.output, done.errors))

    def test_status_of_the_pe_that_failed(self):
        done = self.run_job("-n", 3, *SH, "test $NVSHMRUN_RANK != 1 || exit 7")
        self.assertEqual(7, done.status)
        self.assert_says_once(done, r"PE 1 \(process \d+\) ended with exit status 7")

    def test_the_first_failure_counts(self):
        done = self.run_job("-n", 3, *SH, "sleep 0.$((3 - NVSHMRUN_RANK)); exit $((40 + NVSHMRUN_RANK))")
        self.assertEqual(42, done.status)
        self.assert_says_once(done, "PE 2 ")

    def test_death_by_signal(self):
        for number in signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL, signal.SIGTERM:
            with self.subTest(signal=number.name):
                done = self.run_job("-n", 2, *SH, f"test $NVSHMRUN_RANK = 0 || kill -{number.value} $$; sleep 0.1")
                self.assertEqual(128 + number, done.status)
                self.assert_says_once(done, rf"PE 1 .* was killed by signal {number.value} \({number.name}\)")

    def test_program_that_cannot_be_found(self):
        for name in "no-such-program", "./no-such-program", "":
            with self.subTest(name=name):
                done = self.run_job("-n", 2, name)
                self.assertEqual(127, done.status)
                self.assertEqual(1, len(done.errors.splitlines()), done.errors)
                self.assertIn(name, done.errors)

    def test_program_of_this_folder_without_its_path(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "mine").write_text("#!/bin/sh\n")
            done = self.run_job("mine", cwd=folder)
            self.assertEqual(127, done.status)
            self.assertIn("did you mean ./mine?", done.errors)

    def test_program_that_cannot_be_executed(self):
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder, "text")
            text.write_text("words\n")
            for name in text, folder:
                done = self.run_job("-n", 2, name)
                self.assertEqual(126, done.status)
                self.assertIn(str(name), done.errors)

    def test_program_with_a_missing_interpreter(self):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script")
            script.write_text("#!/no/such/interpreter\n")
            script.chmod(0o755)
            done = self.run_job("-n", 2, script)
            self.assertEqual(127, done.status)
            self.assertIn(f"cannot execute {script}", done.errors)

    def test_script_without_interpreter_line(self):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script")
            script.write_text("echo I am $NVSHMRUN_RANK\n")
            script.chmod(0o755)
            self.assertEqual(["I am 0", "I am 1"], sorted(self.run_job("-n", 2, script).output.splitlines()))

    def test_wrong_command_lines(self):
        cases = {(): "no program", ("-n", 2): "no program", ("-n", 0, "true"): "0", ("-n", "x", "true"): "x",
                 ("-n", 5000, "true"): "4096", ("--colour", "true"): "--colour", ("-n",): "-n",
                 ("--gdb", 2, "-n", 2, "true"): "--gdb 2", ("--bind", "moon", "true"): "--bind moon",
                 ("--timeout", -1, "true"): "timeout", ("-x", "OMNI_UNSET", "true"): "OMNI_UNSET",
                 ("true", ":"): "no program", ("true", ":", "--timeout", 3, "true"): "--timeout"}
        for words, named in cases.items():
            with self.subTest(words=words):
                done = self.run_job(*words)
                self.assertEqual((125, ""), (done.status, done.output))
                self.assertIn(named, done.errors)

    def test_help_documents_the_statuses(self):
        done = self.run_job("--help")
        self.assertEqual((0, ""), (done.status, done.errors))
        for word in "-n", "--tag-output", "--timeout", "--bind", "--gdb", "-x", "124", "125", "126, 127", "128 + N":
            self.assertIn(word, done.output)

    def test_version(self):
        release = Path(__file__).parents[2].joinpath("VERSION").read_text().strip()
        self.assertEqual(f"nvshmrun (OmniSHMEM) {release}\n", self.run_job("--version").output)

    def test_both_spellings_of_the_count(self):
        for words in ("-np", 3), ("--np", 3), ("--np=3",), ("-n3",), ("-x", "A=1", "-np", 3):
            with self.subTest(words=words):
                self.assertEqual(3, len(self.run_job(*words, "echo", "-np", 1).output.splitlines()))

    def test_options_of_the_program_are_its_own(self):
        self.assertEqual("<-n><4><--timeout><1>", self.run_job("printf", "<%s>", "-n", 4, "--timeout", 1).output)
        self.assertEqual("--version\n", self.run_job("--", *SH, 'echo "$1"', "x", "--version").output)


class FirstFailure(JobTest):
    def test_others_are_ended(self):
        done = self.run_job("-n", 3, *SH, "test $NVSHMRUN_RANK != 2 || exit 5; exec sleep 300")
        self.assertEqual(5, done.status)
        self.assert_says_once(done, "PE 2 ")

    def test_others_are_killed_if_need_be(self):
        done = self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || exit 5; trap '' TERM INT; while :; do sleep 1; done")
        self.assertEqual(5, done.status)

    def test_stopped_ones_are_ended_too(self):
        done = self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK = 0 && kill -STOP $$; sleep 0.2; exit 5")
        self.assertEqual(5, done.status)

    def test_others_may_end_by_themselves(self):
        done = self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || exit 5; sleep 0.3; echo in time")
        self.assertEqual((5, "in time\n"), (done.status, done.output))

    def test_words_of_the_failed_pe_stand_in_front(self):
        done = self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || { echo my reason >&2; exit 5; }; sleep 300")
        self.assertEqual("my reason", done.errors.splitlines()[0])
        self.assert_says_once(done, "PE 1 ")


class LibraryPrograms(JobTest):
    def run_actors(self, pes, *actions, options=(), **keywords):
        return self.run_job("-n", pes, *options, ACTOR, *actions, **keywords)

    def test_orderly_job(self):
        for pes in 1, 2, 5:
            done = self.run_actors(pes, "init", "barrier", "say=here", "barrier", "finalize")
            self.assertEqual((0, "here\n" * pes, ""), (done.status, done.output, done.errors))

    def test_a_pe_outlives_the_script_that_started_it(self):
        with tempfile.TemporaryDirectory() as folder:
            script = (f"{ACTOR} init say=ready sleep=1 barrier say=end finalize >{folder}/$NVSHMRUN_RANK & "
                      f"until grep -q ready {folder}/$NVSHMRUN_RANK; do sleep 0.02; done; exit 0")
            done = self.run_job("-n", 2, *SH, script)
            texts = [Path(folder, name).read_text() for name in "01"]
        self.assertEqual((0, ["ready\nend\n"] * 2), (done.status, texts), done.errors)

    def test_end_without_finalize_is_no_failure(self):
        done = self.run_actors(3, "init", "barrier")
        self.assertEqual((0, "", ""), (done.status, done.output, done.errors))

    def test_own_status_after_finalize(self):
        done = self.run_actors(2, "init", "finalize", "1:exit=6")
        self.assertEqual(6, done.status)
        self.assertIn("It had called nvshmem_finalize.", done.errors)

    def test_failure_before_init(self):
        done = self.run_actors(3, "1:exit=6", "init", "finalize")
        self.assertEqual(6, done.status)
        self.assert_says_once(done, "PE 1 .* exit status 6")

    def test_end_before_init_is_told_to_those_that_wait(self):
        done = self.run_actors(3, "1:exit=0", "init", "finalize")
        self.assertNotEqual(0, done.status)
        self.assertIn("PE 1", done.errors)
        self.assertIn("ended before nvshmem_init", done.errors)

    def test_global_exit(self):
        done = self.run_actors(3, "init", "2:global_exit=9", "wait=1")
        self.assertEqual(9, done.status)
        self.assert_says_once(done, "PE 2 ended the job with exit status 9")
        self.assertEqual(1, len(done.errors.splitlines()), done.errors)

    def test_global_exit_ends_those_that_do_not_look(self):
        self.assertEqual(9, self.run_actors(3, "init", "2:global_exit=9", "sleep=300").status)

    def test_global_exit_without_a_failure(self):
        done = self.run_actors(3, "init", "0:global_exit=0", "wait=1")
        self.assertEqual((0, ""), (done.status, done.errors))

    def test_error_is_told_once(self):
        done = self.run_actors(3, "init", "1:put=77", "wait=1")
        self.assertEqual(1, done.status)
        self.assertEqual(1, done.errors.count("77"), done.errors)
        self.assert_says_once(done, "PE 1 ended the job with exit status 1")

    def test_crash_while_others_wait(self):
        for waits in "barrier", "wait=1":
            with self.subTest(waits=waits):
                done = self.run_actors(3, "init", "barrier", "1:kill=11", waits, "finalize")
                self.assertEqual(139, done.status)
                self.assert_says_once(done, r"PE 1 \(process \d+\) was killed by signal 11 \(SIGSEGV\)")
                self.assertIn("It was computing", done.errors)
                self.assertNotIn("error:", done.errors)

    def test_survivors_in_mode_return_learn_who_died(self):
        """The survivors get an error in place of the end, and go on to theirs."""
        done = self.run_actors(2, "init", "barrier", "1:kill=9", "barrier", "say=told",
                               env={"NVSHMEM_ERROR_MODE": "return"})
        self.assertEqual((137, "told\n"), (done.status, done.output))

    def test_last_call_of_a_killed_pe(self):
        job = Job("-n", 2, ACTOR, "init", "barrier", "0:say=ready", "0:sleep=300", "barrier")
        job.read_until("ready")
        wait_until(lambda: "nvshmem_barrier_all" in job.show_state())
        os.kill(job.pes()[1], signal.SIGKILL)
        done = self.checked(job.wait())
        self.assertEqual(137, done.status)
        self.assertRegex(done.errors.split("SIGKILL")[1], "It was waiting in nvshmem_barrier_all for")

    def test_behind_a_shell(self):
        done = self.run_job("-n", 3, *SH, f"{ACTOR} init barrier 1:kill=11 barrier; exit $?")
        self.assertIn(done.status, (1, 139))
        self.assertIn("PE 1", done.errors)

    def test_timeout_shows_who_waits(self):
        done = self.run_job("-n", 3, "--timeout", "1.5", ACTOR, "init", "barrier", "2:sleep=300", "barrier")
        self.assertEqual(124, done.status)
        self.assert_says_once(done, "no end after 1.5 s")
        self.assertEqual(2, done.errors.count("nvshmem_barrier_all"), done.errors)
        self.assertRegex(done.errors, r"(?m)^ +2  alive .*computing")

    def test_sixty_four_pes(self):
        done = self.run_actors(64, "init", "barrier", "say=here", "finalize", env={"NVSHMEM_SYMMETRIC_SIZE": "1m"})
        self.assertEqual((0, "here\n" * 64, ""), (done.status, done.output, done.errors))


class LauncherKilled(JobTest):
    def kill_launcher(self, *program):
        job = Job("-n", 2, *program)
        job.read_until("ready")
        os.kill(job.number, signal.SIGKILL)
        wait_until(lambda: not processes_with(job.mark))
        job.wait()

    def test_pes_vanish(self):
        self.kill_launcher(*SH, "trap '' TERM HUP; echo ready; while :; do read x || :; done")

    def test_grandchildren_vanish(self):
        self.kill_launcher(*SH, "echo ready; sleep 300; true")

    def test_grandchildren_of_other_groups_vanish(self):
        self.kill_launcher(*SH, "setsid sh -c 'sleep 300; true' & echo ready; wait")

    def test_computing_pes_vanish(self):
        self.kill_launcher(ACTOR, "init", "barrier", "say=ready", "sleep=300")

    def test_kill_of_the_whole_group(self):
        job = Job("-n", 2, *SH, "echo ready; sleep 300; true")
        job.read_until("ready")
        os.killpg(job.number, signal.SIGKILL)
        wait_until(lambda: not processes_with(job.mark))
        job.wait()


class GuardianStopped(JobTest):
    def test_the_launcher_ends_all_the_same(self):
        job = Job("-n", 2, *SH, "echo ready; sleep 2; exit 3")
        job.read_until("ready")
        guardian = next(number for number in processes_with(job.mark) if read(f"/proc/{number}/comm") == "nvshmrun-guard\n")
        os.kill(int(guardian), signal.SIGSTOP)
        self.assertEqual(3, self.checked(job.wait()).status)


class NothingIsLeft(JobTest):
    def test_processes_in_the_background(self):
        done = self.run_job("-n", 2, *SH, "sleep 300 & exit 0")
        self.assertEqual((0, ""), (done.status, done.errors))

    def test_processes_of_other_groups(self):
        self.assertEqual(0, self.run_job("-n", 2, *SH, "setsid sleep 300 & exit 0").status)

    def test_stubborn_processes(self):
        self.assertEqual(3, self.run_job("-n", 2, *SH, "(trap '' TERM; setsid sleep 300) & exit 3").status)

    def test_memory_files(self):
        before = set(os.listdir("/dev/shm"))
        self.run_job("-n", 2, ACTOR, "init", "1:kill=9", "wait=1")
        self.assertEqual([], [name for name in set(os.listdir("/dev/shm")) - before if "shm" in name.lower()])

    def test_descriptors_that_pes_inherit(self):
        """0, 1, 2 and the control segment, not the launcher's pipes."""
        done = self.run_job("-n", 3, sys.executable, "-c", "import os; print(*sorted(os.readlink(f'/proc/self/fd/{n}') "
                            "for n in range(64) if os.path.exists(f'/proc/self/fd/{n}') and n > 2))")
        for line in done.output.splitlines():
            self.assertRegex(line, r"^/memfd:omnishmem-control \(deleted\)$")


class Programs(JobTest):
    def test_programs_without_the_library(self):
        self.assertEqual(2, len(self.run_job("-n", 2, "hostname").output.splitlines()))

    def test_environment_is_inherited(self):
        done = self.run_job("-n", 2, *SH, "echo $FLOWER", env={"FLOWER": "rose"})
        self.assertEqual("rose\nrose\n", done.output)

    def test_variables(self):
        done = self.run_job("-x", "A=1", "--env", "B=x=y z", "-x", "FLOWER", "-x", "A=2", *SH, 'echo "$A,$B,$FLOWER"',
                            env={"FLOWER": "rose"})
        self.assertEqual("2,x=y z,rose\n", done.output)

    def test_variables_of_the_launcher(self):
        done = self.run_job("-n", 2, *SH, "echo $NVSHMRUN_RANK $NVSHMRUN_SIZE ${NVSHMRUN_SEGMENT##*:}")
        rows = sorted(line.split() for line in done.output.splitlines())
        self.assertEqual([["0", "2"], ["1", "2"]], [row[:2] for row in rows])
        self.assertRegex(rows[0][2], "^[0-9a-f]{32}$")

    def test_several_programs(self):
        done = self.run_job("-n", 1, "-x", "A=1", *SH, "echo one $NVSHMRUN_RANK $NVSHMRUN_SIZE $A", ":",
                            "-np", 2, *SH, "echo two $NVSHMRUN_RANK $NVSHMRUN_SIZE $A")
        self.assertEqual(["one 0 3 1", "two 1 3", "two 2 3"], sorted(done.output.splitlines()))

    def test_launcher_within_a_pe(self):
        done = self.run_job("-n", 2, os.fspath(Job.PROGRAM), "-n", 2, ACTOR, "init", "barrier", "say=here", "finalize")
        self.assertEqual((0, "here\n" * 4, ""), (done.status, done.output, done.errors))


@unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "needs two CPUs")
class Binding(JobTest):
    CPUS = ("-c", "import os; print(os.environ['NVSHMRUN_RANK'], *sorted(os.sched_getaffinity(0)))")

    def cpus(self, *options):
        done = self.run_job(*options, sys.executable, *self.CPUS)
        rows = [list(map(int, line.split())) for line in done.output.splitlines()]
        return {row[0]: set(row[1:]) for row in rows}

    def test_equal_shares(self):
        shares = self.cpus("-n", 2)
        self.assertEqual(set(), shares[0] & shares[1])
        self.assertEqual(len(shares[0]), len(shares[1]))

    def test_one_pe_has_all(self):
        self.assertEqual({0: os.sched_getaffinity(0)}, self.cpus("-n", 1))

    def test_core(self):
        self.assertLess(len(self.cpus("-n", 1, "--bind", "core")[0]), len(os.sched_getaffinity(0)))

    def test_none(self):
        self.assertEqual([os.sched_getaffinity(0)] * 2, list(self.cpus("-n", 2, "--bind", "none").values()))

    def test_more_pes_than_cpus(self):
        many = len(os.sched_getaffinity(0)) + 1
        self.assertEqual([os.sched_getaffinity(0)] * many, list(self.cpus("-n", many).values()))
        done = self.run_job("-n", many, "--bind", "core", "true")
        self.assertEqual(125, done.status)
        self.assertIn("--bind none", done.errors)

    def test_mask_of_the_launcher_limits(self):
        cpu = max(os.sched_getaffinity(0))
        self.assertEqual({0: {cpu}}, self.cpus_under_mask(cpu))

    def cpus_under_mask(self, cpu):
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {cpu})
        try:
            return self.cpus("-n", 1)
        finally:
            os.sched_setaffinity(0, before)


if __name__ == "__main__":
    unittest.main()
