"""The first path, told once from end to end with real parts: a folder becomes a package, and its script runs sealed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import skillhouse

if TYPE_CHECKING:
    from pathlib import Path

AMOUNTS = '{"net": "59.97", "vat": "12.59", "gross": "72.56"}\n'


def command(*args: str, cwd: Path, **environment: str) -> str:
    """What one command prints. Raises where it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "skillhouse", *args],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.rule("PKG-7", "PKG-2", "DEF-8", "BEN-1", "CLI-1")
def test_from_a_folder_to_a_scripts_result_on_the_command_line(tmp_path: Path) -> None:
    """Example, validate, build, inspect, run: each takes what the one before it left."""
    command("example", "skill", "shop", cwd=tmp_path)
    report = json.loads(command("validate", "shop", "--strict", "--json", cwd=tmp_path))
    expected = {"name": "price-calculation", "path": "skills/price-calculation", "ok": True}
    assert report == {"skills": [{**expected, "problems": [], "findings": [], "needs": []}]}
    built = json.loads(command("build", "shop", "-o", "shop.pkg", "--json", cwd=tmp_path))
    shutil.rmtree(tmp_path / "shop")
    held = json.loads(command("inspect", "shop.pkg", "--json", cwd=tmp_path))
    (skill,) = held["skills"]
    assert (held["kind"], held["name"], held["version"]) == ("package", "price-example", "1.0.0")
    assert [(skill["name"], skill["digest"])] == [(one["name"], one["digest"]) for one in built["skills"]]
    assert [file["path"] for file in skill["files"]] == ["SKILL.md", "reference/rounding.md", "scripts/total.py"]
    ran = command("run", "shop.pkg:price-calculation", "scripts/total.py", "3", "19.99", "21", cwd=tmp_path)
    assert ran == AMOUNTS


@pytest.mark.rule("PKG-2", "DEF-7", "DEF-8", "BEN-1")
def test_from_a_folder_to_a_scripts_result_in_python(tmp_path: Path) -> None:
    """The same with the library; what comes out of the package is what went into it."""
    command("example", "skill", "shop", cwd=tmp_path)
    source = skillhouse.load(tmp_path / "shop")
    (skill,) = source.skills
    assert skill.ok
    assert skill.problems == ()
    package = skillhouse.read_package(skillhouse.build(source))
    (definition,) = package.skills
    assert definition == skill.definition
    assert definition.allowed_tools == skillhouse.Declared(())
    with skillhouse.open_sandbox() as sandbox:
        outcome = skillhouse.run_script(definition, "scripts/total.py", ["3", "19.99", "21"], sandbox=sandbox)
        with pytest.raises(skillhouse.Refused):
            skillhouse.run_script(definition, "../total.py", sandbox=sandbox)
    assert (outcome.exit_code, outcome.stdout.decode()) == (0, AMOUNTS)


@pytest.mark.rule("DEF-7", "PKG-2")
def test_two_builds_are_the_same_bytes_in_another_place_and_world(tmp_path: Path) -> None:
    """Another folder, time of files, order on disk, locale, time zone, umask and hash seed."""
    command("example", "skill", "one", cwd=tmp_path)
    (tmp_path / "two/skills/price-calculation").mkdir(parents=True)
    originals = sorted((tmp_path / "one").rglob("*"), reverse=True)
    for path in (path for path in originals if path.is_file()):
        copy = tmp_path / "two" / path.relative_to(tmp_path / "one")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o600)
        os.utime(copy, (1, 1))
    command("build", "one", "-o", "one.pkg", cwd=tmp_path, LC_ALL="C", TZ="UTC", PYTHONHASHSEED="1")
    before = os.umask(0o077)
    try:
        command(
            "build", "two", "-o", "two.pkg", cwd=tmp_path, LC_ALL="tr_TR.UTF-8", TZ="Asia/Kolkata", PYTHONHASHSEED="2"
        )
    finally:
        os.umask(before)
    assert (tmp_path / "one.pkg").read_bytes() == (tmp_path / "two.pkg").read_bytes()
