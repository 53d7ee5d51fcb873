"""The files of a skill folder to a definition (FM-1 to FM-12)."""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.format.canonical import to_bytes
from skillhouse.format.fields import check_name
from skillhouse.format.frontmatter import FrontMatter, read_skill_md
from skillhouse.format.limits import is_skill_md, too_large_definition
from skillhouse.format.problems import problem
from skillhouse.format.reading import SKILL_MD, Reading, check_bundle, check_entrypoints, clean_paths
from skillhouse.model.finding import Location, Problem
from skillhouse.model.skill import Bundle, Declared, Definition, SkillFile

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["read_bundle"]


def read_bundle(
    bundle: Bundle,
    *,
    entry_name: str | None = None,
    folder: str | None = None,
    text_only: bool = False,
    notes: Sequence[Problem] = (),
) -> Reading:
    """Read a skill from its files. Never raises: every problem stands in the result (FM-9).

    `entry_name` is the name of the manifest's entry and `folder` the folder's; the first of them that there is stands
    in for a name that SKILL.md does not give (FM-2). `notes` are problems that were found before, such as skipped
    links; they are kept.
    """
    bundle, problems = clean_paths(bundle)
    bundle, skill_md, more = _find_skill_md(bundle)
    problems = [*notes, *problems, *more]
    if skill_md is None:
        return Reading(None, "", MappingProxyType({}), tuple(problems), bundle=bundle)
    file = next((one.location.file for one in more if one.code == "SKILL_MD_CASE"), SKILL_MD)
    front = read_skill_md(skill_md.content, file=file, folder=folder if entry_name is None else None)
    name, naming = _name(front, entry_name, folder, file)
    problems += [*front.problems, *naming]
    problems += check_entrypoints(front.entrypoints, bundle, front.places, file)
    problems += check_bundle(bundle, front, text_only=text_only, file=file)
    definition = None
    if name is not None and front.description is not None:
        definition = Definition(name, front.description, front.allowed_tools, bundle, front.entrypoints)
        sizes = {one.path: len(one.content) for one in bundle.files}
        if not any(one.code == "PORTABLE_SKILL_TOO_LARGE" for one in problems):
            problems += too_large_definition(len(to_bytes(definition)), sizes)
    if any(one.is_error for one in problems):
        definition = None
    tools = front.allowed_tools.names if isinstance(front.allowed_tools, Declared) else ()
    return Reading(
        definition, front.body, front.raw, tuple(problems), name, front.description, tools, front.places, bundle
    )


def _find_skill_md(bundle: Bundle) -> tuple[Bundle, SkillFile | None, list[Problem]]:
    """SKILL.md, whatever its case; another spelling is stored as SKILL.md (FM-1)."""
    found = bundle.get(SKILL_MD) or next((file for file in bundle.files if is_skill_md(file.path)), None)
    if found is None:
        message = "there is no SKILL.md at the root of the skill"
        where, hint = Location(SKILL_MD), "Add a SKILL.md with front matter: name and description."
        return bundle, None, [problem("SKILL_MD_MISSING", message, where, hint)]
    if found.path == SKILL_MD:
        return bundle, found, []
    message = f"the file is called {found.path}; it was read as SKILL.md, and is stored so"
    warning = problem("SKILL_MD_CASE", message, Location(found.path), "Rename it to SKILL.md.")
    renamed = SkillFile(SKILL_MD, found.content)
    files = tuple(renamed if file is found else file for file in bundle.files)
    return Bundle(files), renamed, [warning]


def _name(
    front: FrontMatter, entry_name: str | None, folder: str | None, file: str
) -> tuple[str | None, list[Problem]]:
    """The skill's name: its own, or else the manifest entry's, or else the folder's (FM-2)."""
    where = front.places.get("name", Location(file, 1, 1))
    if front.name is not None:
        if entry_name is None or unicodedata.normalize("NFC", entry_name) == front.name:
            return front.name, []
        message = f"the name {front.name!r} does not match the manifest entry {entry_name!r}"
        return front.name, [problem("NAME_NOT_ENTRY", message, where, "Use one name in both.")]
    if "name" in front.places and any(one.is_error and one.location == where for one in front.problems):
        return None, []
    other = entry_name if entry_name is not None else folder
    if not front.raw:
        return other, []
    if other is None:
        message = "the skill has no name"
        return None, [problem("NAME_MISSING", message, where, "Add `name: …` to the front matter.")]
    other = unicodedata.normalize("NFC", other)
    source = "the manifest entry" if entry_name is not None else "the folder"
    message = f"SKILL.md gives no name; {other!r} is taken from {source}"
    note = problem("NAME_FROM_ELSEWHERE", message, where, "Add `name: …` where other hosts shall read the skill.")
    checks = check_name(other, where)
    return (None if any(one.is_error for one in checks) else other), [note, *checks]
