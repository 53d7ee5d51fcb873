"""Phrases: what a sentence says, as a sequence of ideas in whatever words and language.

An *idea* is a set of words that mean the same here (`ignore`: ignore, disregard, forget, ignoriere, 忽略 …). A *phrase*
is ideas in order with at most so many characters between them, in one sentence. The words of a text tell which ideas it
can hold at all, so a phrase costs nothing where one of its ideas is missing, and time stays linear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.scan.automaton import compiled
from skillhouse.scan.words import WordTable, whole_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skillhouse.model.severity import Severity

__all__ = ["Ideas", "Phrase", "Phrasebook", "Reach", "Reading", "Span"]

_ENDS = r"[.!?;](?:[\s\"'*_)]|$)|[。！？；।]|\n\s*\n|\n[ \t]*(?:[-*+]|\d+[.)])\s"

# In a text that flows, a bar parts the cells of a table.
_FLOWING_ENDS = rf"{_ENDS}| \| "
_LINE_ENDS = rf"{_ENDS}|\n"
# Within a sentence: their stops end none.
_SHORT = re2.compile(r"\b(e\.g|i\.e|vs|cf|incl)\. ")

# How many in a hundred sections of public skills hold an idea, where many do. It decides what is looked for first, not
# what is found.
_COMMON: Mapping[str, int] = MappingProxyType(
    {
        "contents": 71, "deed": 44, "act": 43, "weakprior": 39, "excused": 35, "fetch": 34, "every": 32, "reveal": 30,
        "need": 26, "write": 24, "prints": 24, "send": 24, "before": 23, "spread": 22, "user": 20, "script": 20,
        "orders": 19, "prior": 17, "rules": 17, "pay": 16, "destroy": 13, "download": 11, "dest": 9, "turnoff": 7,
        "url": 7, "techprompt": 6, "asauth": 6, "command": 6, "money": 5, "selfish": 5, "these": 5, "wholly": 5,
        "secret": 5, "ignore": 5, "outside": 4, "secret~": 4, "outrank": 4, "obey": 4, "copies": 3, "rules~": 3,
        "tolog": 3, "runit": 3, "talk": 3, "archive": 3, "unpack": 3, "fromuser": 3, "silently": 3, "andsend": 3,
    }
)  # fmt: skip

Span = tuple[int, int]


class Reach(Enum):
    """What a phrase stays within: a sentence, a part of the text such as a paragraph, or the text."""

    SENTENCE = "sentence"
    PART = "part"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class _Steps:
    """One sequence of a phrase: its ideas, and how far apart each may be from the one before."""

    words: tuple[str, ...]
    gaps: tuple[int, ...]

    @property
    def rarest_first(self) -> list[str]:
        """The ideas, each once, those first that few texts hold."""
        return sorted(dict.fromkeys(self.words), key=lambda idea: _COMMON.get(idea, 0))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that makes a rule hold: `sequence` is ideas and gaps by turns, as in `"ignore 25 prior 30 rules"`.

    An idea in `unless` in the same sentence takes it back; each in `needs` must be somewhere in the same part.
    """

    rule: str
    severity: Severity
    message: str
    sequences: tuple[str, ...]
    unless: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    reach: Reach = Reach.SENTENCE
    steps: tuple[_Steps, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parts = [sequence.split() for sequence in self.sequences]
        steps = (_Steps(tuple(part[::2]), tuple(int(gap) for gap in part[1::2])) for part in parts)
        object.__setattr__(self, "steps", tuple(steps))


class Ideas:
    """The words of every idea: patterns of whole words, in lower case, taken apart when they are first asked for."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._compiled: dict[str, tuple[re2._Regexp, re2._Regexp]] = {}

    @cached_property
    def _patterns(self) -> Mapping[str, tuple[str, ...]]:
        return {name: whole_words(words) for name, words in self._words.items()}

    @cached_property
    def table(self) -> WordTable:
        """Says which ideas a text can hold."""
        return WordTable(self._patterns)

    def spans(self, idea: str, text: str | bytes) -> list[Span]:
        """Where an idea stands in a text, in lower case. Given as bytes, it is done with in half the time."""
        if idea not in self._compiled:
            pattern = "|".join(self._patterns[idea])
            self._compiled[idea] = re2.compile(pattern), re2.compile(pattern.encode())
        found = self._compiled[idea][isinstance(text, bytes)].finditer(text)
        return [match.span() for match in found]


class Phrasebook:
    """Phrases, ready to be asked which of them a text can hold."""

    def __init__(self, ideas: Ideas, phrases: Iterable[Phrase]) -> None:
        self._ideas = ideas
        self._phrases = tuple(phrases)

    @cached_property
    def _asked(self) -> list[tuple[int, list[_Sequence]]]:
        """Every sequence under the bit of the idea that the fewest texts hold of it."""
        found: dict[int, list[_Sequence]] = {}
        bits = self._ideas.table.bits
        for number, phrase in enumerate(self._phrases):
            for steps in phrase.steps:
                ideas = [*steps.rarest_first, *phrase.needs]
                found.setdefault(bits(ideas[:1]), []).append((number, bits(ideas), ideas))
        return list(found.items())

    @cached_property
    def _keys(self) -> int:
        """The bits of ideas without which no phrase is said."""
        found = 0
        for key, _ in self._asked:
            found |= key
        return found

    def possible(self, reading: Reading) -> list[Phrase]:
        """The phrases all of whose ideas a text holds, each once, in their order."""
        may = reading.may
        if not may & self._keys:
            return []
        found = set()
        for key, group in self._asked:
            if may & key:
                for number, bits, ideas in group:
                    if may & bits == bits and number not in found and all(map(reading.holds, ideas)):
                        found.add(number)
        return [self._phrases[number] for number in sorted(found)]


_Sequence = tuple[int, int, list[str]]


class Reading:
    """One text at reading: which ideas it holds, and where each stands, found when it is first asked for.

    `starts` says where the parts of the text begin, the first at 0; no sentence and no idea goes from one to another.
    With `lines`, each line is a sentence of its own.
    """

    def __init__(self, ideas: Ideas, text: str, starts: Sequence[int] = (0,), *, lines: bool = False) -> None:
        self.text = text
        self._starts = starts
        self._end = _LINE_ENDS if lines else _FLOWING_ENDS
        self._ideas = ideas
        self._found: dict[str, list[Span]] = {}
        self._breaks: list[int] | None = None

    @cached_property
    def may(self) -> int:
        """The bits of the ideas that the text can hold, by its words."""
        return self._ideas.table.possible(self.text)

    @cached_property
    def _plain(self) -> str | bytes:
        return self.text.encode() if self.text.isascii() else self.text

    def holds(self, idea: str) -> bool:
        """Whether the text holds an idea."""
        return bool(self.where(idea))

    @property
    def _ends(self) -> list[int]:
        if self._breaks is None:
            inner = {match.end() - 2 for match in _SHORT.finditer(self.text)}
            ends = (match.start() for match in compiled(self._end).finditer(self.text))
            self._breaks = [end for end in ends if end not in inner]
            if len(self._starts) > 1:
                self._breaks = sorted({*self._breaks, *(start - 1 for start in self._starts[1:])})
        return self._breaks

    def where(self, idea: str) -> list[Span]:
        """The places of an idea, in order."""
        spans = self._found.get(idea)
        if spans is None:
            spans = self._ideas.spans(idea, self._plain) if self.may & self._ideas.table.bits((idea,)) else []
            if len(self._starts) > 1:
                spans = [span for span in spans if self._part(span[0]) == self._part(max(span[1] - 1, span[0]))]
            self._found[idea] = spans
        return spans

    def _part(self, index: int) -> int:
        """The number of the part that holds the character at `index`."""
        return bisect_right(self._starts, index) - 1

    def part(self, index: int) -> Span:
        """From where to where the part goes that holds the character at `index`."""
        at = bisect_right(self._starts, index)
        return self._starts[at - 1], self._starts[at] - 1 if at < len(self._starts) else len(self.text)

    def sentence(self, start: int, end: int) -> Span:
        """From where to where the sentences go that hold this span."""
        first = bisect_right(self._ends, start - 1)
        last = bisect_right(self._ends, end - 1)
        begin = self._ends[first - 1] + 1 if first else 0
        return begin, self._ends[last] if last < len(self._ends) else len(self.text)

    def within(self, ideas: Iterable[str], span: Span) -> bool:
        """Whether one of these ideas begins within a span."""
        return any(span[0] <= start < span[1] for idea in ideas for start, _ in self.where(idea))

    def find(self, phrase: Phrase) -> Iterator[Span]:
        """Where the phrase is said, each place once."""
        done = -1
        for span in sorted(span for steps in phrase.steps for span in self._sequence(steps, phrase.reach)):
            if span[0] < done or (phrase.unless and self.within(phrase.unless, self.sentence(*span))):
                continue
            if not all(self.within((need,), self.part(span[0])) for need in phrase.needs):
                continue
            done = span[1]
            yield span

    def _sequence(self, steps: _Steps, reach: Reach) -> list[Span]:
        """Every place where the ideas follow one another, each from its nearest beginning: one pass for each idea."""
        if not all(map(self.holds, steps.rarest_first)):
            return []
        chains = [(start, start, end) for start, end in self.where(steps.words[0])]
        for word, gap in zip(steps.words[1:], steps.gaps, strict=True):
            begins = [begin for _, begin, _ in chains]
            longer = []
            for begin, end in self.where(word):
                # The words of one idea may run into those of the next: "run the command so that | so that nobody …".
                before = bisect_left(begins, begin) - 1
                if before < 0:
                    continue
                start, _, last = chains[before]
                if end > last and begin - last <= gap and self._together(last, begin, reach):
                    longer.append((start, begin, end))
            chains = longer
        return [(start, end) for start, _, end in chains]

    def _together(self, end: int, start: int, reach: Reach) -> bool:
        """Whether nothing ends between two places that a phrase does not reach beyond."""
        if reach is Reach.TEXT or start <= end:
            return True
        if reach is Reach.PART:
            return self._part(end) == self._part(start)
        return bisect_left(self._ends, end) == bisect_left(self._ends, start)
