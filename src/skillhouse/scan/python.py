"""The detector of Python: scripts, install hooks, and code that is cut out of text or decoded from it."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.budget import OverBudget
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.pyflow import Interpreter
from skillhouse.scan.pysource import source_of
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
        source = source_of(piece.text, piece.file)
        interpreter = Interpreter(piece, context)
        stopped: OverBudget | None = None
        try:
            interpreter.run(source)
        except OverBudget as error:
            stopped = error
        yield from interpreter.found
        yield from _disguised_names(piece, source)
        yield from _starts_with_python(piece, source)
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


def _disguised_names(piece: Piece, source: Source) -> Iterator[Hit]:
    """Names in letters that Python takes for plain ones: no search for the name finds them."""
    if source.tree is None or _FANCY.search(piece.text) is None:
        return
    lines = piece.text.split("\n")
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and node.id.isascii() and not _written(lines, node).isascii():
            what = f"writes the name {node.id} in letters that only look like it"
            where = piece.at(node.lineno, node.col_offset + 1)
            yield Hit("SKS-OBF-HIDDEN-CMD", Severity.HIGH, what, piece, where, node.id)


def _written(lines: list[str], node: ast.Name) -> str:
    """A name as it stands in the source."""
    line = lines[node.lineno - 1].encode("utf-8", "surrogatepass") if node.lineno <= len(lines) else b""
    return line[node.col_offset : node.end_col_offset].decode("utf-8", "replace")


def _starts_with_python(piece: Piece, source: Source) -> Iterator[Hit]:
    """Files that Python runs by itself whenever it starts, wherever they are installed."""
    name = piece.file.rpartition("/")[2]
    runs = name in {"sitecustomize.py", "usercustomize.py"} or name.endswith(".pth")
    if runs and piece.origin is Origin.FILE and source.tree is not None and source.tree.body:
        what = f"{name} runs whenever Python starts"
        yield Hit("SKS-PERSIST", Severity.MEDIUM, what, piece, piece.at(1), name)


# Letters of mathematics, and full-width ones.
_FANCY = re.compile("[\U0001d400-\U0001d7ff\uff21-\uff3a\uff41-\uff5a]")
