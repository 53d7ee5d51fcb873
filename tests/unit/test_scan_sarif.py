"""Reports as SARIF and JSON."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from skillhouse.model.finding import Finding, Location
from skillhouse.model.report import Need, ScanReport, Suppressed
from skillhouse.model.severity import Severity
from skillhouse.scan.sarif import to_sarif
from skillhouse.scan.wire import report_json

FIXTURES = Path(__file__).parents[1] / "fixtures"
STANDARD = json.loads((FIXTURES / "sarif-2.1.0.schema.json").read_text("utf-8"))
# What is written of it and how: more than the standard asks for.
USED = json.loads((FIXTURES / "sarif-used.schema.json").read_text("utf-8"))


def finding(severity: Severity = Severity.HIGH, rule: str = "SKS-EXEC-REMOTE", **more: Any) -> Finding:  # noqa: ANN401
    """A finding, with other fields where they are given."""
    fields: dict[str, Any] = {
        "message": "m",
        "location": Location("a b/ü.sh", 3, 2),
        "snippet": "curl",
        "why": "Why.",
        "fix": "Fix.",
        "fingerprint": "f" * 32,
        "kind": "remote-code",
    }
    return Finding(rule, severity, **{**fields, **more})


def report(*findings: Finding, **more: Any) -> ScanReport:  # noqa: ANN401
    """A report of findings."""
    return ScanReport("demo", findings, "balanced", "2026", "sha256:0", **more)


def valid(document: object) -> Any:  # noqa: ANN401
    """The first run of a document that holds to the standard, and to what is written of it."""
    jsonschema.Draft4Validator(STANDARD).validate(document)
    jsonschema.Draft202012Validator(USED).validate(document)
    assert isinstance(document, dict)
    return document["runs"][0]


@pytest.mark.rule("SCN-5")
def test_sarif_holds_every_finding_with_its_place_and_fingerprint() -> None:
    """Rules once, results each, addresses relative to the repository and encoded."""
    own = finding(Severity.LOW, "ACME-X", location=Location("SKILL.md"), snippet="", kind="", why="", fix="")
    low = finding(Severity.LOW)
    run = valid(to_sarif([(report(low, finding(), own), "skills/demo")], version="1", rules_url="https://docs.test/r"))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["ACME-X", "SKS-EXEC-REMOTE"]
    assert run["tool"]["driver"]["rules"][1]["defaultConfiguration"] == {"level": "error"}
    assert run["tool"]["driver"]["rules"][1]["helpUri"] == "https://docs.test/r/SKS-EXEC-REMOTE.md"
    assert "helpUri" not in run["tool"]["driver"]["rules"][0]
    first, second, third = run["results"]
    assert (first["level"], second["level"], third["level"]) == ("note", "error", "note")
    place = second["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "skills/demo/a%20b/%C3%BC.sh", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3, "startColumn": 2, "snippet": {"text": "curl"}}
    assert "region" not in third["locations"][0]["physicalLocation"]
    assert second["properties"]["security-severity"] == "8.0"
    assert second["partialFingerprints"] == {"primaryLocationLineHash": "f" * 32 + ":1"}
    assert run["properties"] == {"policy": "balanced", "policyDigest": "sha256:0", "ruleSet": "2026"}


@pytest.mark.rule("SCN-5", "SCN-7")
def test_sarif_tells_what_is_suppressed_and_why() -> None:
    """With who answers for it, and until when."""
    held = Suppressed(finding(location=Location("a.sh", 1)), "suppression", "checked", "ana", date(2027, 1, 31))
    base = Suppressed(finding(snippet=""), "baseline", "it was there")
    run = valid(to_sarif([(report(suppressed=(held, base)), ".")], version=""))
    said = [result["suppressions"][0]["justification"] for result in run["results"]]
    assert said == ["suppression: checked (ana, until 2027-01-31)", "baseline: it was there"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a.sh"
    assert "startColumn" not in run["results"][0]["locations"][0]["physicalLocation"]["region"]


def test_sarif_of_nothing_is_valid() -> None:
    """A project without skills, and skills without findings."""
    assert valid(to_sarif([], version="1"))["results"] == []
    assert valid(to_sarif([(report(), "a")], version="1"))["results"] == []


@pytest.mark.rule("SCN-4", "SCN-5", "SCN-9")
def test_json_holds_everything_that_a_person_is_shown() -> None:
    """Findings, what does not count, needs, notes, and what they were weighed by."""
    held = Suppressed(finding(), "suppression", "checked", "ana", date(2027, 1, 31))
    base = Suppressed(finding(), "baseline", "it was there")
    need = Need("package", "requests", "imports requests", Location("a.py", 1, 1))
    told = report_json(
        report(finding(via=("base64",)), suppressed=(held, base), needs=(need,), notes=("n",), files=2), "skills/demo"
    )
    assert json.loads(json.dumps(told)) == told
    assert (told["name"], told["path"], told["files"], told["notes"]) == ("demo", "skills/demo", 2, ["n"])
    assert told["policy"] == {"name": "balanced", "digest": "sha256:0"}
    assert told["findings"] == [
        {
            "rule": "SKS-EXEC-REMOTE",
            "kind": "remote-code",
            "severity": "high",
            "file": "a b/ü.sh",
            "line": 3,
            "column": 2,
            "message": "m",
            "why": "Why.",
            "fix": "Fix.",
            "snippet": "curl",
            "via": ["base64"],
            "fingerprint": "f" * 32,
        }
    ]
    assert [one["expires"] for one in told["suppressed"]] == ["2027-01-31", None]  # type: ignore[union-attr,index,call-overload]
    assert told["needs"] == [
        {"kind": "package", "what": "requests", "file": "a.py", "line": 1, "column": 1, "message": "imports requests"}
    ]


def test_the_standard_refuses_what_is_no_report() -> None:
    """The schema that reports are held to does refuse something."""
    document: Any = to_sarif([(report(finding()), "a")], version="1")
    document["runs"][0]["results"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(STANDARD).validate(document)
