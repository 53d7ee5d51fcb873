"""The detector of Python: scripts, install hooks, and code that is cut out of text or decoded from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.budget import OverBudget
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language
from skillhouse.scan.pyflow import Interpreter
from skillhouse.scan.pysource import parsed
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

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
        interpreter = Interpreter(piece, context)
        stopped: OverBudget | None = None
        tree = parsed(piece.text)
        if tree is None:
            yield Hit(
                "SKS-UNSCANNED", Severity.MEDIUM, f"{piece.file} is not valid Python", piece, piece.at(1), "syntax"
            )
            return
        try:
            interpreter.run(tree)
        except OverBudget as error:
            stopped = error
        yield from interpreter.found
        if stopped is not None:
            raise stopped
