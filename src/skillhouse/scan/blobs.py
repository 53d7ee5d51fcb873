"""Encoded text within a text: Base64, hex, percent and HTML escapes, ROT13 and mirror writing.

What comes out and reads as text is looked at in its turn, as prose and, where it looks like code, as code.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

import re2  # type: ignore[import-untyped]

from skillhouse.scan.codepieces import guess
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.injection import PHRASES
from skillhouse.scan.phrases import Phrasebook, Reading
from skillhouse.scan.piece import Language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.scan.piece import Piece
    from skillhouse.scan.said import Said

__all__ = ["decoded_pieces", "may_be_encoded"]

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{24,}+={0,2}(?![A-Za-z0-9+/=])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-fA-F]{2}){16,}+(?![0-9A-Za-z])|(?:\\x[0-9a-fA-F]{2}){8,}+")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}|[A-Za-z0-9_.~-]){24,}")
_ENTITIES = re.compile(r"(?:&#x?[0-9a-fA-F]{1,6};\s?){8,}")
_CODES = re.compile(r"(?:\\u[0-9a-fA-F]{4}){8,}+")
_SHORTEST_CODE = 24
# Holds wherever one of the above does, and is done with a text many times as fast.
_MAY_BE_CODE = re2.compile(
    rb"[0-9A-Za-z+/_-]{24}|%[0-9a-fA-F]{2}[0-9A-Za-z%_.~-]{20}|&#x?[0-9a-fA-F]{1,6};\s?&#"
    rb"|\\[xu][0-9a-fA-F]{2}[0-9a-fA-F]*\\[xu]"
)
_ESCAPES = 8
_LARGEST = 200_000
_SHORTEST = 8
_LETTERS = 0.6
_BOOK = Phrasebook(IDEAS, PHRASES)
_QUOTED = re.compile(r"\"([^\"\n]{12,400}+)\"|'([^'\n]{12,400}+)'")


def decoded_pieces(said: Said) -> Iterator[Piece]:
    """What the encoded stretches of a text hold."""
    for start, how, text in _found(said):
        if not _reads(text):
            continue
        where = said.where(start)
        yield said.piece.decoded(text, Language.MARKDOWN, where, how)
        language = guess(text)
        if language is not None and language is not Language.DATA:
            yield said.piece.decoded(text, language, where, how)


def may_be_encoded(text: str) -> bool:
    """Whether a stretch of a text can be encoded at all."""
    return bool(_MAY_BE_CODE.search(text.encode()))


def _found(said: Said) -> Iterator[tuple[int, str, str]]:
    text = said.text
    for sign, pattern, how, decode in _CODINGS if len(text) >= _SHORTEST_CODE else ():
        if sign in text:
            yield from ((match.start(), how, decode(match.group())) for match in pattern.finditer(text))
    if said.reading.holds("decode"):
        yield from _ciphers(said)


def _ciphers(said: Said) -> Iterator[tuple[int, str, str]]:
    """Where a text speaks of decoding: what its quotations and code say in ROT13 and backwards."""
    code = [(part.at + start, part.at + end) for part in said.parts for start, end in said.code(part)]
    spans = [*code, *(match.span(1 if match[1] else 2) for match in _QUOTED.finditer(said.text))]
    for start, end in spans:
        if end - start >= _SHORTEST:
            inner = said.text[start:end]
            for how, text in (("ROT13", codecs.encode(inner, "rot13")), ("mirror writing", inner[::-1])):
                if "://" in text or _BOOK.possible(Reading(IDEAS, text.lower())):
                    yield start, how, text


def _from_base64(blob: str) -> str:
    """The text of a Base64 blob in either alphabet; empty where it is none."""
    plain = blob[:_LARGEST].rstrip("=").translate(str.maketrans("-_", "+/"))
    plain = plain[: len(plain) - 1] if len(plain) % 4 == 1 else plain
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _from_hex(digits: str) -> str:
    plain = digits[:_LARGEST].replace("\\x", "").removeprefix("0x")
    return bytes.fromhex(plain[: len(plain) // 2 * 2]).decode("utf-8", "replace")


def _from_percent(text: str) -> str:
    return unquote(text) if text.count("%") >= _ESCAPES else ""


def _from_codes(text: str) -> str:
    return (
        codecs.decode(text, "unicode_escape", "replace").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )


def _reads(text: str) -> bool:
    """Whether what came out is text of words, and not bytes that happen to be letters."""
    if len(text) < _SHORTEST or "\ufffd" in text:
        return False
    good = sum(char.isalpha() or char in " \n./:-_" for char in text)
    return good >= _LETTERS * len(text) and all(char.isprintable() or char in "\n\r\t" for char in text)


_CODINGS: tuple[tuple[str, re.Pattern[str], str, Callable[[str], str]], ...] = (
    ("", _BASE64, "base64", _from_base64),
    ("", _HEX, "hex", _from_hex),
    ("%", _PERCENT, "percent escapes", _from_percent),
    ("&#", _ENTITIES, "HTML escapes", html.unescape),
    ("\\u", _CODES, "escapes", _from_codes),
)
