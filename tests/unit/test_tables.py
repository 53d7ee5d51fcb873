"""Tables as text: what a CSV or JSON Lines file becomes, what is refused with its line, and what scripts get."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.errors import InvalidRequest
from skillhouse.format.tables import read_csv, read_jsonl, write_jsonl
from skillhouse.model.table import Column, Table


def from_csv(text: str | bytes) -> Table:
    """The table of a CSV file."""
    return read_csv(text if isinstance(text, bytes) else text.encode(), name="t", file="t.csv")


def from_jsonl(text: str) -> Table:
    """The table of a JSON Lines file."""
    return read_jsonl(text.encode(), name="t", file="t.jsonl")


def column(*cells: str) -> tuple[str, list[object]]:
    """The type that a CSV column of these cells gets, and its values."""
    table = from_csv("c,d\n" + "".join(f'"{cell.replace(chr(34), chr(34) * 2)}",x\n' for cell in cells))
    return table.columns[0].type, [row[0] for row in table.rows]


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["true", "FALSE", "True", ""], "boolean", [True, False, True, None]),
        (["yes", "no"], "text", ["yes", "no"]),
        (["1", "-0.50", "1e3", ""], "number", [Decimal(1), Decimal("-0.50"), Decimal("1e3"), None]),
        (["1", "007"], "text", ["1", "007"]),
        (["1", "+5"], "text", ["1", "+5"]),
        (["1,000"], "text", ["1,000"]),
        (["1e9999999"], "text", ["1e9999999"]),
        (["١"], "text", ["١"]),
        ([" 1"], "text", [" 1"]),
        (["2024-02-29", ""], "date", ["2024-02-29", None]),
        (["2023-02-29"], "text", ["2023-02-29"]),
        (["2024-2-9"], "text", ["2024-2-9"]),
        (["[1]", '{"a": 1.50}'], "json", [[Decimal(1)], {"a": Decimal("1.50")}]),
        (['{"a": 1, "a": 2}'], "text", ['{"a": 1, "a": 2}']),
        (["[NaN]"], "text", ["[NaN]"]),
        (["[" * 50_000], "text", ["[" * 50_000]),
        (['"a"'], "text", ['"a"']),
        (["true", "1"], "text", ["true", "1"]),
        (["", ""], "text", [None, None]),
    ],
)
def test_a_column_has_the_first_type_that_takes_every_cell(cells: list[str], kind: str, values: list[object]) -> None:
    """Empty cells are null in every type and decide nothing."""
    assert column(*cells) == (kind, values)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_first_line_tells_the_delimiter(delimiter: str, line_end: str) -> None:
    """A BOM, blank lines, quoted delimiters and quoted line ends are no part of it."""
    lines = ["", delimiter.join([" a ", '"b,,;;\t\tb"']), "", delimiter.join(['"1' + line_end + '2"', '"x""y"'])]
    table = from_csv(b"\xef\xbb\xbf" + line_end.join(lines).encode())
    assert [one.name for one in table.columns] == ["a", "b,,;;\t\tb"]
    assert table.rows == (("1" + line_end + "2", 'x"y'),)


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b"", "TABLE_EMPTY", "t.csv:1"),
        (b"\n\n", "TABLE_EMPTY", "t.csv:1"),
        (b"a,b\n1,2\n\n3\n", "TABLE_ROW_RAGGED", "t.csv:4"),
        (b'a,b\n"1\n1",2\n3,4,5\n', "TABLE_ROW_RAGGED", "t.csv:4"),
        (b"a, a\n", "TABLE_COLUMN_DUPLICATE", "t.csv:1"),
        (b"\na,,c\n", "TABLE_COLUMN_UNNAMED", "t.csv:2"),
        (b'a,b\n1,2\n"x,3\n4,5\n', "TABLE_CSV_INVALID", "t.csv:3"),
        (b'a,b\n"x"y,3\n', "TABLE_CSV_INVALID", "t.csv:2"),
        (b"a\n1\n\xff\n", "TABLE_NOT_UTF8", "t.csv:3"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(data: bytes, code: str, where: str) -> None:
    """The line on which the record begins, as an editor counts."""
    with pytest.raises(InvalidRequest) as caught:
        from_csv(data)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert caught.value.hint


def test_a_table_may_have_no_rows() -> None:
    """The columns' names alone make one."""
    table = from_csv("a,b\n")
    assert table == Table("t", (Column("a", "text"), Column("b", "text")), ())
    assert write_jsonl(table) == b""


