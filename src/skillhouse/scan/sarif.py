"""A scan as SARIF 2.1.0, for code hosts and editors (SCN-5).

Addresses of files are relative to `%SRCROOT%`; each result carries our fingerprint, which survives moved lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from skillhouse.model.finding import Finding
    from skillhouse.model.report import ScanReport, Suppressed
    from skillhouse.model.skill import JsonValue

__all__ = ["to_sarif"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.INFO: "note",
    Severity.LOW: "note",
    Severity.MEDIUM: "warning",
    Severity.HIGH: "error",
    Severity.CRITICAL: "error",
}
# What code hosts sort by: a number from 0.0 to 10.0, with steps at 4.0, 7.0 and 9.0.
_SCORES = {
    Severity.INFO: "1.0",
    Severity.LOW: "3.0",
    Severity.MEDIUM: "5.5",
    Severity.HIGH: "8.0",
    Severity.CRITICAL: "9.5",
}


def to_sarif(
    reports: Sequence[tuple[ScanReport, str]], *, version: str, rules_url: str = "", run_id: str = "skillhouse/scan/"
) -> dict[str, JsonValue]:
    """One run over all reports, each with the path of its skill relative to the root of the repository."""
    results: list[JsonValue] = []
    worst: dict[str, Finding] = {}
    for report, _ in reports:
        for finding in (*report.findings, *(one.finding for one in report.suppressed)):
            if finding.rule not in worst or worst[finding.rule].severity < finding.severity:
                worst[finding.rule] = finding
    order = {rule: index for index, rule in enumerate(sorted(worst))}
    for report, path in reports:
        results += [_result(finding, path, order) for finding in report.findings]
        results += [_result(one.finding, path, order, one) for one in report.suppressed]
    driver: dict[str, JsonValue] = {
        "name": "Skillhouse",
        "rules": [_rule(worst[rule], rules_url) for rule in sorted(worst)],
    }
    if version:
        driver["version"] = version
    run: dict[str, JsonValue] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": run_id},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The folder that the scan was started in."}}},
        "results": results,
        "properties": _weighed_by(reports),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _weighed_by(reports: Sequence[tuple[ScanReport, str]]) -> dict[str, JsonValue]:
    if not reports:
        return {}
    first = reports[0][0]
    return {"policy": first.policy, "policyDigest": first.policy_digest, "ruleSet": first.rule_set}


def _rule(worst: Finding, rules_url: str) -> dict[str, JsonValue]:
    """A rule as the tool's driver lists it; its weight is that of its worst result."""
    rule = RULES.get(worst.rule)
    title = rule.title if rule else worst.rule
    told: dict[str, JsonValue] = {
        "id": worst.rule,
        "name": "".join(word.capitalize() for word in worst.rule.split("-")),
        "shortDescription": {"text": title},
        "fullDescription": {"text": worst.why or title},
        "help": {"text": worst.fix or title},
        "defaultConfiguration": {"level": _LEVELS[worst.severity]},
        "properties": {"tags": ["security", worst.kind or "other"], "security-severity": _SCORES[worst.severity]},
    }
    if rules_url and rule:
        told["helpUri"] = f"{rules_url.rstrip('/')}/{worst.rule}.md"
    return told


def _result(
    finding: Finding, path: str, order: dict[str, int], suppressed: Suppressed | None = None
) -> dict[str, JsonValue]:
    file = finding.location.file if path in {"", "."} else f"{path.rstrip('/')}/{finding.location.file}"
    physical: dict[str, JsonValue] = {
        "artifactLocation": {"uri": quote(file, safe="/"), "uriBaseId": "%SRCROOT%"},
    }
    if finding.location.line:
        region: dict[str, JsonValue] = {"startLine": finding.location.line}
        if finding.location.column:
            region["startColumn"] = finding.location.column
        if finding.snippet:
            region["snippet"] = {"text": finding.snippet}
        physical["region"] = region
    told: dict[str, JsonValue] = {
        "ruleId": finding.rule,
        "ruleIndex": order[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": physical}],
        "partialFingerprints": {"primaryLocationLineHash": f"{finding.fingerprint}:1"},
        "properties": {"security-severity": _SCORES[finding.severity], "severity": finding.severity.value},
    }
    if suppressed:
        told["suppressions"] = [_suppression(suppressed)]
    return told


def _suppression(one: Suppressed) -> dict[str, JsonValue]:
    until = f", until {one.expires}" if one.expires else ""
    owner = f" ({one.owner}{until})" if one.owner else ""
    return {"kind": "external", "status": "accepted", "justification": f"{one.by}: {one.reason}{owner}"}
