"""The detector of Python: scripts, install hooks, and code that is cut out of text or decoded from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.budget import OverBudget
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language
from skillhouse.scan.pyflow import Interpreter
from skillhouse.scan.pysource import disguised, source_of
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.pysource import Source

__all__ = ["PythonDetector"]


class PythonDetector:
    """Works out what a Python program does, without running it."""

    name = "python"
    languages = frozenset({Language.PYTHON})
    rules = rules(
        "SKS-URL-HOST", "SKS-DYN-EXEC", "SKS-B64-DECODE", "SKS-LONG-HEX", "SKS-ENV-ACCESS", "SKS-CRED-PATH",
        "SKS-EXFIL-CRED", "SKS-EXFIL-HOST", "SKS-EXFIL-DNS", "SKS-EXEC-REMOTE", "SKS-OBF-DECODE-EXEC",
        "SKS-OBF-HIDDEN-CMD", "SKS-OBF-PACKED", "SKS-REVSHELL", "SKS-PERSIST", "SKS-DESTRUCT", "SKS-DEFENSE-OFF",
        "SKS-PRIV", "SKS-MINER", "SKS-KEYLOG", "SKS-AGENT-CONFIG", "SKS-INSTALL-HOOK", "SKS-DESERIAL",
        "SKS-NET-LOOKALIKE", "SKS-UNSCANNED",
    )  # fmt: skip

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that holds in one piece of Python."""
        shown = disguised(piece.text)
        if shown is not None:
            codec, text = shown
            what = f"is read as {codec}, which makes code of what looks like comments"
            yield Hit("SKS-OBF-DECODE-EXEC", Severity.HIGH, what, piece, piece.at(1), codec)
            yield piece.decoded(text, Language.PYTHON, piece.at(1), codec)
        source = source_of(piece.text, piece.file)
        interpreter = Interpreter(piece, context)
        stopped: OverBudget | None = None
        try:
            interpreter.run(source)
        except OverBudget as error:
            stopped = error
        yield from interpreter.found
        yield from _not_seen(piece, source, too_deep=interpreter.too_deep)
        if stopped is not None:
            raise stopped


def _not_seen(piece: Piece, source: Source, *, too_deep: bool) -> Iterator[Hit]:
    """What could not be understood; snippets in prose are often no whole programs, and are left alone."""
    if source.broken and not piece.prose:
        line = source.broken[0]
        what = f"{piece.file} is not valid Python at line {line}; what stands there was not looked at"
        yield Hit("SKS-UNSCANNED", Severity.MEDIUM, what, piece, piece.at(line), "syntax")
    if too_deep:
        what = f"{piece.file} nests expressions deeper than the scan follows them"
        yield Hit("SKS-UNSCANNED", Severity.MEDIUM, what, piece, piece.at(1), "depth")