def test_json_lines_keep_the_order_of_first_appearance() -> None:
    """A missing key is null; so every row has every column, in one order."""
    table = from_jsonl('{"b": 1, "a": "x"}\r\n\n{"c": true, "a": null}')
    assert table.columns == (Column("b", "number"), Column("a", "text"), Column("c", "boolean"))
    assert write_jsonl(table) == b'{"b": 1, "a": "x", "c": null}\n{"b": null, "a": null, "c": true}\n'


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "2.5"], "number"),
        (['"2024-01-31"', "null"], "date"),
        (['"2024-01-31"', '"soon"'], "text"),
        (["1", '"x"'], "json"),
        (["[1]", "{}"], "json"),
        (["null"], "text"),
        (["true", "false"], "boolean"),
    ],
)
def test_a_column_of_json_lines_has_the_kind_of_its_values(values: list[str], kind: str) -> None:
    """Different kinds in one column make it json."""
    table = from_jsonl("\n".join(f'{{"a": {value}}}' for value in values))
    assert table.columns == (Column("a", kind),)  # type: ignore[arg-type]  # the parameters are column types


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[1]", "no object"),
        ("{", "line 2"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"a": NaN}', "NaN"),
        ('{"a": 1e1234567}', "exponent"),
        ('{"a": ' + "[" * 50_000, "too deep"),
        ('{"a": ' + "[" * 600 + "]" * 600 + "}", "too deep"),
    ],
    ids=["list", "broken", "twice", "nan", "exponent", "deep", "deep but closed"],
)
def test_a_line_that_is_no_row_is_refused(line: str, said: str) -> None:
    """With its number, blank lines counted."""
    with pytest.raises(InvalidRequest, match=said) as caught:
        from_jsonl("\n" + line)
    assert (caught.value.code, caught.value.where) == ("TABLE_JSON_INVALID", "t.jsonl:2")


def test_numbers_reach_scripts_as_they_were_written() -> None:
    """Not one digit is lost; only an exponent that would print as a row of zeros stays one."""
    written = ["0.10", "12345678901234567890.123456789", "-0", "1" * 5000, "1e3", "1E-3", "1e400"]
    table = from_csv("n\n" + "\n".join(written) + "\n")
    lines = write_jsonl(table).decode().splitlines()
    shown = [line.removeprefix('{"n": ').removesuffix("}") for line in lines]
    assert [Decimal(one) for one in shown] == [Decimal(one) for one in written]
    assert shown[:3] == written[:3]
    assert shown[4:] == ["1000", "0.001", "1E+400"]
    assert shown[3].replace("E+4999", "").replace(".", "") == "1" * 5000


def test_half_a_surrogate_pair_stays_what_it_was() -> None:
    """JSON can name it; UTF-8 cannot hold it."""
    assert write_jsonl(from_jsonl('{"a": "\\ud800é"}')) == '{"a": "\\ud800é"}\n'.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.fixed_dictionaries({"a": JSON, "b": JSON}), max_size=5))
def test_what_is_written_reads_back_the_same(rows: list[dict[str, object]]) -> None:
    """Through JSON Lines and again."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    table = from_jsonl(text)
    assert [json.loads(line) for line in write_jsonl(table).decode().split("\n") if line] == rows
    assert from_jsonl(write_jsonl(table).decode()) == table


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), min_size=1, max_size=6)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_every_text_of_a_csv_file_survives(rows: list[tuple[str, str]]) -> None:
    """Whatever the type that it was given, a cell's text or value is what was written."""
    file = io.StringIO()
    csv.writer(file).writerows([("a", "b"), ("x", "y"), *rows])
    table = from_csv(file.getvalue())
    assert table.columns == (Column("a", "text"), Column("b", "text"))
    assert table.rows[1:] == tuple(rows)
