"""Tables read, cleaned, joined and pivoted, against simple oracles that hold everything in memory."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("csv-workbench")
PROFILE = SKILL.load("profile_csv")
CLEAN = SKILL.load("clean_csv")
JOIN = SKILL.load("join_csv")
PIVOT = SKILL.load("pivot_csv")
VALUES = SKILL.load("values")
TABULAR = SKILL.load("tabular")

CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;"\n\t|'), max_size=8)
NUMBERS = st.decimals(-(10**6), 10**6, places=2)


def fails(command: Any, *args: str) -> str:  # noqa: ANN401
    """The one line with which a command refuses."""
    with pytest.raises(Exception, match=r"\S") as caught:
        command(list(args))
    assert type(caught.value).__name__ == "BadData"
    return str(caught.value)


def text_of(rows: list[list[str]], delimiter: str = ",") -> str:
    """CSV text of rows."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def column(answer: dict[str, Any], name: str) -> dict[str, Any]:
    """The profile of one column."""
    (found,) = (one for one in answer["columns"] if one["column"] == name)
    return dict(found)


@settings(max_examples=60)
@given(st.lists(st.lists(CELL, min_size=2, max_size=2), min_size=1, max_size=6))
def test_every_cell_survives_reading_and_writing(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    """Quotes, delimiters, line breaks and any script."""
    path = tmp_path_factory.mktemp("w") / "x.csv"
    writer = TABULAR.Writer("x.csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path.parent)
        writer.write(["a", "b"], rows)
        found = TABULAR.open_table(TABULAR.argparse.Namespace(
            text=path.read_bytes().decode(), file=None, table=None, delimiter=None, encoding="utf-8", no_header=False
        ))  # fmt: skip
    assert [cells for _, cells in found.records] == rows


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_although_others_are_in_the_cells(delimiter: str) -> None:
    """Decimal commas in a table of semicolons, for one."""
    rows = [["name", "amount", "note"], ["a, b", "1,5", "x;y"], ["c", "2,5", "p|q, r"], ["d", "3,5", "tab\there"]]
    answer = PROFILE.command(["--text", text_of(rows, delimiter)])
    assert answer["source"]["delimiter"] == delimiter
    assert (answer["rows"], [one["column"] for one in answer["columns"]]) == (3, ["name", "amount", "note"])


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfname;n\r\n\xc3\xa9;1\r\n",
        "name;n\r\né;1\r\n".encode("utf-16"),
        b"sep=;\r\nname;n\r\n\xc3\xa9;1\r\n",
        "name;n\ré;1".encode(),
    ],
)
def test_marks_at_the_beginning_and_line_ends_of_any_kind(data: bytes, tmp_path: Path) -> None:
    """UTF-8 and UTF-16 with a mark, the line that Excel writes, bare CR."""
    (tmp_path / "in.csv").write_bytes(data)
    answer = SKILL.run("scripts/profile_csv.py", ["--file", "in.csv"], tmp_path).answer
    assert column(answer, "name")["top"] == [{"value": "é", "count": 1}]


