"""Folders and files below a path, opened one by one without ever following a link (FM-10)."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

from skillhouse.format.limits import FILE_BYTES, FILES_COUNT, FILES_TOTAL_BYTES, is_junk, is_skill_md
from skillhouse.format.problems import printable, problem
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import PATH_PARTS
from skillhouse.model.skill import SkillFile

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "FILE",
    "FOLDER",
    "Walk",
    "below",
    "mode_of",
    "names_in",
    "opened_at",
    "raw",
    "read_at_most",
    "skipped",
    "text",
]

# Non-blocking, so that a pipe without a writer cannot hold the program.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def opened_at(name: str, flags: int, parent: int | None = None) -> Iterator[int]:
    """A descriptor for one name, closed at the end."""
    descriptor = os.open(raw(name), flags, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def below(folder: int, path: str) -> Iterator[int]:
    """A descriptor for a relative path; no part of it may be a link (OSError with ELOOP)."""
    current = os.dup(folder)
    try:
        for part in path.split("/"):
            following = os.open(raw(part), FILE, dir_fd=current)
            os.close(current)
            current = following
        yield current
    finally:
        os.close(current)


def raw(name: str) -> bytes:
    """A name as the file system has it: UTF-8, whatever the locale says (DEF-7)."""
    return name.encode("utf-8", "surrogateescape")


def text(name: str | bytes) -> str:
    """A name that Python read by the locale, as UTF-8; a byte that is none is kept as half of a surrogate pair."""
    return os.fsencode(name).decode("utf-8", "surrogateescape")


def names_in(folder: int) -> list[str]:
    """The names in an opened folder, in order."""
    return sorted(map(text, os.listdir(folder)))


def mode_of(folder: int, name: str) -> int:
    """Type and permissions of what has this name in an opened folder, a link itself included."""
    return os.stat(raw(name), dir_fd=folder, follow_symlinks=False).st_mode


def read_at_most(descriptor: int, limit: int) -> bytes:
    """The first bytes of an opened file, at most `limit`."""
    size = os.fstat(descriptor).st_size
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        # Asking for the limit at once would clear that much memory for every small file.
        content = file.read(min(size + 1, limit))
        return content if len(content) <= size else content + file.read(limit - len(content))


class Walk:
    """Everything below a folder: the files that belong to the skill, all sizes, and what was left out."""

    def __init__(self) -> None:
        self.files: list[SkillFile] = []
        self.sizes: dict[str, int] = {}
        self.notes: list[Problem] = []
        self.more = False
        self._seen = 0
        self._total = 0

    def folder(self, folder: int, prefix: str) -> None:
        """Take in one folder. Raises OSError for one that cannot be read."""
        with os.scandir(folder) as entries:
            for entry in entries:
                self._seen += 1
                # Twice the limit, because folders and what is skipped count here too.
                if self._seen > 2 * FILES_COUNT or len(self.sizes) > FILES_COUNT:
                    self.more = True
                    return
                self._entry(folder, prefix, text(entry.name))

    def _entry(self, folder: int, prefix: str, name: str) -> None:
        path = prefix + name
        mode = mode_of(folder, name)
        if is_junk(name):
            self.notes.append(skipped("SKIPPED_JUNK", path, "belongs to no skill"))
        elif stat.S_ISLNK(mode) and not prefix and is_skill_md(name):
            message = f"{name} is a symbolic link; links are never followed"
            self.notes.append(problem("SKILL_MD_IS_LINK", message, Location(name), "Put the file itself there."))
        elif stat.S_ISLNK(mode):
            self.notes.append(skipped("SKIPPED_LINK", path, "is a symbolic link"))
        elif stat.S_ISDIR(mode):
            self._subfolder(folder, name, path)
        elif stat.S_ISREG(mode):
            self._file(folder, name, path)
        else:
            self.notes.append(skipped("SKIPPED_SPECIAL", path, "is a pipe, socket or device"))

    def _subfolder(self, folder: int, name: str, path: str) -> None:
        if path.count("/") + 1 >= PATH_PARTS:
            message = f"the path {printable(path)!r} is {PATH_PARTS} folders deep, the limit"
            self.notes.append(problem("PATH_INVALID", message, Location(printable(path)), "Flatten the folders."))
            return
        with opened_at(name, FOLDER, folder) as inner:
            self.folder(inner, f"{path}/")

    def _file(self, folder: int, name: str, path: str) -> None:
        with opened_at(name, FILE, folder) as opened:
            size = os.fstat(opened).st_size
            if size <= FILE_BYTES and self._total + size <= FILES_TOTAL_BYTES:
                content = read_at_most(opened, FILE_BYTES + 1)
                self.files.append(SkillFile(path, content))
                size = len(content)
            self.sizes[printable(path)] = size
            self._total += size


def skipped(code: str, path: str, why: str) -> Problem:
    """The problem of something that was left out of the bundle."""
    shown = printable(path)
    hint = "" if code == "SKIPPED_JUNK" else "Put a plain file there, if the skill needs it."
    return problem(code, f"{shown!r} {why}; it was skipped", Location(shown), hint)
