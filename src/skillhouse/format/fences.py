"""SKILL.md as lines, and the two fences around its front matter (FM-1, FM-7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from skillhouse.format.problems import problem
from skillhouse.model.finding import Location, Problem

__all__ = [
    "Lines",
    "Opening",
    "closing_fences",
    "find_opening",
    "is_nearly_fence",
    "not_closed",
    "read_lines",
    "spaces_after",
]

_OPENING = re.compile(r"---[ \t]*\Z")
_CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*\Z")
_FIELD = re.compile(r"(?:name|description):")
_FIELD_WITHIN = 20
_NEARLY = re.compile(r"[ \t]*(?:-{2,}|[\u2010-\u2015\u2212]+|={3,}|\+{3,}|_{3,}|\*{3,})[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Lines:
    """The text of a file without byte-order mark, its line ends made one; line 1 of the file is `lines[0]`."""

    lines: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The index of the opening fence (None: there is none) and what is to be said of it."""

    index: int | None
    problems: tuple[Problem, ...]


def read_lines(data: bytes, file: str) -> Lines | Problem:
    """The lines of a UTF-8 text, or why it is none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{file} is not UTF-8 text: byte 0x{data[error.start]:02x} at offset {error.start:,}"
        line = data.count(b"\n", 0, error.start) + 1
        return problem("SKILL_MD_NOT_UTF8", message, Location(file, line), "Save the file as UTF-8.")
    problems: list[Problem] = []
    if text.startswith("\ufeff"):
        text = text.lstrip("\ufeff")
        message = "a byte-order mark stands before the front matter; it was ignored"
        problems.append(problem("FRONT_MATTER_BOM", message, Location(file, 1, 1), "Save as UTF-8 without BOM."))
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        message = "lines end in CRLF (carriage return, line feed); they were read as LF"
        problems.append(problem("FRONT_MATTER_CRLF", message, Location(file, line), "Save with LF line ends."))
    return Lines(tuple(text.split("\n")), tuple(problems))


def find_opening(lines: tuple[str, ...], file: str) -> Opening:
    """Where the front matter opens."""
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    if first is None:
        message = f"{file} is empty: it has no front matter, so no name and no description"
        hint = "Begin it with ---, `name: …`, `description: …`, ---, each on a line."
        return Opening(None, (problem("FRONT_MATTER_MISSING", message, Location(file, 1, 1), hint),))
    if not _OPENING.match(lines[first]):
        return Opening(None, (_missing(lines, first, file),))
    problems: list[Problem] = []
    if first:
        message = f"the front matter starts on line {first + 1}, after blank lines; they were ignored"
        problems.append(problem("FRONT_MATTER_BLANK_LINES", message, Location(file, 1, 1), "Start it on line 1."))
    return Opening(first, (*problems, *spaces_after(lines, first, file)))


def spaces_after(lines: tuple[str, ...], index: int, file: str) -> tuple[Problem, ...]:
    """The warning about spaces after a fence, if there are any."""
    fence = lines[index].rstrip()
    if fence == lines[index]:
        return ()
    where = Location(file, index + 1, len(fence) + 1)
    return (problem("FENCE_SPACES", f"spaces follow the line {fence}; they were ignored", where, "Remove the spaces."),)


def _missing(lines: tuple[str, ...], first: int, file: str) -> Problem:
    where = Location(file, first + 1, 1)
    fence = next((index for index, line in enumerate(lines) if _OPENING.match(line)), None)
    if fence is not None and any(_FIELD.match(line) for line in lines[fence + 1 : fence + 1 + _FIELD_WITHIN]):
        message = f"the front matter must start on the first line, but text stands above the --- of line {fence + 1}"
        return problem("FRONT_MATTER_MISSING", message, where, "Move that text below the front matter.")
    message = f"{file} has no front matter: its first line is not ---"
    hint = "Put ---, `name: …`, `description: …`, --- above the text, each on a line."
    return problem("FRONT_MATTER_MISSING", message, where, hint)


def closing_fences(lines: tuple[str, ...], opening: int) -> list[int]:
    """Every line after the opening that may close the front matter, in order."""
    return [index for index in range(opening + 1, len(lines)) if _CLOSING.match(lines[index])]


def is_nearly_fence(line: str) -> bool:
    """Whether a line looks as if it was meant to be `---`."""
    return _NEARLY.match(line) is not None


def not_closed(lines: tuple[str, ...], opening: int, file: str) -> Problem:
    """The error of a front matter without a closing fence, with the place where one seems to be missing."""
    message = f"the front matter that opens on line {opening + 1} is not closed: a closing line --- is missing"
    last = opening
    for index in range(opening + 1, len(lines)):
        line = lines[index]
        if is_nearly_fence(line):
            hint = f"Line {index + 1} is {line.strip()!r}: write exactly --- there."
            return problem("FRONT_MATTER_NOT_CLOSED", message, Location(file, index + 1, 1), hint)
        if not line.strip() or line.startswith("#"):
            break
        last = index
    hint = f"Add a line --- after line {last + 1}."
    return problem("FRONT_MATTER_NOT_CLOSED", message, Location(file, opening + 1, 1), hint)
