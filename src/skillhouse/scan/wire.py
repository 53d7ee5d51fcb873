"""A report as JSON, as `skillhouse scan --json` and the HTTP API tell it (SCN-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skillhouse.model.finding import Finding
    from skillhouse.model.report import Need, ScanReport, Suppressed
    from skillhouse.model.skill import JsonValue

__all__ = ["finding_json", "report_json"]


def report_json(report: ScanReport, path: str) -> dict[str, JsonValue]:
    """One skill: its findings, what does not count and why, its needs, and what they were weighed by."""
    return {
        "name": report.skill,
        "path": path,
        "findings": [finding_json(finding) for finding in report.findings],
        "suppressed": [_suppressed(one) for one in report.suppressed],
        "needs": [_need(need) for need in report.needs],
        "notes": list(report.notes),
        "policy": {"name": report.policy, "digest": report.policy_digest},
        "rule_set": report.rule_set,
        "files": report.files,
    }


def finding_json(finding: Finding) -> dict[str, JsonValue]:
    """One finding with all that a person needs to judge it (SCN-4)."""
    return {
        "rule": finding.rule,
        "kind": finding.kind,
        "severity": finding.severity.value,
        "file": finding.location.file,
        "line": finding.location.line,
        "column": finding.location.column,
        "message": finding.message,
        "why": finding.why,
        "fix": finding.fix,
        "snippet": finding.snippet,
        "via": list(finding.via),
        "fingerprint": finding.fingerprint,
    }


def _suppressed(one: Suppressed) -> dict[str, JsonValue]:
    return {
        **finding_json(one.finding),
        "by": one.by,
        "reason": one.reason,
        "owner": one.owner,
        "expires": one.expires.isoformat() if one.expires else None,
    }


def _need(need: Need) -> dict[str, JsonValue]:
    return {
        "kind": need.kind,
        "what": need.what,
        "file": need.location.file,
        "line": need.location.line,
        "column": need.location.column,
        "message": need.message,
    }
