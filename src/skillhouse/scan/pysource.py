"""Python source to a tree, also where it is old, newer than this interpreter, cut out of text, or broken on purpose.

Every repair keeps the lines where they are, so that a finding stands where people see it.
"""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Source", "parsed", "source_of"]

_KEPT = 200_000
_TRIES = 24  # lines that are set aside one after the other
_DENSE = 100_000  # signs that make nodes: beyond them a tree takes longer than a file may
_PROMPT = re.compile(r"^([ \t]*)(?:>>>|\.\.\.|In \[\d+\]:)(?: |$)", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*(?:!|%%?(?:bash|sh|system|sx)\b)[ \t]*(.*)$", re.MULTILINE)
_OTHER_MAGIC = re.compile(r"^[ \t]*%{1,2}[a-z]\w*.*$", re.MULTILINE)
_OLD = (
    (re.compile(r"^([ \t]*)print[ \t]+(?![=(.,\[])(.*?),?[ \t]*$", re.MULTILINE), r"\1print(\2)"),
    (re.compile(r"^([ \t]*)print[ \t]*>>[ \t]*([^,\n]+),(.*)$", re.MULTILINE), r"\1print(\3, file=\2)"),
    (re.compile(r"^([ \t]*)exec[ \t]+(?![=(.,\[])(.*)$", re.MULTILINE), r"\1exec(\2)"),
    (re.compile(r"^([ \t]*except[ \t]+[^:\n]+?),[ \t]*(\w+)[ \t]*:", re.MULTILINE), r"\1 as \2:"),
    (re.compile(r"^([ \t]*raise[ \t]+[\w.]+),[ \t]*(.+)$", re.MULTILINE), r"\1(\2)"),
    (re.compile(r"(?<![\w\"'])0([0-7]+)(?![\w.\"'])"), r"0o\1"),
    (re.compile(r"(?<![\w\"'])ur(?=[\"'])"), "r"),
    (re.compile(r"<>"), "!="),
    (re.compile(r"\b(0x[0-9a-fA-F]+|\d+)[lL]\b"), r"\1"),
)
_NEW = (
    (re.compile(r"^([ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+\w+)\[[^\]\n]*\](?=[ \t]*[(:])", re.MULTILINE), r"\1"),
    (re.compile(r"^([ \t]*)type[ \t]+(\w+)(?:\[[^\]\n]*\])?[ \t]*=", re.MULTILINE), r"\1\2 ="),
    (re.compile(r"^([ \t]*except[ \t]+)(\w[\w.]*(?:[ \t]*,[ \t]*\w[\w.]*)+)[ \t]*:", re.MULTILINE), r"\1(\2):"),
    (re.compile(r"(?<![\w\"'])[tT]([rR]?)(?=[\"'])"), r"f\1"),
)
# A text in thousands of pieces is one text to Python as well, where the pieces stand side by side.
_SIDE_BY_SIDE = re.compile(r"(?<=[\"'])[ \t]*\+[ \t]*(?=[bBrR]{0,2}[\"'])")
_FORMAT = re.compile(r"(?<![\w\"'])(?:[fF][rR]?|[rR][fF])([\"'])(?!\1\1)")


class Source(NamedTuple):
    """A source text as far as it could be understood: its tree, command lines in it, and lines that were set aside."""

    tree: ast.Module | None
    commands: tuple[tuple[int, str], ...] = ()
    broken: tuple[int, ...] = ()


def parsed(text: str) -> ast.Module | None:
    """The tree of a source text; None where it is no Python."""
    return _kept(text) if len(text) <= _KEPT else _parse(text)[0]


@lru_cache(maxsize=64)
def _kept(text: str) -> ast.Module | None:
    return _parse(text)[0]


def source_of(text: str, file: str = "") -> Source:
    """A source text understood as far as it can be."""
    if file.endswith(".pth"):
        # Of these files Python runs the lines that begin with an import, and nothing else.
        text = "\n".join(line if line.startswith(("import ", "import\t")) else "" for line in text.split("\n"))
    if sum(map(text.count, ",(.=[")) + sum(map(bool, text.split("\n"))) > _DENSE:
        return _in_part(text)
    tree, _ = _parse(text)
    if tree is not None:
        return Source(tree)
    commands = tuple((text.count("\n", 0, m.start()) + 1, m.group(1)) for m in _MAGIC.finditer(text))
    plain = _OTHER_MAGIC.sub("", _MAGIC.sub("", _PROMPT.sub(r"\1", text)))
    return _repaired(textwrap.dedent(plain.replace("\0", "")), commands)


def _repaired(text: str, commands: tuple[tuple[int, str], ...]) -> Source:
    """The same program in the words of this interpreter; what stays broken is set aside line by line."""
    for repairs in ((), _NEW, _OLD):
        for pattern, instead in repairs:
            text = pattern.sub(instead, text)
        tree, _ = _parse(text)
        if tree is not None:
            return Source(tree, commands)
    text = _SIDE_BY_SIDE.sub(" ", "\n".join(map(_requoted, text.split("\n"))))
    lines = text.split("\n")
    broken: list[int] = []
    for _ in range(_TRIES):
        tree, at = _parse("\n".join(lines))
        if tree is not None:
            return Source(tree, commands, tuple(broken))
        if not 0 < at <= len(lines) or at in broken:
            break
        broken.append(at)
        lines[at - 1] = _set_aside(lines[at - 1])
    return Source(None, commands, tuple(broken) or (1,))


def _set_aside(line: str) -> str:
    """A line that does nothing in place of one that cannot be read; a block that it opened stays one."""
    indent = line[: len(line) - len(line.lstrip())]
    return f"{indent}if 1:" if line.rstrip().endswith(":") else f"{indent}pass"


def _requoted(line: str) -> str:
    """A formatted text whose fields use its own quotes, as newer Pythons allow, with other quotes in the fields."""
    found = _FORMAT.search(line)
    if found is None:
        return line
    quote = found.group(1)
    other = "'" if quote == '"' else '"'
    made, depth = list(line), 0
    for index in range(found.end(), len(line)):
        char = line[index]
        depth += (char == "{") - (char == "}")
        if char == quote and depth > 0:
            made[index] = other
        elif char == quote:
            return "".join(made[: index + 1]) + _requoted(line[index + 1 :])
    return line


def _in_part(text: str) -> Source:
    """The beginning of a text that is too large for a tree, up to the last whole statement; the rest is set aside."""
    lines, seen, last = text.split("\n"), 0, 0
    for number, line in enumerate(lines):
        if not line:
            continue
        if line[:1].strip():
            last = number
        seen += bool(line) + sum(map(line.count, ",(.=["))
        if seen > _DENSE:
            break
    tree, _ = _parse("\n".join(lines[:last]))
    return Source(tree, (), (last + 1,))


def _parse(text: str) -> tuple[ast.Module | None, int]:
    """The tree of a text, or the line at which it is broken; 0 where no line is to blame."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text), 0
    except SyntaxError as error:
        return None, error.lineno or 0
    except (ValueError, RecursionError, MemoryError):
        return None, 0
