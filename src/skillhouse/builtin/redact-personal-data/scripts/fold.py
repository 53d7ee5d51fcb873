"""A text in a plain spelling, in which the same thing is always spelled the same, with the way back to the original."""

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

# Characters that are not seen, but split what they stand in.
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), "")
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_PLAIN = {**UNSEEN, **DASHES}


@dataclass(frozen=True)
class Folded:
    """`text` is plain; its character `i` comes from character `origin[i]` of the original."""

    original: str
    text: str
    origin: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of the plain text stands in the original, the marks of its last letter included."""
        last = self.origin[end - 1] + 1
        following = self.origin[end] if end < len(self.origin) else len(self.original)
        while last < following and unicodedata.category(self.original[last])[0] == "M":
            last += 1
        return self.origin[start], last


def plain(char: str) -> str:
    """A character as ASCII has it, where it does: full-width letters, digits of any script, dashes, odd spaces."""
    if char.isascii():
        return char
    known = _PLAIN.get(ord(char))
    if known is not None:
        return known
    if char.isspace():
        return " "
    digit = unicodedata.digit(char, None)
    return str(digit) if digit is not None else unicodedata.normalize("NFKC", char)


def bare(char: str) -> str:
    """A character without case and marks, for names: é, É and e are one."""
    letters = unicodedata.normalize("NFKD", plain(char))
    return "".join(one for one in letters if unicodedata.category(one)[0] != "M").casefold()


def folded(text: str, *, for_names: bool = False) -> Folded:
    """The plain spelling of a text."""
    if text.isascii():
        return Folded(text, text.casefold() if for_names else text, list(range(len(text))))
    way = bare if for_names else plain
    pieces = [way(char) for char in text]
    origin = [at for at, piece in enumerate(pieces) for _ in piece]
    return Folded(text, "".join(pieces), origin)


def line_starts(text: str) -> list[int]:
    """Where each line begins."""
    return [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]


def line_of(starts: list[int], at: int) -> int:
    """The number of the line, from 1, that a place is on."""
    return bisect_right(starts, at)
