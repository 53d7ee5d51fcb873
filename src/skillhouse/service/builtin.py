"""The built-in skills: what there is, and a copy of one to make one's own (BLT-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.disk import builtin_names, load, write_tree
from skillhouse.disk.builtin import BUILTIN
from skillhouse.errors import Conflict, InvalidSkill

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from skillhouse.disk import LoadedSkill
    from skillhouse.model.skill import Bundle, Definition

__all__ = ["builtin_definition", "builtin_skills", "copy_builtin"]


def builtin_skills() -> Iterator[LoadedSkill]:
    """Each skill that ships with the product, in order of its name."""
    for name in builtin_names():
        yield load(BUILTIN + name).skills[0]


def builtin_definition(name: str) -> Definition:
    """One built-in skill. Raises NotFound, which lists names that are near."""
    skill = load(BUILTIN + name).skills[0]
    if skill.definition is None:
        raise InvalidSkill(skill.name, skill.problems)
    return skill.definition


def copy_builtin(name: str, folder: Path) -> Bundle:
    """Write a built-in skill into a folder that is new or empty, and return its files. All of them or none.

    Raises NotFound for an unknown name, Conflict where something is there already.
    """
    bundle = builtin_definition(name).bundle
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()) or (folder.is_dir() and any(folder.iterdir())):
        raise Conflict(
            f"{str(folder)!r} is there already and is not an empty folder; nothing was written",
            code="FOLDER_NOT_EMPTY",
            hint=f"Name a folder that does not exist yet, such as {folder / name}.",
            where=str(folder),
        )
    write_tree(folder, bundle)
    return bundle
