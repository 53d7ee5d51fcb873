"""Policies by name, what makes one differ from another, and what they let pass (SCN-3, SCN-6, SCN-7)."""

from __future__ import annotations

import hashlib
import json
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.policy import Policy
from skillhouse.model.report import Suppressed
from skillhouse.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from skillhouse.model.finding import Finding
    from skillhouse.model.policy import Waiver

__all__ = ["PRESETS", "Weighed", "digest_of", "weigh"]

PRESETS: Mapping[str, Policy] = MappingProxyType(
    {
        "strict": Policy("strict", known_installers=False, fail_on=Severity.MEDIUM),
        "balanced": Policy("balanced"),
        "permissive": Policy(
            "permissive",
            severities=MappingProxyType(
                {
                    "SKS-URL-HOST": Severity.INFO,
                    "SKS-ENV-ACCESS": Severity.INFO,
                    "SKS-DYN-EXEC": Severity.LOW,
                    "SKS-CRED-PATH": Severity.LOW,
                    "SKS-TOOL-POLICY": Severity.LOW,
                }
            ),
            fail_on=Severity.CRITICAL,
        ),
    }
)


def digest_of(policy: Policy) -> str:
    """`sha256:` over everything that a policy says: two policies with the same digest judge alike."""
    said = {
        "name": policy.name,
        "tools": list(policy.tools),
        "hosts": dict(policy.hosts),
        "installers": list(policy.installers),
        "known_installers": policy.known_installers,
        "severities": {rule: severity.value for rule, severity in policy.severities.items()},
        "disabled": {rule: _said(waiver) for rule, waiver in policy.disabled.items()},
        "suppressions": {mark: _said(waiver) for mark, waiver in policy.suppressions.items()},
        "fail_on": policy.fail_on.value,
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _said(waiver: Waiver) -> list[str]:
    return [waiver.reason, waiver.owner, waiver.expires.isoformat() if waiver.expires else ""]


Weighed = tuple[tuple["Finding", ...], tuple[Suppressed, ...], tuple[str, ...]]


def weigh(
    findings: Iterable[Finding], policy: Policy, *, today: date | None = None, baseline: frozenset[str] = frozenset()
) -> Weighed:
    """The findings that count, those that do not, and what is to be said of waivers that have expired (SCN-7)."""
    count: list[Finding] = []
    passed: list[Suppressed] = []
    notes: dict[str, None] = {}
    for finding in findings:
        waivers = (
            ("suppression", policy.suppressions.get(finding.fingerprint), f"finding {finding.fingerprint}"),
            ("disabled rule", policy.disabled.get(finding.rule), f"rule {finding.rule}"),
        )
        held = next(((by, waiver) for by, waiver, _ in waivers if waiver and waiver.counts_on(today)), None)
        for by, waiver, what in waivers:
            if waiver and waiver.expires and not waiver.counts_on(today):
                notes[f"the {by} of {what} by {waiver.owner} expired on {waiver.expires}: it counts again"] = None
        if held:
            by, waiver = held
            passed.append(Suppressed(finding, by, waiver.reason, waiver.owner, waiver.expires))
        elif finding.fingerprint in baseline:
            passed.append(Suppressed(finding, "baseline", "it was there when the baseline was written"))
        else:
            count.append(finding)
    return tuple(count), tuple(passed), tuple(notes)
