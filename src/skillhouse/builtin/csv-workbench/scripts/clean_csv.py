"""Clean a table and write it as CSV: trimmed cells, plain numbers, ISO dates, no duplicates.

usage: clean_csv.py (--text TEXT | --file PATH | --table SLUG)
                    [--number COLUMN]... [--decimal point|comma|auto] [--date COLUMN=dmy|mdy|ymd]... [--two-digit-years-from YEAR]
                    [--empty WORD]... [--keep COLUMN[,COLUMN]...] [--rename OLD=NEW]... [--collapse-spaces]
                    [--drop-duplicates] [--ragged refuse|pad|skip] [--bad refuse|keep|blank]
                    [--out NAME.csv] [--safe-formulas] [--bom] [--out-delimiter SIGN]
                    [--delimiter SIGN] [--encoding NAME] [--no-header]
"""

from __future__ import annotations

import hashlib
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tabular import BadData, Parser, Table, add_writing, make_writer, open_table, run
from values import BadValue, date_of, number_of, plain

EXAMPLES = 5


@dataclass
class Cleaner:
    """What is done to each cell, and what was done."""

    table: Table
    given: Namespace
    readers: dict[int, Callable[[str], str]] = field(default_factory=dict)
    changed: Counter[str] = field(default_factory=Counter)
    bad: list[dict[str, object]] = field(default_factory=list)
    bad_count: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    rows_in: int = 0

    def rows(self) -> Iterator[list[str]]:
        """The clean rows, one by one."""
        seen: set[bytes] = set()
        for line, cells in self.table.records:
            self.rows_in += 1
            row = self.clean_row(line, cells)
            if row is None:
                continue
            if self.given.drop_duplicates:
                key = hashlib.blake2b("\x1f".join(row).encode("utf-8", "surrogatepass"), digest_size=8).digest()
                if key in seen:
                    self.skipped["duplicate"] += 1
                    continue
                seen.add(key)
            yield row

    def clean_row(self, line: int, cells: list[str]) -> list[str] | None:
        """One row, or None where it is left out."""
        size = len(self.table.columns)
        if len(cells) != size:
            if self.given.ragged == "refuse" or (self.given.ragged == "pad" and len(cells) > size):
                raise BadData(
                    f"{self.table.name} line {line} has {len(cells)} cells, and the header has {size}: "
                    "mend it, or say --ragged pad (for too few) or --ragged skip"
                )
            if self.given.ragged == "skip":
                self.skipped["ragged"] += 1
                return None
            self.changed["padded rows"] += 1
            cells = cells + [""] * (size - len(cells))
        row = [self.clean_cell(line, place, cell) for place, cell in enumerate(cells)]
        if not any(row):
            self.skipped["empty"] += 1
            return None
        return row

    def clean_cell(self, line: int, place: int, cell: str) -> str:
        """One cell: trimmed, a missing word emptied, then read as its column says."""
        text = cell.strip()
        if self.given.collapse_spaces:
            text = re.sub(r"\s+", " ", text)
        if text != cell:
            self.changed["trimmed"] += 1
        if text.lower() in self.given.empty:
            self.changed["emptied"] += 1
            return ""
        reader = self.readers.get(place)
        if reader is None or not text:
            return text
        try:
            read = reader(text)
        except BadValue as error:
            return self.bad_cell(line, place, text, str(error))
        if read != text:
            self.changed[f"rewritten: {self.table.columns[place]}"] += 1
        return read

    def bad_cell(self, line: int, place: int, text: str, why: str) -> str:
        """A value that cannot be read: refused, kept or blanked, and remembered."""
        column = self.table.columns[place]
        if self.given.bad == "refuse":
            raise BadData(f"{self.table.name} line {line}, column {column!r}: {why} (--bad keep or blank goes on)")
        self.bad_count += 1
        if len(self.bad) < EXAMPLES:
            self.bad.append({"line": line, "column": column, "reason": why})
        return text if self.given.bad == "keep" else ""


def readers_of(table: Table, given: Namespace) -> dict[int, Callable[[str], str]]:
    """For each column that is named, how its cells are read."""
    found: dict[int, Callable[[str], str]] = {}
    for column in given.number:
        found[table.index(column)] = lambda text: plain(number_of(text, given.decimal))
    for argument in given.date:
        column, equals, order = argument.rpartition("=")
        if not equals or order not in ("dmy", "mdy", "ymd"):
            raise BadData(f"--date {argument!r} is not COLUMN=dmy, COLUMN=mdy or COLUMN=ymd")
        place = table.index(column)
        if place in found:
            raise BadData(f"column {column!r} cannot be read in two ways")
        found[place] = lambda text, order=order: str(date_of(text, order, given.two_digit_years_from))
    return found


def chosen_columns(table: Table, given: Namespace) -> tuple[list[int], list[str]]:
    """The places of the columns that are kept, and their new names."""
    keep = [name.strip() for name in given.keep.split(",")] if given.keep else table.columns
    places = [table.index(name) for name in keep]
    names = dict(zip(places, keep, strict=True))
    for argument in given.rename:
        old, equals, new = argument.partition("=")
        if not equals or not new.strip():
            raise BadData(f"--rename {argument!r} is not OLD=NEW")
        names[table.index(old)] = new.strip()
    header = [names[place] for place in places]
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise BadData(f"the column {twice[0]!r} would be there twice")
    return places, header


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments, clean, write, and say what was done."""
    top = Parser(prog="clean_csv.py", description="Clean a table and write it as CSV.")
    top.add_source()
    top.add_reading()
    for option in ("--number", "--date", "--empty", "--rename"):
        top.add_argument(option, action="append", default=[])
    top.add_argument("--decimal", choices=["auto", "point", "comma"], default="auto")
    top.add_argument("--two-digit-years-from", type=int, metavar="YEAR")
    top.add_argument("--keep", metavar="COLUMN[,COLUMN]...")
    top.add_argument("--collapse-spaces", action="store_true")
    top.add_argument("--drop-duplicates", action="store_true")
    top.add_argument("--ragged", choices=["refuse", "pad", "skip"], default="refuse")
    top.add_argument("--bad", choices=["refuse", "keep", "blank"], default="refuse")
    add_writing(top, "clean.csv")
    given = top.parse_args(args)
    if given.two_digit_years_from is not None and not 1000 <= given.two_digit_years_from <= 9900:
        raise BadData(f"--two-digit-years-from {given.two_digit_years_from} is not from 1000 to 9900")
    given.empty = {word.strip().lower() for word in given.empty}
    table = open_table(given)
    places, header = chosen_columns(table, given)
    cleaner = Cleaner(table, given, readers_of(table, given))
    writer = make_writer(given)
    writer.write(header, ([row[place] for place in places] for row in cleaner.rows()))
    return {
        **writer.fact(),
        "rows_in": cleaner.rows_in,
        "rows_left_out": dict(sorted(cleaner.skipped.items())),
        "cells_changed": dict(sorted(cleaner.changed.items())),
        "bad_values": {"count": cleaner.bad_count, "first": cleaner.bad},
        "columns": header,
        "renamed_columns": table.renamed,
    }


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
