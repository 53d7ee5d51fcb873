"""A zip or .skill file to skills, with or without one top folder (PKG-5, PKG-8)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.format.limits import FILE_BYTES, FILES_COUNT, FILES_TOTAL_BYTES, is_junk, is_skill_md
from skillhouse.format.problems import problem
from skillhouse.format.zipfiles import ZipLimits, inflate, read_directory, refuse, write_zip
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import check_path, path_key
from skillhouse.model.skill import Bundle, SkillFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skillhouse.format.zipfiles import ZipEntry

__all__ = ["ARCHIVE_BYTES", "ArchivedSkill", "read_archive", "read_skills", "write_archive"]

ARCHIVE_BYTES = 32 << 20

_LIMITS = ZipLimits(entries=FILES_COUNT, file_bytes=FILE_BYTES, total_bytes=3 * FILES_TOTAL_BYTES)


@dataclass(frozen=True, slots=True)
class ArchivedSkill:
    """One skill of an archive: `path` is its folder inside ("" is the root), `notes` say what was left out."""

    path: str
    bundle: Bundle
    notes: tuple[Problem, ...]

    @property
    def folder(self) -> str | None:
        """The name of the skill's folder; None where it lies at the root of the archive."""
        return self.path.rpartition("/")[2] or None


def read_archive(data: bytes) -> Bundle:
    """The one skill of an archive. Raises InvalidPackage for hostile or damaged bytes, for no skill, and for more than
    one, naming each.
    """
    skills = read_skills(data)
    if len(skills) > 1:
        names = ", ".join(skill.path for skill in skills)
        raise refuse("SEVERAL_SKILLS", f"the archive holds {len(skills)} skills: {names}", hint="Give one at a time.")
    return skills[0].bundle


def read_skills(data: bytes) -> tuple[ArchivedSkill, ...]:
    """Every skill of an archive, by path. A SKILL.md below a skill is that skill's data. Raises InvalidPackage; then
    nothing of the archive may be used.
    """
    if len(data) > ARCHIVE_BYTES:
        raise refuse("TOO_LARGE", f"the archive is too large: {len(data):,} bytes, the limit is {ARCHIVE_BYTES:,}")
    cleaned = [(_clean(entry), entry) for entry in read_directory(data, _LIMITS)]
    _check_collisions(cleaned)
    entries = dict(cleaned)
    paths = [path for path, entry in entries.items() if not entry.is_folder]
    junk = [path for path in paths if any(is_junk(part) for part in path.split("/"))]
    kept = sorted(set(paths) - set(junk))
    roots = _roots(kept)
    if not roots:
        raise refuse("NO_SKILL", "the archive holds no SKILL.md", hint="Pack a skill's folder, SKILL.md included.")
    contents = {path: inflate(data, entries[path]) for path in kept}
    return tuple(_skill(root, roots, contents, junk) for root in roots)


def _clean(entry: ZipEntry) -> str:
    """The path of an entry in normal form; refused where it is unsafe. Some tools write backslashes for slashes."""
    path = unicodedata.normalize("NFC", entry.name.replace("\\", "/")).removeprefix("./").removesuffix("/")
    reason = check_path(path) if path or not entry.is_folder else None
    if reason:
        message = f"the archive's entry {entry.name!r} is unsafe: its path {reason}"
        raise refuse("PATH", message, where=entry.name)
    return path


def _check_collisions(entries: Iterable[tuple[str, ZipEntry]]) -> None:
    """Refuse two entries that some file system would hold at one place, and a file where a folder is needed."""
    seen: dict[str, str] = {}
    files: set[str] = set()
    for path, entry in entries:
        key = path_key(path)
        if key in seen:
            message = f"the archive's entries {seen[key]!r} and {entry.name!r} differ only by case or normal form"
            raise refuse("COLLISION", message, where=entry.name)
        seen[key] = entry.name
        if not entry.is_folder:
            files.add(key)
    for key, name in seen.items():
        above = key.rpartition("/")[0]
        while above:
            if above in files:
                raise refuse("COLLISION", f"the archive's entry {name!r} lies below a file", where=name)
            above = above.rpartition("/")[0]


def _roots(paths: Iterable[str]) -> list[str]:
    """The folders that are skills: those with a SKILL.md and none above them."""
    found: list[str] = []
    folders = {path.rpartition("/")[0] for path in paths if is_skill_md(path.rpartition("/")[2])}
    for folder in sorted(folders, key=lambda one: (one.count("/") + bool(one), one)):
        if not any(above == "" or folder.startswith(f"{above}/") for above in found):
            found.append(folder)
    return sorted(found)


def _skill(root: str, roots: list[str], contents: Mapping[str, bytes], junk: Iterable[str]) -> ArchivedSkill:
    prefix = f"{root}/" if root else ""
    files = [SkillFile(path[len(prefix) :], content) for path, content in contents.items() if path.startswith(prefix)]
    notes = [_note("SKIPPED_JUNK", path, "belongs to no skill") for path in junk if path.startswith(prefix)]
    if root == roots[0]:
        outside = [path for path in contents if not any(path.startswith(f"{one}/") for one in roots if one)]
        notes += [_note("SKIPPED_OUTSIDE", path, "lies outside of every skill") for path in outside if root]
    return ArchivedSkill(root, Bundle(tuple(files)), tuple(notes))


def _note(code: str, path: str, why: str) -> Problem:
    return problem(code, f"the archive's entry {path!r} {why}; it was skipped", Location(path))


def write_archive(bundle: Bundle, folder: str) -> bytes:
    """A .skill file: the bundle below one top folder, with fixed times, order and permissions."""
    return write_zip([(f"{folder}/{file.path}", file.content) for file in bundle.files])
