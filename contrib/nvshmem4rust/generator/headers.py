# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Constants and structures of the public headers, as Rust text.

The headers are plain enough for patterns: enumerators and macros have literal values, structures have fields of plain types,
pointers to them and arrays.
"""
import re
from pathlib import Path

from c_types import declared, function, rust_type

ENUM = re.compile(r"(?:typedef )?enum(?: \w+)? \{([^}]*)\} ?(\w*);")
ENUMERATOR = re.compile(r"(\w+) = (-?\d+(?: - 1)?)")
MACRO = re.compile(r"^#define (\w+) (?:(\d+)|\((\(\d+ << 16\) \+ \d+)\))$", re.M)
STRUCT = re.compile(r"typedef struct(?: \w+)? \{([^}]*)\} (\w+);")
ALIAS = re.compile(r"^typedef (\w+) (\w+);$", re.M)
CALLBACK = re.compile(r"^typedef ([\w *]+) ?\(\*(\w+)\)\((.*)\);$", re.M)
FIELD = re.compile(r"(.*?)\[(\w+)\]")
OTHERS = re.compile(r"^__|half|bfloat16")  # types that the preamble of the bindings has


def read(include: Path) -> str:
    """All public headers without comments."""
    files = sorted((include / "nvshmem").glob("*.h"))
    return re.sub(r" *//.*", "", "\n".join(file.read_text() for file in files))


def constants(text: str) -> str:
    rows = []
    for body, name in ENUM.findall(text):
        rows += [f"pub type {name} = i32;"] if name else []
        rows += [f"pub const {constant}: i32 = {value};" for constant, value in ENUMERATOR.findall(body)]
    rows += [f"pub const {name}: i32 = {number or sum_};" for name, number, sum_ in MACRO.findall(text)]
    return "\n".join(rows)


def structures(text: str) -> str:
    parts = [structure(name, body) for body, name in STRUCT.findall(text) if not OTHERS.search(name)]
    parts += [f"pub type {name} = {rust_type(old)};" for old, name in ALIAS.findall(text) if not OTHERS.search(name)]
    parts += [callback(*match) for match in CALLBACK.findall(text)]
    return "\n".join(parts)


def callback(result: str, name: str, parameters: str) -> str:
    c = function(f"{result} {name}({parameters})")
    kinds = ", ".join(kind for _, kind in c.parameters)
    return f"pub type {name} = Option<unsafe extern \"C\" fn({kinds}){f' -> {c.result}' if c.result else ''}>;"


def structure(name: str, body: str) -> str:
    fields = "".join(f"    pub {field(text)},\n" for text in body.split(";") if text.strip())
    return f"#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct {name} {{\n{fields}}}\n"


def field(text: str) -> str:
    text = " ".join(text.split())
    array = FIELD.fullmatch(text)
    name, kind = declared(array[1] if array else text)
    return f"{name}: [{kind}; {array[2]} as usize]" if array and not array[2].isdigit() else \
           f"{name}: [{kind}; {array[2]}]" if array else f"{name}: {kind}"