def test_another_encoding_is_not_guessed_but_asked_for(tmp_path: Path) -> None:
    """The refusal names the byte, and the option helps."""
    (tmp_path / "in.csv").write_bytes("name\nMüller\n".encode("windows-1252"))
    done = SKILL.run("scripts/profile_csv.py", ["--file", "in.csv"], tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "at byte 6: try --encoding windows-1252" in done.stderr
    done = SKILL.run("scripts/profile_csv.py", ["--file", "in.csv", "--encoding", "windows-1252"], tmp_path)
    assert column(done.answer, "name")["top"][0]["value"] == "Müller"


def test_ragged_rows_are_counted_and_named_by_the_line_they_begin_on() -> None:
    """A record with a line break within quotes takes two lines."""
    answer = PROFILE.command(["--text", 'a,b\n"x\ny",1\n2\n3,4,5\n\n6,7\n'])
    assert answer["rows"] == 2
    assert answer["ragged_rows"] == {
        "count": 2, "expected_cells": 2, "first": [{"line": 4, "cells": 1}, {"line": 5, "cells": 3}],
    }  # fmt: skip


def test_what_is_there_twice_is_found_by_row_and_by_key() -> None:
    """With the lines of both."""
    answer = PROFILE.command(["--text", "id,n\n1,a\n2,b\n1,a\n2,c\n", "--key", "id"])
    assert answer["duplicate_rows"] == {"count": 1, "first": [{"line": 4, "same_as": 2}]}
    assert answer["duplicate_keys"]["first"] == [{"line": 4, "same_as": 2}, {"line": 5, "same_as": 3}]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1", "-2", "+3"], "integer"),
        (["1", "2.50", "1e3"], "decimal"),
        (["007", "12"], "digits"),
        (["1.234,50", "12"], "local number"),
        (["€ 5", "(3)", "7-"], "local number"),
        (["2026-02-28", ""], "date"),
        (["2026-02-30"], "text"),
        (["2026-02-28T10:00:00Z"], "datetime"),
        (["03.04.2026", "1/2/26"], "local date"),
        (["5 %", "12,5%"], "percent"),
        (["yes", "No", "true"], "boolean"),
        (["x", "1"], "mixed"),
        (["", "n/a"], "empty"),
        (["١٢٣"], "text"),
    ],
)
def test_the_kind_of_a_column_is_that_of_all_its_values(cells: list[str], kind: str) -> None:
    """The narrowest kind that fits, or mixed."""
    answer = PROFILE.command(["--text", text_of([["a", "b"], *([cell, "x"] for cell in cells)])])
    assert column(answer, "a")["kind"] == kind


@given(st.lists(NUMBERS, min_size=1, max_size=20))
def test_sum_and_range_of_numbers_are_exact(numbers: list[Decimal]) -> None:
    """No float comes near them."""
    found = column(PROFILE.command(["--text", text_of([["n"], *([str(number)] for number in numbers)])]), "n")
    assert Decimal(found["sum"]) == sum(numbers)
    assert (Decimal(found["lowest"]), Decimal(found["highest"])) == (min(numbers), max(numbers))


def test_the_order_of_day_and_month_is_only_said_where_it_shows() -> None:
    """13 can be no month."""
    both, dmy = ("--text", "d\n03/04/2026\n"), ("--text", "d\n03/04/2026\n13/04/2026\n")
    assert "ask which" in column(PROFILE.command([*both]), "d")["notes"][0]
    assert "only the order dmy" in column(PROFILE.command([*dmy]), "d")["notes"][0]


def local_form(number: Decimal, decimal: str, group: str) -> str:
    """A number as people write it."""
    whole, _, part = f"{abs(number):,.2f}".partition(".")
    return ("-" if number < 0 else "") + whole.replace(",", group) + decimal + part


SIGNS = [(",", "."), (",", " "), (",", ""), (".", ","), (".", "'"), (".", "\u202f"), (".", "")]


@given(NUMBERS, st.sampled_from(SIGNS))
def test_a_local_number_is_read_as_it_was_meant(number: Decimal, signs: tuple[str, str]) -> None:
    """With two decimals there is no second reading; currency and sign may stand on either side."""
    decimal, group = signs
    text = local_form(number, decimal, group)
    said = "comma" if decimal == "," else "point"
    forms = [text, f"€ {text}", f"{text} EUR", f"{text.lstrip('-')}{'-' if number < 0 else ''}"]
    if number < 0:
        forms.append(f"({text[1:]})")
    for form in forms:
        assert VALUES.number_of(form, said) == VALUES.number_of(form) == number, form


