"""The twenty built-in skills: each is there, is valid, and does exactly what its examples say, in the real sandbox."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from skillhouse.config import Settings
from skillhouse.disk import builtin_names, load
from skillhouse.format.tables import read_jsonl
from skillhouse.model.names import runtime_of
from skillhouse.model.severity import Severity
from skillhouse.model.skill import Declared
from skillhouse.service.bench import run_script
from skillhouse.service.builtin import builtin_definition
from skillhouse.service.host import open_sandbox
from skillhouse.service.scan import scan_skill

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.model.skill import JsonValue
    from skillhouse.model.table import Table
    from skillhouse.sandbox import Outcome, Sandbox

TWENTY = {
    "order-totals",
    "loan-schedule",
    "convert-units-and-currency",
    "statistics-workbench",
    "invoice-reconciliation",
    "check-identifiers",
    "semantic-versions",
    "dates-and-working-days",
    "meeting-planner",
    "csv-workbench",
    "svg-charts",
    "json-query",
    "cron-explained",
    "markdown-tools",
    "text-compare",
    "regex-workbench",
    "log-analysis",
    "redact-personal-data",
    "readability-report",
    "file-manifest",
}

# What an example may say; a misspelt key would prove nothing.
KEYS = {"title", "script", "args", "tables", "exit_code", "stdout", "stderr", "files"}
DEFAULT_TOOLS = {"bash", "python", "web_search", "file_read", "file_write", "http_request"}


@dataclass(frozen=True)
class Example:
    """One call of a skill as its `examples.json` writes it down, with the exact result."""

    skill: str
    title: str
    script: str
    args: list[str]
    stdout: str
    exit_code: int = 0
    stderr: str = ""
    tables: Mapping[str, list[JsonValue]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


def examples_of(name: str) -> list[Example]:
    """The examples of one skill."""
    file = builtin_definition(name).bundle.get("examples.json")
    assert file is not None, f"{name} has no examples.json"
    assert file.text is not None
    entries = json.loads(file.text)
    assert all(set(entry) <= KEYS for entry in entries), name
    return [Example(skill=name, **entry) for entry in entries]


EXAMPLES = [example for name in builtin_names() for example in examples_of(name)]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all, kept ready."""
    with open_sandbox(Settings(), slots=1) as opened:
        yield opened


def table_of(name: str, rows: list[JsonValue]) -> Table:
    """The table that rows of an example are."""
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    return read_jsonl(lines.encode(), name=name, file=name)


def run(example: Example, sandbox: Sandbox) -> Outcome:
    """Run an example as an agent's call would."""
    tables = [table_of(name, rows) for name, rows in example.tables.items()]
    skill = builtin_definition(example.skill)
    return run_script(skill, example.script, example.args, sandbox=sandbox, tables=tables)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.skill}: {one.title}")
def test_an_example_ends_exactly_as_it_says(example: Example, sandbox: Sandbox) -> None:
    """Output, exit code and the digest of every file that it leaves."""
    outcome = run(example, sandbox)
    stderr = outcome.stderr.decode() if outcome.exit_code else ""
    assert (outcome.exit_code, stderr, outcome.stdout.decode()) == (example.exit_code, example.stderr, example.stdout)
    assert {one.path: f"sha256:{one.sha256}" for one in outcome.artifacts} == dict(example.files)
    assert all(hashlib.sha256(one.content).hexdigest() == one.sha256 for one in outcome.artifacts)
    assert outcome.left_out == ()


@pytest.mark.parametrize("name", builtin_names())
def test_a_built_in_skill_is_valid_and_shows_enough(name: str) -> None:
    """No problem of any kind, not even a note; a description that fits a catalog line; tools of the default policy."""
    skill = load(f"builtin:{name}").skills[0]
    assert [problem.code for problem in skill.hardened().problems] == []
    assert skill.definition is not None
    assert skill.definition.name == name
    assert len(skill.definition.description) <= 300
    assert isinstance(skill.definition.allowed_tools, Declared)
    assert set(skill.definition.allowed_tools.names) <= DEFAULT_TOOLS
    assert len(skill.body.splitlines()) <= 150
    examples = examples_of(name)
    assert len(examples) >= 5
    assert any(example.exit_code for example in examples)
    assert len({example.title for example in examples}) == len(examples)


@pytest.mark.parametrize("name", builtin_names())
def test_a_built_in_skill_passes_the_scan(name: str) -> None:
    """At the default policy, and nothing weighs more than low."""
    report = scan_skill(load(f"builtin:{name}").skills[0])
    assert [(one.rule, one.location.text) for one in report.findings if one.severity > Severity.LOW] == []


@pytest.mark.rule("BLT-1")
def test_there_are_the_twenty_and_no_others() -> None:
    """By name, so that none is lost or renamed in silence."""
    assert set(builtin_names()) == TWENTY


@pytest.mark.rule("BLT-1")
def test_the_set_shows_what_skills_can_be() -> None:
    """Three languages, entrypoints, tools, tables and files, each in several skills."""
    skills = [builtin_definition(name) for name in builtin_names()]
    runtimes = [{runtime_of(path) for path in one.bundle.paths} for one in skills]
    tools = [one.allowed_tools for one in skills]
    assert sum("node" in one for one in runtimes) >= 4
    assert sum("sh" in one for one in runtimes) >= 3
    assert sum(bool(one.entrypoints) for one in skills) >= 3
    assert sum(isinstance(one, Declared) and bool(one.names) for one in tools) >= 3
    assert len({example.skill for example in EXAMPLES if example.tables}) >= 3
    assert len({example.skill for example in EXAMPLES if example.files}) >= 3
