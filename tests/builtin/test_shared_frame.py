"""What the skills about figures and records have in common: the frame of a command, and examples that hold."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from builtin_skill import BUILTIN, Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILLS = [
    "order-totals",
    "loan-schedule",
    "convert-units-and-currency",
    "statistics-workbench",
    "invoice-reconciliation",
    "check-identifiers",
    "semantic-versions",
]
COPIED = ("command.py", "rows.py", "artifact.py")


def examples(name: str) -> list[dict[str, Any]]:
    """The examples that a skill ships."""
    found: list[dict[str, Any]] = json.loads((BUILTIN / name / "examples.json").read_text("utf-8"))
    return found


def entrypoints(name: str) -> dict[str, str]:
    """The scripts that a skill declares, by name."""
    text = (BUILTIN / name / "SKILL.md").read_text("utf-8")
    return dict(re.findall(r"^  ([a-z-]+): (scripts/\S+)$", text, re.MULTILINE))


@pytest.mark.parametrize("file", COPIED)
def test_a_skill_carries_the_same_copy_of_a_shared_module(file: str) -> None:
    """A skill is whole by itself, so each has a copy; a mend in one is a mend in all."""
    copies = {name: BUILTIN / name / "scripts" / file for name in SKILLS}
    assert len({path.read_bytes() for path in copies.values() if path.exists()}) == 1


@pytest.mark.parametrize(("name", "example"), [(name, example) for name in SKILLS for example in examples(name)])
def test_an_example_gives_what_it_says(name: str, example: dict[str, Any], tmp_path: Path) -> None:
    """Answer, message, exit code and files, byte for byte."""
    script = entrypoints(name).get(example["script"], example["script"])
    ended = Skill(name).run(script, example["args"], tmp_path, example.get("tables", {}))
    assert (ended.exit_code, ended.stdout) == (example.get("exit_code", 0), example["stdout"])
    assert ended.stderr == example.get("stderr", "")
    for path, digest in example.get("files", {}).items():
        assert f"sha256:{hashlib.sha256((tmp_path / path).read_bytes()).hexdigest()}" == digest


@pytest.mark.parametrize("name", SKILLS)
def test_the_output_that_a_skill_shows_is_the_output_of_an_example(name: str) -> None:
    """A worked example is never written by hand."""
    shown = re.findall(r"```(?:json|markdown)\n(.*?)```", (BUILTIN / name / "SKILL.md").read_text("utf-8"), re.DOTALL)
    assert shown
    assert set(shown) <= {example["stdout"] for example in examples(name)}
