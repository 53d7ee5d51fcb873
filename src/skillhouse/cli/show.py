"""How things look: safe text, colour only where it is wanted, code frames, errors as text and as JSON."""

from __future__ import annotations

import sys
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skillhouse.errors import SkillhouseError
    from skillhouse.model.finding import Problem
    from skillhouse.model.skill import JsonValue

__all__ = [
    "AsJson",
    "busy",
    "error_json",
    "frame",
    "json_wanted",
    "note",
    "print_json",
    "problem_json",
    "safe",
    "say",
    "show_error",
    "show_problem",
    "style",
    "track",
]

_COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}
_FRAME_WIDTH = 100
_FRAME_BEFORE = 60
_MANY = 4
_ASTRAL = 0x10000
# Joiners are format characters too, but Persian, the scripts of India and many emoji are spelled with them.
_JOINERS = "\u200c\u200d"
_HARMFUL = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_wish = {"json": False}


def _remember(value: bool) -> bool:
    _wish["json"] = value
    return value


AsJson = Annotated[
    bool,
    typer.Option(
        "--json", callback=_remember, is_eager=True, help="Print JSON on stdout, errors too; all else on stderr."
    ),
]


def json_wanted() -> bool:
    """Whether the command was asked for JSON, so that an error has to be JSON as well."""
    return _wish["json"]


def safe(text: str) -> str:
    """Text of a skill, a package or a script, made safe to print: control and hidden characters become escapes.

    Nothing hostile can move the cursor, change a title, turn the direction of a line or hide one.
    """
    if text.isprintable():
        return text
    return "".join(_escape(char) if _is_harmful(char) else char for char in text)


def _is_harmful(char: str) -> bool:
    return unicodedata.category(char) in _HARMFUL and char not in _JOINERS


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode() if ord(char) < _ASTRAL else f"\\U{ord(char):08x}"


def style(text: str, colour: str = "", *, bold: bool = False, err: bool = False) -> str:
    """Coloured where its stream is a terminal and NO_COLOR is not set; plain elsewhere."""
    from skillhouse.config import is_set

    if not _is_terminal(err=err) or is_set("NO_COLOR"):
        return text
    return typer.style(text, fg=colour or None, bold=bold or None)


def _is_terminal(*, err: bool) -> bool:
    stream = sys.stderr if err else sys.stdout
    return stream is not None and stream.isatty()


@contextmanager
def busy(what: str) -> Iterator[None]:
    """A spinner on a terminal while something takes long; nothing elsewhere."""
    if not _is_terminal(err=True):
        yield
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(safe(what))):
        yield


T = TypeVar("T")


def track(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items one by one, with a progress bar on a terminal where there are many; nothing elsewhere."""
    if total < _MANY or not _is_terminal(err=True):
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=safe(what))


def say(text: str = "") -> None:
    """A line of the answer, on stdout."""
    typer.echo(text)


def note(text: str) -> None:
    """A line that is not the answer, on stderr."""
    typer.echo(text, err=True)


def print_json(value: object) -> None:
    """The answer as JSON, on stdout: UTF-8 in a pipe or file, ASCII on a terminal, where text could drive it."""
    import json

    text = json.dumps(value, ensure_ascii=_is_terminal(err=False), indent=2, allow_nan=False)
    # What is no valid text, such as a file name in Latin-1, becomes the escape that JSON has for it.
    typer.echo(text.encode("utf-8", "backslashreplace"))


def error_json(error: SkillhouseError) -> dict[str, JsonValue]:
    """An error as JSON: `error` where a result has `exit_code` or `skills`, so that neither is taken for the other."""
    from skillhouse.errors import InvalidSkill

    told: dict[str, JsonValue] = {"error": error.message, "code": error.code, "hint": error.hint}
    if isinstance(error, InvalidSkill):
        told["problems"] = [problem_json(problem) for problem in error.problems]
    return told


def show_error(error: SkillhouseError) -> None:
    """The one way in which an error of ours is told, on stderr."""
    from skillhouse.errors import InvalidSkill, Refused

    verb = "refused" if isinstance(error, Refused) else "error"
    note(f"skillhouse: {style(verb, 'red', bold=True, err=True)} [{error.code}] {safe(error.message)}")
    if isinstance(error, InvalidSkill):
        for problem in error.problems:
            note(f"  {safe(problem.location.text)}: {problem.severity} [{problem.code}] {safe(problem.message)}")
    if error.hint:
        note(f"hint: {safe(error.hint)}")


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    wide = sum(1 for char in text if unicodedata.east_asian_width(char) in "WF")
    marks = sum(1 for char in text if unicodedata.combining(char))
    return len(text) + wide - marks


def frame(line: str, number: int, column: int) -> list[str]:
    """A line of a file with its number, and a caret below the column; of a long line, the part around it."""
    start = max(0, column - _FRAME_BEFORE) if len(line) > _FRAME_WIDTH else 0
    before = ("…" if start else "") + safe(line[start : column - 1].replace("\t", " "))
    after = safe(line[max(column - 1, start) : start + _FRAME_WIDTH].replace("\t", " "))
    frame = [f"{number:>6} | {before}{after}{'…' if len(line) > start + _FRAME_WIDTH else ''}"]
    if 0 < column <= len(line) + 1:
        frame.append(f"{'':6} | {' ' * _width(before)}^")
    return frame


def show_problem(problem: Problem, prefix: str = "", text: str | None = None) -> None:
    """One problem with its place, its line with a caret below it where the file's text is known, and its hint."""
    word = style(problem.severity.value, _COLOURS[problem.severity.value], bold=True)
    say(f"{safe(prefix + problem.location.text)}: {word} [{problem.code}] {safe(problem.message)}")
    # Not splitlines(): it would also split where YAML and editors do not, and show another line.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if text else []
    if 0 < problem.location.line <= len(lines):
        for part in frame(lines[problem.location.line - 1], problem.location.line, problem.location.column):
            say(part.rstrip())
    if problem.hint:
        say(f"  hint: {safe(problem.hint)}")


def problem_json(problem: Problem) -> dict[str, JsonValue]:
    """A problem as `validate --json` tells it."""
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "file": problem.location.file,
        "line": problem.location.line,
        "column": problem.location.column,
        "message": problem.message,
        "hint": problem.hint,
    }
