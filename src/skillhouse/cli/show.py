"""How things look on a terminal: safe text, colour only where it is wanted, code frames, errors."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import typer

from skillhouse.config import is_set
from skillhouse.errors import InvalidSkill, Refused
from skillhouse.model.finding import ProblemSeverity

if TYPE_CHECKING:
    from skillhouse.errors import SkillhouseError
    from skillhouse.model.finding import Problem
    from skillhouse.model.skill import Definition, JsonValue

__all__ = ["note", "print_json", "safe", "say", "show_error", "show_problem", "style"]

_COLOURS = {ProblemSeverity.ERROR: "red", ProblemSeverity.WARNING: "yellow", ProblemSeverity.NOTE: "blue"}
_FRAME_WIDTH = 100
_ASTRAL = 0x10000


def safe(text: str) -> str:
    """Text of a skill, a package or a script, made safe to print: control and hidden characters become escapes.

    Nothing hostile can move the cursor, change a title or hide a line.
    """
    return "".join(char if char.isprintable() or char == " " else _escape(char) for char in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode() if ord(char) < _ASTRAL else f"\\U{ord(char):08x}"


def style(text: str, **looks: bool | str) -> str:
    """Coloured where stdout or stderr is a terminal and NO_COLOR is not set; plain elsewhere."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()) or is_set("NO_COLOR"):
        return text
    return typer.style(text, **looks)  # type: ignore[arg-type]  # typer names each look apart


def say(text: str = "") -> None:
    """A line of the answer, on stdout."""
    typer.echo(text)


def note(text: str) -> None:
    """A line that is not the answer, on stderr."""
    typer.echo(text, err=True)


def print_json(value: object) -> None:
    """The answer as JSON, on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False).encode("utf-8", "backslashreplace"))


def show_error(error: SkillhouseError) -> None:
    """The one way in which an error of ours is told, on stderr."""
    verb = "refused" if isinstance(error, Refused) else "error"
    note(f"skillhouse: {style(verb, fg='red', bold=True)} [{error.code}] {safe(error.message)}")
    if isinstance(error, InvalidSkill):
        for problem in error.problems:
            note(f"  {safe(problem.location.text)}: {problem.severity} [{problem.code}] {safe(problem.message)}")
    if error.hint:
        note(f"hint: {safe(error.hint)}")


def _line_of(problem: Problem, definition: Definition | None) -> str | None:
    """The line that a problem is about, where it can be shown."""
    file = definition.bundle.get(problem.location.file) if definition and problem.location.line else None
    lines = (file.text or "").splitlines() if file else []
    index = problem.location.line - 1
    return lines[index] if 0 <= index < len(lines) else None


def show_problem(problem: Problem, prefix: str, definition: Definition | None) -> None:
    """One problem with its place, its line with a caret below it, and its hint."""
    word = style(problem.severity.value, fg=_COLOURS[problem.severity], bold=True)
    say(f"{safe(prefix + problem.location.text)}: {word} [{problem.code}] {safe(problem.message)}")
    line = _line_of(problem, definition)
    if line is not None:
        gutter = f"{problem.location.line:>6} | "
        say(f"{gutter}{safe(line.replace(chr(9), ' '))[:_FRAME_WIDTH]}")
        if 0 < problem.location.column <= _FRAME_WIDTH:
            say(f"{' ' * (len(gutter) - 2)}| {' ' * (problem.location.column - 1)}^")
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
