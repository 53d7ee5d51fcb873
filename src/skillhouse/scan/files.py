"""What can be said of a file by its bytes: byte code, programs, archives, secrets, and what is no text (SCN-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.model.finding import Location
from skillhouse.model.severity import Severity
from skillhouse.scan.carried import secrets_in
from skillhouse.scan.catalog import rules
from skillhouse.scan.filetypes import FileType, file_type
from skillhouse.scan.piece import Language
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["FileDetector"]

_NOT_REAL = {"a reference to a secret"}
_EXAMPLE_PARTS = ("example", "sample", "test", "fixture", "template", "demo", "dummy", "mock")


class FileDetector:
    """Looks at each file as a whole, before anything is known of its language."""

    name = "files"
    languages = frozenset({Language.FILE, Language.SKILL})
    rules = rules("SKS-UNSCANNED", "SKS-SECRET")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """What cannot be looked into, and the secrets of a text file."""
        if piece.language is Language.SKILL:
            for path, why in context.subject.unread.items():
                message = f"{path} was not looked at: {why}"
                yield Hit("SKS-UNSCANNED", Severity.MEDIUM, message, piece, Location(path), path)
            return
        file = context.subject.bundle.get(piece.file)
        kind = file_type(piece.file, file.content) if file else FileType.TEXT
        if kind is FileType.TEXT:
            yield from _secrets(piece)
            return
        message = f"{piece.file} is {kind.value}: the scan cannot look into it"
        code = "binary-code" if kind.is_code else ""
        yield Hit("SKS-UNSCANNED", kind.severity, message, piece, Location(piece.file), kind.name, kind=code)


def _secrets(piece: Piece) -> Iterator[Hit]:
    """Each secret in a text; its own signs are never repeated."""
    unreal = any(part in piece.file.lower() for part in _EXAMPLE_PARTS)
    for what, match in secrets_in(piece.text):
        if what in _NOT_REAL or _is_placeholder(match.group()):
            continue
        severity = Severity.LOW if unreal else Severity.MEDIUM
        shown = f"{match.group()[:4]}…" if what != "a private key" else "-----BEGIN …"
        yield Hit(
            "SKS-SECRET", severity, f"{piece.file} holds {what}: {shown}", piece, piece.offset(match.start()), what
        )


def _is_placeholder(secret: str) -> bool:
    """Whether a key is only the form of one: `sk-xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`, `user:password@`."""
    low = secret.lower()
    if any(word in low for word in ("example", "your", "xxxx", "1234567890", "0000000", "placeholder", "<", "{", "$")):
        return True
    body = low.partition("://")[2]
    return body.startswith(("user:pass", "username:password", "user:secret", "root:root", "postgres:postgres"))
