# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Kernels: a __global__ function becomes a host function that launches, around a local struct that holds its body."""
from tokens import SourceError

WITH_ARGUMENTS = {"__launch_bounds__", "__attribute__", "__cluster_dims__", "__maxnreg__", "alignas", "__declspec"}
TYPE_WORDS = {"int", "unsigned", "signed", "char", "short", "long", "float", "double", "bool", "void", "auto", "wchar_t",
              "char16_t", "char32_t", "size_t", "half", "__half"}
QUALIFIERS = {"const", "volatile", "struct", "class", "union", "enum", "typename", "__restrict__", "__restrict", "register",
              "__grid_constant__"}


def rewrite_kernels(source):
    for i, token in enumerate(source.tokens):
        if token.text == "__global__" and token.kind == "word":
            rewrite_kernel(source, i)


def rewrite_kernel(source, word):
    opening, bounds = find_parameters(source, word + 1)
    closing = source.tokens[opening].partner
    body = closing + 1
    while source.at(body) not in ("{", ";", ""):
        body += 1
    if source.at(body) != "{":
        return
    end = source.tokens[source.tokens[body].partner]
    parameters = [Parameter(source, begin, stop, i) for i, (begin, stop) in enumerate(source.split(opening + 1, closing))
                  if source.flat(begin, stop) != "void"]
    for parameter in parameters:
        parameter.name_it(source)
    name = own_name(source, word, opening)
    run_parameters = ", ".join(parameter.declaration for parameter in parameters)
    source.insert(source.tokens[body].end,
                  f' struct vgpu_kernel {{ static const char* name() {{ return "{source.at(name_index(source, opening))}"; }}'
                  f" static constexpr unsigned max_threads() {{ return {bounds}; }}"
                  f" static void run({run_parameters}) {{")
    source.insert(end.start, "} }; ::vgpu::Kernel<vgpu_kernel, static_cast<decltype(&vgpu_kernel::run)>(&"
                             f"{name})>::launch({', '.join(parameter.use for parameter in parameters)}); ")


def find_parameters(source, i):
    """The bracket that opens the parameters, and the first value of __launch_bounds__."""
    bounds = "0"
    while i < len(source.tokens):
        text = source.at(i)
        if text in WITH_ARGUMENTS:
            if text == "__launch_bounds__":
                begin, end = source.split(i + 2, source.tokens[i + 1].partner)[0]
                bounds = source.flat(begin, end)
            i = source.tokens[i + 1].partner
        elif text == "(":
            return i, bounds
        elif text in (";", "{", "}"):
            break
        i += 1
    raise SourceError(f"{source.place(source.tokens[min(i, len(source.tokens) - 1)])}: error: __global__ without a function")


def name_index(source, opening) -> int:
    """The word before the parameters, or before the template arguments of a specialisation."""
    i = opening - 1
    return source.angle_start(i) - 1 if source.at(i) in (">", ">>") else i


def own_name(source, word, opening) -> str:
    """How the body names its own function: with the arguments of its template."""
    begin = name_index(source, opening)
    while source.at(begin - 1) == "::" and source.is_word(begin - 2):
        begin -= 2
    written = source.flat(begin, opening)
    names = template_parameters(source, word)
    return f"{written}<{', '.join(names)}>" if names and source.at(opening - 1) not in (">", ">>") else written


def template_parameters(source, word) -> list:
    """Names of the parameters of the template header before the declaration; unnamed ones get a name."""
    i = word - 1
    while i >= 0 and source.at(i) not in (";", "{", "}", ">", ">>", ":"):
        i = source.tokens[i].partner - 1 if source.at(i) in (")", "]") else i - 1
    if source.at(i) not in (">", ">>"):
        return []
    start = source.angle_start(i)
    if start < 1 or source.at(start - 1) != "template":
        return []
    return [template_parameter(source, begin, end, number) for number, (begin, end) in enumerate(source.split(start + 1, i))]


def template_parameter(source, begin, end, number) -> str:
    stop = next((i for i in range(begin, end) if source.at(i) == "="), end)
    pack = "..." if any(source.at(i) == "..." for i in range(begin, stop)) else ""
    declarator = name_in_brackets(source, begin, stop)
    if declarator:
        return declarator + pack
    named = source.is_word(stop - 1) and stop - 1 > begin and source.at(stop - 1) not in TYPE_WORDS
    if named:
        return source.at(stop - 1) + pack
    source.insert(source.tokens[stop - 1].end, f" vgpu_t{number}")
    return f"vgpu_t{number}{pack}"


def name_in_brackets(source, begin, stop) -> str:
    """The name of a pointer or reference to a function or an array: `x` of `int (*x)(int)`; "" for all else."""
    for i in range(begin, stop - 3):
        if source.at(i) == "(" and source.at(i + 1) in ("*", "&") and source.is_word(i + 2):
            return source.at(i + 2)
    return ""


class Parameter:
    """One parameter: `declaration` without its default, `use` as an argument."""

    def __init__(self, source, begin, end, number):
        stop = next((i for i in range(begin, end) if source.at(i) == "="), end)
        self.end = source.tokens[stop - 1].end
        self.declaration = source.flat(begin, stop)
        self.pack = any(source.at(i) == "..." for i in range(begin, stop))
        self.name = self._find_name(source, begin, stop)
        self.missing = not self.name
        self.number = number

    @staticmethod
    def _find_name(source, begin, stop):
        if name_in_brackets(source, begin, stop):
            return name_in_brackets(source, begin, stop)
        last = stop - 1
        while source.at(last) == "]":
            last = source.tokens[last].partner - 1
        before = [source.at(i) for i in range(begin, last) if source.at(i) not in QUALIFIERS]
        named = source.is_word(last) and before and before[-1] != "::" and source.at(last) not in TYPE_WORDS | QUALIFIERS
        return source.at(last) if named else ""

    def name_it(self, source):
        if self.missing:
            self.name = f"vgpu_p{self.number}"
            source.insert(self.end, " " + self.name)

    @property
    def use(self):
        return self.name + ("..." if self.pack else "")
