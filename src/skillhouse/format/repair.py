"""Reads what authors meant where YAML does not: values that lack their quotes, and tabs for spaces (FM-7).

Only a text that YAML refuses comes here. Each repair keeps the number of lines and puts one whole value in quotes, so
that a place in the repaired text is a place in the file. What could mean two things is left as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Repair", "Repaired", "quoted", "repair"]

TOOL_KEYS = ("allowed-tools", "allowed_tools", "entrypoints")
TEXT_KEYS = ("name", "description")
_STANDARD_KEYS = (*TEXT_KEYS, *TOOL_KEYS, "license", "compatibility", "metadata")

_BLOCK_HEADER = re.compile(r"[|>][-+0-9]{0,2}[ \t]*(?:#.*)?\Z")
_REST_IS_EMPTY = re.compile(r"[ \t]*(?:[ \t]#.*)?\Z")
_KNOWN_KEY = re.compile(rf"[ \t]*(?:{'|'.join(_STANDARD_KEYS)}):(?:[ \t]|\Z)")
_COMMENT = re.compile(r"[ \t]#")
_ANCHOR = re.compile(r"(?<!\S)&([^\s,\[\]{}]+)")
_COLON = re.compile(r":(?:[ \t]|\Z)")
_NOT_A_KEY = tuple("[]{}&*!|>%@`#,?")


@dataclass(frozen=True, slots=True)
class Repair:
    """One value that was read as if it were written right: `code` says what was wrong, the place where (from 1)."""

    code: str
    line: int
    column: int
    key: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """The text as it was understood, and what was done for that."""

    text: str
    repairs: tuple[Repair, ...]


@dataclass(frozen=True, slots=True)
class _Value:
    """Where a value stands: its key, its first line and column, and how far to the right its next lines must start."""

    key: str
    index: int
    at: int
    parent: int


def quoted(text: str) -> str:
    """One line of text inside of double quotes, without the quotes."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")


def repair(text: str, *, first_line: int = 1) -> Repaired:
    """`text` with quotes where a value needs them. Places count from `first_line`."""
    worker = _Repairer(text.split("\n"), first_line)
    worker.run()
    return Repaired("\n".join(worker.lines), tuple(worker.repairs))


