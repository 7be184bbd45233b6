# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Streams, signals and terminals of jobs under nvshmrun.

OMNI_BUILD_DIR names the build folder whose launcher and test program are used.
"""
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from jobs import ACTOR, SH, Job, JobTest, TerminalJob, wait_until


def only_pe_0(program):
    """PE 0 runs a Python program, the others do nothing."""
    return *SH, f"test $NVSHMRUN_RANK != 0 || exec {sys.executable} -c '{program}'"


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
        program = ("import sys\n"
                   "for _ in range(20):\n"
                   "    print('o' * 20000, flush=True)\n"
                   "    print('e' * 20000, file=sys.stderr, flush=True)\n")
        done = self.run_job("-n", 2, sys.executable, "-c", program, merge=True)
        self.assertEqual({"o" * 20000, "e" * 20000}, set(done.output.splitlines()))
        self.assertEqual(80, len(done.output.splitlines()))

    def test_last_line_without_an_end(self):
        self.assertEqual("xx", self.run_job("-n", 2, *SH, "test $NVSHMRUN_RANK != 1 || printf xx").output)
        lines = self.run_job("-n", 3, *SH, "printf $NVSHMRUN_RANK").output.split("\n")
        self.assertEqual(["0", "1", "2"], sorted(lines))

    def test_bytes_pass_unchanged(self):
        program = "import os; os.write(1, bytes(range(256)) * 20000)"
        for pes in 1, 2:
            with self.subTest(pes=pes):
                done = self.run_job("-n", pes, *only_pe_0(program), text=False)
                self.assertEqual(bytes(range(256)) * 20000, done.output)

    def test_line_of_many_mebibytes(self):
        done = self.run_job("-n", 2, *only_pe_0('print("y" * 5000000)'))
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

    def test_output_that_cannot_be_written_is_said(self):
        with open("/dev/full", "w") as full:
            job = subprocess.run([Job.PROGRAM, "-n", "2", *SH, "echo lost"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(125, job.returncode)
        self.assertIn("output of the PEs is lost: No space left on device", job.stderr)

    def test_signals_are_answered_while_the_reader_is_slow(self):
        job = Job("-n", 2, "seq", 100000000)
        job.read_until("1")
        time.sleep(0.3)
        job.send(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, self.checked(job.wait()).status)

    def test_closed_standard_descriptors(self):
        with tempfile.NamedTemporaryFile("r") as file:
            done = self.run_job("-n", 2, *SH, "echo lost; read x; echo $NVSHMRUN_RANK >>$FILE", closed=True,
                                env={"FILE": file.name})
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
        coloured = TerminalJob("-n", 1, "--tag-output", "echo", "x").wait()
        self.assertRegex(self.checked(coloured).output, "\033\\[3\\dm\\[PE 0\\]\033\\[0m x")
        plain = TerminalJob("-n", 1, "--tag-output", "echo", "x", env={"NO_COLOR": "1"}).wait()
        self.assertTrue(self.checked(plain).output.startswith("[PE 0] x"))

    def test_debugger_gets_the_terminal(self):
        job = TerminalJob("-n", 2, "--gdb", 1, ACTOR, "init", "barrier", "say=here", "finalize",
                          env={"DEBUGINFOD_URLS": ""})
        job.read_until("(gdb)")
        job.type(b"run\n")
        job.read_until("exited normally")
        job.type(b"quit\n")
        done = self.checked(job.wait())
        # The debugger repeats the command, and writes between what the PEs write.
        self.assertEqual((0, 2), (done.status, len(re.findall("(?<!say=)here", done.output))), done.output)


if __name__ == "__main__":
    unittest.main()
