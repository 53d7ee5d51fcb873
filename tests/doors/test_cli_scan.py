"""`skillhouse scan` and the findings of `validate`, as a person or a build meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skillhouse.cli.scan import bar_of, show_findings
from skillhouse.errors import InvalidRequest
from skillhouse.model.finding import Finding, Location
from skillhouse.model.policy import Policy
from skillhouse.model.report import ScanReport
from skillhouse.model.severity import Severity
from skillhouse.service.scan import load_policy

if TYPE_CHECKING:
    from pathlib import Path

KEY = "AKIA" + "Q4Z7T2M9X1B6C8D3"


def skillhouse(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run one command to its end, without a terminal."""
    command = [sys.executable, "-m", "skillhouse", *map(str, args)]
    return subprocess.run(
        command,
        cwd=cwd,
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def write_skill(folder: Path, name: str, tools: str = "[]", **files: str) -> Path:
    """A skill that asks for some tools; `__` in a file's name is a dot."""
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(
        f"---\nname: {name}\ndescription: Tries one thing.\nallowed-tools: {tools}\n---\n# Do\n"
    )
    for file, text in files.items():
        (folder / file.replace("__", ".")).write_text(text)
    return folder


@pytest.mark.rule("SCN-5", "CLI-1")
def test_the_exit_code_tells_whether_a_finding_reaches_the_bar(tmp_path: Path) -> None:
    """0 below it, 1 at it, 2 where the command makes no sense; one path that is wrong hides no other."""
    write_skill(tmp_path / "good", "good")
    write_skill(tmp_path / "odd", "odd", "[launch]")
    assert skillhouse("scan", "good", cwd=tmp_path).returncode == 0
    assert skillhouse("scan", "odd", cwd=tmp_path).returncode == 0
    assert skillhouse("scan", "odd", "--fail-on", "medium", cwd=tmp_path).returncode == 1
    assert skillhouse("scan", "odd", "--policy", "strict", cwd=tmp_path).returncode == 1
    assert skillhouse("scan", "odd", "--policy", "strict", "--fail-on", "never", cwd=tmp_path).returncode == 0
    assert skillhouse("scan", "odd", "--fail-on", "bad", cwd=tmp_path).returncode == 2
    both = skillhouse("scan", "nowhere", "odd", "--json", cwd=tmp_path)
    told = json.loads(both.stdout)
    assert (both.returncode, [one["name"] for one in told["skills"]]) == (2, ["odd"])
    assert told["errors"][0]["code"] == "NOT_FOUND"


@pytest.mark.rule("SCN-5", "FM-9")
def test_json_names_each_skill_with_its_findings(tmp_path: Path) -> None:
    """A skill that is wrong is scanned all the same, and one that cannot be read fails."""
    write_skill(tmp_path / "all/odd", "odd", "[launch]")
    broken = tmp_path / "all/broken"
    write_skill(broken, "broken", a__env=f"K={KEY}\n")
    (broken / "SKILL.md").write_text("---\nname: [\n---\n")
    told = json.loads(skillhouse("scan", "all", "--json", cwd=tmp_path).stdout)
    skills = {one["path"]: one for one in told["skills"]}
    assert [one["rule"] for one in skills["odd"]["findings"]] == ["SKS-TOOL-POLICY"]
    assert [one["rule"] for one in skills["broken"]["findings"]] == ["SKS-SECRET"]
    assert skills["broken"]["problems"]
    (tmp_path / "empty").mkdir()
    assert skillhouse("scan", "empty", cwd=tmp_path).returncode == 1


@pytest.mark.rule("SCN-4", "SCN-5")
def test_the_text_report_shows_the_line_the_reason_and_the_fix(tmp_path: Path) -> None:
    """With a caret below the evidence; a secret is never shown."""
    write_skill(tmp_path / "s", "s", "[launch, Read, Write, Edit, Grep]", a__env=f"K={KEY}\n")
    said = skillhouse("scan", "s", cwd=tmp_path).stdout
    assert "s/a.env:1:3: a.env holds an AWS access key: AKIA…" in said
    assert "     1 | K=AKIA****************\n         |   ^" in said
    assert "why: Everyone who may read the skill may read the key." in said
    assert "fix: Remove it" in said
    assert KEY not in said
    assert "… and 1 more; --verbose shows all" in said
    assert "1 skill: 2 medium, 4 info; policy balanced, rules" in said
    assert "… and 1 more" not in skillhouse("scan", "s", "-v", cwd=tmp_path).stdout


@pytest.mark.rule("SCN-5")
def test_a_report_can_be_written_to_a_file_in_each_form(tmp_path: Path) -> None:
    """Two forms at once are refused."""
    write_skill(tmp_path / "s", "s", "[launch]")
    for form in ("text", "json", "sarif"):
        done = skillhouse("scan", "s", "--format", form, "-o", f"r.{form}", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, "")
    assert "launch" in (tmp_path / "r.text").read_text()
    assert json.loads((tmp_path / "r.json").read_text())["skills"][0]["name"] == "s"
    result = json.loads((tmp_path / "r.sarif").read_text())["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "s/SKILL.md"
    assert json.loads(skillhouse("scan", "s", "--sarif", cwd=tmp_path).stdout)["version"] == "2.1.0"
    assert skillhouse("scan", "s", "--sarif", "--json", cwd=tmp_path).returncode == 2
    assert skillhouse("scan", "s", "--format", "xml", cwd=tmp_path).returncode == 2


@pytest.mark.rule("SCN-7")
def test_a_baseline_and_suppressions_let_pass_what_they_name_and_say_so(tmp_path: Path) -> None:
    """Only what is new fails; a reason stands beside what does not count."""
    skill = write_skill(tmp_path / "s", "s", "[launch]")
    assert skillhouse("scan", "s", "--fail-on", "medium", "--write-baseline", "b.json", cwd=tmp_path).returncode == 0
    calm = skillhouse("scan", "s", "--fail-on", "medium", "--baseline", "b.json", cwd=tmp_path)
    assert (calm.returncode, "not counted: medium SKS-TOOL-POLICY" in calm.stdout) == (0, True)
    (skill / "a.env").write_text(f"K={KEY}\n")
    assert skillhouse("scan", "s", "--fail-on", "medium", "--baseline", "b.json", cwd=tmp_path).returncode == 1
    told = json.loads(skillhouse("scan", "s", "--json", cwd=tmp_path).stdout)["skills"][0]["findings"]
    rows = [
        f"  - fingerprint: {one['fingerprint']}\n    reason: by hand\n    owner: ana\n    expires: {day}\n"
        for one, day in zip(told, ("2999-01-01", "2020-01-01"), strict=True)
    ]
    (tmp_path / "let.yaml").write_text("suppressions:\n" + "".join(rows))
    done = skillhouse("scan", "s", "--fail-on", "medium", "--suppressions", "let.yaml", cwd=tmp_path)
    assert done.returncode == 1
    assert "suppression: by hand (ana, until 2999-01-01)" in done.stdout
    assert "expired on 2020-01-01" in done.stdout
    assert skillhouse("scan", "s", "--baseline", "none.json", cwd=tmp_path).returncode == 2
    assert skillhouse("scan", "s", "--baseline", "let.yaml", cwd=tmp_path).returncode == 2


@pytest.mark.rule("SCN-7")
def test_suppressions_that_a_skill_brings_along_are_not_obeyed(tmp_path: Path) -> None:
    """They are a finding."""
    skill = write_skill(tmp_path / "s", "s", "[launch]")
    (skill / ".skillhouse-suppressions.yaml").write_text("suppressions: []\n")
    said = skillhouse("scan", "s", "--fail-on", "medium", cwd=tmp_path)
    assert said.returncode == 1
    assert "SKS-SELF-SUPPRESS" in said.stdout


@pytest.mark.rule("SCN-1", "SCN-9")
def test_validate_shows_findings_and_fails_by_them_only_when_asked(tmp_path: Path) -> None:
    """They are warnings there; needs stand beside them."""
    write_skill(tmp_path / "s", "s", "[launch]", a__py="import requests\n")
    done = skillhouse("validate", "s", cwd=tmp_path)
    assert done.returncode == 0
    assert "medium SKS-TOOL-POLICY" in done.stdout
    assert "package: a.py:1:1: imports requests" in done.stdout
    assert done.stdout.endswith("1 skill, 0 errors, 0 warnings, 1 finding\n")
    assert skillhouse("validate", "s", "--fail-on", "medium", cwd=tmp_path).returncode == 1
    assert skillhouse("validate", "s", "--fail-on", "high", cwd=tmp_path).returncode == 0
    told = json.loads(skillhouse("validate", "s", "--json", cwd=tmp_path).stdout)["skills"][0]
    assert ([one["rule"] for one in told["findings"]], told["needs"][0]["what"]) == (["SKS-TOOL-POLICY"], "requests")


@pytest.mark.rule("CLI-1")
def test_anything_that_holds_a_skill_can_be_scanned(tmp_path: Path) -> None:
    """A project, a package, a built-in skill, the current folder."""
    assert skillhouse("example", "skill", "shop", cwd=tmp_path).returncode == 0
    assert skillhouse("build", "shop", "-o", "shop.pkg", cwd=tmp_path).returncode == 0
    for args in (("shop",), ("shop.pkg",), ("builtin:convert-units-and-currency",)):
        told = json.loads(skillhouse("scan", *args, "--json", cwd=tmp_path).stdout)
        assert [one["findings"] for one in told["skills"]] == [[]], args
    assert skillhouse("scan", cwd=tmp_path / "shop").returncode == 0


def test_what_was_undone_to_see_a_finding_is_shown() -> None:
    """And a finding of a whole file has no line to show."""
    one = Finding(
        "ACME-X", Severity.HIGH, "m", Location("a.py", 1, 1), "…" + "x" * 70, "w", "f", "0" * 32, via=("base64",)
    )
    lines = list(show_findings(ScanReport("s", (one,), "p", "r"), "."))
    assert "(after undoing base64)" in lines[1]
    assert lines[3].index("^") - lines[2].index("…") == 61


def test_the_bar_comes_from_the_option_or_else_the_policy() -> None:
    """Validate has none unless it is asked for."""
    assert bar_of("", None) is None
    assert bar_of("low", None) is Severity.LOW
    assert bar_of("", Policy()) is Severity.HIGH
    assert bar_of("never", Policy()) is None
    with pytest.raises(InvalidRequest):
        bar_of("worst", Policy())


def test_a_policy_is_a_preset_or_a_file(tmp_path: Path) -> None:
    """A file by its path."""
    (tmp_path / "acme.yaml").write_text("fail_on: low\n")
    assert load_policy("strict").name == "strict"
    assert load_policy(str(tmp_path / "acme.yaml")).fail_on is Severity.LOW
