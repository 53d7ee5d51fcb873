"""A data table as a value: named, typed columns and rows (TBL-1), and the file that scripts find it by (TBL-2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

__all__ = ["Cell", "Column", "ColumnType", "Table", "slug", "slugs", "table_path"]

SLUG_CHARACTERS = 64

ColumnType: TypeAlias = Literal["text", "number", "boolean", "date", "json"]
Cell: TypeAlias = "str | Decimal | bool | list[Cell] | dict[str, Cell] | None"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, which no other column of the table has, and the kind of its cells."""

    name: str
    type: ColumnType


@dataclass(frozen=True, slots=True)
class Table:
    """A named table; each row has one cell for each column, in their order.

    A number is a Decimal and so exactly what was written down; a date is text as `2024-02-29`; an empty cell is None,
    whatever the column's type.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(repr=False)


def slug(name: str) -> str:
    """The part of a file's name that a table's name gives: lower case, runs of anything but a-z and 0-9 as one `-`,
    none at the ends, at most 64 characters, `table` where nothing is left (TBL-2).
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:SLUG_CHARACTERS] or "table"


def slugs(names: Iterable[str]) -> tuple[str, ...]:
    """A slug for each name, in order; the second of a clash gets `-2`, the third `-3` (TBL-2)."""
    taken: list[str] = []
    for base in map(slug, names):
        choices = (base if count == 1 else f"{base}-{count}" for count in range(1, len(taken) + 2))
        taken.append(next(choice for choice in choices if choice not in taken))
    return tuple(taken)


def table_path(slug_of_table: str) -> str:
    """Where a script finds the table's rows, relative to the workspace (TBL-2)."""
    return f"data/{slug_of_table}.jsonl"
