"""What is wrong with a YAML text, in words for the author of a skill instead of the parser's own (FM-7)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError

__all__ = ["Fault", "explain", "find_control_character", "value_start"]

_NOT_YAML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_SPACE = re.compile(r"^(name|description|allowed[-_]tools|entrypoints|license|metadata):(?=[^\s:])", re.MULTILINE)
_QUOTE_HINT = (
    "Escape the inner quote (\\\" between double quotes, '' between single quotes), or quote with the other kind."
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a text: its code, its place from 1, and what to say of it."""

    code: str
    line: int
    column: int
    message: str
    hint: str

    def moved(self, first_line: int) -> Fault:
        """The same fault in a file whose line `first_line` is the first line of the text."""
        return replace(self, line=self.line + first_line - 1)


def find_control_character(text: str) -> Fault | None:
    """The first character that YAML forbids, or None."""
    found = _NOT_YAML.search(text)
    if not found:
        return None
    line = text.count("\n", 0, found.start()) + 1
    column = found.start() - text.rfind("\n", 0, found.start())
    message = f"the character U+{ord(found.group()):04X} is not allowed in YAML"
    hint = "Remove it, or write it as an escape in double quotes."
    return Fault("YAML_CONTROL_CHARACTER", line, column, message, hint)


def value_start(line: str) -> int:
    """Where the value of a line starts: after the dashes of a list and after the first `key: `."""
    at = len(line) - len(line.lstrip(" "))
    while line.startswith("- ", at):
        at += 2 + len(line[at + 2 :]) - len(line[at + 2 :].lstrip(" "))
    colon = re.compile(r":[ \t]+").search(line, at)
    return colon.end() if colon and line[at : at + 1] not in {'"', "'"} else at


def explain(error: MarkedYAMLError, text: str) -> Fault:
    """The parser's complaint about `text`, told in the author's terms; lines and columns count from 1."""
    mark = error.problem_mark or error.context_mark
    lines = text.split("\n")
    index = min(mark.line, len(lines) - 1)
    seen = _Seen(error, index + 1, mark.column, lines[index], str(error.problem or ""), str(error.context or ""), text)
    found = next((fault for fault in (look(seen) for look in _LOOKS) if fault), None)
    if found:
        return found
    message = f"the YAML cannot be understood: {seen.problem}" + (f" ({seen.context})" if seen.context else "")
    hint = "Write `key: value` lines; put text with signs in quotes."
    return Fault("YAML_INVALID", seen.line, seen.column + 1, message, hint)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A complaint of the parser with the line it is about; `line` counts from 1, `column` from 0."""

    error: MarkedYAMLError
    line: int
    column: int
    text: str
    problem: str
    context: str
    whole: str


def _tab_indent(seen: _Seen) -> Fault | None:
    indent = seen.text[: len(seen.text) - len(seen.text.lstrip())]
    if "\t" not in indent or "unexpected" in seen.problem:
        return None
    column = indent.index("\t") + 1
    return Fault("YAML_TAB_INDENT", seen.line, column, "a tab indents this line", "Use spaces instead.")


def _open_quote(seen: _Seen) -> Fault | None:
    if "quoted scalar" not in seen.context or "unexpected" not in seen.problem:
        return None
    mark = seen.error.context_mark
    message = "the quoted value that starts here is never closed"
    return Fault("YAML_QUOTE_OPEN", mark.line + 1, mark.column + 1, message, "Close the quote.")


def _escape(seen: _Seen) -> Fault | None:
    if "escape" not in seen.problem and "hexadecimal" not in seen.problem:
        return None
    message = f"the value in double quotes has an unknown escape: {seen.problem}"
    hint = "Write a backslash as \\\\, or use single quotes."
    return Fault("YAML_QUOTES", seen.line, seen.column + 1, message, hint)


def _quote_ends_early(seen: _Seen) -> Fault | None:
    """Text follows a closing quote on this line, or the line's value starts with a quote and goes wrong."""
    before = seen.text[: seen.column].rstrip()
    if not before.endswith(('"', "'")) and not seen.text[value_start(seen.text) :].startswith(('"', "'")):
        return None
    message = "a quote inside the quoted value ends it early"
    return Fault("YAML_QUOTES", seen.line, seen.column + 1, message, _QUOTE_HINT)


def _open_bracket(seen: _Seen) -> Fault | None:
    if "flow" not in seen.context or "stream end" not in seen.problem:
        return None
    mark = seen.error.context_mark
    message = "the bracket or brace that opens here is never closed"
    return Fault("YAML_BRACKET_OPEN", mark.line + 1, mark.column + 1, message, "Close it.")


def _misplaced_key(seen: _Seen) -> Fault | None:
    if "mapping values are not allowed" not in seen.problem:
        return None
    message = "a colon and a space where YAML wants none: the value needs quotes, or the line another indentation"
    hint = "Put the value in quotes, or move the line to the left."
    return Fault("YAML_INDENT", seen.line, seen.column + 1, message, hint)


def _no_space_after_colon(seen: _Seen) -> Fault | None:
    found = _NO_SPACE.search(seen.whole)
    if not found or seen.whole.count("\n", 0, found.start()) + 1 > seen.line:
        return None
    line = seen.whole.count("\n", 0, found.start()) + 1
    message = f"a space is missing after the colon of {found.group(1)!r}"
    return Fault("YAML_INVALID", line, found.end(1) - found.start() + 1, message, "Write `key: value`.")


_LOOKS = (
    _tab_indent,
    _open_quote,
    _escape,
    _quote_ends_early,
    _open_bracket,
    _no_space_after_colon,
    _misplaced_key,
)
