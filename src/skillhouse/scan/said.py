"""One text that an agent or a person reads: its words, how it reads, and where each of them stands in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.scan.folding import folded
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.inline import code_spans
from skillhouse.scan.phrases import Reading
from skillhouse.scan.prosecontext import Stance, stance_of

if TYPE_CHECKING:
    from skillhouse.model.finding import Location
    from skillhouse.scan.block import Block
    from skillhouse.scan.phrases import Span
    from skillhouse.scan.piece import Piece

__all__ = ["Said"]


class Said:
    """A text within a block, from `start` on. `hidden` names why a person does not see it, empty where one does.

    `low` is the text in lower case, as it reads; `reading` says which ideas it holds; `code` where code within
    backticks stands in it.
    """

    __slots__ = ("_exact", "_stances", "block", "code", "hidden", "low", "piece", "reading", "start", "text")

    def __init__(
        self, piece: Piece, block: Block, text: str, start: int = 0, hidden: str = "", *, flowing: bool = True
    ) -> None:
        self.piece = piece
        self.block = block
        self.text = text
        self.start = start
        self.hidden = hidden
        self.low, self._exact = folded(text, flowing=flowing)
        self.reading = Reading(IDEAS, self.low, lines=not flowing)
        self.code = code_spans(text) if flowing else []
        self._stances: dict[Span, Stance] = {}

    def where(self, index: int) -> Location:
        """The place in the file of the character at `index`; the text's beginning where characters were undone."""
        return self.piece.at(*self.block.place(self.start + (index if self._exact else 0)))

    def stance(self, span: Span) -> Stance:
        """How the words of a span are said."""
        if span not in self._stances:
            sentence = self.reading.sentence(*span)
            code = self.code if self._exact else []
            self._stances[span] = stance_of(self.low, span, sentence, code, self.block)
        return self._stances[span]

    def shown(self, span: Span) -> str:
        """The words of a span, for a message."""
        return " ".join(self.low[span[0] : span[1]].split())[:_SHOWN]


_SHOWN = 120
