#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Compares library and headers with the reference and the tables; prints the coverage of each family.

Usage: coverage.py LIBNVSHMEM_HOST.SO HEADERS_DIR

Wanted is every row of api/reference/host_functions.tsv and stream_functions.tsv (except the families in LATER) and
every row of api/ops.def, each with exactly its prototype, and nothing else: no other symbol in the library, no other name in the
headers.
"""
import collections
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from generate_api import declared_name, load_symbols  # noqa: E402

LATER = {"tile_layout", "qp"}  # device code templates, queue pairs of a network
CXX = os.environ.get("CXX", "g++")
PUBLIC = re.compile(r"nvshmem_|nvshmemx_|nvshmemid_")

Wanted = collections.namedtuple("Wanted", "name family prototype")


def reference():
    """The rows of the reference: functions, and macros that stand for one, with its prototype under their name."""
    lines = [line for interface in ("host", "stream")
             for line in (ROOT / f"api/reference/{interface}_functions.tsv").read_text().splitlines()[1:]]
    rows = [Wanted(name, family, prototype)
            for name, _, _, family, prototype, *_ in (line.split("\t") for line in lines) if family not in LATER]
    functions = {row.name: row for row in rows if "(" in row.prototype}
    macros = [row for row in rows if row.name not in functions]
    targets = [functions[macro.prototype.split()[-1]] for macro in macros]
    return list(functions.values()), [macro._replace(prototype=target.prototype.replace(target.name, macro.name))
                                      for macro, target in zip(macros, targets)]


def tabulated():
    return [Wanted(symbol.name, symbol.op.family, symbol.prototype) for symbol in load_symbols()]


def exported(library):
    """The names of the library's dynamic symbols; its version nodes are no symbols of their own."""
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    rows = [line.split()[-2:] for line in lines.splitlines()]
    return {name.split("@")[0] for kind, name in rows if kind != "A"}


def compile_check(headers, text, *options):
    return subprocess.run([CXX, "-x", "c++", "-std=c++17", f"-I{headers}", *options, "-"], input=text,
                          capture_output=True, text=True, check=False)


def declared(headers):
    """The names that the headers declare as part of the library, or define inline under its prefixes."""
    text = compile_check(headers, '#include "nvshmemx.h"\n', "-E", "-P").stdout
    api = r'__attribute__\(\(visibility\("default"\)\)\)\s+([^;{]*?)\s*(?:\(.*?\))?;'
    names = {declared_name(declaration) for declaration in re.findall(api, text, re.S)}
    return names | {name for name in re.findall(r"static inline [\w ]+?(\w+)\(", text) if PUBLIC.match(name)}


def type_assertion(wanted):
    """A static_assert that the headers declare `wanted` with exactly its type. The message is the name."""
    before, after = re.fullmatch(rf"(.*?)\b{wanted.name}\b(.*)", wanted.prototype).groups()
    wanted_type = f"{before}(*){after}" if after else f"{before}*"
    return f'static_assert(std::is_same_v<decltype(&{wanted.name}), {wanted_type}>, "<{wanted.name}>");\n'


def mismatching(headers, rows):
    """The names among `rows` whose prototype in the headers is another one."""
    text = '#include <type_traits>\n#include "nvshmemx.h"\n' + "".join(map(type_assertion, rows))
    done = compile_check(headers, text, "-fsyntax-only", "-fmax-errors=0" if "clang" not in CXX else "-ferror-limit=0")
    names = set(re.findall(r"<(nvshmem\w+)>", done.stderr))
    if done.returncode and not names:
        sys.exit(done.stderr)
    return names


def print_table(rows, problems):
    families = collections.defaultdict(list)
    for row in rows:
        families[row.family].append(row.name)
        families["all"].append(row.name)
    print(f"{'family':<20}{'wanted':>8}{'covered':>9}{'':>8}")
    for family, names in sorted(families.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        covered = sum(name not in problems for name in names)
        print(f"{family:<20}{len(names):>8}{covered:>9}{covered / len(names):>8.0%}")


def print_problem(title, names):
    if names:
        print(f"\n{title}: {len(names)}")
        shown = sorted(names)[:20]
        print("\n".join(f"    {name}" for name in shown + ["..."] * (len(names) > len(shown))))


def main():
    library, headers = sys.argv[1:3]
    rows, macros = reference()
    own = tabulated()
    own_names = {row.name for row in own}
    in_headers, in_library = declared(headers), exported(library)
    everything = {row.name: row for row in [*rows, *own]}
    declarable = [row for row in [*rows, *own] if row.name in in_headers]
    problems = {
        "in the reference, not in api/ops.def": {row.name for row in rows} - own_names,
        "not declared by the headers": everything.keys() - in_headers,
        "declared, but in no table": in_headers - everything.keys(),
        "not exported by the library": everything.keys() - in_library,
        "exported, but in no table": in_library - everything.keys(),
        "another type than the table says": mismatching(headers, declarable + macros),
    }
    wrong = set().union(*problems.values())
    print("Host and on-stream functions of the reference")
    print_table(rows + macros, wrong)
    print("\nEverything that the tables name")
    print_table(own, wrong)
    for title, names in problems.items():
        print_problem(title, names)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
