# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""nvshmrun from outside: exit statuses, the first failure, streams, signals, and that nothing is left behind.

OMNI_BUILD_DIR names the build folder whose launcher and test program are used.
"""
import os
import re
import signal
import sys
import tempfile
import time
import unittest
from pathlib import Path

from jobs import ACTOR, Job, TerminalJob, processes_with, run, wait_until

SH = ("sh", "-c")


class JobTest(unittest.TestCase):
    """Every job of a test has ended without leaving a process when the test ends."""

    def run_job(self, *words, **keywords):
        return self.checked(run(*words, **keywords))

    def checked(self, done):
        self.assertEqual([], processes_with(done.mark), "processes of the job that are left")
        return done

    def assert_says_once(self, done, pattern):
        """One block of the launcher's, with `pattern` in its first line."""
        said = [line for line in done.errors.splitlines() if line.startswith("nvshmrun:")]
        self.assertEqual(1, len(said), done.errors)
        self.assertRegex(said[0], pattern)


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
                self.assert_says_once(done, rf"PE 1 \(process \d+\) was killed by signal {number.value} \({number.name}\)")

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
        done = self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || exit 5; trap '' TERM INT HUP; while :; do sleep 1; done")
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
        done = self.run_actors(2, "init", "barrier", "1:kill=9", "barrier", "say=told", env={"NVSHMEM_ERROR_MODE": "return"})
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


