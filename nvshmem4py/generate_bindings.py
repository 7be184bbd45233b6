# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the raw layer from the API tables: the C++ table of functions, and the type stub of nvshmem.bindings.

Usage: generate_bindings.py TABLE.inc STUB.pyi

Every function of api/ops.def is in it, under its C name less nvshmem_ or nvshmemx_, but those with parameters that are no plain
values (structures, callbacks).
"""
import re
import sys
from pathlib import Path
from typing import NamedTuple, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
import generate_api  # noqa: E402

INTEGERS = {"int": "int", "nvshmem_team_t": "int", "nvshmemx_smem_amount_t": "int", "long": "long", "size_t": "size_t",
            "ptrdiff_t": "ptrdiff_t", "unsigned int": "unsigned int", "unsigned long": "unsigned long",
            "long long": "long long", "unsigned long long": "unsigned long long", "char": "signed char",
            "signed char": "signed char", "short": "short", "unsigned char": "unsigned char", "unsigned short": "unsigned short",
            "half": "uint16_t", "__nv_bfloat16": "uint16_t", "nvshmemx_region_handle_t": "uintptr_t",
            **{f"{sign}int{bits}_t": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
            **{name: "uintptr_t" for name in ("CUmodule", "CUlibrary", "cudaStream_t")}}
# Functions that answer with an int that is a value; every other int is a status, which becomes an exception. The second line are
# statuses that callers look at themselves.
VALUES = re.compile(r"^nvshmem_(my_pe|n_pes|team_my_pe|team_n_pes|team_translate_pe)$|_test(_all)?(_vector)?$|_g$|_atomic_|_set_error_mode$|"
                    r"init_status$|cumodule_|culibrary_|team_sync(_on_stream)?$|buffer_unregister_symmetric$|ask_smem$")


class Raw(NamedTuple):
    name: str
    symbol: str
    answer: str
    result: str
    parameters: tuple  # (name, type)


def plain(ctype: str) -> Optional[str]:
    """The type a value travels as; None where it is no plain value."""
    ctype = re.sub(r"\b(const|struct)\b", "", ctype).strip()
    if ctype.endswith("*"):
        return "uintptr_t"
    return ctype if ctype in ("float", "double", "void") else INTEGERS.get(ctype)


def parameter(text: str):
    match = re.fullmatch(r"(.*?)(\w+)\s*(\[\d*\])?", text.strip())
    return match[2].lower(), "uintptr_t" if match[3] else plain(match[1])


def raw(symbol) -> Optional[Raw]:
    match = re.fullmatch(r"(.*?)(nvshmemx?_\w+)\((.*)\)", symbol.prototype)
    if not match:
        return None
    texts = [] if match[3].strip() in ("", "void") else match[3].split(",")
    parameters = tuple(parameter(text) for text in texts)
    result = plain(match[1])
    if result is None or any(kind is None for _, kind in parameters):
        return None
    status = result == "int" and not VALUES.search(symbol.name)
    return Raw(re.sub("^nvshmemx?_", "", symbol.name), symbol.name, "status" if status else "value", result, parameters)


def functions() -> list:
    found = [row for symbol in generate_api.load_symbols() if (row := raw(symbol))]
    names = [row.name for row in found]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise SystemExit(f"two C functions would have one Python name: {', '.join(sorted(twice))}")
    return found


def table_row(row: Raw) -> str:
    types = ", ".join(kind for _, kind in row.parameters)
    names = "".join(f', "{name}"' for name, _ in row.parameters) or ", nullptr"
    return f'RAW("{row.name}", "{row.symbol}", {row.answer}, {row.result}({types}){names})\n'


def stub_row(row: Raw) -> str:
    arguments = ", ".join(f"{name}: {'float' if kind in ('float', 'double') else 'int'}" for name, kind in row.parameters)
    nothing = row.result == "void" or row.answer == "status"
    result = "None" if nothing else "float" if row.result in ("float", "double") else "int"
    return f"def {row.name}({arguments}) -> {result}: ...\n"


def main() -> None:
    table, stub = map(Path, sys.argv[1:3])
    rows = functions()
    table.write_text("".join(map(table_row, rows)))
    head = (Path(__file__).parent / "nvshmem/bindings/classes.pyi.in").read_text()
    stub.write_text(head + "".join(map(stub_row, rows)))


if __name__ == "__main__":
    main()
