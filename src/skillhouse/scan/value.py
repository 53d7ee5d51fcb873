"""What an expression or a word may be worth: its text as far as it is known, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["HOLE", "UNKNOWN", "Source", "Taint", "Value", "joined", "masked_holes"]

# Stands in a text for a part that is not known. It is no sign that a name, path or address is written with.
HOLE = "\ufffc"
LONGEST = 1 << 20


class Source(StrEnum):
    """Where a value comes from, as far as that matters for where it goes."""

    CREDENTIAL = "credentials"
    ENVIRONMENT = "the whole environment"
    SECRET = "a secret variable"  # noqa: S105 -- a kind, not one
    HISTORY = "a history of commands"
    WATCHED = "the screen, keys or clipboard"
    METADATA = "the cloud's metadata service"
    SYSTEM = "facts about the host"
    REMOTE = "the network"
    DECODED = "decoded text"
    SHELL = "a shell that takes commands"


@dataclass(frozen=True, slots=True)
class Taint:
    """One source of a value: its kind and what exactly. `part` says that it was cut out of that, such as one field."""

    source: Source
    what: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class Value:
    """A text, with a HOLE for each part that is not known, and the sources that flowed into it."""

    text: str = HOLE
    taints: frozenset[Taint] = frozenset()

    @property
    def known(self) -> bool:
        """Whether every sign of it is known."""
        return HOLE not in self.text

    def of(self, *sources: Source) -> list[Taint]:
        """The taints of these sources, in a fixed order."""
        if not self.taints:
            return []
        return sorted((one for one in self.taints if one.source in sources), key=lambda one: (one.source, one.what))

    def unknown(self) -> Value:
        """The same sources with nothing known of the text."""
        return Value(HOLE, self.taints)

    def plus(self, *taints: Taint) -> Value:
        """The same text with more sources."""
        return Value(self.text, self.taints | set(taints))


UNKNOWN = Value()


def joined(values: Iterable[Value], between: str = "") -> Value:
    """Values one after the other."""
    all_of = list(values)
    if len(all_of) == 1:
        return all_of[0]
    taints: frozenset[Taint] = frozenset().union(*(one.taints for one in all_of))
    if sum(len(one.text) for one in all_of) > LONGEST:
        return Value(HOLE, taints)
    return Value(between.join(one.text for one in all_of), taints)


def masked_holes(text: str) -> str:
    """A text as it is shown in a message: unknown parts as `…`, on one line, shortened."""
    shown = " ".join(text.replace(HOLE, "…").split())
    return shown if len(shown) <= 120 else f"{shown[:117]}…"  # noqa: PLR2004 -- as long as a line