@pytest.mark.parametrize("text", ["1.234", "1,234", "-1,234", "€ 1.234"])
def test_a_number_with_two_readings_is_refused_until_the_sign_is_said(text: str) -> None:
    """A thousand or one and a bit."""
    with pytest.raises(ValueError, match="two readings"):
        VALUES.number_of(text)
    digits = text.strip("€ ")
    point = digits.replace(",", "")
    assert VALUES.number_of(text, "point") == Decimal(point)
    assert VALUES.number_of(text, "comma") == Decimal(digits.replace(".", "").replace(",", "."))


@pytest.mark.parametrize(
    "text", ["", "-", "1,2,3", "1.2.3", "12 %", "1,23.4.5", "12,34,567", "abc", "--1", "((1))", "1e5000", "٣"]
)
def test_what_is_no_number_is_refused(text: str) -> None:
    """Never half of it."""
    with pytest.raises(ValueError, match=r"not a number|percent"):
        VALUES.number_of(text)


@given(st.dates(date(1000, 1, 1)), st.sampled_from(["dmy", "mdy", "ymd"]), st.sampled_from("./- "))
def test_a_date_in_a_stated_order_is_read_back(day: date, order: str, sign: str) -> None:
    """Whatever stands between the parts."""
    parts = {"d": str(day.day), "m": f"{day.month:02d}", "y": str(day.year)}
    assert VALUES.date_of(sign.join(parts[name] for name in order), order) == day


@pytest.mark.parametrize(
    ("text", "expected"),
    [("03.04.26", date(2026, 4, 3)), ("03.04.49", date(2049, 4, 3)), ("03.04.50", date(1950, 4, 3))],
)
def test_a_year_of_two_digits_needs_its_hundred_years(text: str, expected: date) -> None:
    """Refused without them."""
    assert VALUES.date_of(text, "dmy", 1950) == expected
    with pytest.raises(ValueError, match="four digits"):
        VALUES.date_of(text, "dmy")


def test_cleaning_says_everything_that_it_did(tmp_path: Path) -> None:
    """One table with all there is to clean."""
    text = 'id, name ,amount,paid\n1,  A  b ,"1.000,50 €",3.4.2026\n1,A b,"1000,50",03.04.2026\n\n,,,\n2,C,n/a,x\n3,D\n'
    args = ["--text", text, "--number", "amount", "--decimal", "comma", "--date", "paid=dmy", "--empty", "N/A"]
    args += ["--collapse-spaces", "--drop-duplicates", "--ragged", "pad", "--bad", "blank", "--rename", "id=number"]
    done = SKILL.run("scripts/clean_csv.py", args, tmp_path)
    assert (tmp_path / "clean.csv").read_bytes() == (
        b"number,name,amount,paid\r\n1,A b,1000.50,2026-04-03\r\n2,C,,\r\n3,D,,\r\n"
    )
    assert done.answer["rows_left_out"] == {"duplicate": 1, "empty": 1}
    assert done.answer["bad_values"] == {
        "count": 1, "first": [{"line": 6, "column": "paid", "reason": "'x' is not a date in figures"}],
    }  # fmt: skip
    assert done.answer["cells_changed"]["padded rows"] == 1


def test_a_refusal_in_the_middle_leaves_no_half_table(tmp_path: Path) -> None:
    """The file of the rows before is taken away again."""
    done = SKILL.run("scripts/clean_csv.py", ["--text", "a\n1\nx\n", "--number", "a"], tmp_path)
    assert (done.exit_code, done.stdout, list(tmp_path.iterdir())) == (1, "", [])
    assert "line 3, column 'a'" in done.stderr


def test_a_formula_is_made_safe_and_a_negative_number_is_left_alone(tmp_path: Path) -> None:
    """What a spreadsheet would run gets an apostrophe."""
    text = text_of([["a", "=b"], ["=1+1", "-5"], ["@x", "-5+cmd"], ["+49 30", "+5.5"]])
    SKILL.run("scripts/clean_csv.py", ["--text", text, "--safe-formulas", "--bom"], tmp_path)
    data = (tmp_path / "clean.csv").read_bytes()
    assert data == b"\xef\xbb\xbfa,'=b\r\n'=1+1,-5\r\n'@x,'-5+cmd\r\n'+49 30,+5.5\r\n"


