"""JavaScript and TypeScript: scripts, fenced code, and text that other languages hand to node (SCN-1, SCN-2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.budget import OverBudget
from skillhouse.scan.catalog import rules
from skillhouse.scan.jsapi import APIS
from skillhouse.scan.jscalls import JsFlow
from skillhouse.scan.jsvalue import Thing, Unit
from skillhouse.scan.literals import literal_text_hits
from skillhouse.scan.packed import packed_hits
from skillhouse.scan.piece import Language, Piece
from skillhouse.scan.pieces import language_of, text_of
from skillhouse.scan.rule import Hit
from skillhouse.scan.shell import HANDLERS
from skillhouse.scan.shexec import program
from skillhouse.scan.shflow import Shell
from skillhouse.scan.shwrites import writes
from skillhouse.scan.tree import broken, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context

__all__ = ["JavaScriptDetector"]

_MOST_FILES = 8
_SUFFIXES = ("", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", "/index.js", "/index.ts")
_ENVIRONMENT = re.compile(r"process\.env\b(?!\s*(?:\.|\[|\?\.))")


class JavaScriptDetector:
    """Follows JavaScript and TypeScript: what it reads, sends, runs, writes and hides."""

    name = "javascript"
    languages = frozenset({Language.JAVASCRIPT, Language.TYPESCRIPT})
    rules = rules(
        "SKS-URL-HOST", "SKS-DYN-EXEC", "SKS-B64-DECODE", "SKS-LONG-HEX", "SKS-ENV-ACCESS", "SKS-CRED-PATH",
        "SKS-EXFIL-CRED", "SKS-EXFIL-HOST", "SKS-EXFIL-DNS", "SKS-EXEC-REMOTE", "SKS-OBF-DECODE-EXEC",
        "SKS-OBF-HIDDEN-CMD", "SKS-OBF-PACKED", "SKS-REVSHELL", "SKS-PERSIST", "SKS-DESTRUCT", "SKS-DEFENSE-OFF",
        "SKS-PRIV", "SKS-MINER", "SKS-KEYLOG", "SKS-AGENT-CONFIG", "SKS-DESERIAL", "SKS-SUPPLY-REGISTRY",
        "SKS-TYPOSQUAT", "SKS-UNSCANNED",
    )  # fmt: skip

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that a script does, and what it decodes or hands to other interpreters."""
        yield from packed_hits(piece)
        source = piece.text.encode("utf-8", "replace")
        root = parse(source, piece.language, markup=piece.file.endswith("x"))
        if root is None or broken(root):
            yield from _unread(piece, context, too_long=root is None)
            return
        flow = _flow(Unit(piece, source), context)
        over = False
        try:
            flow.program(root)
        except OverBudget:
            over = True
        yield from flow.found
        if not piece.prose:
            yield from _literals(flow, piece, source, context)
        if over:
            raise OverBudget


def _flow(unit: Unit, context: Context) -> JsFlow:
    return JsFlow(unit, context, APIS, Shell(unit.piece, context, HANDLERS, program, writes), _loader({}))


def _loader(seen: dict[str, Thing]):  # type: ignore[no-untyped-def]  # noqa: ANN202 -- told by its use
    """Reads a file of the skill that another imports, once; what it does is found when it is looked at itself."""

    def load(flow: JsFlow, name: str) -> Thing | None:
        folder = flow.unit.piece.file.rpartition("/")[0]
        path = _resolved(folder, name)
        bundle = flow.context.subject.bundle
        file = next((one for suffix in _SUFFIXES if (one := bundle.get(path + suffix))), None)
        if file is None or (len(seen) >= _MOST_FILES and file.path not in seen):
            return None
        if file.path not in seen:
            seen[file.path] = Thing(fields={})
            text = text_of(file)
            seen[file.path] = _exports(flow, Piece(file.path, language_of(file.path, text), text), load) or Thing()
        return seen[file.path]

    return load


def _exports(flow: JsFlow, piece: Piece, load) -> Thing | None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    if piece.language not in JavaScriptDetector.languages:
        return None
    source = piece.text.encode("utf-8", "replace")
    root = parse(source, piece.language)
    if root is None:
        return None
    other = JsFlow(Unit(piece, source), flow.context, APIS, flow.shell, load)
    other.block(root)
    default = other.exports.get("default")
    return Thing(fields=other.exports, function=default.function if default is not None else None)


def _resolved(folder: str, name: str) -> str:
    """A path beside a folder, within the skill."""
    parts: list[str] = []
    for part in f"{folder}/{name}".split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _literals(flow: JsFlow, piece: Piece, source: bytes, context: Context) -> Iterator[Hit]:
    """What the texts of the code hold."""
    plain = len(source) == len(piece.text)
    for start, end in sorted(set(flow.texts)):
        index = start if plain else len(source[:start].decode("utf-8", "replace"))
        yield from literal_text_hits(piece, context, source[start:end].decode("utf-8", "replace"), index)


def _unread(piece: Piece, context: Context, *, too_long: bool) -> Iterator[Hit]:
    """What can be said of a text that is too long, or is not of its language: the literal rules, and that it is so."""
    why = "is longer than any code that is parsed" if too_long else "does not parse as its language"
    if not piece.prose:
        yield Hit(
            "SKS-UNSCANNED",
            Severity.MEDIUM,
            f"{piece.file} {why}; only its texts were looked at",
            piece,
            piece.at(1),
            why,
        )
        for found in _ENVIRONMENT.finditer(piece.text):
            where = piece.offset(found.start())
            yield Hit("SKS-ENV-ACCESS", Severity.MEDIUM, "reads the whole environment", piece, where, "process.env")
            break
        yield from literal_text_hits(piece, context, piece.text, 0)