class _Repairer:
    def __init__(self, lines: list[str], first_line: int) -> None:
        self.lines = lines
        self.repairs: list[Repair] = []
        self._first_line = first_line
        self._anchors = set(_ANCHOR.findall("\n".join(lines)))

    def run(self) -> None:
        index = 0
        while index < len(self.lines):
            index = max(index + 1, self._one(index))

    def _one(self, index: int) -> int:
        """Look at the value that starts on this line; the index of the line to go on with."""
        value = self._value_at(index)
        if value is None:
            return index + 1
        self._separator(value)
        text = self.lines[index][value.at :]
        end = self._end(value)
        if not text.strip() or text.lstrip().startswith("#"):
            return self._below(value, end)
        if text[0] in "|>" and _BLOCK_HEADER.match(text):
            return end
        if text[0] in "\"'":
            return self._after_quotes(value)
        if text[0] in "[{":
            return self._flow(value, end)
        self._plain(value, end)
        return end

    def _value_at(self, index: int) -> _Value | None:
        line = self.lines[index]
        at = len(line) - len(line.lstrip(" "))
        parent = -1
        while line.startswith(("- ", "-\t"), at):
            parent = at
            at += 2 + len(line[at + 2 :]) - len(line[at + 2 :].lstrip(" "))
        if at == len(line) or line[at] in "#\t":
            return None
        colon = self._colon(line, at)
        if colon is None:
            return _Value("", index, at, parent) if parent >= 0 else None
        start = colon + 1 + len(line[colon + 1 :]) - len(line[colon + 1 :].lstrip(" \t"))
        return _Value(line[at:colon].strip("\"' \t"), index, start, at)

    @staticmethod
    def _colon(line: str, at: int) -> int | None:
        """Where the colon after a key stands; None: the line has no key."""
        if line[at] in "\"'":
            close = line.find(line[at], at + 1)
            return close + 1 if close > 0 and _COLON.match(line, close + 1) else None
        found = None if line[at] in _NOT_A_KEY else _COLON.search(line, at)
        return found.start() if found and not _COMMENT.search(line, at, found.start()) else None

    def _separator(self, value: _Value) -> None:
        """Spaces for the tabs between a key and its value."""
        line = self.lines[value.index]
        before = line[: value.at].rstrip(" \t")
        if "\t" in line[len(before) : value.at]:
            self.lines[value.index] = before + " " * (value.at - len(before)) + line[value.at :]
            self._say("YAML_TAB", value, len(before))

    def _say(self, code: str, value: _Value, at: int) -> None:
        self.repairs.append(Repair(code, value.index + self._first_line, at + 1, value.key))

    def _end(self, value: _Value) -> int:
        """The index after the last line that is indented as part of the value."""
        end = last = value.index + 1
        while end < len(self.lines):
            line = self.lines[end]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= value.parent:
                    break
                last = end + 1
            end += 1
        return last

    def _below(self, value: _Value, end: int) -> int:
        """A key with nothing after it: text may follow on the next lines."""
        below = value.index + 1
        while below < end and not self.lines[below].strip():
            below += 1
        if below >= end or value.key in TOOL_KEYS:
            return value.index + 1
        line = self.lines[below]
        at = len(line) - len(line.lstrip(" "))
        nested = line.startswith(("- ", "-\t"), at) or self._colon(line, at) is not None
        if line[at] in "\"'[{|>#\t" or (nested and value.key not in TEXT_KEYS):
            return value.index + 1
        self._plain(_Value(value.key, below, at, value.parent), end)
        return end

    def _after_quotes(self, value: _Value) -> int:
        """The line after a quoted value; a tab after the closing quote is taken away."""
        mark = self.lines[value.index][value.at]
        at = value.at + 1
        for index in range(value.index, len(self.lines)):
            close = _closing_quote(self.lines[index], at, mark)
            if close is not None:
                line = self.lines[index]
                if "\t" in line[close:] and _REST_IS_EMPTY.match(line, close):
                    self.lines[index] = line[:close] + line[close:].replace("\t", " ")
                    self._say("YAML_TAB", value, value.at)
                return index + 1
            at = 0
        return value.index + 1

    def _flow(self, value: _Value, end: int) -> int:
        """A value that starts like a list or a map: text, when something follows the bracket that closes it."""
        line = self.lines[value.index]
        close = _closing_bracket(line, value.at)
        if close is None and end > value.index + 1:
            return end
        if close is not None and _REST_IS_EMPTY.match(line, close):
            return value.index + 1
        if value.key not in TOOL_KEYS:
            self._quote(value, end, "YAML_UNQUOTED")
        return end

    def _plain(self, value: _Value, end: int) -> None:
        lines = [self.lines[value.index][value.at :], *self.lines[value.index + 1 : end]]
        if any(_KNOWN_KEY.match(line) for line in lines[1:]):
            return
        texts = [_COMMENT.split(line, maxsplit=1)[0].rstrip() for line in lines]
        if any(_COLON.search(text) for text in texts):
            self._quote(value, end, "YAML_COLON")
        elif self._needs_quotes(texts[0]):
            self._quote(value, end, "YAML_UNQUOTED")
        elif any("\t" in line for line in lines) and not any(line.lstrip(" ").startswith("\t") for line in lines[1:]):
            self._quote(value, end, "YAML_TAB")

    def _needs_quotes(self, text: str) -> bool:
        """Whether YAML takes the beginning of a text for a sign of its own."""
        if text.startswith("*"):
            alias = text[1:].partition(" ")[0]
            return not alias or alias not in self._anchors
        if text.startswith("&"):
            return not text[1:2].strip() or text[1] in "&*"
        return text[0] in "@`%,]}|>" or text in {"-", "?"} or text.startswith(("- ", "? ", "-\t"))

    def _quote(self, value: _Value, end: int, code: str) -> None:
        """Put the lines of a value in double quotes, which fold them as they were; a comment at the end stays one."""
        lines = [self.lines[value.index][value.at :], *self.lines[value.index + 1 : end]]
        comment = _COMMENT.search(lines[-1])
        if any(_COMMENT.search(line) or line.lstrip().startswith("#") for line in lines[:-1]) or (
            len(lines) > 1 and lines[-1].lstrip().startswith("#")
        ):
            return
        tail = lines[-1][comment.start() :].replace("\t", " ") if comment else ""
        texts = [line.strip() for line in [*lines[:-1], lines[-1][: comment.start()] if comment else lines[-1]]]
        self.lines[value.index] = self.lines[value.index][: value.at] + '"' + quoted(texts[0])
        for offset, text in enumerate(texts[1:], 1):
            line = self.lines[value.index + offset]
            self.lines[value.index + offset] = line[: len(line) - len(line.lstrip())] + quoted(text) if text else ""
        self.lines[end - 1] += '"' + tail
        self._say(code, value, value.at)


def _closing_quote(line: str, at: int, mark: str) -> int | None:
    """The offset after the quote that closes a value; None: it is not on this line."""
    while at < len(line):
        if mark == '"' and line[at] == "\\":
            at += 1
        elif line[at] == mark:
            if mark == '"' or line[at + 1 : at + 2] != "'":
                return at + 1
            at += 1
        at += 1
    return None


def _closing_bracket(line: str, at: int) -> int | None:
    """The offset after the bracket that closes the one at `at`; None: it is not on this line."""
    depth = 0
    while at < len(line):
        character = line[at]
        if character in "\"'" and line[at - 1] in "[{, :":
            close = _closing_quote(line, at + 1, character)
            if close is None:
                return None
            at = close
            continue
        depth += (character in "[{") - (character in "]}")
        at += 1
        if depth == 0:
            return at
    return None