KEYS = st.lists(st.tuples(st.sampled_from(["", "1", "2", "3", "x"]), st.integers(0, 9).map(str)), max_size=8)


@settings(max_examples=60)
@given(KEYS, KEYS, st.sampled_from(["inner", "left", "right", "outer", "only-left", "only-right"]))
def test_a_join_gives_the_rows_of_the_nested_loop(
    tmp_path_factory: pytest.TempPathFactory,
    left: list[tuple[str, str]],
    right: list[tuple[str, str]],
    kind: str,
) -> None:
    """Every pair compared with every pair; an empty key equals nothing."""
    pairs = [(a, b) for a in left for b in right if a[0] == b[0] != ""]
    matched_left, matched_right = {a[0] for a, _ in pairs}, {b[0] for _, b in pairs}
    lonely_left = [a for a in left if a[0] not in matched_left]
    lonely_right = [b for b in right if b[0] not in matched_right]
    expected = [[*a, b[1]] for a, b in pairs] if kind in {"inner", "left", "right", "outer"} else []
    expected += [[*a, ""] for a in lonely_left] if kind in {"left", "outer"} else []
    expected += [[b[0], "", b[1]] for b in lonely_right] if kind in {"right", "outer"} else []
    expected += [[*a] for a in lonely_left] if kind == "only-left" else []
    expected += [[*b] for b in lonely_right] if kind == "only-right" else []
    tables = [text_of([["k", "v"], *map(list, rows)]) for rows in (left, right)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("w"))
        answer = JOIN.command(["--left-text", tables[0], "--right-text", tables[1], "--on", "k", "--kind", kind])
        with open("join.csv", encoding="utf-8", newline="") as file:  # noqa: PTH123
            found = list(csv.reader(file))[1:]
    assert sorted(found) == sorted(expected)
    assert (answer["left_unmatched"], answer["right_unmatched"]) == (len(lonely_left), len(lonely_right))
    assert answer["left_matched"] == len(left) - len(lonely_left)


