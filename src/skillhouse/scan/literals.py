"""The literal tier for texts that are no syntax tree: addresses, places of credentials, long encoded literals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import host_of, url_kind, url_severity
from skillhouse.scan.places import credential_path
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["literal_hits", "literal_text_hits"]

_URL = re.compile(r"(?i)\b(?:https?|ftp|wss?)://[^\s\"'`<>|;)\\]+")
_LONG = re.compile(r"(?<![\w+/=])(?:[0-9A-Fa-f]{128,}|[A-Za-z0-9+/]{200,}={0,2})(?![\w+/=])")
# Cheap signs of a path that is worth a closer look.
_HINT = re2.compile(
    r"[~/}\\\s\"'=@]\.[A-Za-z]|etc/|proc/|id_[rde]|[Ll]ogin|[Cc]hrom|[Ff]irefox|gcloud|service.account|"
    r"kdbx|[Ww]allet|secrets/|[Kk]eychain|"
    r"[Cc]ookies|mnemonic|seed|phantom|metamask|\.sqlite|_netrc|Exodus|exodus|tdata|credentials"
)
# The project's own `.env`, a key that ssh proves itself with, a question whether the path is there, a public key:
# honest scripts do that.
_USED = re.compile(r"(?:\s-[idefrsw]\s+|\bls\s+(?:-\w+\s+)?|IdentityFile[ =]+)[\"']?[^\s\"']{0,80}$")
_PUBLIC = re.compile(r"[\w./-]{0,80}(?:\.pub\b|known_hosts)")
_LONGEST_LINE = 2_000


def literal_hits(piece: Piece, context: Context) -> Iterator[Hit]:
    """What the lines of a script hold, comments left out."""
    index = 0
    for line in piece.text.split("\n"):
        if line and not line.lstrip().startswith("#"):
            yield from literal_text_hits(piece, context, line, index)
        index += len(line) + 1


def literal_text_hits(piece: Piece, context: Context, text: str, index: int) -> Iterator[Hit]:
    """What one line or string holds; `index` is where it begins in the piece."""
    if "://" in text:
        yield from _urls(piece, context, text, index)
    if _HINT.search(text):
        yield from _paths(piece, text, index)
    if len(text) > 128 and (found := _LONG.search(text)):  # noqa: PLR2004 -- the shortest literal that is long
        where = piece.offset(index + found.start())
        yield Hit("SKS-LONG-HEX", Severity.INFO, "holds a long encoded literal", piece, where, found.group()[:32])


def _urls(piece: Piece, context: Context, text: str, index: int) -> Iterator[Hit]:
    for found in _URL.finditer(text):
        context.spend(5)
        host = host_of(found.group())
        kind = url_kind(found.group(), context.policy)
        severity = url_severity(kind)
        if severity and "." in host and "$" not in host:
            message = f"names the host {host} ({kind})"
            yield Hit("SKS-URL-HOST", severity, message, piece, piece.offset(index + found.start()), host)


def _paths(piece: Piece, text: str, index: int) -> Iterator[Hit]:
    """The first place of credentials of each stretch of a line."""
    for start in range(0, len(text), _LONGEST_LINE):
        place = credential_path(text[start : start + _LONGEST_LINE + 200])
        if place:
            at_text = max(text.find(place, start), start)
            at = index + at_text
            harmless = place.startswith(".env") or _USED.search(text[:at_text]) or _PUBLIC.match(text, at_text)
            severity = Severity.LOW if harmless else Severity.MEDIUM
            message = f"names {place}, where credentials lie"
            yield Hit("SKS-CRED-PATH", severity, message, piece, piece.offset(at), place)
