"""Say what is in a table: columns, kinds of values, what is missing, odd or there twice.

usage: profile_csv.py (--text TEXT | --file PATH | --table SLUG) [--key COLUMN[,COLUMN]...] [--top N]
                      [--delimiter SIGN] [--encoding NAME] [--no-header]
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal

from tabular import BadData, Parser, Table, open_table, run
from values import EXACT, is_date, kind_of, plain

MOST_DISTINCT = 20_000
MOST_ROWS_COMPARED = 1_000_000
LINES_SHOWN = 5
MISSING_WORDS = frozenset(("na", "n/a", "null", "none", "nil", "nan", "-", "--", "?", "#n/a", "missing", "unknown"))
LONGEST_WORD = max(map(len, MISSING_WORDS))
NUMERIC = frozenset(("integer", "decimal"))


@dataclass
class Column:
    """What was seen in one column. `counts` holds distinct values until there are too many."""

    name: str
    kinds: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    full: bool = True
    words: int = 0
    padded: int = 0
    longest: int = 0
    total: Decimal = Decimal(0)
    lowest: Decimal | None = None
    highest: Decimal | None = None
    first: str = ""
    last: str = ""
    orders: Counter[str] = field(default_factory=Counter)
    lines: dict[str, list[int]] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)

    def see(self, cell: str, line: int) -> None:
        """Count one cell."""
        text = cell.strip()
        if text != cell:
            self.padded += 1
        kind = self.known.get(text)
        if kind is None:
            missing = len(text) <= LONGEST_WORD and text.lower() in MISSING_WORDS
            kind = "missing word" if missing else kind_of(text)
            if len(self.known) < MOST_DISTINCT:
                self.known[text] = kind
        self.kinds[kind] += 1
        if self.full:
            self.counts[text] += 1
            self.full = len(self.counts) <= MOST_DISTINCT
            if not self.full:
                self.counts.clear()
        if self.kinds[kind] <= LINES_SHOWN:
            self.lines.setdefault(kind, []).append(line)
        if len(text) > self.longest:
            self.longest = len(text)
        if kind in NUMERIC:
            self.see_number(Decimal(text))
        elif kind in ("date", "datetime"):
            self.first = min(self.first or text, text)
            self.last = max(self.last, text)
        elif kind == "local date":
            self.orders.update(order for order in ("dmy", "mdy") if is_date(four_digit_year(text), order))

    def see_number(self, number: Decimal) -> None:
        """Keep sum and range."""
        self.total = EXACT.add(self.total, number)
        if self.lowest is None or number < self.lowest:
            self.lowest = number
        if self.highest is None or number > self.highest:
            self.highest = number

    def kind(self) -> str:
        """The kind of the column: that of all values that are there, or `mixed`."""
        there = {kind for kind in self.kinds if kind not in ("empty", "missing word")}
        if there and there <= NUMERIC:
            return "decimal" if "decimal" in there else "integer"
        if there <= NUMERIC | {"digits"} and "digits" in there:
            return "digits"
        if there and there <= NUMERIC | {"local number"}:
            return "local number"
        return next(iter(there)) if len(there) == 1 else "mixed" if there else "empty"

    def fact(self, rows: int, top: int) -> dict[str, object]:
        """The profile of the column."""
        kind = self.kind()
        found: dict[str, object] = {
            "column": self.name,
            "kind": kind,
            "kinds": dict(sorted(self.kinds.items(), key=lambda one: (-one[1], one[0]))),
            "missing": self.kinds["empty"] + self.kinds["missing word"],
            "distinct": distinct_of(self),
            "longest": self.longest,
        }
        if self.full:
            ordered = sorted(self.counts.items(), key=lambda one: (-one[1], one[0]))
            found["top"] = [{"value": value, "count": count} for value, count in ordered[:top]]
            found["unique"] = rows > 0 and len(self.counts) == rows
        if kind in NUMERIC and self.lowest is not None and self.highest is not None:
            found |= {"lowest": plain(self.lowest), "highest": plain(self.highest), "sum": plain(self.total)}
        if self.last:
            found |= {"first": self.first, "last": self.last}
        notes = self.notes(kind)
        return found | ({"notes": notes} if notes else {})

    def notes(self, kind: str) -> list[str]:
        """What a reader should know before using the column."""
        found = []
        if self.padded:
            found.append(f"{self.padded} cells have spaces at an end")
        if self.kinds["missing word"]:
            found.append(f"words that mean missing, first at lines {shown(self.lines['missing word'])}")
        if kind == "mixed":
            usual, count = self.kinds.most_common(1)[0]
            others = sorted(other for other in self.kinds if other not in (usual, "empty", "missing word"))
            found.extend(f"{count} cells are {usual}; {other} first at lines {shown(self.lines[other])}" for other in others)
        if kind == "digits":
            found.append("numbers with leading zeros are codes: keep them as text")
        if kind == "local number":
            found.append("numbers with group signs, a decimal comma or currency marks: clean with --number")
        if self.kinds["local date"]:
            found.append(order_note(self.orders, self.kinds["local date"]))
        return found


def distinct_of(column: Column) -> int | str:
    """How many different values, as far as they were counted."""
    return len(column.counts) - ("" in column.counts) if column.full else f"more than {MOST_DISTINCT}"


def four_digit_year(text: str) -> str:
    """A local date whose year of two digits is written in full, to look at the order alone."""
    return text if text[-5:-4] in "./-" else f"{text[:-2]}20{text[-2:]}"


def order_note(orders: Counter[str], size: int) -> str:
    """Which order of day and month all local dates fit."""
    fitting = [order for order in ("dmy", "mdy") if orders[order] == size]
    if len(fitting) == 2:
        return "local dates fit day-month and month-day: ask which, then clean with --date COLUMN=dmy or mdy"
    if fitting:
        return f"local dates fit only the order {fitting[0]}: clean with --date COLUMN={fitting[0]}"
    return "local dates are in more than one order, or some are no dates"


def shown(lines: list[int]) -> str:
    """3, 7, 12."""
    return ", ".join(map(str, lines))


@dataclass
class Repeats:
    """Rows (or keys) that were there before, by an 8-byte digest of their cells."""

    seen: dict[bytes, int] = field(default_factory=dict)
    count: int = 0
    examples: list[dict[str, int]] = field(default_factory=list)
    complete: bool = True

    def see(self, cells: list[str], line: int) -> None:
        """Compare one row."""
        key = hashlib.blake2b("\x1f".join(cells).encode("utf-8", "surrogatepass"), digest_size=8).digest()
        before = self.seen.get(key)
        if before is not None:
            self.count += 1
            if len(self.examples) < LINES_SHOWN:
                self.examples.append({"line": line, "same_as": before})
        elif len(self.seen) < MOST_ROWS_COMPARED:
            self.seen[key] = line
        else:
            self.complete = False

    def fact(self) -> dict[str, object]:
        """How many, and the first."""
        return {"count": self.count, "first": self.examples} | ({} if self.complete else {"compared": MOST_ROWS_COMPARED})


def profile(table: Table, keys: list[str], top: int) -> dict[str, object]:
    """Read the table once."""
    columns = [Column(name) for name in table.columns]
    places = [table.index(name) for name in keys]
    whole, by_key, ragged, rows = Repeats(), Repeats(), [], 0
    ragged_count = 0
    for line, cells in table.records:
        if len(cells) != len(columns):
            ragged_count += 1
            if len(ragged) < LINES_SHOWN:
                ragged.append({"line": line, "cells": len(cells)})
            continue
        rows += 1
        for column, cell in zip(columns, cells, strict=True):
            column.see(cell, line)
        whole.see(cells, line)
        if places:
            by_key.see([cells[place].strip() for place in places], line)
    found: dict[str, object] = {
        "source": table.dialect,
        "rows": rows,
        "ragged_rows": {"count": ragged_count, "expected_cells": len(columns), "first": ragged},
        "duplicate_rows": whole.fact(),
    }
    if places:
        found["duplicate_keys"] = {"key": keys} | by_key.fact()
    if table.renamed:
        found["renamed_columns"] = table.renamed
    return found | {"columns": [column.fact(rows, top) for column in columns]}


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments and profile the table."""
    top = Parser(prog="profile_csv.py", description="What is in a table.")
    top.add_source()
    top.add_reading()
    top.add_argument("--key", default="", metavar="COLUMN[,COLUMN]...")
    top.add_argument("--top", type=int, default=3, metavar="N")
    given = top.parse_args(args)
    if not 0 <= given.top <= 100:
        raise BadData(f"--top {given.top} is not from 0 to 100")
    keys = [name.strip() for name in given.key.split(",") if name.strip()]
    return profile(open_table(given), keys, given.top)


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
