"""SKILL.md to values: lenient, and it says what it forgave (FM-1 to FM-8)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.format.block import read_block
from skillhouse.format.fields import FieldReader
from skillhouse.format.fixing import fix_block
from skillhouse.format.problems import problem
from skillhouse.format.yamltext import to_json
from skillhouse.model.finding import Location, Problem
from skillhouse.model.skill import ABSENT, AllowedTools, JsonValue

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FrontMatter", "fix_skill_md", "read_skill_md"]


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What SKILL.md says. A field is None (or Absent) where it is not there or cannot be read; `problems` tells which.

    `raw` is the whole front matter as JSON has it, for display (FM-6); `places` says where each field's value stands,
    by the field's name (`entrypoints.NAME` for one entrypoint).
    """

    name: str | None
    description: str | None
    allowed_tools: AllowedTools
    entrypoints: Mapping[str, str] | None
    raw: Mapping[str, JsonValue]
    body: str
    problems: tuple[Problem, ...]
    places: Mapping[str, Location] = field(default_factory=lambda: MappingProxyType({}))


def read_skill_md(data: bytes, *, file: str = "SKILL.md", folder: str | None = None) -> FrontMatter:
    """Read the bytes of a SKILL.md. Never raises: every problem stands in the result, in the order of the lines.

    `folder` is the name of the skill's folder; a name that differs from it earns a warning. `file` is how the
    problems call the file.
    """
    block = read_block(data, file)
    if block.root is None:
        return FrontMatter(None, None, ABSENT, None, MappingProxyType({}), block.body, block.problems)
    reader = FieldReader(block.root, file, block.yaml)
    name = reader.name()
    description, tools, entrypoints = reader.description(), reader.tools(), reader.entrypoints()
    reader.misspelt()
    problems = [*block.problems, *reader.problems]
    if name is not None and folder is not None and name != unicodedata.normalize("NFC", folder):
        message = f"the name {name!r} does not match the folder {folder!r}"
        problems.append(problem("NAME_NOT_FOLDER", message, reader.places["name"], "Rename one of the two."))
    if not block.body.strip():
        where = Location(file, block.closing + 1, 1)
        message = "nothing follows the front matter: an agent would have no instructions"
        problems.append(problem("BODY_EMPTY", message, where, "Write below it how to do the task."))
    raw = to_json(block.root)
    return FrontMatter(
        name,
        description,
        tools,
        None if entrypoints is None else MappingProxyType(entrypoints),
        MappingProxyType(raw if isinstance(raw, dict) else {}),
        block.body,
        tuple(sorted(problems, key=lambda one: (one.location.line, one.location.column, one.code))),
        MappingProxyType(reader.places),
    )


def fix_skill_md(data: bytes, *, file: str = "SKILL.md") -> bytes:
    """The bytes with everything rewritten that can be without changing the meaning (FM-7); the same bytes where
    nothing can, or where the front matter cannot be read.
    """
    return fix_block(read_block(data, file), data)
