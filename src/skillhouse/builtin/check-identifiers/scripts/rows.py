"""Rows from --text, --file or --table, one at a time, each with the place where it stands.

Text and files may hold CSV with a header, a JSON list of objects, or one JSON object a line; which of them is seen from
the first character. A table is `data/SLUG.jsonl`. Numbers of JSON become Decimal, so that nothing is lost on the way.
"""

import csv
import functools
import io
import itertools
import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TextIO

from command import BadInput, Options, UsageError, shown

SOURCES = ("text", "file", "table")
DELIMITERS = ",;\t|"
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,2})?")
WHOLE_DIGITS, DECIMALS = 15, 12

Row = tuple[str, dict[str, Any]]


def rows_of(options: Options) -> Iterator[Row]:
    """The rows of the one source that a call names, as (place, fields)."""
    given = [name for name in SOURCES if name in options]
    if len(given) != 1:
        raise UsageError("give exactly one of --text, --file and --table")
    value = options[given[0]]
    if given[0] == "text":
        yield from _guarded(io.StringIO(value, newline=""), "--text")
    elif given[0] == "file":
        yield from _from_path(Path(value), f"file {shown(value)}")
    else:
        yield from table_rows(value)


def table_rows(slug: str) -> Iterator[Row]:
    """The rows of an exposed data table."""
    path = Path("data", f"{slug}.jsonl")
    if not re.fullmatch(r"[a-z0-9-]{1,64}", slug) or not path.is_file():
        there = ", ".join(sorted(found.stem for found in Path("data").glob("*.jsonl"))) or "none"
        raise BadInput(f"there is no table {shown(slug)} here (tables here: {there}): bind it and expose it to scripts")
    yield from _from_path(path, f"table {slug}")


def _from_path(path: Path, name: str) -> Iterator[Row]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            yield from _guarded(stream, name)
    except OSError as problem:
        raise BadInput(f"{name} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise BadInput(f"{shown(str(path))} cannot be the path of a file") from None


def _guarded(stream: TextIO, name: str) -> Iterator[Row]:
    """The rows of a stream; what a parser raises becomes one line about the source."""
    try:
        yield from _rows(stream, name)
    except UnicodeDecodeError:
        raise BadInput(f"{name} is not UTF-8 text: save it as UTF-8") from None
    except csv.Error as problem:
        raise BadInput(f"{name} is not proper CSV: {problem}") from None
    except RecursionError:
        raise BadInput(f"{name} holds JSON that is nested too deeply") from None


def _rows(stream: TextIO, name: str) -> Iterator[Row]:
    first = stream.readline()
    while first and not first.strip("\ufeff \t\r\n"):
        first = stream.readline()
    first = first.lstrip("\ufeff")
    if not first:
        return
    opening = first.lstrip()[0]
    if opening == "[":
        yield from _json_list(first + stream.read(), name)
    elif opening == "{":
        yield from _json_lines(first, stream, name)
    else:
        yield from _csv(first, stream, name)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is not a number that can be used")


# One decoder for all rows: making one takes longer than reading a row.
DECODER = json.JSONDecoder(parse_float=Decimal, parse_int=Decimal, parse_constant=_refuse)


def parse_json(text: str, place: str) -> Any:
    """JSON with Decimal numbers; NaN and Infinity are no numbers here."""
    try:
        return DECODER.decode(text)
    except (ValueError, InvalidOperation) as problem:
        raise BadInput(f"{place} is not JSON: {problem}") from None


def _json_list(text: str, name: str) -> Iterator[Row]:
    for count, item in enumerate(parse_json(text, name), 1):
        yield _object(item, f"{name}, row {count}")


def _json_lines(first: str, stream: TextIO, name: str) -> Iterator[Row]:
    count = 0
    for line in itertools.chain([first], stream):
        if not line.isspace():
            count += 1
            place = f"{name}, row {count}"
            yield _object(parse_json(line, place), place)


def _object(item: Any, place: str) -> Row:
    if not isinstance(item, dict):
        raise BadInput(f"{place} is not an object with fields")
    return place, {_field(key): value for key, value in item.items()}


def _csv(first: str, stream: TextIO, name: str) -> Iterator[Row]:
    delimiter = max(DELIMITERS, key=first.count)
    records = csv.reader(itertools.chain([first], stream), delimiter=delimiter, strict=True, skipinitialspace=True)
    header = [_field(cell) for cell in next(records)]
    twice = sorted({field for field in header if header.count(field) > 1})
    if twice:
        raise BadInput(f"{name}: the header names {shown(twice[0])} twice")
    count = 0
    for record in records:
        if not any(cell.strip() for cell in record):
            continue
        count += 1
        if len(record) != len(header):
            raise BadInput(
                f"{name}, row {count} has {len(record)} cells, the header has {len(header)}:"
                " quote a cell that holds the separator"
            )
        yield f"{name}, row {count}", dict(zip(header, record, strict=True))


@functools.lru_cache(maxsize=1024)
def _field(name: str) -> str:
    """A column's name as the scripts know it: `Unit Price` and `unit-price` are `unit_price`."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def text(row: Row, field: str) -> str:
    """A field as text, without spaces around it; empty where it is absent."""
    value = row[1].get(field)
    return "" if value is None else str(value).strip()


def number(row: Row, field: str, default: Decimal | None = None) -> Decimal:
    """A field as an exact number; `default` where it is absent, and an error where there is no default."""
    value = text(row, field)
    if not value:
        if default is None:
            raise missing(row, field)
        return default
    return to_number(value, f"{row[0]}: {field}")


def missing(row: Row, field: str) -> BadInput:
    """The error of a field that a row has to have; names the fields that it has, where this is not one of them."""
    has = "" if field in row[1] else f" (the fields here: {', '.join(row[1])})"
    return BadInput(f"{row[0]}: {field} is missing{has}")


def to_number(value: str, name: str) -> Decimal:
    """Text as an exact number of at most 15 digits before the point and 12 after it."""
    plain = value.strip()
    if not NUMBER.fullmatch(plain):
        raise BadInput(f"{name} is {shown(value)}, which is not a number: write it like 1234.50, with a point only")
    found = Decimal(plain)
    if found.adjusted() >= WHOLE_DIGITS or int(found.as_tuple().exponent) < -DECIMALS:
        raise BadInput(f"{name} is {shown(value)}: at most {WHOLE_DIGITS} digits before the point and {DECIMALS} after")
    return found
