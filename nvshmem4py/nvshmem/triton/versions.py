# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Which Triton is there, and which are known to work."""
import re
import warnings

from nvshmem.errors import NvshmemWarning

OLDEST, NEWEST = (3, 4), (3, 9)  # tested: 3.4, 3.6, 3.9


def numbers(text: str) -> tuple:
    """(3, 9) of "3.9.0+git"."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


def check(text: str) -> None:
    """Raises ImportError for a Triton that is too old; warns of one that is newer than those known."""
    found = numbers(text)
    if found < OLDEST:
        raise ImportError(f"triton is {text}; nvshmem.triton needs 3.4 or newer: `pip install 'triton>=3.4'`")
    if found > NEWEST:
        warnings.warn(f"triton is {text}, newer than 3.9, the newest that nvshmem.triton was tested with; should kernels fail, "
                      "`pip install 'triton<3.10'`", NvshmemWarning, stacklevel=4)


def require() -> None:
    """Raises ImportError where there is no Triton that can be used."""
    try:
        import triton
    except ImportError as reason:
        raise ImportError(f"nvshmem.triton needs Triton, which cannot be imported: {reason}. Install it, for example by "
                          "`pip install triton`; nvshmem.core works without") from reason
    check(triton.__version__)
