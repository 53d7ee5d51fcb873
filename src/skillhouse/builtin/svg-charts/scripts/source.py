"""The data of a chart: columns of CSV text or of an exposed table, with numbers read exactly."""

from __future__ import annotations

import csv
import io
import json
import re
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE][+-]?[0-9]{1,2})?")
MOST_ROWS = 20_000


class BadData(Exception):
    """Something in the data is wrong: the message names the line, the value and what to do. Exit code 1."""


@dataclass
class Data:
    """The header, and each row with the line that it stands on."""

    name: str
    columns: list[str]
    rows: list[tuple[int, list[str]]]

    def place(self, column: str) -> int:
        """Where a column stands. Raises BadData that lists the columns there are."""
        if column not in self.columns:
            raise BadData(f"{self.name} has no column {column!r}: it has {', '.join(map(repr, self.columns))}")
        return self.columns.index(column)

    def texts(self, column: str) -> list[str]:
        """The cells of a column."""
        place = self.place(column)
        return [cells[place].strip() for _, cells in self.rows]

    def numbers(self, column: str) -> list[Decimal | None]:
        """The numbers of a column; None where a cell is empty. Raises BadData with the line of what is no number."""
        place = self.place(column)
        found: list[Decimal | None] = []
        for line, cells in self.rows:
            text = cells[place].strip()
            if text and not NUMBER.fullmatch(text):
                raise BadData(f"{self.name} line {line}, column {column!r}: {text!r} is not a plain number such as 1234.5")
            found.append(Decimal(text) if text else None)
        return found


def read_data(given: Namespace) -> Data:
    """The data that the arguments name."""
    if given.table is not None:
        return checked(read_table(given.table))
    if given.text is not None:
        return checked(read_csv("the text", io.StringIO(given.text, newline="")))
    try:
        with open(given.file, encoding="utf-8-sig", newline="") as file:
            return checked(read_csv(given.file, file))
    except OSError as error:
        raise BadData(f"{given.file!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadData(f"{given.file!r} is not UTF-8 at byte {error.start}") from None


def read_csv(name: str, lines: Iterable[str]) -> Data:
    """CSV with commas, semicolons or tabs: the sign of those that the header has most of."""
    lines = list(lines)
    head = lines[0] if lines else ""
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if cells:
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadData(f"{name} line {line}: {error}") from None
    if not rows:
        raise BadData(f"{name} is empty: a header and at least one row are needed")
    columns = [cell.strip() for cell in rows[0][1]]
    return Data(name, columns, rows[1:])


def read_table(slug: str) -> Data:
    """The exposed table data/SLUG.jsonl."""
    rows: list[tuple[int, dict[str, object]]] = []
    try:
        with open(f"data/{slug}.jsonl", encoding="utf-8") as lines:
            for number, text in enumerate(lines, start=1):
                if text.strip():
                    rows.append((number, json.loads(text, parse_float=str, parse_int=str)))
                if len(rows) > MOST_ROWS:
                    break
    except OSError:
        raise BadData(f"there is no table at data/{slug}.jsonl: bind the table and expose it to scripts") from None
    except (ValueError, RecursionError):
        raise BadData(f"table {slug!r} line {len(rows) + 1} is not JSON in UTF-8") from None
    columns: dict[str, None] = {}
    for number, row in rows:
        if not isinstance(row, dict):
            raise BadData(f"table {slug!r} line {number} is not an object")
        columns.update(dict.fromkeys(row))
    cells = [(number, [cell_text(row.get(name)) for name in columns]) for number, row in rows]
    return Data(f"table {slug!r}", list(columns), cells)


def cell_text(value: object) -> str:
    """A JSON value as text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def checked(data: Data) -> Data:
    """The data, refused where rows are ragged, none, or too many to be seen."""
    twice = sorted({name for name in data.columns if data.columns.count(name) > 1})
    if twice:
        raise BadData(f"{data.name} has the column {twice[0]!r} twice")
    if not data.rows:
        raise BadData(f"{data.name} has no rows under its header")
    if len(data.rows) > MOST_ROWS:
        raise BadData(f"{data.name} has more than {MOST_ROWS} rows: add them up by group first")
    for line, cells in data.rows:
        if len(cells) != len(data.columns):
            raise BadData(f"{data.name} line {line} has {len(cells)} cells, and the header has {len(data.columns)}")
    return data
