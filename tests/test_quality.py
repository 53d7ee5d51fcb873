"""The few limits on the source's shape that a linter does not check."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "skillhouse"
MODULE_LINES = 400
FUNCTION_LINES = 50
PUBLIC_NAMES = 25
DEPTH = 2

# Folders of data: what stands in them runs as scripts of skills.
DATA = {Path("builtin"), Path("example"), Path("testing/scripts")}


def modules() -> list[Path]:
    """Every module of the package, relative to it."""
    found = (path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
    return sorted(path for path in found if DATA.isdisjoint(path.parents))


def tree_of(module: Path) -> ast.Module:
    """The parsed source of one module."""
    return ast.parse((PACKAGE / module).read_text("utf-8"))


def public_names(module: Path) -> list[str] | None:
    """What the module lists in `__all__`; None where it has none."""
    for node in tree_of(module).body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            return [str(name) for name in ast.literal_eval(node.value)]
    return None


@pytest.mark.parametrize("module", modules(), ids=str)
def test_a_module_is_short_enough_to_read_in_one_go(module: Path) -> None:
    """At most 400 lines."""
    assert len((PACKAGE / module).read_text("utf-8").splitlines()) <= MODULE_LINES


@pytest.mark.parametrize("module", modules(), ids=str)
def test_a_function_fits_on_a_screen(module: Path) -> None:
    """At most 50 lines from `def` to the last line of the body."""
    functions = (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    assert {name: length for name, length in lengths.items() if length > FUNCTION_LINES} == {}


def test_packages_are_at_most_two_folders_deep() -> None:
    """`skillhouse/format/wire.py`, and no deeper."""
    assert [str(module) for module in modules() if len(module.parts) > DEPTH] == []


@pytest.mark.parametrize("module", modules(), ids=str)
def test_a_module_offers_few_names_and_each_exists(module: Path) -> None:
    """`__all__` holds at most 25 names, in order, each defined or imported by the module."""
    names = public_names(module) or []
    defined = {node.name for node in ast.walk(tree_of(module)) if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
    }
    assigned = {node.id for node in ast.walk(tree_of(module)) if isinstance(node, ast.Name)}
    assert len(names) <= PUBLIC_NAMES
    assert len(set(names)) == len(names)
    assert set(names) <= defined | imported | assigned


def test_only_config_reads_the_environment_of_the_process() -> None:
    """A setting that is read anywhere else could not be listed, tested or documented."""
    readers = {
        str(module)
        for module in modules()
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv", "environb"}
    }
    # A warm start happens inside the sandbox, where it makes the environment of a script.
    assert readers <= {"config.py", "sandbox/warm.py"}
