"""Reading and writing tables as the scripts of this skill do: one record at a time, each with its line.

A source is CSV text (`--text`, `--file`) or the rows of an exposed table (`--table`, JSON Lines). Every cell is text.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
SAMPLE_CHARS = 1 << 16
SAMPLE_RECORDS = 100
LARGEST_CELL = 1 << 23
FORMULA_START = ("=", "+", "-", "@", "\t", "\r")
PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class BadData(Exception):
    """Something in the data is wrong: the message names the line, the value and what to do. Exit code 1."""


class Parser(argparse.ArgumentParser):
    """An argument parser without guessed abbreviations, whose usage text is the same on every terminal."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", lambda prog: argparse.HelpFormatter(prog, width=100))
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]

    def add_source(self, prefix: str = "") -> None:
        """--text, --file or --table, of which one is needed."""
        group = self.add_mutually_exclusive_group(required=True)
        for name, shown in (("text", "TEXT"), ("file", "PATH"), ("table", "SLUG")):
            group.add_argument(f"--{prefix}{name}", metavar=shown)

    def add_reading(self) -> None:
        """How CSV is read where it does not say so itself."""
        self.add_argument("--delimiter", metavar="comma|semicolon|tab|pipe|SIGN")
        self.add_argument("--encoding", default="utf-8", choices=["utf-8", "windows-1252", "iso-8859-1", "utf-16"])
        self.add_argument("--no-header", action="store_true")


def run(command: Callable[[list[str]], dict[str, object]], args: list[str]) -> int:
    """Print what the command returns as JSON; a BadData becomes one line on stderr and exit code 1."""
    csv.field_size_limit(LARGEST_CELL)
    try:
        result = command(args)
    except BadData as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result, ensure_ascii=False))
    return 0


@dataclass
class Table:
    """An open source: its columns, and its records as (line, cells) to be read once."""

    name: str
    columns: list[str]
    records: Iterator[tuple[int, list[str]]]
    dialect: dict[str, object]
    renamed: list[dict[str, object]] = field(default_factory=list)

    def index(self, column: str) -> int:
        """The place of a column. Raises BadData that lists the columns there are."""
        if column not in self.columns:
            raise BadData(f"{self.name} has no column {column!r}: it has {', '.join(map(repr, self.columns))}")
        return self.columns.index(column)

    def even(self) -> Iterator[tuple[int, list[str]]]:
        """The records, with a ragged one refused by its line."""
        for line, cells in self.records:
            if len(cells) != len(self.columns):
                raise BadData(
                    f"{self.name} line {line} has {len(cells)} cells, and the header has {len(self.columns)}: "
                    "mend it, or clean the table with --ragged pad or skip first"
                )
            yield line, cells


def open_table(given: argparse.Namespace, prefix: str = "") -> Table:
    """The source that the arguments name."""
    text, path, slug = (getattr(given, f"{prefix}{name}") for name in ("text", "file", "table"))
    if slug is not None:
        return open_rows(slug)
    if text is not None:
        return open_csv("the text", io.StringIO(text, newline=""), given)
    try:
        with open(path, "rb") as file:
            start = file.read(4)
        encoding = found_encoding(start) or given.encoding
        return open_csv(path, open(path, encoding=encoding, newline=""), given, encoding)
    except OSError as error:
        raise BadData(f"{path!r} cannot be read: {error.strerror}") from None


def found_encoding(start: bytes) -> str | None:
    """The encoding that a byte order mark states."""
    if start.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    return "utf-16" if start.startswith((b"\xff\xfe", b"\xfe\xff")) else None


def open_csv(name: str, lines: io.TextIOBase, given: argparse.Namespace, encoding: str = "text") -> Table:
    """A CSV source: the delimiter found or given, the header read."""
    try:
        sample = lines.read(SAMPLE_CHARS)
    except UnicodeError as error:
        raise not_decoded(name, error) from None
    lines.seek(0)
    skipped = 0
    stated = re.match(r"\ufeff?sep=(.)\r?\n", sample)
    if stated:
        lines.readline()
        skipped, sample = 1, sample[stated.end() :]
    delimiter = named_delimiter(given.delimiter) if given.delimiter else stated[1] if stated else sniff(sample)
    records = read_records(name, lines, delimiter, skipped)
    first = next(records, None)
    if first is None:
        raise BadData(f"{name} is empty: there is not even a header")
    dialect: dict[str, object] = {"format": "csv", "encoding": encoding, "delimiter": delimiter, "header": not given.no_header}
    if given.no_header:
        columns = [f"column_{number}" for number in range(1, len(first[1]) + 1)]
        return Table(name, columns, chain_first(first, records), dialect)
    columns, renamed = unique_names([cell.strip().removeprefix("\ufeff") for cell in first[1]])
    return Table(name, columns, records, dialect, renamed)


def not_decoded(name: str, error: UnicodeError) -> BadData:
    """The refusal of bytes that are not in the encoding."""
    place = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
    return BadData(f"{name} is not in the encoding expected{place}: try --encoding windows-1252")


