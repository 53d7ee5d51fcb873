"""Code made by packers and obfuscators, known by its shape (SKS-OBF-PACKED)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.severity import Severity
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan.piece import Piece

__all__ = ["packed_hits"]

_PACKER = re2.compile(r"eval\(function\(p,a,c,k,e,[dr]\)")
_HEX_NAME = re2.compile(r"\b_0x[0-9a-f]{3,6}\b")
_SYMBOLS = re2.compile(r"[\[\]()!+]{400,}")
_AA = re2.compile(r"ﾟωﾟﾉ|\$=~\[\];\$=\{___:\+\+\$")
_LIBRARY = re.compile(
    r"(?i)\.min\.(?:m|c)?js$|(?:^|/)(?:vendor|dist|lib|libs|node_modules|assets|static|third[_-]?party|"
    r"bundle)/|bundle\.|umd\."
)
_MOST_NAMES = 12
_LONG_LINE = 5_000
_FEW_BLANKS = 0.06


def packed_hits(piece: Piece) -> Iterator[Hit]:
    """At most one finding: how a text was packed."""
    how = _how(piece.text)
    if how:
        yield Hit("SKS-OBF-PACKED", Severity.HIGH, f"is packed: {how}", piece, piece.at(1), how)
    elif not piece.prose and _minified(piece.text):
        severity = Severity.LOW if _LIBRARY.search(piece.file) or "@license" in piece.text[:2000] else Severity.MEDIUM
        yield Hit(
            "SKS-OBF-PACKED", severity, "is minified: nobody can read what it does", piece, piece.at(1), "minified"
        )


def _how(content: str) -> str:
    if _PACKER.search(content):
        return "a packer's `eval(function(p,a,c,k,e,d)`"
    for count, _ in enumerate(_HEX_NAME.finditer(content), 1):
        if count >= _MOST_NAMES:
            return "names and texts are taken from a scrambled table (`_0x…`)"
    if _SYMBOLS.search(content):
        return "code written in brackets and signs alone"
    return "code written in faces and signs" if _AA.search(content) else ""


def _minified(content: str) -> bool:
    longest = max(content.split("\n"), key=len)
    if len(longest) < _LONG_LINE:
        return False
    some = longest[:20_000]
    code = sum(some.count(sign) for sign in ";{}(),=")
    return some.count(" ") < len(some) * _FEW_BLANKS and code > len(some) * 0.1
