# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of the repository share: its root, and the text files that belong to it."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = {".png", ".ico", ".gz"}


def tracked() -> list:
    """The text files that git tracks, in its order; a test that needs them skips where there is no git."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=False)
    files = [ROOT / name for name in listed.stdout.splitlines()]
    return [file for file in files if file.is_file() and file.suffix not in BINARY]


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))
