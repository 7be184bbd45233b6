# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Launches: k<<<grid, block, shared, stream>>>(arguments) becomes (vgpu::Configuration(grid, …), k(arguments))."""
from tokens import CLOSING, SourceError


def rewrite_launches(source):
    for i in range(len(source.tokens) - 1):
        if source.at(i) == "<<" and source.at(i + 1) == "<" and is_launch(source, i):
            rewrite_launch(source, i)


def is_launch(source, i) -> bool:
    """Two shifts never meet a comparison, so << < is a launch where something that can be called stands before it."""
    return source.is_word(i - 1) or source.at(i - 1) in (")", "]", ">", ">>")


def rewrite_launch(source, i):
    start = source.tokens[callee_start(source, i - 1)].start
    close = configuration_end(source, i + 2)
    opening = close + 2
    if source.at(opening) != "(":
        raise SourceError(f"{source.place(source.tokens[i])}: error: a launch needs arguments in brackets after >>>")
    begin, end = source.tokens[i].start, source.tokens[opening].start
    source.insert(start, f"(::vgpu::Configuration({source.flat(i + 2, close)}), ")
    source.replace(begin, end, "\n" * source.text.count("\n", begin, end))
    source.insert(source.tokens[source.tokens[opening].partner].end, ")")


def configuration_end(source, i) -> int:
    """The index of the >> (or >) that begins >>>."""
    begin = i
    while i < len(source.tokens):
        text = source.at(i)
        if text in CLOSING:
            i = source.tokens[i].partner
        elif text == ">>" and source.at(i + 1) == ">":
            return i
        elif text in (";", "}"):
            break
        i += 1
    raise SourceError(f"{source.place(source.tokens[begin])}: error: <<< without >>>")


def callee_start(source, i) -> int:
    """Where the postfix expression that ends at i begins: a::b<c>, p->q[i], (*f), f(x)."""
    while True:
        text = source.at(i)
        if text in (")", "]"):
            i = source.tokens[i].partner
            if source.is_word(i - 1) or source.at(i - 1) in (")", "]"):
                i -= 1
                continue
        elif text in (">", ">>"):
            i = source.angle_start(i) - 1
            continue
        if source.at(i - 1) in ("::", ".", "->", "template"):
            i -= 1 if source.at(i - 1) == "template" or not qualified(source, i - 2) else 2
            if source.at(i) in ("template", "::"):
                if source.at(i - 1) in (".", "->", "::"):
                    i -= 2
                    continue
                return i
            continue
        return i


def qualified(source, i) -> bool:
    """Does something that a name can be looked up in stand there?"""
    return source.is_word(i) or source.at(i) in (")", "]", ">", ">>")
