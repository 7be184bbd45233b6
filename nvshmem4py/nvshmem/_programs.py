# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The programs that the package carries."""
import os
import sys
from pathlib import Path


def nvshmrun() -> None:
    """Becomes the launcher: `nvshmrun -n 4 python script.py`."""
    program = Path(__file__).absolute().parent / "bin/nvshmrun"
    os.execv(program, [str(program), *sys.argv[1:]])
