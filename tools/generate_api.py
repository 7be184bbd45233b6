#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates what follows from the API tables (api/types.def, api/ops.def, api/env.def):

    include/nvshmem/detail/expand.h   one type list a family, for the public headers and the library
    api/symbols.txt                   every name that the host library exports, sorted
    docs/environment.md               the environment variables

They are checked in. `--check` writes nothing and fails with a diff when one of them is stale.
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


OPERATORS = {"min": "reduce", "max": "reduce", "sum": "reduce", "prod": "reduce",
             "and": "reduce_bitwise", "or": "reduce_bitwise", "xor": "reduce_bitwise"}
SIZES = ("8", "16", "32", "64", "128")

EXPAND_HEAD = """\
// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Made by tools/generate_api.py from api/types.def; do not edit.
//
// NVSHMEM_FOR_EACH_<FAMILY>_TYPE(X) expands X(TYPENAME, TYPE) for each element type of an operation family,
// NVSHMEM_FOR_EACH_REDUCTION(X) expands X(TYPENAME, TYPE, OP) for each type and operator of the reductions,
// NVSHMEM_FOR_EACH_SIZE(X) expands X(SIZE) for each element size in bits.
#pragma once

// clang-format off
"""


def render_expand():
    types = load_types()
    families = list(dict.fromkeys(family for t in types for family in t.families))
    lists = [(f"NVSHMEM_FOR_EACH_{family.upper()}_TYPE",
              [f"X({t.name}, {t.ctype})" for t in types if family in t.families]) for family in families]
    lists.append(("NVSHMEM_FOR_EACH_REDUCTION", [f"X({t.name}, {t.ctype}, {operator})" for operator in OPERATORS
                                                 for t in types if OPERATORS[operator] in t.families]))
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


ENVIRONMENT_HEAD = """\
<!-- SPDX-FileCopyrightText: OmniSHMEM contributors -->
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- Made by tools/generate_api.py from api/env.def; do not edit. -->
# Environment variables

`nvshmem-info -a` prints this list with the values that are set on your machine; `NVSHMEM_INFO=1` lets a job print it at its start.

**Where values come from.** The environment, then `/etc/nvshmem.conf`, `~/.nvshmem.conf` and the file that `NVSHMEM_CONF_FILE` names, with
lines `NAME=value` and comments behind `#`. The last file that has a name wins, and every file wins over the environment.

**Forms of values.** A value of another form is an error of the start that names the variable, the value and the form.

| type | form |
|---|---|
| boolean | what begins with `0`, `n` or `f` is false, everything else is true, also the empty text; a word that looks like neither gets a warning |
| integer | a whole number, also as `0x20` |
| size | bytes: a number with an optional `k`, `m`, `g` or `t` (powers of 1024); fractions are rounded up |
| seconds | a decimal number of zero or more |
| text | any text; where only some words are meant, others are refused by the part that reads them |

**Misspelt names.** A variable that begins with `NVSHMEM_` and is not in this list gets one warning a job, with the nearest name. Variables
that speak of an installation or a build (`NVSHMEM_HOME`, `NVSHMEM_PREFIX`, `NVSHMEM_..._DIR`, `NVSHMEM_BUILD_...`, `NVSHMEM_..._SUPPORT` and
their like) are left alone.

## Variables that act

| variable | type | default | meaning |
|---|---|---|---|
"""

INERT_HEAD = """
## Variables that are known and change nothing

Programs and scripts set them, so each is read, its form is checked, and `nvshmem-info -a` shows it. Why they change nothing:

"""


def render_environment():
    inert = list(rows("env.def", "ACCEPTED"))
    acting = [(prefix, *row) for prefix, macro in (("NVSHMEM", "OPTION"), ("OMNISHMEM", "OWN")) for row in rows("env.def", macro)]
    text = ENVIRONMENT_HEAD + "".join(f"| `{prefix}_{name}` | {kind} | {shown(default)} | {cell(meaning)} |\n"
                                      for prefix, name, kind, default, _, meaning in acting) + INERT_HEAD
    for reason, why in rows("env.def", "REASON"):
        text += f"**{why[0].upper()}{why[1:]}.**\n\n| variable | type | default | meaning |\n|---|---|---|---|\n"
        text += "".join(f"| `NVSHMEM_{name}` | {kind} | {shown(default)} | {cell(meaning)} |\n"
                        for name, kind, default, _, because, meaning in inert if because == reason) + "\n"
    return text.rstrip("\n") + "\n"


def shown(default):
    return f"`{default}`" if default else ""


def cell(meaning):
    return meaning.replace("|", "\\|")


OUTPUTS = {"include/nvshmem/detail/expand.h": render_expand, "api/symbols.txt": render_symbols,
           "docs/environment.md": render_environment}


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
