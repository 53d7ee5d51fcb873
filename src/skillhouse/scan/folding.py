"""Text as it reads: look-alike letters, styled letters and invisible signs undone, so that words can be found in it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import re2  # type: ignore[import-untyped]

__all__ = ["HOMOGLYPHS", "INVISIBLE", "folded", "may_spell"]

# Letters that look exactly like a Latin one.
HOMOGLYPHS = {
    **dict(zip("АВЕКМНОРСТУХІЈЅԌԚԜҺӀаеорсухіјѕԁԛԝһӏьᴦ", "ABEKMHOPCTYXIJSGQWHIaeopcyxijsdqwhlbr", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ", "ABEZHIKMNOPTYXocj", strict=True)),
    **dict(zip("ՕՏՍօսոհցԼ", "OSUounhgL", strict=True)),
    **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ", "ABCDEGHiJKLMPRSTVWZ", strict=True)),
}  # fmt: skip
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "}
# Signs that may be a Latin letter in another style; letters of other scripts are left to the words they stand in.
_STYLED = re.compile(
    "[\u00aa-\u00ba\u02b0-\u02e0\u1d2c-\u1dbf\u2070-\u209c\u2100-\u218f\u2460-\u24ff\uff01-\uff5e\U0001d400-\U0001d7ff"
    "\U0001f100-\U0001f1ff]"
)
_OTHER = re.compile("[\u0370-\u058f\u13a0-\u13ff]")
_WORD = re.compile(r"[^\W\d_]++")
# Of a whole page, whatever marks stand between its lines.
_MAY_SPELL = re2.compile(r"(?:[\pL\pN][^\pL\pN]+){4}[\pL\pN]")
# Holds wherever the one below does, and is done with a text ten times as fast.
_MAY_BE_SPELLED = re2.compile(r"(?:[\pL\pN][ .\-_]){4}[\pL\pN]")
_SPELLED = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .\-_]){4,}[^\W\d_](?![^\W_])")


@lru_cache(maxsize=8)
def may_spell(text: str) -> bool:
    """Whether a word can be spelled in single letters anywhere in a text."""
    return bool(_MAY_SPELL.search(text))


def folded(text: str, *, flowing: bool = True, spells: bool = True) -> tuple[str, bool]:
    """The text in lower case as it reads, and whether each character still stands at its own index.

    In a flowing text the end of a line is a space. Letters of other scripts stay what they are, but in a word that
    mixes them with Latin ones. Without `spells` no word is spelled in single letters, as far as is seen.
    """
    plain, exact = text.replace("*", " "), True
    if flowing:
        plain = plain.replace("\n", " ")
    if not text.isascii():
        for quote, shown in _QUOTES.items():
            plain = plain.replace(quote, shown)
        if INVISIBLE.search(plain):
            plain, exact = INVISIBLE.sub("", plain), False
        plain = _STYLED.sub(lambda match: _plain(match.group()), plain)
        if _OTHER.search(plain):
            plain = _WORD.sub(lambda match: _latin(match.group()), plain)
    low = plain.lower()
    if (spells or not exact) and _MAY_BE_SPELLED.search(low) and _SPELLED.search(low):
        low, exact = _SPELLED.sub(lambda match: re.sub(r"[ .\-_]", "", match.group()), low), False
    return low, exact and len(low) == len(text)


@lru_cache(maxsize=8192)
def _plain(char: str) -> str:
    """One character without its style; itself where that would take more than one."""
    shown = unicodedata.normalize("NFKC", char)
    return shown if len(shown) == 1 else char


@lru_cache(maxsize=8192)
def _latin(word: str) -> str:
    """A word of Latin letters and such as look like them, in Latin letters alone; any other word as it is."""
    if word.isascii() or not any(char.isascii() for char in word):
        return word
    return "".join([HOMOGLYPHS.get(char, char) for char in word])
