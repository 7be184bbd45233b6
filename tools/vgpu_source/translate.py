# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The source step: preprocessed CUDA C++ becomes C++ for the virtual device."""
import os
import re

from kernels import rewrite_kernels
from launches import rewrite_launches
from loops import rewrite_device_bodies
from scopes import Scopes
from storage import rewrite_storage
from tokens import MARKER, Source

WORDS = re.compile(r"\b(?:__(?:global|device|host|constant|managed|grid_constant)__|__launch_bounds__ *\((?:[^()]|\([^()]*\))*\))")

# Not a macro, as the standard library writes __attribute__((__noinline__)).
NOINLINE = re.compile(r"(?<![(,])(?<![(,] )\b__noinline__\b")


def translate(text: str, foreign: list) -> str:
    """`foreign`: folders whose headers have no kernels or launches of their own."""
    prefixes = tuple(os.path.join(folder, "") for folder in foreign)
    system = {match[2] for match in MARKER.finditer(text) if match[3].split()[:1] == ["1"] and "3" in match[3].split()}
    # Macros of system headers carry the mark of one where they are used, so the path decides.
    source = Source(text, lambda path: path not in system and not path.startswith(prefixes) and path[:1] != "<")
    scopes = Scopes(source)
    rewrite_storage(source, scopes)
    rewrite_device_bodies(source, scopes)
    rewrite_kernels(source)
    rewrite_launches(source)
    return NOINLINE.sub("__attribute__((noinline))", WORDS.sub("", source.result()))
