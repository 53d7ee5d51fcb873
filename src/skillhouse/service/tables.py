"""Data tables for a run: read from a file, and laid out as the files that its script finds (TBL-2 to TBL-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.disk import read_data
from skillhouse.errors import InvalidRequest, Refused
from skillhouse.format.limits import MEGABYTE
from skillhouse.format.tables import read_csv, read_jsonl, write_jsonl
from skillhouse.model.names import path_key
from skillhouse.model.skill import SkillFile
from skillhouse.model.table import slugs, table_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from skillhouse.model.skill import Bundle
    from skillhouse.model.table import Table

__all__ = ["read_table", "table_files"]

# Quotes and spaces of a source may go; a file over twice the budget cannot be under it afterwards.
_SOURCE_FACTOR = 2


def read_table(name: str, path: Path, *, limit_bytes: int) -> Table:
    """The table in a `.csv` or `.jsonl` file, by its suffix.

    Raises NotFound, TooLarge, and InvalidRequest, with the line, for what is no table.
    """
    reader = {".csv": read_csv, ".jsonl": read_jsonl}.get(path.suffix.lower())
    if reader is None:
        raise InvalidRequest(
            f"the table {name!r} cannot be read from {str(path)!r}: it is neither a .csv nor a .jsonl file",
            code="TABLE_KIND_UNKNOWN",
            hint="Save it as CSV, or as JSON Lines: one object a line.",
            where=str(path),
        )
    return reader(read_data(path, _SOURCE_FACTOR * limit_bytes, code="TABLE_TOO_LARGE"), name=name, file=str(path))


def table_files(tables: Sequence[Table], bundle: Bundle, *, limit_bytes: int) -> tuple[SkillFile, ...]:
    """The files of the tables, in the order given: `data/<slug>.jsonl` each (TBL-2).

    Raises Refused over the budget, never cutting a table short (TBL-3), and where the skill has a file in the same
    place (TBL-4).
    """
    paths = map(table_path, slugs(table.name for table in tables))
    files = tuple(SkillFile(path, write_jsonl(table)) for path, table in zip(paths, tables, strict=True))
    _check_places(tables, files, bundle)
    total = 0
    for table, file in zip(tables, files, strict=True):
        total += len(file.content)
        if total > limit_bytes:
            before = (
                f", and {_megabytes(total - len(file.content))} stand before it" if total > len(file.content) else ""
            )
            raise Refused(
                f"the table {table.name!r} takes {_megabytes(len(file.content))} as JSON Lines{before}; "
                f"all tables of a run may take {_megabytes(limit_bytes)}",
                code="TABLE_OVER_BUDGET",
                hint="Expose fewer rows or columns, or set SANDBOX_TABLES_MB.",
                where=file.path,
            )
    return files


def _check_places(tables: Sequence[Table], files: Sequence[SkillFile], bundle: Bundle) -> None:
    """Refuse a table whose file the skill has too, in any spelling that some disk takes for the same."""
    own = {path_key(path): path for path in bundle.paths}
    for table, file in zip(tables, files, strict=True):
        taken = own.get(path_key(file.path)) or own.get(path_key(file.path.partition("/")[0]))
        if taken is not None:
            raise Refused(
                f"the table {table.name!r} belongs at {file.path!r}, where the skill has a file of its own: {taken!r}",
                code="TABLE_PATH_TAKEN",
                hint="Rename the table, or the skill's file.",
                where=file.path,
            )


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:.1f} MB"
