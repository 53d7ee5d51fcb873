"""What can be said of a file by its bytes: byte code, programs, archives, secrets, and what is no text (SCN-2)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.finding import Location
from skillhouse.model.severity import Severity
from skillhouse.model.skill import SkillFile
from skillhouse.scan.carried import secrets_in
from skillhouse.scan.catalog import rules
from skillhouse.scan.filetypes import NOT_TEXT_NAMES, FileType, file_type
from skillhouse.scan.piece import Language
from skillhouse.scan.pieces import declared_encoding, language_of
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["FileDetector"]

_PLAIN_ENCODINGS = re.compile(r"(?:utf-?8(?:-sig)?|u8|ascii|us-ascii|latin-?1|iso-?8859-?\d+|(?:cp|windows-)125\d)\Z")
_SUPPRESSING_FILE = re.compile(
    r"(?i)(?:^|/)\.?(?:skillhouse|skill-?scan(?:ner)?|agent-?scan|scanner?|sks)[-_.]?"
    r"(?:ignore|suppress\w*|baseline|policy|allow\w*|exceptions?|config)[\w.-]*$"
)
_SUPPRESSING_REMARK = re2.compile(
    r"(?:(?i:skillhouse|skill-?scan(?:ner)?|security-?scan(?:ner)?)|SKS(?:-[A-Z0-9]+)*) ?[:\-] ?"
    r"(?i:ignore|disable|suppress|skip|allow|off|safe|trusted)\b"
)
# Formats in which code would only be data.
_DATA_NAMES = frozenset(
    (
        ".json", ".jsonl", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".csv", ".tsv", ".xml", ".html", ".htm",
        ".svg", ".css", ".sql", ".lock", ".log", ".env", ".tex", ".bib", ".ipynb", ".proto", ".graphql", ".c", ".h",
        ".cpp", ".go", ".rs", ".java", ".rb", ".php", ".pl", ".lua", ".swift", ".kt", ".cs", ".r", ".jl",
    )
)  # fmt: skip
_GUESSED_BY = 20_000
_LINES_OF_CODE = 2
_LOOKS_LIKE = {
    Language.PYTHON: re.compile(
        r"(?m)^(?:import \w[\w., ]*$|from [\w.]+ import |def \w+\(|print\(|exec\(|with open\()"
    ),
    Language.JAVASCRIPT: re.compile(
        r"(?m)^(?:(?:const|let|var) [\w${}, ]+ ?= ?|require\(|function \w+\(|eval\(|module\.)"
    ),
    Language.SHELL: re.compile(
        r"(?m)^(?:set -\w|export \w+=|curl |wget |cat |echo |chmod |if \[ |for \w+ in |sudo |rm -)"
    ),
}
_NOT_REAL = {"a reference to a secret"}
# The password of a service on one's own machine opens nothing for anybody else.
_OF_OWN_MACHINE = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|host\.docker\.internal)\b", re.IGNORECASE)
_EXAMPLE_PARTS = ("example", "sample", "test", "fixture", "template", "demo", "dummy", "mock")


class FileDetector:
    """Looks at each file as a whole, before anything is known of its language."""

    name = "files"
    languages = frozenset({Language.FILE, Language.SKILL})
    rules = rules("SKS-UNSCANNED", "SKS-SECRET", "SKS-SELF-SUPPRESS")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """What cannot be looked into, and the secrets of a text file."""
        if piece.language is Language.SKILL:
            for path, why in context.subject.unread.items():
                message = f"{path} was not looked at: {why}"
                yield Hit("SKS-UNSCANNED", Severity.MEDIUM, message, piece, Location(path), path)
            return
        file = context.subject.bundle.get(piece.file) or SkillFile(piece.file, piece.text.encode("utf-8", "replace"))
        kind = file_type(piece.file, file.content)
        yield from _encoding(file, piece)
        yield from _self_suppression(piece)
        if kind is FileType.TEXT:
            yield from _secrets(piece)
            yield from _disguised(piece)
            return
        message = f"{piece.file} is {kind.value}: the scan cannot look into it"
        code = "binary-code" if kind.is_code else ""
        yield Hit("SKS-UNSCANNED", kind.severity, message, piece, Location(piece.file), kind.name, kind=code)


def _encoding(file: SkillFile, piece: Piece) -> Iterator[Hit]:
    """A Python file in an encoding that hides its text from every tool that reads UTF-8."""
    encoding = declared_encoding(file)
    if not _PLAIN_ENCODINGS.match(encoding):
        message = f"{piece.file} declares the encoding {encoding[:40]}: other tools read another text than Python"
        yield Hit("SKS-UNSCANNED", Severity.MEDIUM, message, piece, piece.at(1), "encoding")


def _self_suppression(piece: Piece) -> Iterator[Hit]:
    """A file or a remark by which the skill would switch off a scan: told, and not obeyed (SCN-7)."""
    if _SUPPRESSING_FILE.search(piece.file):
        message = f"{piece.file} tells scanners what to ignore; it is not obeyed"
        yield Hit("SKS-SELF-SUPPRESS", Severity.LOW, message, piece, Location(piece.file), piece.file)
    for match in _SUPPRESSING_REMARK.finditer(piece.text):
        shown = piece.text[match.start() : match.end()]
        message = f"{shown!r} tells scanners what to ignore; it is not obeyed"
        yield Hit("SKS-SELF-SUPPRESS", Severity.LOW, message, piece, piece.offset(match.start()))


def _disguised(piece: Piece) -> Iterator[Hit | Piece]:
    """Text under a name that promises something else, and code under a name that promises nothing."""
    suffix = f".{piece.file.lower().rpartition('.')[2]}"
    if suffix in NOT_TEXT_NAMES and piece.text:
        message = f"{piece.file} is text, though its name says something else"
        yield Hit("SKS-UNSCANNED", Severity.MEDIUM, message, piece, Location(piece.file), "disguised")
    if language_of(piece.file, piece.text) is Language.DATA and suffix not in _DATA_NAMES:
        language = _guess(piece.text[:_GUESSED_BY])
        if language:
            yield replace(piece, language=language)


def _guess(text: str) -> Language | None:
    """The language of a text by how its lines begin; None where it does not look like code."""
    for language, pattern in _LOOKS_LIKE.items():
        if len(pattern.findall(text)) >= _LINES_OF_CODE:
            return language
    return None


def _secrets(piece: Piece) -> Iterator[Hit]:
    """Each secret in a text; its own signs are never repeated."""
    unreal = any(part in piece.file.lower() for part in _EXAMPLE_PARTS)
    for what, match in secrets_in(piece.text):
        if what in _NOT_REAL or _is_placeholder(match.group(), piece.text[match.end() : match.end() + 120]):
            continue
        severity = Severity.LOW if unreal or _OF_OWN_MACHINE.match(piece.text, match.end()) else Severity.MEDIUM
        shown = f"{match.group()[:4]}…" if what != "a private key" else "-----BEGIN …"
        yield Hit(
            "SKS-SECRET", severity, f"{piece.file} holds {what}: {shown}", piece, piece.offset(match.start()), what
        )


def _is_placeholder(secret: str, after: str) -> bool:
    """Whether a key is only the form of one: `sk-xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`, `user:password@`."""
    low = secret.lower()
    if any(
        word in low
        for word in ("example", "your", "xxxx", "1234567890", "0000000", "placeholder", "<", "{", "$", "(", "\\")
    ):
        return True
    if "private key" in low and ("..." in after or "…" in after):
        return True
    body = low.partition("://")[2]
    return body.startswith(("user:pass", "username:password", "user:secret", "root:root", "postgres:postgres"))
