# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Jobs under nvshmrun for tests: started, talked to, waited for.

Each has a mark in its environment by which all its processes are found.
"""
import itertools
import os
import pty
import re
import select
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

BUILD = Path(os.environ.get("OMNI_BUILD_DIR", Path(__file__).resolve().parents[2] / "build" / "release"))
ACTOR = BUILD / "bin" / "test" / "nvshmrun_actor"
SH = ("sh", "-c")
LIMIT = 30  # seconds, for every wait

numbers = itertools.count()


def processes_with(mark: str) -> list:
    """Living processes whose environment holds the mark."""
    return [number for number in os.listdir("/proc") if number.isdigit() and mark in read(f"/proc/{number}/environ")]


def read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def wait_until(holds):
    end = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("the state that the test waits for does not come")
        time.sleep(0.01)


def prepare(ignored, closed):
    """Between fork and exec of the launcher."""
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    if closed:
        os.closerange(0, 3)


class Done:
    def __init__(self, mark, status, output, errors):
        self.mark, self.status, self.output, self.errors = mark, status, output, errors


class Channel:
    """Collects what comes from a descriptor, in a thread once it is asked for."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.data = b""
        self.seen = 0
        self.thread = None

    def collect(self):
        try:
            while more := os.read(self.descriptor, 1 << 16):
                self.data += more
        except OSError:  # a terminal whose other side is closed
            pass

    def start(self):
        if not self.thread:
            self.thread = threading.Thread(target=self.collect, daemon=True)
            self.thread.start()

    def text_until(self, word: str, times: int = 1) -> str:
        self.start()
        wait_until(lambda: self.data.decode(errors="replace").count(word) >= times)
        return self.data.decode(errors="replace")

    def finish(self) -> bytes:
        self.start()
        self.thread.join(LIMIT)
        return self.data


class Job:
    """nvshmrun with `words`, running."""
    PROGRAM = BUILD / "bin" / "nvshmrun"

    def __init__(self, *words, env=None, input=None, merge=False, ignored=(), closed=False, text=True, **keywords):
        self.mark = f"OMNI_TEST_JOB={os.getpid()}.{next(numbers)}."
        self.text = text
        name, _, value = self.mark.partition("=")
        self.process = subprocess.Popen(
            [self.PROGRAM, *map(str, words)], env={**os.environ, name: value, **(env or {})}, start_new_session=True,
            preexec_fn=lambda: prepare(ignored, closed),
            **{"stdin": subprocess.DEVNULL if input is None else subprocess.PIPE, "stdout": subprocess.PIPE,
               "stderr": subprocess.STDOUT if merge else subprocess.PIPE, **keywords})
        self.number = self.process.pid
        if input is not None:
            self.process.stdin.write(input.encode())
            self.process.stdin.close()
        self.output = Channel(self.process.stdout.fileno())
        self.errors = Channel(self.process.stderr.fileno()) if self.process.stderr else None

    def send(self, number):
        os.kill(self.number, number)

    def read_until(self, word, times=1):
        self.output.text_until(word, times)

    def show_state(self) -> str:
        """What Ctrl-\\ shows."""
        tables = self.errors.data.count(b"gdb -p")
        self.send(signal.SIGQUIT)
        return self.errors.text_until("gdb -p", tables + 1).rsplit("nvshmrun: ", 1)[1]

    def pes(self) -> dict:
        """Process numbers of the PEs."""
        wait_until(lambda: "\n" in self.show_state().rsplit("gdb -p:", 1)[1])
        return {int(pe): int(process) for pe, process in re.findall(r"PE (\d+) (\d+)", self.show_state())}

    @staticmethod
    def state(process) -> str:
        return read(f"/proc/{process}/stat").rpartition(")")[2].split()[0]

    def close_output(self):
        self.process.stdout.close()

    def wait(self) -> Done:
        output = b"" if self.process.stdout.closed else self.output.finish()
        errors = self.errors.finish() if self.errors else b""
        status = self.process.wait(LIMIT)
        for pipe in self.process.stdout, self.process.stderr:
            if pipe:
                pipe.close()
        if not self.text:
            return Done(self.mark, status, output, errors)
        return Done(self.mark, status, output.decode(errors="replace"), errors.decode(errors="replace"))


class TerminalJob:
    """nvshmrun in the foreground of a terminal of its own, on which everything appears together."""

    def __init__(self, *words, env=None):
        self.mark = f"OMNI_TEST_JOB={os.getpid()}.{next(numbers)}."
        name, _, value = self.mark.partition("=")
        self.number, self.terminal = pty.fork()
        if self.number == 0:
            os.execve(Job.PROGRAM, ["nvshmrun", *map(str, words)], {**os.environ, name: value, **(env or {})})
        self.output = Channel(self.terminal)

    def type(self, keys: bytes):
        os.write(self.terminal, keys)

    def read_until(self, word, times=1):
        self.output.text_until(word, times)

    def wait(self) -> Done:
        output = self.output.finish().decode(errors="replace").replace("\r\n", "\n")
        status = os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])
        os.close(self.terminal)
        return Done(self.mark, status, output, "")


def run(*words, **keywords) -> Done:
    return Job(*words, **keywords).wait()


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
