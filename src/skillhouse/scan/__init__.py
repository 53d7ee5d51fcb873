"""Text to findings. Nothing here executes, opens or resolves anything (SCN-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.policy import Policy
    from skillhouse.scan.piece import Language, Piece
    from skillhouse.scan.rule import Hit, Rule
    from skillhouse.scan.subject import Subject

__all__ = ["Context", "Detector"]


class Context(Protocol):
    """What a detector may ask while it looks at one piece."""

    @property
    def subject(self) -> Subject:
        """The whole skill: its files, front matter and text."""

    @property
    def policy(self) -> Policy:
        """The organization's policy: hosts, installers, tools."""

    def spend(self, steps: int = 1) -> None:
        """Count work done on this file; raises OverBudget where it is too much (SCN-8)."""


class Detector(Protocol):
    """Looks at pieces of the languages it names, and yields hits, and further pieces to look at.

    A piece that it cut out (a fence, a string that reaches a shell) or decoded goes through every detector of its
    language in turn; the engine bounds their depth, number and size.
    """

    name: str
    languages: frozenset[Language]
    rules: tuple[Rule, ...]

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that holds in this piece."""
