"""Which patterns a text can match at all, told by its words alone.

Every pattern is taken apart once into words of which one must stand in whatever it matches: a whole word, or the
beginning, the end or the midst of one. Then a text is a set of words, each word is looked up once, and most texts are
done with. Alternatives in letters other than a to z are left to an automaton, which sees only texts that hold such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from skillhouse.scan.automaton import Automaton

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

__all__ = ["WordTable", "whole_words"]

_OTHER_SCRIPTS = 0x370
# What tells where an alternative ends, and what may only look like it.
_SPLITS = re.compile(r"[()|]|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
_SPACED = bytes(code if chr(code) in _LETTERS else ord(" ") for code in range(256))
# Letters of other scripts, and the Latin ones with marks; not what stands in English texts too: dashes, arrows, emoji.
_FOREIGN = re.compile(
    "[\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3005-\ufdff\ufe70-\uffdc\U00010000-\U0001efff\U00020000-\U0003ffff]"
)
# What a pattern is made of; letters in a row are one sign, but for the last where it may be missing or come again.
_SIGNS = re.compile(r"[a-z0-9_]+(?![*+?{])|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?:|\{\d+(?:,\d*)?\}|.", re.DOTALL)
_OPENS = ("(", "(?:")
# Signs that match no letter, digit or underscore.
_PARTS = re.compile(
    r"\\[bsW.()\[\]|{}$+*?^/<-]|[^a-z0-9_.\\\[(]|\[(?:\\[s.\-\]\[]|[^\\\]a-zA-Z0-9_^\x80-\U0010ffff])+\]"
)
# Words that stand in most texts: they tell little.
_FREQUENT = frozenset(
    (
        "a", "all", "also", "an", "and", "any", "are", "as", "at", "be", "before", "but", "by", "can", "do", "every",
        "files", "for", "from", "has", "have", "if", "in", "into", "is", "it", "its", "make", "no", "not", "of", "on",
        "one", "only", "or", "other", "out", "so", "some", "that", "the", "their", "them", "then", "there", "this",
        "to", "up", "use", "user", "using", "was", "we", "what", "when", "where", "which", "will", "with", "without",
        "you", "your",
    )
)  # fmt: skip
_STEM = 3
_KEPT = 100_000
_LONGEST_KEPT = 40


@dataclass(frozen=True, slots=True)
class _Need:
    """Letters that must stand in a match; whether a word begins, and whether one ends with them."""

    letters: str
    begins: bool
    ends: bool

    @property
    def worth(self) -> int:
        """How much it tells: the longer the more, and little where most texts hold it."""
        if self.begins and self.ends:
            return 1 if self.letters in _FREQUENT else len(self.letters) + 2
        return len(self.letters) - (0 if self.begins else 2)


class _Part:
    """A part of a pattern: one sign, or a group of alternatives."""

    __slots__ = ("inner", "optional", "repeated", "sign")

    def __init__(self, sign: str, inner: list[list[_Part]]) -> None:
        self.sign = sign
        self.inner = inner
        self.optional = False
        self.repeated = False

    @property
    def parts(self) -> bool:
        """Whether no word runs over it."""
        return bool(_PARTS.fullmatch(self.sign))


def whole_words(pattern: str) -> tuple[str, ...]:
    """The alternatives of a pattern, of whole words: where one begins or ends with a letter, no other stands beside it.

    Boundaries are those of Latin letters; other scripts write without spaces, or with endings.
    """
    found = []
    for one in _alternatives(pattern):
        latin = all(ord(char) < _OTHER_SCRIPTS for char in one)
        start = one.removeprefix("(?:")[0]
        first = r"\b" if latin and start.isascii() and (start.isalnum() or one.startswith((r"\w", r"\d"))) else ""
        last = r"\b" if latin and one[-1].isascii() and (one[-1].isalnum() or one[-1] in ")*+?}") else ""
        found.append(f"{first}{one}{last}")
    return tuple(found)


def _alternatives(pattern: str) -> Iterator[str]:
    """The alternatives of a pattern at its outermost level."""
    depth, start = 0, 0
    for match in _SPLITS.finditer(pattern):
        sign = match.group()
        depth += (sign in _OPENS) - (sign == ")")
        if sign == "|" and depth == 0:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


def _parsed(signs: list[str]) -> list[list[_Part]]:
    """The alternatives up to the bracket that closes them, or to the end. What was read is taken from `signs`."""
    found: list[list[_Part]] = [[]]
    while signs:
        sign = signs.pop()
        if sign == ")":
            break
        if sign == "|":
            found.append([])
        elif sign[0] in "*+?{" and found[-1]:
            last = found[-1][-1]
            last.optional, last.repeated = last.optional or sign[0] in "*?" or sign.startswith("{0"), True
        else:
            found[-1].append(_Part("", _parsed(signs)) if sign in _OPENS else _Part(sign, []))
    return found


_Needs = tuple[_Need, ...]


def _bounded(parts: Sequence[_Part], at: int, step: int, *, beyond: bool) -> bool:
    """Whether no word runs over the edge of the part at `at`, which lies beside another in the direction of `step`."""
    if not 0 <= at < len(parts):
        return beyond
    part = parts[at]
    edge = -1 if step < 0 else 0
    if part.inner:
        parted = all(_bounded(one, edge % len(one), step, beyond=False) for one in part.inner if one) and all(
            part.inner
        )
    else:
        parted = part.parts
    return parted and (not part.optional or _bounded(parts, at + step, step, beyond=beyond))


def _is_foreign(parts: Sequence[_Part]) -> bool:
    """Whether every match of a sequence holds a letter of another script."""
    return any(
        not part.optional and (_FOREIGN.match(part.sign) or (part.inner and all(map(_is_foreign, part.inner))))
        for part in parts
    )


def _needs(parts: Sequence[_Part], *, before: bool = False, after: bool = False) -> list[_Needs]:
    """What every match of a sequence needs, the most telling first: of each, one must stand there.

    `before` and `after` say whether no word runs over the beginning and the end of the sequence.
    """
    found: list[_Needs] = []
    for at, part in enumerate(parts):
        letters = part.sign[:1] in _LETTERS and not part.repeated
        if not letters and (part.optional or not part.inner):
            continue
        begins, ends = _bounded(parts, at - 1, -1, beyond=before), _bounded(parts, at + 1, 1, beyond=after)
        if letters:
            found.append((_Need(part.sign, begins, ends),))
        else:
            inner = [_needs(one, before=begins, after=ends)[:1] for one in part.inner]
            if all(inner):
                found.append(tuple(need for [needs] in inner for need in needs))
    return sorted(found, key=_worth, reverse=True)


def _worth(needs: _Needs) -> int:
    return min(need.worth for need in needs)


def _grouped(table: Mapping[bytes, int], stem: slice) -> dict[bytes, list[tuple[bytes, int]]]:
    """The entries of a table by their first or last letters."""
    found: dict[bytes, list[tuple[bytes, int]]] = {}
    for letters, bits in table.items():
        found.setdefault(letters[stem], []).append((letters, bits))
    return found


class WordTable:
    """Patterns by name, asked for those that a text can match: one number, with a bit for each name.

    Of each alternative the two needs that tell most are kept. Within the table, a word has one bit for an alternative
    where it fulfils the first need, and one higher up where it fulfils the second.
    """

    def __init__(self, patterns: Mapping[str, Sequence[str]]) -> None:
        """Take patterns apart, each given as its alternatives."""
        self._bits = {name: 1 << number for number, name in enumerate(patterns)}
        self._names = [self._bits[name] for name in patterns for _ in patterns[name]]
        self._second = len(self._names)
        self._always = 0
        self._whole: dict[bytes, int] = {}
        self._first: dict[bytes, int] = {}
        self._last: dict[bytes, int] = {}
        self._inner: dict[bytes, int] = {}
        self._foreign: dict[str, list[str]] = {}
        each = ((name, alternative) for name in patterns for alternative in patterns[name])
        for number, (name, alternative) in enumerate(each):
            self._add(name, number, alternative)
        self._firsts = _grouped(self._first, slice(0, _STEM))
        self._lasts = _grouped(self._last, slice(-_STEM, None))
        self._telling: dict[bytes, int] = {}
        self._same: dict[int, int] = {}
        self._telling_nothing: set[bytes] = set()

    def _add(self, name: str, number: int, alternative: str) -> None:
        parts = _parsed(_SIGNS.findall(alternative)[::-1])[0]
        if _is_foreign(parts):
            self._foreign.setdefault(name, []).append(alternative)
            return
        needs = _needs(parts)
        if not needs:
            self._always |= self._bits[name]
            return
        for need in needs[0]:
            self._note(need, 1 << number)
        # A second need that a few letters at the end of any word would fulfil is as good as none.
        second = needs[1] if len(needs) > 1 and _worth(needs[1]) >= 0 else needs[0]
        for need in second:
            self._note(need, 1 << number + self._second)

    def _note(self, need: _Need, bits: int) -> None:
        table = (self._inner, self._last, self._first, self._whole)[2 * need.begins + need.ends]
        letters = need.letters.encode()
        table[letters] = table.get(letters, 0) | bits

    def bits(self, names: Iterable[str]) -> int:
        """The bits of these names. Raises KeyError for a name that is none."""
        found = 0
        for name in names:
            found |= self._bits[name]
        return found

    def possible(self, text: str) -> int:
        """The bits of all patterns that a text, in lower case, can match. More than those that it does, never less."""
        found = 0
        for word in {*text.encode("ascii", "replace").translate(_SPACED).split()} - self._telling_nothing:
            bits = self._telling.get(word)
            found |= self._look_up(word) if bits is None else bits
        alternatives, found = found & found >> self._second, self._always
        while alternatives:
            found |= self._names[alternatives.bit_length() - 1]
            alternatives ^= 1 << alternatives.bit_length() - 1
        if not text.isascii() and _FOREIGN.search(text):
            found |= self.bits(self._automaton.present(text))
        return found

    def _look_up(self, word: bytes) -> int:
        """The bits of the patterns that need a word like this one. What was looked up once is kept."""
        found = self._whole.get(word, 0)
        for length in range(1, _STEM + 1):
            for letters, bits in self._firsts.get(word[:length], ()):
                if word.startswith(letters):
                    found |= bits
            for letters, bits in self._lasts.get(word[-length:], ()):
                if word.endswith(letters):
                    found |= bits
        for letters, bits in self._inner.items():
            if letters in word:
                found |= bits
        if len(word) <= _LONGEST_KEPT:
            self._keep(word, found)
        return found

    def _keep(self, word: bytes, bits: int) -> None:
        if len(self._telling_nothing) + len(self._telling) >= _KEPT:
            self._telling_nothing.clear()
            self._telling.clear()
            self._same.clear()
        if bits:
            # Most words that tell something tell the same as another: one number for all of them is sooner found.
            self._telling[word] = self._same.setdefault(bits, bits)
        else:
            self._telling_nothing.add(word)

    @cached_property
    def _automaton(self) -> Automaton:
        return Automaton({name: "|".join(parts) for name, parts in self._foreign.items()})