class Streams(JobTest):
    def test_input_goes_to_pe_0(self):
        done = self.run_job("-n", 3, "--tag-output", "cat", input="one\ntwo\n")
        self.assertEqual("[PE 0] one\n[PE 0] two\n", done.output)

    def test_input_that_nobody_reads_stays(self):
        with tempfile.TemporaryFile("w+") as file:
            file.write("first\nsecond\n")
            file.flush()
            file.seek(0)
            self.run_job("-n", 2, "true", stdin=file)
            self.assertEqual("first\nsecond\n", file.read())

    def test_output_and_errors_stay_apart(self):
        done = self.run_job("-n", 2, *SH, "echo out; echo err >&2")
        self.assertEqual(("out\nout\n", "err\nerr\n"), (done.output, done.errors))

    def test_tags(self):
        done = self.run_job("-n", 2, "--tag-output", *SH, "echo a; echo; echo e >&2; printf b")
        for pe in range(2):
            mine = [line for line in done.output.splitlines() if line.startswith(f"[PE {pe}] ")]
            self.assertEqual([f"[PE {pe}] a", f"[PE {pe}] ", f"[PE {pe}] b"], mine)
        self.assertEqual(["[PE 0] e", "[PE 1] e"], sorted(done.errors.splitlines()))

    def test_tag_of_a_single_pe(self):
        self.assertEqual("[PE 0] x\n", self.run_job("--tag-output", "echo", "x").output)

    def test_lines_never_mix(self):
        """8 PEs write lines of many lengths in pieces; every line arrives whole, in the order of its PE."""
        program = ("import os, sys; pe = os.environ['NVSHMRUN_RANK']\n"
                   "for i in range(3000):\n"
                   "    line = f'{pe} {i} ' + pe * (i * 7 % 300) + '\\n'\n"
                   "    sys.stdout.write(line[:len(line) // 2]); sys.stdout.flush() if i % 5 == 0 else None\n"
                   "    sys.stdout.write(line[len(line) // 2:])\n")
        done = self.run_job("-n", 8, sys.executable, "-c", program)
        lines = done.output.splitlines()
        self.assertEqual(8 * 3000, len(lines))
        for pe in range(8):
            expected = [f"{pe} {i} " + str(pe) * (i * 7 % 300) for i in range(3000)]
            self.assertEqual(expected, [line for line in lines if line.startswith(f"{pe} ")])

    def test_output_and_errors_in_one_file(self):
        """Lines of both longer than a pipe takes at once."""
        program = "import sys; [print(c * 20000, file=f, flush=True) for _ in range(20) for c, f in (('o', sys.stdout), ('e', sys.stderr))]"
        done = self.run_job("-n", 2, sys.executable, "-c", program, merge=True)
        self.assertEqual({"o" * 20000, "e" * 20000}, set(done.output.splitlines()))
        self.assertEqual(80, len(done.output.splitlines()))

    def test_last_line_without_an_end(self):
        self.assertEqual("xx", self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || printf xx").output)
        self.assertEqual(["0", "1", "2"], sorted(self.run_job("-n", 3, *SH, "printf $NVSHMRUN_RANK").output.split("\n")))

    def test_bytes_pass_unchanged(self):
        program = "import os; os.write(1, bytes(range(256)) * 20000)"
        for pes in 1, 2:
            with self.subTest(pes=pes):
                done = self.run_job("-n", pes, *SH, f"test $NVSHMRUN_RANK != 0 || exec {sys.executable} -c '{program}'", text=False)
                self.assertEqual(bytes(range(256)) * 20000, done.output)

    def test_line_of_many_mebibytes(self):
        done = self.run_job("-n", 2, *SH, f"test $NVSHMRUN_RANK != 0 || exec {sys.executable} -c 'print(\"y\" * 5000000)'")
        self.assertEqual("y" * 5000000 + "\n", done.output)

    def test_slow_reader_loses_nothing(self):
        job = Job("-n", 2, "seq", 300000)
        time.sleep(0.3)
        done = self.checked(job.wait())
        self.assertEqual(600000, len(done.output.splitlines()))

    def test_reader_that_leaves_ends_the_job(self):
        job = Job("-n", 2, *SH, "while :; do echo y; done")
        job.read_until("y")
        job.close_output()
        self.assertEqual(128 + signal.SIGPIPE, self.checked(job.wait()).status)

    def test_signals_are_answered_while_the_reader_is_slow(self):
        job = Job("-n", 2, "seq", 100000000)
        job.read_until("1")
        time.sleep(0.3)
        job.send(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, self.checked(job.wait()).status)

    def test_closed_standard_descriptors(self):
        with tempfile.NamedTemporaryFile("r") as file:
            done = self.run_job("-n", 2, *SH, "echo lost; read x; echo $NVSHMRUN_RANK >>$FILE", closed=True, env={"FILE": file.name})
            self.assertEqual((0, ["0\n", "1\n"]), (done.status, sorted(file)))


class Signals(JobTest):
    TRAP = "trap 'echo got; exit {}' {}; echo ready; while :; do sleep 0.05; done"

    def test_forwarded_to_all(self):
        for name in "INT", "TERM", "HUP", "USR1", "USR2":
            with self.subTest(signal=name):
                job = Job("-n", 3, *SH, self.TRAP.format(0, name))
                job.read_until("ready", 3)
                job.send(signal.Signals["SIG" + name])
                done = self.checked(job.wait())
                self.assertEqual((0, 3), (done.status, done.output.count("got")))

    def test_status_of_the_handler(self):
        job = Job("-n", 2, *SH, self.TRAP.format(8, "TERM"))
        job.read_until("ready", 2)
        job.send(signal.SIGTERM)
        done = self.checked(job.wait())
        self.assertEqual(8, done.status)
        self.assertNotIn("nvshmrun", done.errors)

    def test_end_by_the_user_needs_no_words(self):
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            job = Job("-n", 2, *SH, "echo ready; exec sleep 300")
            job.read_until("ready", 2)
            job.send(number)
            done = self.checked(job.wait())
            self.assertEqual((128 + number, ""), (done.status, done.errors))

    def test_second_interrupt_kills(self):
        job = Job("-n", 2, *SH, "trap 'echo got' INT TERM; echo ready; while :; do sleep 0.05; done")
        job.read_until("ready", 2)
        job.send(signal.SIGINT)
        job.read_until("got", 2)
        job.send(signal.SIGINT)
        self.assertEqual(128 + signal.SIGINT, self.checked(job.wait()).status)

    def test_stop_and_go_on(self):
        job = Job("-n", 2, *SH, self.TRAP.format(0, "USR1"))
        job.read_until("ready", 2)
        processes = job.number, *job.pes().values()
        job.send(signal.SIGTSTP)
        wait_until(lambda: all(job.state(process) == "T" for process in processes))
        job.send(signal.SIGCONT)
        job.send(signal.SIGUSR1)
        self.assertEqual(0, self.checked(job.wait()).status)

    def test_quit_shows_the_state(self):
        job = Job("-n", 2, ACTOR, "init", "barrier", "0:say=ready", "0:wait=5", "barrier", "say=end")
        job.read_until("ready")
        wait_until(lambda: {"nvshmem_barrier_all", "nvshmem_longlong_wait_until"} <= set(job.show_state().split()))
        self.assertRegex(job.show_state(), r"(?m)^ +0  alive +nvshmem_longlong_wait_until .*== 5")
        job.send(signal.SIGTERM)
        self.checked(job.wait())

    def test_quit_of_other_programs(self):
        job = Job("-n", 2, *SH, "echo ready; sleep 0.4; echo end")
        job.read_until("ready", 2)
        self.assertIn("PE 1 ", job.show_state())
        done = self.checked(job.wait())
        self.assertEqual((0, 2), (done.status, done.output.count("end")))

    def test_signals_that_a_parent_ignored(self):
        """A parent that ignores SIGCHLD must not hide how PEs end."""
        self.assertEqual(4, self.run_job("-n", 2, *SH, "exit 4", ignored=[signal.SIGCHLD]).status)

    def test_pes_get_the_signal_mask_back(self):
        done = self.run_job("-n", 2, "grep", "SigBlk", "/proc/self/status")
        self.assertEqual({"SigBlk:\t0000000000000000"}, set(done.output.splitlines()))


class Terminal(JobTest):
    def test_quit_key_shows_the_state(self):
        job = TerminalJob("-n", 2, *SH, "echo ready; sleep 0.5; echo end")
        job.read_until("ready", 2)
        job.type(b"\x1c")
        job.read_until("Processes, for gdb -p: PE 0")
        done = self.checked(job.wait())
        self.assertEqual((0, 2), (done.status, done.output.count("end")))

    def test_interrupt_key(self):
        job = TerminalJob("-n", 2, *SH, "echo ready; sleep 300; true")
        job.read_until("ready", 2)
        job.type(b"\x03")
        self.assertEqual(128 + signal.SIGINT, self.checked(job.wait()).status)

    def test_typed_lines_reach_pe_0(self):
        job = TerminalJob("-n", 2, *SH, "read x; echo $NVSHMRUN_RANK=$x")
        job.type(b"hello\n")
        self.assertIn("0=hello", self.checked(job.wait()).output)

    def test_end_of_input_key(self):
        job = TerminalJob("-n", 2, *SH, "cat; echo end")
        job.read_until("end")  # of PE 1
        job.type(b"\x04")
        self.assertEqual(2, self.checked(job.wait()).output.count("end"))

    def test_prompt_without_end_of_line(self):
        job = TerminalJob("-n", 2, *SH, "test $NVSHMRUN_RANK = 0 || exit 0; printf 'name? '; read x; echo hello $x")
        job.read_until("name? ")
        job.type(b"you\n")
        self.assertIn("hello you", self.checked(job.wait()).output)

    def test_single_pe_keeps_the_terminal(self):
        self.assertEqual(0, self.checked(TerminalJob("-n", 1, "test", "-t", 1).wait()).status)

    def test_coloured_tags(self):
        self.assertRegex(self.checked(TerminalJob("-n", 1, "--tag-output", "echo", "x").wait()).output, "\033\\[3\\dm\\[PE 0\\]\033\\[0m x")
        plain = TerminalJob("-n", 1, "--tag-output", "echo", "x", env={"NO_COLOR": "1"}).wait()
        self.assertTrue(self.checked(plain).output.startswith("[PE 0] x"))

    def test_debugger_gets_the_terminal(self):
        job = TerminalJob("-n", 2, "--gdb", 1, ACTOR, "init", "barrier", "say=here", "finalize", env={"DEBUGINFOD_URLS": ""})
        job.read_until("(gdb)")
        job.type(b"run\n")
        job.read_until("exited normally")
        job.type(b"quit\n")
        done = self.checked(job.wait())
        self.assertEqual((0, 2), (done.status, done.output.splitlines().count("here")))


class Programs(JobTest):
    def test_programs_without_the_library(self):
        self.assertEqual(2, len(self.run_job("-n", 2, "hostname").output.splitlines()))

    def test_environment_is_inherited(self):
        done = self.run_job("-n", 2, *SH, "echo $FLOWER", env={"FLOWER": "rose"})
        self.assertEqual("rose\nrose\n", done.output)

    def test_variables(self):
        done = self.run_job("-x", "A=1", "--env", "B=x=y z", "-x", "FLOWER", "-x", "A=2", *SH, 'echo "$A,$B,$FLOWER"', env={"FLOWER": "rose"})
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
