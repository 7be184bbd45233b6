# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What ./dev prints: aligned lines, one progress line that overwrites itself, colour only on a terminal."""
import os
import shutil
import sys
import time

COLOURS = {"ok": "32", "fail": "1;31", "skip": "33", "dim": "2", "bold": "1"}
IS_TERMINAL = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
HAS_COLOUR = IS_TERMINAL and "NO_COLOR" not in os.environ


class Failure(Exception):
    """Ends ./dev with this text and exit status 1."""


def paint(text: str, colour: str) -> str:
    return f"\033[{COLOURS[colour]}m{text}\033[0m" if HAS_COLOUR else text


class ProgressLine:
    shown = False


def clear_progress() -> None:
    if ProgressLine.shown:
        sys.stdout.write("\r\033[K")
        ProgressLine.shown = False


def progress(text: str) -> None:
    """Shows `text` until the next output; nothing where the output is no terminal."""
    if IS_TERMINAL:
        ProgressLine.shown = True
        width = shutil.get_terminal_size().columns - 1
        sys.stdout.write("\r\033[K" + paint(text[:width], "dim"))
        sys.stdout.flush()


def say(text: str = "") -> None:
    clear_progress()
    print(text, flush=True)


def step(what: str, which: str, detail: str, state: str = "ok") -> None:
    """One finished step: what was done, to which thing, with what result."""
    say(f"{paint(f'{what:<8}', 'bold')} {which:<10} {paint(detail, state) if state != 'ok' else detail}")


def seconds(start: float) -> str:
    return f"{time.monotonic() - start:.1f} s"


def complain(text: str) -> None:
    clear_progress()
    sys.stdout.flush()
    print(f"{paint('dev:', 'fail')} {text}", file=sys.stderr, flush=True)
