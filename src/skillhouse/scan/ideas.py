"""The ideas that phrases are made of: the words of the modules `ideas_*`, as patterns of whole words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.scan.ideas_deeds import DEEDS
from skillhouse.scan.ideas_talk import TALK
from skillhouse.scan.ideas_world import WORLD
from skillhouse.scan.phrases import Ideas

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["IDEAS"]

_IN_CLASS = 1_000
_OTHER_SCRIPTS = 0x370


def _alternatives(words: str) -> Iterator[str]:
    """The alternatives of a pattern at its outermost level."""
    depth, start, at = 0, 0, 0
    while at < len(words):
        sign = words[at]
        if sign == "[" and depth < _IN_CLASS:
            depth += _IN_CLASS
        elif sign == "]" and depth >= _IN_CLASS:
            depth -= _IN_CLASS
        elif depth < _IN_CLASS:
            depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            yield words[start:at]
            start = at + 1
        at += 2 if sign == "\\" else 1
    yield words[start:]


def _whole(words: str) -> str:
    """The pattern of whole words: where an alternative begins or ends with a letter, no other stands beside it.

    Boundaries are those of Latin letters; other scripts write without spaces, or with endings.
    """
    parts = []
    for one in _alternatives(words):
        latin = all(ord(char) < _OTHER_SCRIPTS for char in one)
        start = one.removeprefix("(?:")[0]
        first = r"\b" if latin and start.isascii() and (start.isalnum() or one.startswith((r"\w", r"\d"))) else ""
        last = r"\b" if latin and one[-1].isascii() and (one[-1].isalnum() or one[-1] in ")*+?}") else ""
        parts.append(f"{first}{one}{last}")
    return "|".join(parts)


IDEAS = Ideas({name: _whole(words) for name, words in {**TALK, **DEEDS, **WORLD}.items()})
