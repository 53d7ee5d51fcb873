"""Data tables as text: CSV and JSON Lines to a Table, and a Table to the JSON Lines that scripts read (TBL-1, TBL-2).

How the columns of a CSV file get their types, over all cells that are not empty:

- boolean: each is `true` or `false`, in lower, upper or title case
- number: each is a number as JSON writes one: `12`, `-0.50`, `1e6`; not `007`, `+5` or `1,000`, which stay text
- date: each is a day of the calendar, written `2024-02-29`
- json: each is a JSON list or object
- text: anything else, and a column without any value

An empty cell is null in a column of any type. Numbers are never rounded, whatever their length.
"""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidRequest
from skillhouse.format.problems import plural, printable
from skillhouse.model.table import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from skillhouse.model.table import Cell, ColumnType

__all__ = ["read_csv", "read_jsonl", "write_jsonl"]

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,6})?", re.ASCII)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_BOOLEANS = {word: value for value in (True, False) for word in (str(value).lower(), str(value), str(value).upper())}
_PLAIN_DIGITS = 40
_DELIMITERS = ",;\t"


def read_csv(data: bytes, *, name: str, file: str) -> Table:
    """The table in a CSV file: UTF-8, its first line the columns' names, fields parted by comma, semicolon or tab.

    Which of the three it is, the first line tells. Blank lines count for nothing. Raises InvalidRequest, with the file
    and the line, for what is no such table.
    """
    text = _text(data, file)
    records = _records(text, file)
    line, head = next(records, (1, []))
    names = _column_names(head, file, line)
    rows = []
    for line, record in records:
        if len(record) != len(names):
            raise InvalidRequest(
                f"line {line} of {file!r} has {plural(len(record), 'cell')}, but there are "
                f"{plural(len(names), 'column')}",
                code="TABLE_ROW_RAGGED",
                hint="Give each row one cell for each column; quote a cell that holds the delimiter.",
                where=f"{file}:{line}",
            )
        rows.append(record)
    typed = [_typed([row[index] for row in rows]) for index in range(len(names))]
    columns = tuple(Column(column, kind) for column, (kind, _) in zip(names, typed, strict=True))
    return Table(name, columns, tuple(zip(*(cells for _, cells in typed), strict=True)))


