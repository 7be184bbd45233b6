# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Loops of device functions: those that may wait for another thread get a hook that lets it run."""
from tokens import CLOSING, SourceError

HOOK = "::vgpu::spin()"
CHANGES = {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "="}
PLAIN = {"<", ">", "<=", ">=", "==", "!=", "&&", "||", "!", "+", "-", "%", "/", "--", "++"}


def rewrite_device_bodies(source, scopes):
    for begin, end in scopes.device_bodies():
        for i in range(begin, end):
            if source.tokens[i].kind != "word":
                continue
            text = source.at(i)
            if text in ("asm", "__asm__", "__asm"):
                refuse_assembler(source, i)
            elif text == "__assert_fail":
                source.replace(source.tokens[i].start, source.tokens[i].end, "::vgpuAssertFail")
            elif text == "while" and source.at(i + 1) == "(":
                hook_while(source, i)
            elif text == "do" and source.at(i + 1) == "{":
                source.insert(source.tokens[i + 1].end, f" {HOOK};")
            elif text == "for" and source.at(i + 1) == "(":
                hook_for(source, i)


def refuse_assembler(source, i):
    raise SourceError(f"{source.place(source.tokens[i])}: error: inline PTX cannot run on the CPU; put the statement between"
                      " #ifndef __VGPU__ and #endif, with C++ for the CPU in the #else part")


def hook_while(source, i):
    close = source.tokens[i + 1].partner
    body = close + 1
    if ends_do(source, i) or counts(source, i + 2, close, body):
        return
    if source.at(body) == "{":
        source.insert(source.tokens[body].end, f" {HOOK};")
    elif source.at(body) == ";":
        source.replace(source.tokens[body].start, source.tokens[body].end, f"{{ {HOOK}; }}")
    else:
        source.insert(source.tokens[i + 1].end, f"{HOOK}, (")
        source.insert(source.tokens[close].start, ")")


def ends_do(source, i) -> bool:
    """Is this the while of do {…} while (…)?"""
    return source.at(i - 1) == "}" and source.at(source.tokens[i - 1].partner - 1) == "do"


def counts(source, begin, end, body) -> bool:
    """A condition over plain variables, one of which the loop changes: it ends by itself, and may be vectorised."""
    words = {source.at(i) for i in range(begin, end) if source.is_word(i)}
    if not words or not all(source.tokens[i].kind in ("word", "number") or source.at(i) in PLAIN for i in range(begin, end)):
        return False
    stop = source.tokens[body].partner if source.at(body) in CLOSING else body + 1
    while source.at(body) not in CLOSING and source.at(stop) not in (";", ""):
        stop += 1
    return any(source.at(i) in words and (source.at(i + 1) in CHANGES or source.at(i - 1) in ("++", "--"))
               for i in range(begin, stop))


def hook_for(source, i):
    """for (;;) may wait, as may a loop without a body; others count."""
    close = source.tokens[i + 1].partner
    body = close + 1
    if source.at(body) == ";":
        source.replace(source.tokens[body].start, source.tokens[body].end, f"{{ {HOOK}; }}")
    elif source.at(close - 1) == ";":
        source.insert(source.tokens[close].start, HOOK)
    elif source.at(body) == "{" and source.at(body + 1) == "}":
        source.insert(source.tokens[body].end, f" {HOOK};")
