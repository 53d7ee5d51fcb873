"""What an expression of JavaScript may be: a text, a number, a list, an object, a function, or something "
"with a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from skillhouse.scan.value import HOLE, UNKNOWN, Source, Taint, Value, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from skillhouse.scan.piece import Piece

__all__ = [
    "COOKIES",
    "DECODED",
    "TYPED",
    "Function",
    "Scope",
    "Thing",
    "Unit",
    "alike",
    "all_of",
    "each_name",
    "number",
    "strings",
    "text",
]


_MOST_PARTS = 500
COOKIES = "the cookies of the page"
TYPED = "the keys that are pressed on the page"


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of code: where it stands and its bytes."""

    piece: Piece
    source: bytes


@dataclass(slots=True, eq=False)
class Scope:
    """Names and what they stand for, within the scopes around them."""

    around: Scope | None = None
    names: dict[str, Thing] = field(default_factory=dict)

    def find(self, name: str) -> Thing | None:
        """What a name stands for; None for one that is not declared here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.around
        return None

    def assign(self, name: str, thing: Thing) -> None:
        """Give a name another value, where it was declared."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                scope.names[name] = thing
                return
            scope = scope.around
        self.names[name] = thing


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function of the code at hand, with the scope that it closes over."""

    node: Node
    scope: Scope
    unit: Unit
    this: Thing | None = None


@dataclass(slots=True, eq=False)
class Thing:
    """A value as far as it is known. `name` says which global or member of a module it is, such as `fs.readFile`.

    A name that begins with `@` is one of ours: `@sender` for an open request or connection to the address in `value`,
    `@shell` for a shell that was started, `@resolve` for what settles a promise.
    """

    value: Value = UNKNOWN
    name: str = ""
    items: list[Thing] | None = None
    fields: dict[str, Thing] | None = None
    function: Function | None = None
    number: float | None = None

    @property
    def known(self) -> bool:
        """Whether it is a text that is known in full."""
        return self.items is None and self.fields is None and self.value.known

    def plus(self, *taints: Taint) -> Thing:
        """The same with more sources."""
        return replace(self, value=self.value.plus(*taints))

    def field(self, *names: str) -> Thing | None:
        """The first of these fields that an object has."""
        fields = self.fields or {}
        return next((fields[name] for name in names if name in fields), None)


def text(content: str, taints: Iterable[Taint] = ()) -> Thing:
    """A text that is known."""
    return Thing(Value(content, frozenset(taints)))


def number(value: float) -> Thing:
    """A number that is known."""
    whole = int(value) if float(value).is_integer() and abs(value) < 1e15 else value  # noqa: PLR2004 -- exact there
    return Thing(Value(str(whole)), number=whole)


def all_of(thing: Thing) -> Value:
    """A thing as it travels: its own text, or a hole with the sources of everything in it."""
    if thing.items is None and thing.fields is None:
        return thing.value
    taints = set(thing.value.taints)
    waiting, seen = [thing], {id(thing)}
    while waiting and len(seen) < _MOST_PARTS:
        one = waiting.pop()
        taints |= one.value.taints
        for part in [*(one.items or ())[:_MOST_PARTS], *(one.fields or {}).values()]:
            if id(part) not in seen:
                seen.add(id(part))
                waiting.append(part)
    return Value(HOLE, frozenset(taints))


def alike(things: list[Thing]) -> Thing:
    """What may be any of several: the one that is known, with the sources of all."""
    if not things:
        return Thing()
    taints: frozenset[Taint] = frozenset().union(*(all_of(one).taints for one in things))
    best = max(things, key=_weight)
    return replace(best, value=Value(best.value.text, best.value.taints | taints))


def _weight(thing: Thing) -> int:
    if thing.function or thing.name or thing.items or thing.fields:
        return 3
    return 2 if thing.known and thing.value.text else int(bool(thing.value.taints))


def each_name(names: str, prefix: str = "") -> str:
    """Names, each with the same prefix."""
    return " ".join(prefix + name for name in names.split())


def strings(things: Iterable[Thing], between: str) -> Value:
    """Things as the parts of one text."""
    return joined([all_of(one) for one in things], between)


DECODED = {
    how: Taint(Source.DECODED, how)
    for how in ("base64", "hex", "character codes", "reversed text", "escapes", "gzip", "xor")
}
