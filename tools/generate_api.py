#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates what follows from the API tables (api/types.def, api/ops.def):

    include/nvshmem/detail/expand.h   one type list a family, for the public headers and the library
    api/symbols.txt                   every name that the host library exports, sorted

Both are checked in. `--check` writes nothing and fails with a diff when one of them is stale.
Other tools import `load_types` and `load_symbols` to read the same tables.
"""

import argparse
import difflib
import pathlib
import re
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 110


class Type(NamedTuple):
    name: str
    ctype: str
    families: tuple


class Op(NamedTuple):
    family: str
    interface: str
    types: str  # a type family, "size" or "single"
    header: str
    prototype: str


class Symbol(NamedTuple):
    name: str
    prototype: str
    op: Op


def rows(table, macro):
    """The argument texts of each `macro(...)` row of an X-macro table; string arguments lose their quotes."""
    text = "".join(line for line in (ROOT / "api" / table).read_text().splitlines(True) if not line.startswith("//"))
    argument = r'\s*("(?:[^"\\]|\\.)*"|[^,"()]+?)\s*'
    for row in re.findall(rf"^{macro}\((.*?)\)$", text, re.M | re.S):
        yield [value.strip('"') for value in re.findall(argument + r"(?:,|$)", row)]


def load_types():
    return [Type(name, ctype, tuple(families.split())) for name, ctype, _, _, families in rows("types.def", "TYPE")]


def load_ops():
    return [Op(*row) for row in rows("ops.def", "OP")]


def load_symbols():
    """Every host function and variable, expanded over its types: name, prototype and the family it comes from."""
    types = load_types()
    return [expanded for op in load_ops() for expanded in expand(op, types)]


def expand(op, types):
    if op.types == "single":
        substitutions = [{}]
    elif op.types == "size":
        substitutions = [{"SIZE": size} for size in SIZES]
    else:
        substitutions = [{"TYPENAME": t.name, "TYPE": t.ctype} for t in types if op.types in t.families]
    if not substitutions:
        raise SystemExit(f"api/ops.def: no type of api/types.def is of family {op.types}: {op.prototype}")
    for words in substitutions:
        prototype = re.sub(r"TYPENAME|TYPE|SIZE", lambda word: words[word[0]], op.prototype)
        yield Symbol(declared_name(prototype), prototype, op)


def declared_name(prototype):
    """The name that a prototype, or the declaration of a variable, declares."""
    return re.search(r"(\w+)\s*(?:\(|$)", prototype)[1]


SIZES = ("8", "16", "32", "64", "128")

EXPAND_HEAD = """\
// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/generate_api.py from api/types.def; do not edit.
//
// NVSHMEM_FOR_EACH_<FAMILY>_TYPE(X) expands X(TYPENAME, TYPE) for each element type of an operation family,
// NVSHMEM_FOR_EACH_SIZE(X) expands X(SIZE) for each element size in bits.
#pragma once

// clang-format off
"""


def render_expand():
    types = load_types()
    families = list(dict.fromkeys(family for t in types for family in t.families))
    lists = [(f"NVSHMEM_FOR_EACH_{family.upper()}_TYPE",
              [f"X({t.name}, {t.ctype})" for t in types if family in t.families]) for family in families]
    lists.append(("NVSHMEM_FOR_EACH_SIZE", [f"X({size})" for size in SIZES]))
    return EXPAND_HEAD + "\n".join(render_list(name, items) for name, items in lists) + "// clang-format on\n"


def render_list(name, items):
    lines, line = [f"#define {name}(X)"], "   "
    for item in items:
        if len(line) + len(item) + 3 > WIDTH:
            lines.append(line)
            line = "   "
        line += " " + item
    return " \\\n".join(lines + [line]) + "\n"


def render_symbols():
    return "".join(f"{name}\n" for name in sorted({symbol.name for symbol in load_symbols()}))


OUTPUTS = {"include/nvshmem/detail/expand.h": render_expand, "api/symbols.txt": render_symbols}


def difference(path, wanted):
    current = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    return list(difflib.unified_diff(current.splitlines(True), wanted.splitlines(True), path, "as the tables say"))


def main():
    parser = argparse.ArgumentParser(description="Generate the files that follow from the API tables.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail with a diff when a file is stale")
    check = parser.parse_args().check
    stale = False
    for path, render in OUTPUTS.items():
        wanted = render()
        if check:
            diff = difference(path, wanted)
            sys.stdout.writelines(diff)
            stale |= bool(diff)
        else:
            (ROOT / path).write_text(wanted)
    if stale:
        print("stale: run tools/generate_api.py")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
