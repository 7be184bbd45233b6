#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Compiles CUDA sources for the virtual device: stands before a g++ or clang++ command that compiles one file.

Usage: compile.py COMPILER OPTION... -c FILE.cu -o FILE.o

The file is preprocessed by the compiler, rewritten by the source step, and compiled. Options are passed on: those for the
preprocessor to the first run, the others to both. Commands that compile nothing are run as they are.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tokens import SourceError  # noqa: E402
from translate import translate  # noqa: E402

DEFINES = ["-DVGPU_SOURCE_STEP", "-D__CUDACC__", "-D__NVCC__"]
WITH_VALUE = {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-MF", "-MT", "-MQ"}
PREPROCESSOR = ("-I", "-D", "-U", "-M", "-include", "-isystem", "-iquote", "-idirafter", "-imacros")
SOURCES = (".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c")


class Command:
    """A compiler's command line, in parts."""

    def __init__(self, words: list):
        self.compiler, self.source, self.output = words[:1], "", ""
        self.preprocessor, self.options = [], []
        rest = iter(words[1:])
        for word in rest:
            if word == "-o":
                self.output = next(rest)
            elif word == "-c":
                pass
            elif word == "-x":
                next(rest)
            elif word.startswith(PREPROCESSOR):
                self.preprocessor += [word, next(rest)] if word in WITH_VALUE else [word]
            elif word.endswith(SOURCES) and not word.startswith("-"):
                self.source = word
            else:
                self.options.append(word)
        self.output = self.output or os.path.splitext(os.path.basename(self.source))[0] + ".o"

    def preprocess(self) -> str:
        target = [] if "-MT" in self.preprocessor or "-MQ" in self.preprocessor else ["-MT", self.output]
        depends = target if any(word.startswith("-M") for word in self.preprocessor) else []
        command = [*self.compiler, *self.options, *DEFINES, "-include", "cuda_runtime.h", *self.preprocessor, *depends,
                   "-x", "c++", "-E", self.source]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(done.returncode)
        return done.stdout.decode(errors="surrogateescape")

    def compile(self, launcher: list) -> int:
        """`launcher`: words before the second command, for a compiler cache."""
        rewritten = self.output + ".ii"
        with open(rewritten, "w", errors="surrogateescape") as file:
            file.write(translate(self.preprocess(), include_folders()))
        done = subprocess.run([*launcher, *self.compiler, *self.options, "-x", "c++-cpp-output", "-c", rewritten, "-o", self.output],
                              check=False)
        if done.returncode == 0 and "-save-temps" not in self.options:
            os.remove(rewritten)
        return done.returncode


def include_folders() -> list:
    """Of the device's own headers, which need no rewriting: as a compiler names them."""
    return [folder for folder in os.environ.get("VGPU_INCLUDE", "").split(os.pathsep) if folder]


def main(words: list) -> int:
    launcher = []
    while words and os.path.basename(words[0]) in ("ccache", "sccache"):
        launcher.append(words.pop(0))
    if "-c" not in words:
        return subprocess.run(words, check=False).returncode
    try:
        return Command(words).compile(launcher)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word]))  # CMake passes an empty word for no launcher
