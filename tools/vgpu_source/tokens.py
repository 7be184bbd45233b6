# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Tokens of preprocessed C++ text, edits of it, and where a place lies in the user's files."""
import re

TOKEN = re.compile(r"""
    (?P<line>^[ ]*\#[^\n]*)
  | (?P<string>(?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)" | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
  | (?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
  | (?P<word>[A-Za-z_$]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)
  | (?P<mark2><<=|>>=|<<|>>|::|->|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|\.\.\.)
  | (?P<mark1>[^\s\w])
""", re.VERBOSE | re.MULTILINE | re.DOTALL)
MARKER = re.compile(r'^# (\d+) "((?:[^"\\]|\\.)*)"([ \d]*)$', re.MULTILINE)
CLOSING = {"(": ")", "[": "]", "{": "}"}


class SourceError(Exception):
    """Something in the program that this target cannot do; the text says where."""


class Token:
    __slots__ = ("text", "kind", "start", "end", "partner")

    def __init__(self, text, kind, start, end):
        self.text, self.kind, self.start, self.end = text, kind, start, end
        self.partner = -1  # index of the bracket that belongs to this one

    def __repr__(self):
        return self.text


class Source:
    """The preprocessed text of one file: tokens of the parts that `is_own(path)` accepts, and a list of edits."""

    def __init__(self, text: str, is_own):
        self.text = text
        self.edits = []
        self.markers = [(match.end() + 1, int(match[1]), match[2]) for match in MARKER.finditer(text)]
        self.tokens = []
        for begin, end in self._own_regions(is_own):
            self._tokenise(begin, end)
        self._pair_brackets()

    def _own_regions(self, is_own):
        """Ranges of the text, joined where one follows the other."""
        regions = []
        matches = list(MARKER.finditer(self.text))
        for i, match in enumerate(matches):
            if is_own(match[2]):
                end = matches[i + 1].start() if i + 1 < len(matches) else len(self.text)
                if regions and regions[-1][1] == match.start():
                    regions[-1][1] = end
                else:
                    regions.append([match.end(), end])
        return regions

    def _tokenise(self, begin, end):
        for match in TOKEN.finditer(self.text, begin, end):
            kind = match.lastgroup if match.lastgroup != "mark" else "string"
            if kind != "line":
                self.tokens.append(Token(match[0], kind, match.start(), match.end()))
            elif not MARKER.match(match[0]):
                self._pragma(match)

    def _pragma(self, match):
        if re.match(r" *# *pragma +(no)?unroll\b", match[0]):
            self.replace(match.start(), match.end(), "")

    def _pair_brackets(self):
        stack = []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark1":
                continue
            if token.text in CLOSING:
                stack.append(i)
            elif token.text in ")]}":
                if not stack or CLOSING[self.tokens[stack[-1]].text] != token.text:
                    raise SourceError(f"{self.place(token)}: error: '{token.text}' without its opening bracket")
                token.partner = stack.pop()
                self.tokens[token.partner].partner = i
        if stack:
            token = self.tokens[stack[-1]]
            raise SourceError(f"{self.place(token)}: error: '{token.text}' is not closed")

    # --- looking

    def at(self, i) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def is_word(self, i) -> bool:
        return 0 <= i < len(self.tokens) and self.tokens[i].kind == "word"

    def angle_start(self, i) -> int:
        """The index of the < that the > at i closes, -1 when there is none."""
        depth = 0
        while i >= 0:
            text = self.at(i)
            if text in (")", "]", "}"):
                i = self.tokens[i].partner
            elif text in (">", ">>"):
                depth += len(text)
            elif text == "<":
                depth -= 1
                if depth == 0:
                    return i
            elif text in (";", "{", "(", "["):
                return -1
            i -= 1
        return -1

    def split(self, begin, end) -> list:
        """The ranges between the commas of [begin, end) that stand in no bracket, < > among them."""
        parts, start, depth, i = [], begin, 0, begin
        while i < end:
            text = self.at(i)
            if text in CLOSING:
                i = self.tokens[i].partner
            elif text == "<" and i > begin and (self.is_word(i - 1)):
                depth += 1
            elif text in (">", ">>") and depth:
                depth -= len(text)
            elif text == "," and depth <= 0:
                parts.append((start, i))
                start = i + 1
            i += 1
        if start < end:
            parts.append((start, end))
        return parts

    def flat(self, begin, end) -> str:
        """Tokens [begin, end) on one line."""
        if begin >= end:
            return ""
        text = self.text[self.tokens[begin].start:self.tokens[end - 1].end]
        return " ".join(MARKER.sub("", text).split("\n"))

    def place(self, token) -> str:
        """file:line of a token."""
        begin, line, path = 0, 1, "?"
        for marker in self.markers:
            if marker[0] > token.start:
                break
            begin, line, path = marker
        return f"{path}:{line + self.text.count(chr(10), begin, token.start)}"

    # --- changing

    def replace(self, start, end, text):
        """Positions of the text; of edits at one position the earlier comes first."""
        self.edits.append((start, end, len(self.edits), text))

    def insert(self, position, text):
        self.replace(position, position, text)

    def drop(self, token):
        self.replace(token.start, token.end, "")

    def result(self) -> str:
        pieces, done = [], 0
        for start, end, _, text in sorted(self.edits):
            pieces += [self.text[done:start], text]
            done = max(done, end)
        pieces.append(self.text[done:])
        return "".join(pieces)
