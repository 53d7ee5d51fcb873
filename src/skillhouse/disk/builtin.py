"""The skills that ship with the product, as plain folders beside the code (BLT-1)."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from skillhouse.errors import NotFound
from skillhouse.format.problems import printable

__all__ = ["BUILTIN", "builtin_names", "builtin_path"]

BUILTIN = "builtin:"
_FOLDER = Path(__file__).parent.parent / "builtin"


def builtin_names() -> tuple[str, ...]:
    """The name of each built-in skill, in order."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/SKILL.md")))


def builtin_path(name: str) -> Path:
    """The folder of one built-in skill. Raises NotFound, which lists the names that are near, else all of them."""
    names = builtin_names()
    if name in names:
        return _FOLDER / name
    near = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    near += [one for one in names if name and name.lower() in one and one not in near]
    hint = f"Did you mean {' or '.join(near)}?" if near else f"There are: {', '.join(names)}."
    raise NotFound(
        f"there is no built-in skill {printable(name)!r}", code="BUILTIN_NOT_FOUND", hint=hint, where=BUILTIN + name
    )