def _text(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidRequest(
            f"line {line} of {file!r} is not UTF-8 text: byte {data[error.start]:#04x}",
            code="TABLE_NOT_UTF8",
            hint="Save the file as UTF-8.",
            where=f"{file}:{line}",
        ) from None


def _records(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Each record that is not blank, with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    line = 1
    try:
        for record in reader:
            if record:
                yield line, record
            line = reader.line_num + 1
    except csv.Error as error:
        raise InvalidRequest(
            f"the record that begins on line {line} of {file!r} is no CSV: {error}",
            code="TABLE_CSV_INVALID",
            hint="Close each quote, and write a quote inside of a quoted cell twice.",
            where=f"{file}:{line}",
        ) from None


def _delimiter(text: str) -> str:
    """The delimiter that stands most often in the first line, outside of quotes."""
    first = re.sub(r'"[^"]*"', "", text.lstrip("\r\n")).partition("\n")[0]
    return max(_DELIMITERS, key=first.count)


def _column_names(head: list[str], file: str, line: int) -> list[str]:
    names, where = [cell.strip() for cell in head], f"{file}:{line}"
    if not names:
        hint = "Put the columns' names into the first line."
        raise InvalidRequest(f"{file!r} is empty", code="TABLE_EMPTY", hint=hint, where=where)
    if "" in names:
        message, hint = f"column {names.index('') + 1} of {file!r} has no name", "Name each column in the first line."
        raise InvalidRequest(message, code="TABLE_COLUMN_UNNAMED", hint=hint, where=where)
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        message = f"two columns of {file!r} are called {printable(twice)!r}"
        raise InvalidRequest(message, code="TABLE_COLUMN_DUPLICATE", hint="Rename one of the two.", where=where)
    return names


def _typed(texts: Sequence[str]) -> tuple[ColumnType, list[Cell]]:
    """The type of a column and its cells; the first reading that takes every cell is the one."""
    filled = [text for text in texts if text]
    for kind, reading in _READINGS if filled else ():
        try:
            known = {text: reading(text) for text in filled}
        except (ValueError, KeyError, RecursionError):
            continue
        return kind, [known.get(text) for text in texts]
    return "text", [text or None for text in texts]


def _boolean(text: str) -> Cell:
    return _BOOLEANS[text]


def _number(text: str) -> Cell:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return Decimal(text)


def _date(text: str) -> Cell:
    if not _DATE.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text).isoformat()


def _json_value(text: str) -> Cell:
    if not text.startswith(("[", "{")):
        raise ValueError(text)
    value = _parse(text)
    _to_json(value)  # what is nested too deep to be written again is told now
    return value


_READINGS: tuple[tuple[ColumnType, Callable[[str], Cell]], ...] = (
    ("boolean", _boolean),
    ("number", _number),
    ("date", _date),
    ("json", _json_value),
)


def read_jsonl(data: bytes, *, name: str, file: str) -> Table:
    """The table in a JSON Lines file: one object a line, its keys the columns, in order of their first appearance.

    A key that a row lacks is null there. A column whose values are of different kinds has the type json. Raises
    InvalidRequest, with the file and the line, for what is no such table.
    """
    lines = enumerate(_text(data, file).split("\n"), 1)
    rows = [_row(line, file, number) for number, line in lines if line.strip()]
    names = list(dict.fromkeys(key for row in rows for key in row))
    columns = tuple(Column(column, _type_of([row.get(column) for row in rows])) for column in names)
    return Table(name, columns, tuple(tuple(row.get(column) for column in names) for row in rows))


def _row(line: str, file: str, number: int) -> dict[str, Cell]:
    try:
        value = _parse(line)
        _to_json(value)
    except RecursionError:
        why = "it is nested too deep"
    except ValueError as error:
        why = str(error)
    else:
        if isinstance(value, dict):
            return value
        why = "it is no object"
    raise InvalidRequest(
        f"line {number} of {file!r} is no row of a table: {printable(why)}",
        code="TABLE_JSON_INVALID",
        hint='Write one JSON object a line, such as {"code": "EUR", "rate": 1.5}.',
        where=f"{file}:{number}",
    )


def _parse(text: str) -> Cell:
    """JSON with exact numbers, no key twice, no NaN. Raises ValueError, RecursionError."""
    value: Cell = json.loads(
        text,
        parse_float=_exact,
        parse_int=_exact,
        parse_constant=_no_constant,
        object_pairs_hook=_unique,
    )
    return value


def _exact(text: str) -> Decimal:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"the exponent of {text[:40]} is too large")
    return Decimal(text)


def _no_constant(word: str) -> Cell:
    raise ValueError(f"{word} is no JSON")


def _unique(pairs: Sequence[tuple[str, Cell]]) -> dict[str, Cell]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _type_of(values: Sequence[Cell]) -> ColumnType:
    kinds = {_kind(value) for value in values if value is not None}
    if len(kinds) > 1:
        return "json"
    kind = kinds.pop() if kinds else "text"
    if kind == "text" and _is_all_dates(values):
        return "date"
    return kind


def _kind(value: Cell) -> ColumnType:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, Decimal):
        return "number"
    return "text" if isinstance(value, str) else "json"


def _is_all_dates(values: Sequence[Cell]) -> bool:
    try:
        return bool([_date(value) for value in values if isinstance(value, str)])
    except ValueError:
        return False


def write_jsonl(table: Table) -> bytes:
    """The rows as scripts read them: one object a line, its keys in the columns' order (TBL-2)."""
    keys = [json.dumps(column.name, ensure_ascii=False) for column in table.columns]
    lines = (
        f"{{{', '.join(f'{key}: {_to_json(cell)}' for key, cell in zip(keys, row, strict=True))}}}\n"
        for row in table.rows
    )
    # Half of a surrogate pair, which JSON can name but UTF-8 cannot hold, becomes its escape again.
    return "".join(lines).encode("utf-8", "backslashreplace")


def _to_json(value: Cell) -> str:
    if isinstance(value, Decimal):
        return format(value, "f") if abs(value.adjusted()) < _PLAIN_DIGITS else str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_to_json, value))}]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key, ensure_ascii=False)}: {_to_json(inner)}" for key, inner in value.items())
        return f"{{{', '.join(pairs)}}}"
    return json.dumps(value, ensure_ascii=False)
