# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Where data lives: shared memory, and variables that the device's symbol functions must know."""
from tokens import CLOSING
from kernels import WITH_ARGUMENTS

KINDS = {"__device__": "vgpuVariableDevice", "__constant__": "vgpuVariableConstant", "__managed__": "vgpuVariableManaged"}
SPECIFIERS = {"extern", "static", "__shared__", "inline"}


def rewrite_storage(source, scopes):
    for i, token in enumerate(source.tokens):
        if token.kind != "word":
            continue
        if token.text == "__shared__":
            rewrite_shared(source, i, scopes)
        elif token.text in KINDS:
            register_variables(source, i, scopes)


def declaration_start(source, i) -> int:
    while i > 0 and source.at(i - 1) not in (";", "{", "}", ":", ")") and not source.at(i - 1) == ">":
        i -= 1
    return i


def declared_names(source, i):
    """Indices of the names that a declaration gives from i on, and of its semicolon; none for a function."""
    names = []
    depth = 0
    while i < len(source.tokens):
        text = source.at(i)
        if text in WITH_ARGUMENTS:
            i = source.tokens[i + 1].partner
        elif text == "<" and source.is_word(i - 1):
            depth += 1
        elif text in (">", ">>") and depth:
            depth -= len(text)
        elif depth == 0 and text in ("=", "[", "{", ",", ";", "("):
            if text == "(" and not names or not source.is_word(i - 1):
                return [], i
            names.append(i - 1)
            i = declarator_end(source, i)
            if source.at(i) != ",":
                return names, i
        i += 1
    return [], i


def declarator_end(source, i) -> int:
    """The comma or semicolon after an array's extents and an initialiser."""
    while source.at(i) not in (",", ";", ""):
        i = source.tokens[i].partner + 1 if source.at(i) in CLOSING else i + 1
    return i


def rewrite_shared(source, word, scopes):
    begin = declaration_start(source, word)
    names, end = declared_names(source, word + 1)
    if not names:
        return
    specifiers = [i for i in range(begin, names[0]) if source.at(i) in SPECIFIERS]
    is_dynamic = any(source.at(i) == "extern" for i in specifiers)
    for i in specifiers:
        source.drop(source.tokens[i])
    if is_dynamic:
        rewrite_dynamic(source, begin, names[0], end, scopes)
    else:
        alignment = take_alignment(source, begin, names[0])
        source.insert(source.tokens[begin].start, f"{alignment}static thread_local ")
        checks = "".join(f" static_assert(::vgpu::may_be_shared<decltype({source.at(i)})>, \"{source.at(i)}: a __shared__ variable"
                         " cannot have a constructor; initialise it in one thread\");" for i in names)
        source.insert(source.tokens[end].end, checks)


def take_alignment(source, begin, end) -> str:
    """alignas(n), which must precede the other specifiers."""
    for i in range(begin, end):
        if source.at(i) == "alignas":
            close = source.tokens[i + 1].partner
            source.replace(source.tokens[i].start, source.tokens[close].end, "")
            return source.flat(i, close + 1) + " "
    return ""


def rewrite_dynamic(source, begin, name, end, scopes):
    """extern __shared__ T x[][n] becomes T (&x)[][n] = *static_cast<T (*)[][n]>(vgpuDynamicShared())."""
    words = [i for i in range(begin, name) if source.at(i) not in SPECIFIERS]
    kept = []
    i = begin
    while i < name:
        if source.at(i) in WITH_ARGUMENTS:  # alignment: the memory begins at a page
            close = source.tokens[i + 1].partner
            source.replace(source.tokens[i].start, source.tokens[close].end, "")
            i = close
        elif i in words:
            kept.append(source.at(i))
        i += 1
    extents = source.flat(name + 1, end)
    if scopes.in_namespace(name):
        source.insert(source.tokens[begin].start, "[[maybe_unused]] static thread_local ")
    source.replace(source.tokens[name].start, source.tokens[name].end, f"(&{source.at(name)})")
    source.insert(source.tokens[end].start, f" = *static_cast<{' '.join(kept)} (*){extents}>(::vgpuDynamicShared())")


def register_variables(source, word, scopes):
    if not scopes.in_namespace(word) or source.at(word + 1) in KINDS or source.at(word - 1) in (")", "]"):
        return
    begin = declaration_start(source, word)
    words = {source.at(i) for i in range(begin, word)}
    names, end = declared_names(source, word + 1)
    if not names or "extern" in words or source.at(begin - 1) == ">" or source.at(end) != ";":
        return
    kinds = [source.at(i) for i in range(begin, names[0]) if source.at(i) in KINDS]
    kind = KINDS[max(kinds, key=lambda word: list(KINDS).index(word))]
    source.insert(source.tokens[end].end, "".join(
        f" static const ::vgpu::VariableRegistration vgpu_variable_{source.at(i)}(const_cast<const void*>("
        f'static_cast<const volatile void*>(&{source.at(i)})), sizeof {source.at(i)}, "{source.at(i)}", {kind});'
        for i in names))
