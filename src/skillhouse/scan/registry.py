"""The built-in detectors, in the order in which they look. Those of plugins come after them, through the same seam."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.scan.agentconfig import AgentConfigDetector
from skillhouse.scan.comments import CommentDetector
from skillhouse.scan.declared import CommandDetector, DeclaredDetector
from skillhouse.scan.files import FileDetector
from skillhouse.scan.javascript import JavaScriptDetector
from skillhouse.scan.prose import ProseDetector
from skillhouse.scan.python import PythonDetector
from skillhouse.scan.shell import ShellDetector
from skillhouse.scan.supply import SupplyDetector
from skillhouse.scan.unicode import UnicodeDetector
from skillhouse.scan.windows import WindowsDetector

if TYPE_CHECKING:
    from skillhouse.scan import Detector

__all__ = ["builtin_detectors"]


def builtin_detectors() -> tuple[Detector, ...]:
    """Every detector that ships with Skillhouse."""
    return (
        DeclaredDetector(),
        CommandDetector(),
        FileDetector(),
        PythonDetector(),
        ShellDetector(),
        JavaScriptDetector(),
        WindowsDetector(),
        SupplyDetector(),
        ProseDetector(),
        CommentDetector(),
        AgentConfigDetector(),
        UnicodeDetector(),
    )
