"""What a scan says of one skill (SCN-4, SCN-5, SCN-7, SCN-9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from skillhouse.model.finding import Finding, Location
    from skillhouse.model.severity import Severity

__all__ = ["Need", "ScanReport", "Suppressed"]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that does not count, and why: nothing is suppressed in silence (SCN-7).

    `by` is `suppression`, `disabled rule` or `baseline`.
    """

    finding: Finding
    by: str
    reason: str
    owner: str = ""
    expires: date | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a skill needs and the sandbox may not have (SCN-9), such as a third-party package."""

    kind: str
    what: str
    message: str
    location: Location


@dataclass(frozen=True, slots=True)
class ScanReport:
    """The findings of one skill, the worst first, and what they were weighed by.

    `suppressed` holds the findings that do not count; `needs` what may keep the skill from running; `notes` what else
    a person should know, such as a suppression that has expired. `rule_set` names the version of the built-in rules
    and the plugins that took part; `policy_digest` stands for every line of the policy; `files` counts what was looked
    at.
    """

    skill: str
    findings: tuple[Finding, ...]
    policy: str
    rule_set: str
    policy_digest: str = ""
    suppressed: tuple[Suppressed, ...] = ()
    needs: tuple[Need, ...] = ()
    notes: tuple[str, ...] = ()
    files: int = 0

    @property
    def worst(self) -> Severity | None:
        """The highest severity of any finding that counts; None where there is none."""
        return max((finding.severity for finding in self.findings), default=None)