def test_keys_that_only_look_alike_are_hinted_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case and leading zeros do not match, and the answer says that they would."""
    monkeypatch.chdir(tmp_path)
    args = ["--left-text", "k\n01\nab\n", "--right-text", "id\n1\nAB\n", "--on", "k=id"]
    answer = JOIN.command(args)
    assert [hint.partition(" in ")[2] for hint in answer["hints"]] == ["upper and lower case", "leading zeros"]
    assert JOIN.command([*args, "--ignore-case", "--out", "b.csv"])["rows_out"] == 1


ROWS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), NUMBERS | st.none()), min_size=1, max_size=15)
MEASURES = st.sampled_from(["sum", "count", "mean", "min", "max"])


def round_mean(mean: Fraction, places: int, way: str) -> Fraction:
    """A fraction rounded to so many places, by its own rule."""
    scaled = abs(mean) * 10**places
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    twice = 2 * rest - scaled.denominator
    whole += twice > 0 or (twice == 0 and (way == "half-up" or whole % 2 == 1))
    return Fraction(whole if mean >= 0 else -whole, 10**places)


@settings(max_examples=60)
@given(
    ROWS,
    st.sampled_from(["sum", "count", "mean", "min", "max"]),
    st.sampled_from(["half-even", "half-up"]),
    st.integers(0, 3),
)
def test_a_pivot_agrees_with_groups_held_in_memory(rows: list[Any], measure: str, way: str, places: int) -> None:
    """Cells, totals of rows, totals of columns and the whole."""
    groups: dict[tuple[str, str], list[Decimal]] = defaultdict(list)
    for a, b, number in rows:
        for key in ((a, b), (a, "total"), ("total", b), ("total", "total")):
            groups[key] += [] if number is None else [number]
    text = text_of([["a", "b", "n"], *([a, b, "" if number is None else str(number)] for a, b, number in rows)])
    args = ["--text", text, "--rows", "a", "--columns", "b", "--measure", measure, "--value", "n", "--decimal", "point"]
    answer = PIVOT.command([*args, "--places", str(places), "--rounding", way])
    for key, *cells in [*answer["rows"], answer["total"]]:
        for name, cell in zip(answer["columns"][1:], cells, strict=True):
            numbers = groups.get((key, name), [])
            if measure in {"sum", "count"}:
                assert Decimal(cell) == (sum(numbers) if measure == "sum" else len(numbers))
            elif not numbers:
                assert cell == ""
            elif measure == "mean":
                mean = Fraction(sum(numbers)) / len(numbers)
                assert Fraction(cell) == round_mean(mean, places, way)
            else:
                assert Decimal(cell) == (min if measure == "min" else max)(numbers)


def test_a_table_of_the_house_is_read_with_its_numbers_as_they_are_written(tmp_path: Path) -> None:
    """More digits than a float has, nested values, rows without a column."""
    (tmp_path / "data").mkdir()
    lines = '{"k": "a", "n": 12345678901234567890.10, "j": {"x": 1.10}}\n{"k": "a", "n": 0.20}\n'
    (tmp_path / "data" / "t.jsonl").write_text(lines, "utf-8")
    args = ["--table", "t", "--rows", "k", "--measure", "sum", "--value", "n"]
    assert SKILL.run("scripts/pivot_csv.py", args, tmp_path).answer["rows"] == [["a", "12345678901234567890.30"]]
    found = SKILL.run("scripts/profile_csv.py", ["--table", "t"], tmp_path).answer
    assert column(found, "j")["top"][0]["value"] in {"", '{"x": 1.10}'}
    assert column(found, "j")["missing"] == 1


@pytest.mark.parametrize(
    ("command", "args"),
    [
        (PROFILE, ["--text", ""]),
        (PROFILE, ["--text", 'a,b\n"x"y,1\n']),
        (PROFILE, ["--text", 'a\n"never closed\n']),
        (PROFILE, ["--text", "a\n1\n", "--key", "b"]),
        (PROFILE, ["--text", "a\n1\n", "--delimiter", "ab"]),
        (PROFILE, ["--file", "nowhere.csv"]),
        (PROFILE, ["--table", "nowhere"]),
        (CLEAN, ["--text", "a\n1\n", "--out", "../x.csv"]),
        (CLEAN, ["--text", "a\n1\n", "--date", "a"]),
        (CLEAN, ["--text", "a,b\n1,2\n", "--rename", "a=b"]),
        (PIVOT, ["--text", "a,b\n1,x\n", "--rows", "a", "--measure", "sum", "--value", "b"]),
        (PIVOT, ["--text", "a,b\n1,x\n", "--rows", "a", "--measure", "sum"]),
        (PIVOT, ["--text", "a,b\n1\n", "--rows", "a", "--measure", "count"]),
        (JOIN, ["--left-text", "a\n1\n", "--right-text", "b\n1\n", "--on", "a"]),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    command: Any,  # noqa: ANN401
    args: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sentence, no traceback, no file."""
    monkeypatch.chdir(tmp_path)
    assert fails(command.command, *args)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    """It may be a file of the skill or an earlier result."""
    (tmp_path / "clean.csv").write_text("mine", "utf-8")
    assert SKILL.run("scripts/clean_csv.py", ["--text", "a\n1\n"], tmp_path).exit_code == 1
    assert (tmp_path / "clean.csv").read_text("utf-8") == "mine"


@pytest.mark.parametrize("script", ["profile_csv", "clean_csv", "join_csv", "pivot_csv"])
def test_bad_usage_ends_with_2_and_the_usage(script: str, tmp_path: Path) -> None:
    """Nothing on stdout."""
    done = SKILL.run(f"scripts/{script}.py", ["--nonsense"], tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"usage: {script}.py")
