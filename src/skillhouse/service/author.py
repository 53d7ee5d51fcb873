"""Authoring: start a skill or a project, mend what can be mended, and build the package (PKG-2, PKG-7)."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

from skillhouse.disk import load, write_new, write_tree
from skillhouse.errors import Conflict, InvalidRequest, InvalidSkill, TooLarge
from skillhouse.format.frontmatter import fix_skill_md
from skillhouse.format.package import Package, write_package
from skillhouse.model.names import check_skill_name
from skillhouse.model.skill import Bundle, SkillFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from skillhouse.disk import LoadedSkill, Source

__all__ = ["Mended", "build", "example", "fix", "new_skill"]

_NEW_SKILL = """---
name: {name}
description: {description}
allowed-tools: []
---

# {title}

1. Write the steps here that an agent is to follow, one after the other.
2. Name the script to run, with an example: `scripts/hello.py NAME` prints a greeting.
3. Say what to do with its output.
"""
_NEW_SCRIPT = '''"""Greet somebody, as JSON.

usage: hello.py NAME
"""

import json
import sys

if len(sys.argv) != 2:
    sys.exit("usage: hello.py NAME")
print(json.dumps({"greeting": f"Hello, {sys.argv[1]}!"}))
'''
# What YAML, or an older YAML that other readers use, takes for something else than text.
_YAML_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_TOO_LARGE = "PORTABLE_SKILL_TOO_LARGE"


@dataclass(frozen=True, slots=True)
class Mended:
    """A SKILL.md that `fix` rewrote, and the codes of the problems that are gone."""

    path: Path
    codes: tuple[str, ...]


def _files(folder: Traversable, prefix: str = "") -> Iterator[SkillFile]:
    for entry in folder.iterdir():
        if entry.name == "__pycache__":
            continue
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield SkillFile(prefix + entry.name, entry.read_bytes())


def example(folder: Path) -> Bundle:
    """Write a complete, valid project, offline, and return its files (PKG-7). Raises Conflict where one is there."""
    if folder.is_dir() and any(folder.iterdir()):
        raise Conflict(
            f"the folder {str(folder)!r} is not empty; nothing was written",
            code="FOLDER_NOT_EMPTY",
            hint="Name a folder that does not exist yet.",
            where=str(folder),
        )
    bundle = Bundle(tuple(_files(resources.files("skillhouse") / "example")))
    write_tree(folder, bundle)
    return bundle


def new_skill(folder: Path, name: str, description: str = "") -> Bundle:
    """Write the beginning of a skill into a new folder, and return its files.

    Raises InvalidRequest for a name that no skill may have (FM-2), Conflict where something is there already.
    """
    reason = check_skill_name(name)
    if reason:
        raise InvalidRequest(f"the name {name!r} {reason}", code="NAME_INVALID", hint="Use letters, digits and `-`.")
    if folder.exists():
        raise Conflict(
            f"{str(folder)!r} is there already; nothing was written",
            code="FOLDER_EXISTS",
            hint="Choose another name, or another folder with --in.",
            where=str(folder),
        )
    text = description.strip() or f"Say here what {name} does, and when an agent should use it."
    heading = name.replace("-", " ").capitalize()
    document = _NEW_SKILL.format(name=_as_yaml(name), description=_as_yaml(text), title=heading)
    bundle = Bundle(
        (SkillFile("SKILL.md", document.encode()), SkillFile("scripts/hello.py", _NEW_SCRIPT.encode())),
    )
    write_tree(folder, bundle)
    return bundle


def _as_yaml(text: str) -> str:
    """A text as a YAML scalar: JSON's quoted strings are YAML's, and plain words need none."""
    plain = text.replace(" ", "").replace("-", "").replace(",", "").replace(".", "")
    is_word = plain.isalpha() and plain.isascii() and text[0].isalpha() and text.lower() not in _YAML_WORDS
    return text if is_word else json.dumps(text, ensure_ascii=False)


def build(source: Source) -> bytes:
    """The package of everything in `source` (PKG-2). The same source gives the same bytes on any machine (DEF-7).

    Raises InvalidSkill for the first skill that `validate` calls wrong, with all of its problems; TooLarge where size
    is all that is wrong with it (PKG-3); InvalidRequest where there is no skill.
    """
    if not source.skills:
        raise InvalidRequest(
            f"{source.name!r} lists no skill", code="NO_SKILLS", hint="Add one to `skills` in skillhouse.yaml."
        )
    definitions = []
    for skill in source.skills:
        if skill.definition is None or not skill.ok:
            raise _refusal(skill)
        definitions.append(skill.definition)
    return write_package(Package(source.name, source.version, tuple(definitions)))


def _refusal(skill: LoadedSkill) -> InvalidSkill | TooLarge:
    errors = [problem for problem in skill.problems if problem.is_error]
    if len(errors) == 1 and errors[0].code == _TOO_LARGE:
        only = errors[0]
        return TooLarge(f"skill {skill.name!r}: {only.message}", code=only.code, hint=only.hint, where=skill.path)
    return InvalidSkill(skill.name, skill.problems)


def fix(source: Source) -> list[Mended]:
    """Rewrite what `validate` forgives in the SKILL.md of each skill in a folder, where the meaning stays (FM-7).

    Raises InvalidRequest for a package, an archive or a definition file, in which nothing is ever rewritten.
    """
    if source.kind not in {"project", "folder"}:
        raise InvalidRequest(
            f"{str(source.path)!r} is a {source.kind}; only folders can be fixed",
            code="NOT_FIXABLE",
            hint="Fix the folder that it was built from, then build again.",
        )
    base = source.path if source.path.is_dir() else source.path.parent
    mended = (_fix_one(base, skill) for skill in source.skills)
    return [one for one in mended if one]


def _fix_one(base: Path, skill: LoadedSkill) -> Mended | None:
    folder = base / skill.path
    path = next((folder / name for name in ("SKILL.md", "Skill.md", "skill.md") if (folder / name).is_file()), None)
    if path is None or path.is_symlink() or not folder.is_dir():
        return None
    before = path.read_bytes()
    after = fix_skill_md(before)
    if after == before and path.name == "SKILL.md":
        return None
    was = path.stat()
    right = path.with_name("SKILL.md")
    write_new(right, after, replace=path.name == "SKILL.md")
    if os.geteuid() == 0:  # a file that we wrote as root stays its owner's
        os.chown(right, was.st_uid, was.st_gid, follow_symlinks=False)
    right.chmod(stat.S_IMODE(was.st_mode))
    if path.name != "SKILL.md":
        path.unlink()
    path = right
    left = {problem.code for found in load(folder).skills for problem in found.problems}
    return Mended(path, tuple(sorted({problem.code for problem in skill.problems} - left)))
