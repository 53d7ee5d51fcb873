"""Examples of the rules for front matter and files. Each runs as a test."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.piece import Language
from skillhouse.scan.rule import Example

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["EXAMPLES"]

_FRONT = "name: demo\ndescription: Adds up.\n"


def _front(text: str, severity: Severity | None = None) -> Example:
    return Example(_FRONT + text, Language.FRONT_MATTER, severity)


EXAMPLES: Mapping[str, tuple[Example, ...]] = MappingProxyType(
    {
        "SKS-TOOL-POLICY": (
            _front("allowed-tools: launch_rockets\n", Severity.MEDIUM),
            _front('allowed-tools: ["Bash(git log:*)"]\n', Severity.INFO),
            _front("allowed-tools: [python, file_read]\n"),
        ),
    }
)
