"""The built-in detectors, in the order in which they look. Those of plugins come after them, through the same seam.

Those of large modules are loaded when the first piece of their language comes: most skills need one or two of them, and
together they take longer to load than most skills to scan.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from skillhouse.scan.declared import CommandDetector, DeclaredDetector
from skillhouse.scan.files import FileDetector
from skillhouse.scan.piece import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context, Detector
    from skillhouse.scan.piece import Piece
    from skillhouse.scan.rule import Hit, Rule

__all__ = ["LateDetector", "builtin_detectors"]

_SCRIPTS = frozenset({Language.PYTHON, Language.SHELL, Language.JAVASCRIPT, Language.TYPESCRIPT})


class LateDetector:
    """Stands for a built-in detector that is loaded when it is first needed. Its rules are those of the catalog."""

    rules: tuple[Rule, ...] = ()

    def __init__(self, name: str, languages: frozenset[Language], home: str) -> None:
        self.name = name
        self.languages = languages
        self._home = home
        self._real: Detector | None = None

    def load(self) -> Detector:
        """The detector itself."""
        if self._real is None:
            module, _, name = self._home.partition(":")
            made: Detector = getattr(importlib.import_module(f"skillhouse.scan.{module}"), name)()
            self._real = made
        return self._real

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """What the detector itself says."""
        return self.load().detect(piece, context)


def builtin_detectors() -> tuple[Detector, ...]:
    """Every detector that ships with Skillhouse."""
    return (
        DeclaredDetector(),
        CommandDetector(),
        FileDetector(),
        LateDetector("python", frozenset({Language.PYTHON}), "python:PythonDetector"),
        LateDetector("shell", frozenset({Language.SHELL}), "shell:ShellDetector"),
        LateDetector(
            "javascript", frozenset({Language.JAVASCRIPT, Language.TYPESCRIPT}), "javascript:JavaScriptDetector"
        ),
        LateDetector("windows", frozenset({Language.WINDOWS}), "windows:WindowsDetector"),
        LateDetector("supply", frozenset({Language.FILE}), "supply:SupplyDetector"),
        LateDetector("prose", frozenset({Language.FRONT_MATTER, Language.MARKDOWN}), "prose:ProseDetector"),
        LateDetector("comments", _SCRIPTS | {Language.WINDOWS}, "comments:CommentDetector"),
        LateDetector("agent-config", _SCRIPTS | {Language.DATA, Language.MARKDOWN}, "agentconfig:AgentConfigDetector"),
        LateDetector("embedded", frozenset({Language.DATA}), "embedded:EmbeddedDetector"),
        LateDetector("unicode", frozenset({Language.FILE}), "unicode:UnicodeDetector"),
    )
