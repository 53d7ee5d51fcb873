"""The fixed limits on a skill's size, and which names of a folder are no part of any skill (PKG-3, FM-10)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.format.problems import plural, problem
from skillhouse.model.finding import Location, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "DEFINITION_BYTES",
    "FILES_COUNT",
    "FILES_TOTAL_BYTES",
    "FILE_BYTES",
    "is_junk",
    "is_skill_md",
    "megabytes",
    "too_large_definition",
    "too_large_files",
]

MEGABYTE = 1 << 20
FILE_BYTES = 5 * MEGABYTE
FILES_TOTAL_BYTES = 10 * MEGABYTE
DEFINITION_BYTES = 5 * MEGABYTE
FILES_COUNT = 5_000

_LARGEST_SHOWN = 3
_JUNK = {".git", "__pycache__", "node_modules", ".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini"}
_LEFTOVER = re.compile(r"(?:.+~|\..+\.sw[a-px]|#.+#|\.#.+|\._.+)\Z", re.DOTALL)


def is_junk(name: str) -> bool:
    """Whether a file or folder of this name belongs to version control, a cache, a desktop or an editor (FM-10)."""
    return name in _JUNK or _LEFTOVER.match(name) is not None


def is_skill_md(name: str) -> bool:
    """Whether a file of this name, at the root, is the skill's SKILL.md in some spelling (FM-1)."""
    return name.lower() == "skill.md"


def megabytes(size: int) -> str:
    """A size for people: `5.2 MB (5,452,595 bytes)`."""
    return f"{size / MEGABYTE:.1f} MB ({plural(size, 'byte')})"


def _largest(sizes: Mapping[str, int]) -> str:
    ordered = sorted(sizes, key=lambda path: (-sizes[path], path))[:_LARGEST_SHOWN]
    return ", ".join(f"{path} {sizes[path] / MEGABYTE:.1f} MB" for path in ordered)


def too_large_files(sizes: Mapping[str, int], *, more: bool = False) -> list[Problem]:
    """The errors of files over a fixed limit, from their sizes in bytes alone (PKG-3).

    `more` says that there are files whose size was not even looked at.
    """
    found: list[Problem] = []
    for path, size in sizes.items():
        if size > FILE_BYTES:
            message = f"the file {path!r} has {megabytes(size)}, over the limit of {FILE_BYTES // MEGABYTE} MB a file"
            found.append(_too_large(message, Location(path)))
    total = sum(sizes.values())
    if total > FILES_TOTAL_BYTES:
        limit = f"{FILES_TOTAL_BYTES // MEGABYTE} MB"
        message = f"the files total {megabytes(total)}, over the limit of {limit}; the largest: {_largest(sizes)}"
        found.append(_too_large(message, Location("SKILL.md")))
    if more or len(sizes) > FILES_COUNT:
        count = f"more than {plural(FILES_COUNT, 'file')}"
        message = f"the skill has {count}, the limit; too many files for one skill"
        found.append(problem("SKILL_TOO_MANY_FILES", message, Location("SKILL.md"), "Remove files, or archive them."))
    return found


def too_large_definition(size: int, sizes: Mapping[str, int]) -> list[Problem]:
    """The error of a definition that is over the fixed limit as JSON (PKG-3)."""
    if size <= DEFINITION_BYTES:
        return []
    limit = f"{DEFINITION_BYTES // MEGABYTE} MB"
    what = f"the definition as JSON has {megabytes(size)}, over the limit of {limit}"
    message = f"{what}; the largest files: {_largest(sizes)}"
    return [_too_large(message, Location("SKILL.md"))]


def _too_large(message: str, where: Location) -> Problem:
    return problem("PORTABLE_SKILL_TOO_LARGE", message, where, "Remove or shrink the largest files.")
