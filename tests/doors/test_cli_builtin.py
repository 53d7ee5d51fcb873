"""The built-in skills by the command line: found, shown, copied, and taken wherever a skill is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from skillhouse.disk import builtin_names
from skillhouse.service.builtin import builtin_definition

if TYPE_CHECKING:
    from pathlib import Path

NAME = "order-totals"


def skillhouse(*args: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end, without a terminal."""
    command = [sys.executable, "-m", "skillhouse", *map(str, args)]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def test_the_list_has_every_name_with_its_description(tmp_path: Path) -> None:
    """As text for people, as JSON for programs."""
    plain = skillhouse("builtin", "list", cwd=tmp_path).stdout.splitlines()
    assert [line for line in plain if not line.startswith(" ")] == list(builtin_names())
    told = json.loads(skillhouse("builtin", "list", "--json", cwd=tmp_path).stdout)["skills"]
    assert [one["name"] for one in told] == list(builtin_names())
    assert [f"  {one['description']}" for one in told] == [line for line in plain if line.startswith(" ")]
    assert all(one["digest"].startswith("sha256:") and one["files"] for one in told)


def test_a_skill_is_shown_with_its_document_and_files(tmp_path: Path) -> None:
    """SKILL.md as it is, then every path."""
    skill = builtin_definition(NAME)
    document = (skill.bundle.files[0].text or "").rstrip("\n")
    plain = skillhouse("builtin", "show", NAME, cwd=tmp_path).stdout
    assert plain.startswith(document)
    assert [line.split()[-1] for line in plain.removeprefix(document).split("\n") if line] == list(skill.bundle.paths)
    told = json.loads(skillhouse("builtin", "show", "--json", NAME, cwd=tmp_path).stdout)
    assert (told["name"], told["skillMd"]) == (NAME, skill.bundle.files[0].text)
    assert [one["path"] for one in told["files"]] == list(skill.bundle.paths)


@pytest.mark.parametrize("args", [("validate",), ("inspect",), ("build", "-o", "x.pkg"), ("builtin", "show")])
def test_an_unknown_name_is_told_with_those_that_are_near(tmp_path: Path, args: tuple[str, ...]) -> None:
    """A slip of the finger, or a part of the name; without either, all names."""
    prefix = "" if args[0] == "builtin" else "builtin:"
    for wrong in ("ordr-total", "Order-Totals", "totals"):
        done = skillhouse(*args, prefix + wrong, cwd=tmp_path)
        assert (done.returncode, "[BUILTIN_NOT_FOUND]" in done.stderr, NAME in done.stderr) == (2, True, True)
        assert "Did you mean" in done.stderr
    done = skillhouse(*args, f"{prefix}zzz", cwd=tmp_path)
    assert all(name in done.stderr for name in builtin_names())


def test_a_copy_is_the_same_skill_and_overwrites_nothing(tmp_path: Path) -> None:
    """Into a new or an empty folder; all files or none."""
    (tmp_path / "empty").mkdir()
    for options in ((), ("empty",), ("deep/er",)):
        done = skillhouse("builtin", "copy", NAME, *options, cwd=tmp_path)
        folder = tmp_path / (options[0] if options else NAME)
        bundle = builtin_definition(NAME).bundle
        assert done.returncode == 0
        assert {file.path: (folder / file.path).read_bytes() for file in bundle.files} == {
            file.path: file.content for file in bundle.files
        }
        assert len(done.stdout.splitlines()) == len(bundle.files)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    (tmp_path / "link").symlink_to("empty")
    for taken in ("full", NAME, "link", "full/mine.txt"):
        done = skillhouse("builtin", "copy", "--json", NAME, taken, cwd=tmp_path)
        assert (done.returncode, json.loads(done.stdout)["code"]) == (2, "FOLDER_NOT_EMPTY")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    told = json.loads(skillhouse("builtin", "copy", "--json", NAME, "other", cwd=tmp_path).stdout)
    assert told["folder"] == "other"
    assert skillhouse("validate", "--strict", NAME, cwd=tmp_path).returncode == 0


def test_every_command_takes_a_built_in_skill(tmp_path: Path) -> None:
    """Whatever lies on the disk by that name; the built-in one is never rewritten."""
    (tmp_path / f"builtin:{NAME}").mkdir()
    (tmp_path / "builtin").mkdir()
    skill = f"builtin:{NAME}"
    assert f"{NAME}: ok" in skillhouse("validate", "--strict", skill, cwd=tmp_path).stdout
    assert json.loads(skillhouse("inspect", "--json", skill, cwd=tmp_path).stdout)["kind"] == "builtin"
    assert skillhouse("build", skill, "-o", "x.pkg", cwd=tmp_path).returncode == 0
    assert skillhouse("validate", "x.pkg", cwd=tmp_path).returncode == 0
    fixed = skillhouse("validate", "--fix", skill, cwd=tmp_path)
    assert (fixed.returncode, "NOT_FIXABLE" in fixed.stderr) == (2, True)
    ran = skillhouse("run", skill, "scripts/nothing.py", cwd=tmp_path)
    assert (ran.returncode, "SCRIPT_NOT_FOUND" in ran.stderr) == (120, True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("skillhouse builtin show order-t", {NAME}),
        ("skillhouse builtin copy se", {name for name in builtin_names() if name.startswith("se")}),
        ("skillhouse run builtin:order-t", {f"builtin:{NAME}"}),
        ("skillhouse run ./sk", set()),
        ("skillhouse run ", set()),
    ],
)
def test_the_shell_completes_the_names(tmp_path: Path, line: str, expected: set[str]) -> None:
    """For `run` only behind `builtin:`, so that paths are completed as ever."""
    command = [sys.executable, "-c", "from skillhouse.cli import main; main()"]
    asked = {
        "_SKILLHOUSE_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_ARGS": line,
    }
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    assert set(done.stdout.split()) == expected
