"""What a shell script consists of, once read: pipelines of commands with words, assignments and redirections."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["Command", "Lit", "Param", "Part", "Pipeline", "Proc", "Redirect", "Script", "Sub", "TooDeep", "Word"]


class TooDeep(Exception):
    """Substitutions or compound commands nest deeper than anyone writes."""


@dataclass(slots=True)
class Lit:
    """Text as it stands, without its quotes."""

    text: str
    quoted: bool


@dataclass(slots=True)
class Param:
    """`$name`, `${name op word}`; `name[index]` for arrays. `op` is `arithmetic` for `$((…))`."""

    name: str
    op: str
    word: Word | None
    quoted: bool
    index: str = ""


@dataclass(slots=True)
class Sub:
    """`$(…)` or backticks."""

    script: Script
    quoted: bool


@dataclass(slots=True)
class Proc:
    """`<(…)`, or `>(…)` where `out`."""

    script: Script
    out: bool


@dataclass(slots=True)
class Word:
    """One word: its parts, the index of its first sign in the text, and how it is written."""

    parts: list[Part]
    start: int
    raw: str


@dataclass(slots=True)
class Redirect:
    """A redirection; for a here-document the target is its body."""

    op: str
    fd: str
    target: Word


@dataclass(slots=True)
class Command:
    """A simple command, or a compound one with its body.

    `kind` is empty for a simple one, else `group`, `while`, `for` (over `words`, binding `name`), `function` (called
    `name`) or `arithmetic`. An assignment is a name, an index, whether it adds, and a word or the words of an array.
    """

    start: int
    words: list[Word] = field(default_factory=list)
    assigns: list[tuple[str, str, bool, Word | list[Word] | None]] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    kind: str = ""
    name: str = ""
    body: Script = field(default_factory=list)


Part: TypeAlias = Lit | Param | Sub | Proc
Pipeline: TypeAlias = list[Command]
Script: TypeAlias = list[Pipeline]
