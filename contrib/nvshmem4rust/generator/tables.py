# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The tables of api/, with prototypes as Rust says them."""
import csv
import sys
from pathlib import Path
from typing import NamedTuple

from c_types import Function, function, rust_type


class Declared(NamedTuple):
    c: Function
    short: str  # the C name without nvshmem_ or nvshmemx_


class Method(NamedTuple):
    """One operation of a family of types: `TYPE` is `Self`, and the C name has TYPENAME in it."""
    name: str
    c: Function


class Source:
    """The source tree that the bindings are made from."""

    def __init__(self, root: Path):
        self.root = root
        sys.path.insert(0, str(root / "tools"))
        import generate_api
        self._api = generate_api

    def functions(self) -> list:
        """Every exported function; internal entries (nvshmemid_) keep their whole name as the short one."""
        found = [function(symbol.prototype) for symbol in self._api.load_symbols() if symbol.prototype.endswith(")")]
        return [Declared(c, c.name.removeprefix("nvshmem_").removeprefix("nvshmemx_")) for c in found]

    def variables(self) -> list:
        """(name, Rust type) of every exported variable."""
        found = [symbol for symbol in self._api.load_symbols() if not symbol.prototype.endswith(")")]
        return [(symbol.name, rust_type(symbol.prototype.rpartition(" ")[0])) for symbol in found]

    def families(self) -> dict:
        """Family of types -> its methods."""
        families = {family: [] for row in self._api.load_types() for family in row.families}
        for op in self._api.load_ops():
            if op.types in families:
                c = function(op.prototype)
                families[op.types].append(Method(c.name.partition("TYPENAME_")[2], c))
        return families

    def names_by_rust_type(self, family: str) -> dict:
        """Rust type -> the TYPENAME that stands for it in a family; names with a width come before int, long and so on."""
        rows = [row for row in self._api.load_types() if family in row.families]
        rows.sort(key=lambda row: not row.name.lstrip("u").removeprefix("int").isdigit())
        names = {}
        for row in rows:
            names.setdefault(rust_type(row.ctype), row.name)
        names.pop("c_char", None)  # is i8 or u8
        return names

    def device_functions(self) -> list:
        """What kernels can call: the forms of threads, warps and blocks of functions that the library has."""
        known = {declared.short for declared in self.functions()}
        with open(self.root / "api/reference/device_functions.tsv", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        return [function(row["prototype"]) for row in rows if thread_form(row["name"]) in known and plain(row["prototype"])]


def thread_form(name: str) -> str:
    short = name.removeprefix("nvshmem_").removeprefix("nvshmemx_")
    for scope in ("_warp", "_block"):
        short = short.removesuffix(scope)
    return short


def plain(prototype: str) -> bool:
    return prototype.count("(") == 1 and not any(word in prototype for word in "<>&=")
