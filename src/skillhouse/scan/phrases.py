"""Phrases: what a sentence says, as a sequence of ideas in whatever words and language.

An *idea* is a set of words that mean the same here (`ignore`: ignore, disregard, forget, ignoriere, 忽略 …). A *phrase*
is ideas in order with at most so many characters between them, in one sentence. One pass of google-re2 over a text
says which ideas it holds at all, so a phrase costs nothing where one of its ideas is missing, and time stays linear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from skillhouse.model.severity import Severity

__all__ = ["Ideas", "Phrase", "Phrasebook", "Reading", "Span"]

_ENDS = r"[.!?;](?:[\s\"'*_)]|$)|[。！？；।]|\n\s*\n|\n[ \t]*(?:[-*+]|\d+[.)])\s"

# In a text that flows, a bar parts the cells of a table.
_FLOWING_ENDS = rf"{_ENDS}| \| "
_LINE_ENDS = rf"{_ENDS}|\n"
# Within a sentence: their stops end none.
_SHORT = re2.compile(r"\b(e\.g|i\.e|vs|cf|incl)\. ")

# One automaton for all ideas meets a state that it has not seen at every other word, and to make one takes a hundred
# times as long as to enter it. Four of them take a quarter of the time.
_AUTOMATA = 4

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


@dataclass(frozen=True, slots=True)
class _Steps:
    """One sequence of a phrase: its ideas, and how far apart each may be from the one before."""

    words: tuple[str, ...]
    gaps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that makes a rule hold: `sequence` is ideas and gaps by turns, as in `"ignore 25 prior 30 rules"`.

    An idea in `unless` in the same sentence takes it back; each in `needs` must be somewhere in the text. `across`
    lets the phrase run over the ends of sentences.
    """

    rule: str
    severity: Severity
    message: str
    sequences: tuple[str, ...]
    unless: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    across: bool = False
    steps: tuple[_Steps, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parts = [sequence.split() for sequence in self.sequences]
        steps = (_Steps(tuple(part[::2]), tuple(int(gap) for gap in part[1::2])) for part in parts)
        object.__setattr__(self, "steps", tuple(steps))


class Ideas:
    """The words of every idea, as a few automata that say which are there, and one each that says where."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        names = list(words)
        size = -(-len(names) // _AUTOMATA)
        self._parts = [self.some(names[at : at + size]) for at in range(0, len(names), size)]

    def some(self, names: Iterable[str]) -> Some:
        """Only these ideas: a smaller automaton, for a first look."""
        return Some({name: self._words[name] for name in names})

    def present(self, text: str) -> frozenset[str]:
        """The ideas that a text, in lower case, holds anywhere."""
        return frozenset([idea for some in self._parts for idea in some.present(text)])

    def spans(self, idea: str, text: str) -> list[Span]:
        """Where an idea stands in a text, in lower case."""
        return [match.span() for match in _compiled(self._words[idea]).finditer(text)]


class Some:
    """Some ideas, as one automaton. It is made when it is first asked."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._names = tuple(words)

    @cached_property
    def _all(self) -> re2.Set:
        options = re2.Options()
        options.max_mem = 32 << 20
        options.log_errors = False
        found = re2.Set.SearchSet(options)
        for words in self._words.values():
            found.Add(words)
        found.Add("^")  # holds in every text: an answer without it is none
        found.Compile()
        return found

    def present(self, text: str) -> list[str]:
        """Those of these ideas that a text holds.

        An automaton whose memory is full answers nothing at all. Then a new one is made, and where even that does not
        answer, each idea is looked for by itself.
        """
        found = self._all.Match(text) or ()
        if len(self._names) not in found:
            del self._all
            found = self._all.Match(text) or ()
        if len(self._names) not in found:
            return [idea for idea, words in self._words.items() if _compiled(words).search(text)]
        return [self._names[index] for index in found if index < len(self._names)]


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re2._Regexp:
    return re2.compile(pattern)


class Phrasebook:
    """Phrases, ready to be asked which of them a text can hold at all."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        asked: dict[str, list[tuple[int, frozenset[str], Phrase]]] = {}
        self._steps = [(phrase, steps) for phrase in phrases for steps in phrase.steps]
        for number, (phrase, steps) in enumerate(self._steps):
            words = steps.words
            asked.setdefault(words[0], []).append((number, frozenset((*words, *phrase.needs)), phrase))
        self._asked = asked

    def keys(self) -> frozenset[str]:
        """Ideas without which no phrase can be said: of each sequence one, the rarest that is known of."""
        sequences = ((*steps.words, *phrase.needs) for phrase, steps in self._steps)
        return frozenset(min(ideas, key=lambda idea: _COMMON.get(idea, 0)) for ideas in sequences)

    def possible(self, present: frozenset[str]) -> list[Phrase]:
        """The phrases that a text with these ideas can hold, each once."""
        begun = (one for idea in present for one in self._asked.get(idea, ()))
        found = sorted((number, phrase) for number, ideas, phrase in begun if ideas <= present)
        return list(dict.fromkeys([phrase for _, phrase in found]))


class Reading:
    """One text at reading: which ideas it holds, and where each stands, found when it is first asked for.

    With `lines`, each line is a sentence of its own.
    """

    def __init__(self, ideas: Ideas, text: str, *, lines: bool = False) -> None:
        self.text = text
        self._end = _LINE_ENDS if lines else _FLOWING_ENDS
        self._ideas = ideas
        self._found: dict[str, list[Span]] = {}
        self._breaks: list[int] | None = None

    @cached_property
    def present(self) -> frozenset[str]:
        """The ideas that the text holds."""
        return self._ideas.present(self.text)

    @property
    def _ends(self) -> list[int]:
        if self._breaks is None:
            inner = {match.end() - 2 for match in _SHORT.finditer(self.text)}
            ends = (match.start() for match in _compiled(self._end).finditer(self.text))
            self._breaks = [end for end in ends if end not in inner]
        return self._breaks

    def where(self, idea: str) -> list[Span]:
        """The places of an idea, in order."""
        if idea not in self.present:
            return []
        if idea not in self._found:
            self._found[idea] = self._ideas.spans(idea, self.text)
        return self._found[idea]

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
        for span in sorted(span for steps in phrase.steps for span in self._sequence(steps, across=phrase.across)):
            if span[0] < done or (phrase.unless and self.within(phrase.unless, self.sentence(*span))):
                continue
            done = span[1]
            yield span

    def _sequence(self, steps: _Steps, *, across: bool) -> list[Span]:
        """Every place where the ideas follow one another, each from its nearest beginning: one pass for each idea."""
        if not self.present.issuperset(steps.words):
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
                if end > last and begin - last <= gap and (across or self._together(last, begin)):
                    longer.append((start, begin, end))
            chains = longer
        return [(start, end) for start, _, end in chains]

    def _together(self, end: int, start: int) -> bool:
        """Whether no sentence ends between two places."""
        return start <= end or bisect_left(self._ends, end) == bisect_left(self._ends, start)
