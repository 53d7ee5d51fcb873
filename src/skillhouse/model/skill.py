"""A skill's content: the bundle of its files and the portable definition (SPEC §2, §3)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ABSENT",
    "Absent",
    "AllowedTools",
    "Bundle",
    "Declared",
    "Definition",
    "SkillFile",
]

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"


@dataclass(frozen=True, slots=True)
class Absent:
    """The skill says nothing of tools: recorded as deny-all, null in the portable form (FM-4)."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The skill asks for these tools, in its own order; `Declared(())` asks for none, [] in portable form (FM-4)."""

    names: tuple[str, ...] = ()


AllowedTools: TypeAlias = Absent | Declared
ABSENT = Absent()


@dataclass(frozen=True, slots=True)
class SkillFile:
    """One file of a bundle: its `/`-separated relative path and its bytes."""

    path: str
    content: bytes = field(repr=False)

    @property
    def text(self) -> str | None:
        """The content as UTF-8 text, or None where it is not (FM-11)."""
        try:
            return self.content.decode("utf-8")
        except UnicodeDecodeError:
            return None

    @property
    def sha256(self) -> str:
        """The hex digest of the content."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one version, sorted by path in byte order; no two share a path (DEF-3)."""

    files: tuple[SkillFile, ...]

    def __post_init__(self) -> None:
        """Sort by the bytes of the path, so that no locale and no walk order shows."""
        ordered = tuple(sorted(self.files, key=lambda file: file.path.encode("utf-8", "surrogateescape")))
        object.__setattr__(self, "files", ordered)

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path, in order."""
        return tuple(file.path for file in self.files)

    @property
    def size(self) -> int:
        """The total of all files, in bytes."""
        return sum(len(file.content) for file in self.files)

    def get(self, path: str) -> SkillFile | None:
        """The file at exactly this path, or None."""
        return next((file for file in self.files if file.path == path), None)


@dataclass(frozen=True, slots=True)
class Definition:
    """The portable form of a skill (DEF-1): never holds a review state (DEF-4).

    `license`, `compatibility` and `metadata` are None for a definition read from a folder (FM-6). `entrypoints` is
    None unless the front matter declares it, and maps an entrypoint's name to the path of a script.
    """

    name: str
    description: str
    allowed_tools: AllowedTools
    bundle: Bundle
    entrypoints: Mapping[str, str] | None = None
    license: str | None = None
    compatibility: str | None = None
    metadata: Mapping[str, JsonValue] | None = None
