# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""State of the package: is the library up, how often was it started, which resources are there, is the interpreter ending."""
import atexit
from enum import IntEnum


class InternalInitStatus(IntEnum):
    UNINITIALIZED = 0
    INITIALIZED = 1
    DE_INITIALIZED = 2


_is_initialized = {"status": InternalInitStatus.UNINITIALIZED, "starts": 0}
_mr_references: dict = {}  # device number -> NvshmemResource; outlives finalize
_cached_device = {"device": None}
_debug_mode = False
_at_exit = {"ending": False}
_at_end: list = []  # what modules forget when the last finalize ends the library


def is_up() -> bool:
    return _is_initialized["status"] == InternalInitStatus.INITIALIZED


@atexit.register
def _note_exit() -> None:
    # Buffers that end with the interpreter are no mistake: nothing is freed, said or raised then.
    _at_exit["ending"] = True
