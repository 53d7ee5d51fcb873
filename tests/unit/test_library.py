"""What `import skillhouse` offers: exactly its public names, each loaded when it is first used."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import skillhouse

PUBLIC = {
    *("Absent", "Bundle", "Declared", "Definition", "InvalidPackage", "InvalidSkill", "Job", "Limits", "LoadedSkill"),
    *("Outcome", "Package", "Problem", "Refused", "Sandbox", "SandboxUnavailable", "SkillFile", "SkillhouseError"),
    *("Source", "build", "digest", "load", "open_sandbox", "read_package", "run_script", "scan_skill"),
}


def test_the_public_names_are_exactly_these() -> None:
    """A name that is added or lost is a decision, not an accident."""
    assert set(skillhouse.__all__) == PUBLIC
    assert sorted(skillhouse.__all__) == skillhouse.__all__
    assert set(dir(skillhouse)) >= PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    """And is not a name of the module that happens to be public too."""
    thing = getattr(skillhouse, name)
    assert thing.__name__ == name
    assert inspect.getdoc(thing)


def test_what_type_checkers_see_is_what_the_interpreter_gives() -> None:
    """The imports for type checking name the same modules as the table that is used at run time."""
    tree = ast.parse(Path(skillhouse.__file__).read_text("utf-8"))
    seen = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("skillhouse.")
        for alias in node.names
    }
    assert seen == {name: f"skillhouse.{home}" for name, home in skillhouse._HOMES.items()}  # noqa: SLF001


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = skillhouse.nothing


def test_importing_the_library_loads_next_to_nothing() -> None:
    """Neither YAML, nor the command line, nor anything that a sandbox needs; a value needs no more than its module."""
    heavy = {"typer", "rich", "ruamel.yaml", "ctypes", "rfc8785", "subprocess", "zipfile"}
    code = (
        "import sys, skillhouse; print(sorted(name for name in sys.modules if name.startswith('skillhouse.')));"
        f"print(sorted({heavy!r} & set(sys.modules)));"
        "skillhouse.Definition; print(sorted(name for name in sys.modules if name.startswith('skillhouse.')))"
    )
    path = str(Path(skillhouse.__file__).parents[1])
    done = subprocess.run([sys.executable, "-E", "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"],
                          capture_output=True, text=True, check=True)  # fmt: skip
    before, loaded, after = map(ast.literal_eval, done.stdout.splitlines())
    assert (before, loaded, after) == ([], [], ["skillhouse.model", "skillhouse.model.skill"])
