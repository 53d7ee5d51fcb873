"""Baselines: the fingerprints of findings that were there before, so that only new ones fail a build (SCN-7)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from skillhouse.model.report import ScanReport

__all__ = ["BASELINE_BYTES", "read_baseline", "write_baseline"]

BASELINE_BYTES = 16 << 20
_VERSION = 1
_FINGERPRINT = re.compile(r"[0-9a-f]{32}\Z")


def write_baseline(reports: Iterable[ScanReport]) -> str:
    """The findings of these reports as a baseline: JSON, sorted, one line a finding, the same for the same findings.

    What a suppression or a disabled rule lets pass is not in it: it has a reason of its own.
    """
    rows = []
    for report in reports:
        kept = [one.finding for one in report.suppressed if one.by == "baseline"]
        for finding in (*report.findings, *kept):
            told = {
                "fingerprint": finding.fingerprint,
                "skill": report.skill,
                "rule": finding.rule,
                "severity": finding.severity.value,
                "file": finding.location.file,
                "message": finding.message,
            }
            rows.append(json.dumps(told, ensure_ascii=True))
    body = ",\n    ".join(sorted(rows))
    return f'{{\n  "baseline": {_VERSION},\n  "findings": [\n    {body}\n  ]\n}}\n'


def read_baseline(data: bytes, *, file: str = "baseline.json") -> frozenset[str]:
    """The fingerprints of a baseline. Raises InvalidPolicy for what is none."""
    try:
        document = json.loads(data)
        marks = {finding["fingerprint"] for finding in document["findings"]}
        good = document["baseline"] == _VERSION and all(_FINGERPRINT.match(mark) for mark in marks)
    except (ValueError, KeyError, TypeError, RecursionError):
        good, marks = False, set()
    if not good:
        raise InvalidPolicy(
            f"{file} is no baseline of version {_VERSION}",
            code="BASELINE_INVALID",
            hint="Write one with `skillhouse scan --write-baseline FILE`.",
            where=file,
        )
    return frozenset(marks)