def chain_first(first: tuple[int, list[str]], rest: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The first record, then the rest."""
    yield first
    yield from rest


def read_records(name: str, lines: Iterable[str], delimiter: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Records with the line that each begins on; lines without anything are passed over."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = skipped + 1
    try:
        for cells in reader:
            if cells:
                yield line, cells
            line = skipped + reader.line_num + 1
    except csv.Error as error:
        raise BadData(f"{name} line {line}: {error} (a quote within a quoted cell is written twice)") from None
    except UnicodeError as error:
        raise not_decoded(name, error) from None


def named_delimiter(text: str) -> str:
    """A delimiter by its name or as the sign itself."""
    found = DELIMITERS.get(text, text)
    if len(found) != 1 or found in '"\r\n':
        raise BadData(f"--delimiter {text!r}: use {', '.join(DELIMITERS)} or one sign")
    return found


def sniff(sample: str) -> str:
    """The delimiter that cuts the sample most evenly into more than one column; a comma where none does."""
    best, best_score = ",", (0.0, 0)
    for delimiter in DELIMITERS.values():
        sizes = []
        try:
            for number, cells in enumerate(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)):
                if number == SAMPLE_RECORDS:
                    break
                if cells:
                    sizes.append(len(cells))
        except csv.Error:
            continue
        usual = max(sizes, key=sizes.count, default=1)
        score = (sizes.count(usual) / len(sizes), usual) if usual > 1 else (0.0, 0)
        if score > best_score:
            best, best_score = delimiter, score
    return best


def unique_names(names: list[str]) -> tuple[list[str], list[dict[str, object]]]:
    """The header with no name empty or twice, and what was renamed for that."""
    found: list[str] = []
    renamed: list[dict[str, object]] = []
    for place, name in enumerate(names, start=1):
        unique, number = name or f"column_{place}", 2
        while unique in found or (unique != name and unique in names):
            unique, number = f"{name or 'column'}_{number}", number + 1
        if unique != name:
            renamed.append({"place": place, "from": name, "to": unique})
        found.append(unique)
    return found, renamed


def open_rows(slug: str) -> Table:
    """The exposed table data/SLUG.jsonl; its columns are the keys in order of their first appearance."""
    columns: dict[str, None] = {}
    for _, row in read_rows(slug):
        columns.update(dict.fromkeys(row))
    if not columns:
        raise BadData(f"table {slug!r} has no rows")
    names = list(columns)
    records = ((line, [cell_text(row.get(name)) for name in names]) for line, row in read_rows(slug))
    return Table(f"table {slug!r}", names, records, {"format": "table"})


def read_rows(slug: str) -> Iterator[tuple[int, dict[str, object]]]:
    """The objects of data/SLUG.jsonl with their lines; numbers stay as they are written."""
    line = 0
    try:
        with open(f"data/{slug}.jsonl", encoding="utf-8") as lines:
            for line, text in enumerate(lines, start=1):
                if text.strip():
                    row = json.loads(text, parse_float=Written, parse_int=Written)
                    if not isinstance(row, dict):
                        raise BadData(f"table {slug!r} line {line} is not an object")
                    yield line, row
    except OSError:
        raise BadData(f"there is no table at data/{slug}.jsonl: bind the table and expose it to scripts") from None
    except (ValueError, RecursionError):
        raise BadData(f"table {slug!r} line {line} is not JSON in UTF-8") from None


class Written(str):
    """A JSON number as it is written."""


def cell_text(value: object) -> str:
    """A JSON value as the text of a cell."""
    if value is None:
        return ""
    return str(value) if isinstance(value, str) else json_text(value)


def json_text(value: object) -> str:
    """JSON with every number as it is written."""
    if isinstance(value, Written):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {json_text(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(json_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@dataclass
class Writer:
    """A CSV file being written (RFC 4180: CR LF, quotes where needed)."""

    path: str
    safe: bool = False
    bom: bool = False
    delimiter: str = ","
    rows: int = 0
    formula_cells: int = 0

    def write(self, columns: list[str], rows: Iterable[list[str]]) -> None:
        """Write the header and all rows. Raises BadData where the file cannot be written."""
        if not re.fullmatch(r"\w[\w. -]*\.(csv|tsv|txt)", self.path):
            raise BadData(f"--out {self.path!r} is not a plain file name that ends in .csv, .tsv or .txt")
        try:
            with open(self.path, "x", encoding="utf-8-sig" if self.bom else "utf-8", newline="") as file:
                self.write_rows(csv.writer(file, delimiter=self.delimiter, lineterminator="\r\n"), columns, rows)
        except OSError as error:
            raise BadData(f"{self.path!r} cannot be written: {error.strerror}") from None
        except BadData:
            Path(self.path).unlink()  # half a table would look like a whole one
            raise

    def write_rows(self, writer: Any, columns: list[str], rows: Iterable[list[str]]) -> None:
        """The header, then the rows as they come."""
        writer.writerow([self.cell(name) for name in columns])
        for row in rows:
            writer.writerow([self.cell(cell) for cell in row])
            self.rows += 1

    def cell(self, text: str) -> str:
        """The cell; with `safe`, one that a spreadsheet would run as a formula gets an apostrophe before it."""
        if text[:1] not in FORMULA_START or not text or PLAIN_NUMBER.fullmatch(text):
            return text
        self.formula_cells += 1
        return f"'{text}" if self.safe else text

    def fact(self) -> dict[str, object]:
        """What was written."""
        treated = "formula_cells_made_safe" if self.safe else "formula_like_cells"
        return {"file": self.path, "rows_out": self.rows, treated: self.formula_cells}


def add_writing(parser: Parser, default: str | None) -> None:
    """Where and how the result is written."""
    parser.add_argument("--out", default=default, metavar="NAME.csv")
    parser.add_argument("--safe-formulas", action="store_true")
    parser.add_argument("--bom", action="store_true")
    parser.add_argument("--out-delimiter", default="comma", metavar="comma|semicolon|tab|pipe|SIGN")


def make_writer(given: argparse.Namespace) -> Writer:
    """The writer that the arguments describe."""
    return Writer(given.out, given.safe_formulas, given.bom, named_delimiter(given.out_delimiter))
