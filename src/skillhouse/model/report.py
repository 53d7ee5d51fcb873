"""What a scan says of one skill (SCN-4, SCN-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skillhouse.model.finding import Finding
    from skillhouse.model.severity import Severity

__all__ = ["ScanReport"]


@dataclass(frozen=True, slots=True)
class ScanReport:
    """The findings of one skill, the worst first, and what they were weighed by.

    `rule_set` names the version of the built-in rules and the plugins that took part; `files` counts what was looked
    at.
    """

    skill: str
    findings: tuple[Finding, ...]
    policy: str
    rule_set: str
    files: int = 0

    @property
    def worst(self) -> Severity | None:
        """The highest severity of any finding; None where there is none."""
        return max((finding.severity for finding in self.findings), default=None)
