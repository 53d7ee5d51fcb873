"""One text that an agent or a person reads: its words, how it reads, and where each of them stands in the file."""

from __future__ import annotations

from functools import cached_property
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

    `low` is the text in lower case, as it reads; `reading` says which ideas it holds; `code` where in `low` code
    within backticks stands. Each is worked out when it is first asked for: most texts are never asked.
    """

    def __init__(
        self, piece: Piece, block: Block, text: str, start: int = 0, hidden: str = "", *, flowing: bool = True
    ) -> None:
        self.piece = piece
        self.block = block
        self.text = text
        self.start = start
        self.hidden = hidden
        # What the section around holds, where that is known: this text holds no more.
        self.around: frozenset[str] | None = None
        self._flowing = flowing
        self._stances: dict[Span, Stance] = {}

    @cached_property
    def _folded(self) -> tuple[str, bool]:
        return folded(self.text, flowing=self._flowing)

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
        return Reading(IDEAS, self.low, lines=not self._flowing)

    @cached_property
    def code(self) -> list[Span]:
        """Where code within backticks stands, without the backticks."""
        return code_spans(self.low) if self._flowing else []

    def holds(self, idea: str) -> bool:
        """Whether the text holds an idea."""
        return (self.around is None or idea in self.around) and idea in self.reading.present

    def where(self, index: int) -> Location:
        """The place in the file of the character at `index`; the text's beginning where characters were undone."""
        return self.piece.at(*self.block.place(self.start + (index if self.exact else 0)))

    def stance(self, span: Span) -> Stance:
        """How the words of a span are said."""
        if span not in self._stances:
            sentence = self.reading.sentence(*span)
            self._stances[span] = stance_of(self.low, span, sentence, self.code, self.block)
        return self._stances[span]

    def shown(self, span: Span) -> str:
        """The words of a span, for a message."""
        return " ".join(self.low[span[0] : span[1]].split())[:_SHOWN]


_SHOWN = 120
