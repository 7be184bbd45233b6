# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""C types and prototypes as Rust says them."""
import re
from typing import NamedTuple

# What a C type is on every supported target (LP64). Types that are not listed keep their C name.
VALUES = {"void": "c_void", "char": "c_char", "signed char": "i8", "unsigned char": "u8", "short": "i16", "unsigned short": "u16",
          "int": "i32", "unsigned int": "u32", "long": "i64", "unsigned long": "u64", "long long": "i64",
          "unsigned long long": "u64", "size_t": "usize", "ptrdiff_t": "isize", "float": "f32", "double": "f64",
          "half": "nvshmem_half", "__nv_bfloat16": "nvshmem_bfloat16",
          **{f"{sign}int{bits}_t": f"{letter}{bits}" for sign, letter in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)}}
KEYWORDS = {"as", "box", "fn", "in", "match", "move", "ref", "type", "use", "where"}


class Function(NamedTuple):
    name: str
    parameters: tuple  # (name, Rust type)
    result: str        # Rust type, "" for none

    @property
    def signature(self) -> str:
        """The parameter list and what follows it."""
        listed = ", ".join(f"{name}: {kind}" for name, kind in self.parameters)
        return f"({listed})" + (f" -> {self.result}" if self.result else "")

    @property
    def arguments(self) -> str:
        return ", ".join(name for name, _ in self.parameters)


def rust_type(ctype: str) -> str:
    """`const T *` is `*const T`; a const that says nothing to the caller is dropped."""
    pointee, star, rest = ctype.strip().rpartition("*")
    if star:
        constant = re.search(r"\bconst\b", pointee.rpartition("*")[2]) is not None
        return f"*{'const' if constant else 'mut'} {rust_type(pointee)}"
    name = re.sub(r"\b(const|struct)\b", "", rest).strip()
    return VALUES.get(name, name)


def rust_name(name: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"r#{name}" if name in KEYWORDS else name


def function(prototype: str) -> Function:
    match = re.fullmatch(r"(.*?)(\w+)\((.*)\)", prototype)
    texts = [] if match[3].strip() in ("", "void") else match[3].split(",")
    result = rust_type(match[1])
    return Function(match[2], tuple(map(declared, texts)), "" if result == "c_void" else result)


def declared(text: str) -> tuple:
    """Name and type of a parameter or a plain field."""
    match = re.fullmatch(r"(.*?)(\w+)", text.strip())
    return rust_name(match[2]), rust_type(match[1])
