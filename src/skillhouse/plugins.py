"""What other packages add, found by entry points (ARCHITECTURE: plugins). Built-ins go through the same seam."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from skillhouse.errors import ConfigError
from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language
from skillhouse.scan.registry import builtin_detectors
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.scan import Context, Detector
    from skillhouse.scan.piece import Piece

__all__ = ["DETECTORS", "SANDBOXES", "detectors", "sandbox_maker"]

DETECTORS = "skillhouse.detectors"
SANDBOXES = "skillhouse.sandboxes"


def sandbox_maker(name: str) -> Callable[..., Any]:
    """What the entry point of this name in the group `skillhouse.sandboxes` names: it is called with the settings and
    `slots`, and makes a sandbox. Raises ConfigError where there is none, or it cannot be loaded.
    """
    point = next(iter(entry_points(group=SANDBOXES, name=name)), None)
    why = "no plugin brings it" if point is None else ""
    try:
        maker = point.load() if point else None
    except Exception as error:  # noqa: BLE001 -- whatever a plugin raises
        maker, why = None, f"its plugin cannot be loaded: {type(error).__name__}: {error}"
    if not callable(maker):
        raise ConfigError(
            f"there is no sandbox {name!r}: {why or 'what its plugin names makes nothing'}",
            hint="Set SKILLHOUSE_SANDBOX to auto, namespaces or oci, or install the package that brings it.",
            where="SKILLHOUSE_SANDBOX",
        )
    made: Callable[..., Any] = maker
    return made


def detectors() -> tuple[Detector, ...]:
    """The built-in detectors, then those of the entry-point group `skillhouse.detectors`, by name.

    An entry point names a class of detectors, or a function that makes one. One that cannot be loaded is a finding of
    every scan, never a reason not to scan.
    """
    return (*builtin_detectors(), *_from_plugins())


def _from_plugins() -> Iterator[Detector]:
    for point in sorted(entry_points(group=DETECTORS), key=lambda one: one.name):
        try:
            detector: Detector = point.load()()
            if not (isinstance(detector.name, str) and detector.languages and callable(detector.detect)):
                raise TypeError(f"{point.value} makes no detector")  # noqa: TRY301
            _ = [rule.id for rule in detector.rules]
        except Exception as error:  # noqa: BLE001 -- whatever a plugin raises
            yield _Broken(point.name, error)
        else:
            yield detector


class _Broken:
    """Stands where a plugin's detector would: it says that it is missing."""

    languages = frozenset({Language.SKILL})
    rules = rules("SKS-DETECTOR-FAILED")

    def __init__(self, name: str, error: Exception) -> None:
        self.name = name
        self._why = f"the detector {name} of a plugin cannot be loaded: {type(error).__name__}: {error}"

    def detect(self, piece: Piece, _context: Context) -> Iterator[Hit | Piece]:
        """One finding for each skill."""
        yield Hit("SKS-DETECTOR-FAILED", Severity.MEDIUM, self._why, piece, piece.at(1), self.name)
