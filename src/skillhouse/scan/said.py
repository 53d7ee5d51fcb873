"""What an agent or a person reads: its words, how they read, and where each of them stands in the file."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from skillhouse.scan.folding import folded, may_spell
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.inline import code_spans
from skillhouse.scan.phrases import Reading
from skillhouse.scan.prosecontext import Stance, stance_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from skillhouse.model.finding import Location
    from skillhouse.scan.block import Block
    from skillhouse.scan.phrases import Span
    from skillhouse.scan.piece import Piece

__all__ = ["Part", "Said"]

_SHOWN = 120
_at = attrgetter("at")


class Part(NamedTuple):
    """A text within a block, from `start` on, and where it stands in what is read: at `at`."""

    block: Block
    start: int
    text: str
    at: int = 0

    @property
    def end(self) -> int:
        """Where it ends in what is read."""
        return self.at + len(self.text)


class Said:
    """What is read as one: the texts of one block or of several, a line each, none of them a sentence with the next.

    `hidden` names why a person does not see it, empty where one does. Each of the rest is worked out when it is first
    asked for: most texts are never asked.
    """

    def __init__(
        self, piece: Piece, texts: Iterable[tuple[Block, int, str]], hidden: str = "", *, flowing: bool = True
    ) -> None:
        self.piece = piece
        self.hidden = hidden
        self.parts: list[Part] = []
        at = 0
        for block, start, text in texts:
            self.parts.append(Part(block, start, text, at))
            at += len(text) + 1
        self.text = "\n".join([part.text for part in self.parts]) if len(self.parts) != 1 else self.parts[0].text
        self._flowing = flowing
        self._stances: dict[Span, Stance] = {}
        self._codes: dict[int, list[Span]] = {}

    @cached_property
    def _folded(self) -> tuple[str, bool]:
        low, exact = folded(self.text, flowing=self._flowing, spells=may_spell(self.piece.text))
        if exact and self._flowing and len(self.parts) > 1:
            low = "\n".join([low[part.at : part.end] for part in self.parts])
        return low, exact

    @property
    def low(self) -> str:
        """The text in lower case, as it reads."""
        return self._folded[0]

    @property
    def exact(self) -> bool:
        """Whether each character of `low` stands at the index that it has in the text."""
        return self._folded[1]

    @cached_property
    def reading(self) -> Reading:
        """The ideas of the text."""
        starts = [part.at for part in self.parts] if self.exact else (0,)
        return Reading(IDEAS, self.low, starts, lines=not self._flowing)

    def each(self) -> Sequence[Said]:
        """The texts by themselves."""
        return [Said(self.piece, [part[:3]], self.hidden, flowing=self._flowing) for part in self.parts]

    def part(self, index: int) -> Part:
        """The part that holds the character at `index`."""
        if len(self.parts) == 1:
            return self.parts[0]
        return self.parts[max(bisect_right(self.parts, index, key=_at) - 1, 0)]

    def code(self, part: Part) -> list[Span]:
        """Where in a part code within backticks stands, without the backticks."""
        if not self._flowing or "`" not in part.text:
            return []
        if part.at not in self._codes:
            self._codes[part.at] = code_spans(self._low_of(part))
        return self._codes[part.at]

    def _low_of(self, part: Part) -> str:
        return self.low if len(self.parts) == 1 else self.low[part.at : part.end]

    def where(self, index: int) -> Location:
        """The place in the file of the character at `index`; its part's beginning where characters were undone."""
        part = self.part(index)
        return self.piece.at(*part.block.place(part.start + (index - part.at if self.exact else 0)))

    def stance(self, span: Span) -> Stance:
        """How the words of a span are said."""
        if span not in self._stances:
            self._stances[span] = self._stance(span)
        return self._stances[span]

    def _stance(self, span: Span) -> Stance:
        part = self.part(span[0])
        low = self._low_of(part)
        start, end = (min(max(index - part.at, 0), len(low)) for index in span)
        first, last = (max(index - part.at, 0) for index in self.reading.sentence(*span))
        return stance_of(low, (start, end), (first, last), self.code(part), part.block)

    def shown(self, span: Span) -> str:
        """The words of a span, for a message."""
        return " ".join(self.low[span[0] : span[1]].split())[:_SHOWN]
