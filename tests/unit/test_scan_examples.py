"""Every example of every rule, run through the whole scan: it fires with its severity, or it is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from skillhouse.format.portable import read_bundle
from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan.catalog import RULES, examples_of
from skillhouse.scan.engine import scan
from skillhouse.scan.piece import Language
from skillhouse.scan.registry import builtin_detectors
from skillhouse.scan.subject import Subject

if TYPE_CHECKING:
    from skillhouse.scan.rule import Example, Rule

FILES = {
    Language.PYTHON: "scripts/run.py",
    Language.SHELL: "scripts/run.sh",
    Language.JAVASCRIPT: "scripts/run.js",
    Language.TYPESCRIPT: "scripts/run.ts",
    Language.WINDOWS: "scripts/run.ps1",
    Language.DATA: "config.json",
    Language.FILE: "data.bin",
}
FRONT = "---\nname: demo\ndescription: Adds up.\n---\n"
CASES = [(rule, example) for rule in RULES.values() for example in examples_of(rule)]


def subject_of(example: Example) -> Subject:
    """The example as a skill of its own."""
    if example.language is Language.FRONT_MATTER:
        files = {"SKILL.md": f"---\n{example.text}---\n\n# Steps\n"}
    elif example.language is Language.MARKDOWN:
        path = example.file or "SKILL.md"
        files = {"SKILL.md": FRONT} | {path: (FRONT if path == "SKILL.md" else "") + example.text}
    else:
        files = {"SKILL.md": FRONT, example.file or FILES[example.language]: example.text}
    bundle = Bundle(tuple(SkillFile(path, text.encode("utf-8", "surrogatepass")) for path, text in files.items()))
    reading = read_bundle(bundle)
    return Subject("demo", bundle, reading.raw, reading.tools, reading.places)


@pytest.mark.parametrize(
    ("rule", "example"),
    CASES,
    ids=[f"{rule.id}-{example.language.name}-{n}" for n, (rule, example) in enumerate(CASES)],
)
def test_an_example_fires_as_it_says_or_is_silent(rule: Rule, example: Example) -> None:
    """The highest severity of the rule's findings is the example's."""
    found = scan(subject_of(example), Policy(), builtin_detectors()).findings
    severities = [finding.severity for finding in found if finding.rule == rule.id]
    assert max(severities, default=None) == example.severity


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_says_all_that_a_person_needs(rule: Rule) -> None:
    """Why it matters, how to fix it, and when it has which severity: in whole sentences."""
    assert rule.id.startswith("SKS-")
    assert all((rule.kind, rule.title, rule.severity))
    assert rule.why.endswith(".")
    assert rule.fix.endswith(".")
