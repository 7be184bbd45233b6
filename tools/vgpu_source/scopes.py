# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Which parts of a file are at namespace scope, and which are bodies of device functions."""
from kernels import WITH_ARGUMENTS

DEVICE_WORDS = {"__device__", "__global__"}


class Scopes:
    def __init__(self, source):
        self.source = source
        self.depth = []  # of brackets that are no namespace, by token
        self._count()

    def _count(self):
        inner = 0
        namespaces = set()
        for i, token in enumerate(self.source.tokens):
            if token.text in ("{", "(") and token.kind == "mark1":
                if token.text == "{" and inner == 0 and self._opens_namespace(i):
                    namespaces.add(token.partner)
                else:
                    inner += 1
            elif token.text in ("}", ")") and token.kind == "mark1" and i not in namespaces:
                inner -= 1
            self.depth.append(inner)

    def _opens_namespace(self, i) -> bool:
        """namespace a::b {, inline namespace {, extern "C" {."""
        source = self.source
        if source.tokens[i - 1].kind == "string" and source.at(i - 2) == "extern":
            return True
        i -= 1
        while source.is_word(i) and source.at(i) != "namespace" or source.at(i) == "::":
            i -= 1
        return source.at(i) == "namespace"

    def in_namespace(self, i) -> bool:
        return self.depth[i] == 0

    def device_bodies(self):
        """Pairs of bracket indices around the bodies of functions that run in kernels; inner ones are not repeated."""
        source, i, done = self.source, 0, -1
        for i, token in enumerate(source.tokens):
            if i <= done or token.kind != "word" or token.text not in DEVICE_WORDS:
                continue
            body = self._body(i)
            if body >= 0:
                done = source.tokens[body].partner
                yield body, done

    def _body(self, i) -> int:
        source = self.source
        while source.at(i) not in (";", "{", "}", "=", ""):
            if source.at(i) in WITH_ARGUMENTS:
                i += 1
            i = source.tokens[i].partner if source.at(i) in ("(", "[") else i
            i += 1
        return i if source.at(i) == "{" else -1
