"""Markdown tables there and back, their widths, anchors, contents, and what a check finds."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("markdown-tools")
VALUES = st.text(st.sampled_from("ab|\\\"',; 1.é東☕\n"), max_size=8).map(str.strip)
NAMES = st.lists(st.text(st.sampled_from("abcé東"), min_size=1, max_size=4), min_size=2, max_size=4, unique=True)


def said(tmp_path: Path, script: str, *args: str) -> str:
    """What a script prints; a failure is one of the test."""
    ended = SKILL.run(f"scripts/{script}.js", list(args), tmp_path)
    assert (ended.exit_code, ended.stderr) == (0, "")
    return ended.stdout.removesuffix("\n")


def cells(text: str) -> int:
    """The cells of a terminal that a text takes, by Unicode's own table."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rows_come_back_as_they_were(data: st.DataObject, tmp_path: Path) -> None:
    """CSV to Markdown to CSV, with bars, backslashes, quotes, line ends and wide letters."""
    head = data.draw(NAMES)
    rows = data.draw(st.lists(st.lists(VALUES, min_size=len(head), max_size=len(head)), max_size=4))
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([head, *rows])
    table = said(tmp_path, "table", "--do", "from-csv", "--text", written.getvalue())
    assert len({cells(line) for line in table.split("\n")}) == 1
    back = json.loads(said(tmp_path, "table", "--do", "to-json", "--text", table))
    expected = [dict(zip(head, row, strict=True)) for row in rows]
    assert back == expected
    again = list(csv.reader(io.StringIO(said(tmp_path, "table", "--do", "to-csv", "--text", table))))
    assert again == [head, *rows]
    assert said(tmp_path, "table", "--do", "align", "--text", table) == table


def test_numbers_stand_right_and_sides_are_kept(tmp_path: Path) -> None:
    """Of all common spellings of numbers; a column with a word stands left."""
    text = "n\ta\n-1.50\tx\n1 234,00\t2\n12%\ty"
    assert said(tmp_path, "table", "--do", "from-csv", "--text", text).split("\n")[1] == "| -------: | --- |"
    kept = said(tmp_path, "table", "--do", "align", "--text", "a | b | c\n:-- | :-: | --:\n1 | 2 | 3")
    assert kept.split("\n")[1] == "| :-- | :-: | --: |"


def test_a_file_with_a_mark_and_windows_line_ends(tmp_path: Path) -> None:
    """A byte order mark and CRLF are no part of the values."""
    (tmp_path / "in.csv").write_bytes(b"\xef\xbb\xbfa,b\r\n1,2\r\n")
    assert said(tmp_path, "table", "--do", "from-csv", "--file", "in.csv").split("\n")[2] == "|   1 |   2 |"


def test_what_stands_in_fences_and_comments_is_left_alone(tmp_path: Path) -> None:
    """Neither tables nor headings; all else of the text stays byte for byte."""
    text = "---\n# a: b\n---\n~~~\n|a|b|\n|-|-|\n# x\n~~~\n<!--\n# y\n-->\n\n    # code\n\n# Real #\n"
    assert said(tmp_path, "table", "--do", "align", "--text", text) == text
    toc = said(tmp_path, "contents", "--do", "toc", "--from-level", "1", "--text", text)
    assert toc == "- [Real](#real)"


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("What's new?", "whats-new"),
        ("C++ & C#", "c--c"),
        ("Über uns", "über-uns"),
        ("snake_case", "snake_case"),
        ("_words_ of **weight** and `code`", "words-of-weight-and-code"),
        ("[a link](https://example.com/x)", "a-link"),
        ("東京 (2024)", "東京-2024"),
        ("☕ Coffee", "-coffee"),
        ("Привет, мир!", "привет-мир"),
    ],
)
def test_anchors_are_those_of_github(tmp_path: Path, heading: str, anchor: str) -> None:
    """Punctuation goes, letters of every script stay."""
    assert said(tmp_path, "contents", "--do", "toc", "--text", f"## {heading}").endswith(f"(#{anchor})")


def test_repeated_headings_have_anchors_of_their_own(tmp_path: Path) -> None:
    """Also where one is spelled like the number of another."""
    toc = said(tmp_path, "contents", "--do", "toc", "--text", "## A\n## A\n## A-1\n## A")
    assert [line.rpartition("#")[2] for line in toc.split("\n")] == ["a)", "a-1)", "a-1-1)", "a-2)"]


def test_contents_are_put_between_their_marks_again_and_again(tmp_path: Path) -> None:
    """The second time changes nothing."""
    text = "# T\n\n<!-- toc -->\n<!-- /toc -->\n\n## One\n\n#### Deep\n\n## Two"
    first = said(tmp_path, "contents", "--do", "toc", "--insert", "--to-level", "4", "--text", text)
    assert "<!-- toc -->\n\n- [One](#one)\n  - [Deep](#deep)\n- [Two](#two)\n\n<!-- /toc -->" in first
    assert said(tmp_path, "contents", "--do", "toc", "--insert", "--to-level", "4", "--text", first) == first


def test_a_check_names_each_fault_with_its_line(tmp_path: Path) -> None:
    """Headings, anchors, references and files; code and addresses are left alone."""
    (tmp_path / "there.md").write_text("x")
    text = (
        "# A\n# B\n### C\n[x](#nope) `[z](#no)` [w](https://example.com/#a)\n[y]() [r][missing]\n"
        "[f](there.md#a) [g](gone.md)\n[h][k]\n\n[k]: there.md\n\n[bad](%zz)"
    )
    (tmp_path / "doc.md").write_text(text)
    found = json.loads(said(tmp_path, "contents", "--do", "check", "--file", "doc.md"))
    assert found["headings"] == 3
    assert [one["line"] for one in found["problems"]] == [2, 3, 4, 5, 5, 6, 11]
    assert "gone.md" in found["problems"][5]["problem"]


@pytest.mark.parametrize(
    ("script", "args", "code", "word"),
    [
        ("table", ["--do", "from-csv", "--text", "a,b\n1,2,3"], 1, "row 2 has 3 values"),
        ("table", ["--do", "from-csv", "--text", 'a,"b'], 1, "never closed"),
        ("table", ["--do", "from-csv", "--text", ""], 1, "empty"),
        ("table", ["--do", "from-json", "--text", "{}"], 1, "a list"),
        ("table", ["--do", "from-json", "--text", "["], 1, "not JSON"),
        ("table", ["--do", "from-table", "--table", "none"], 1, "no table"),
        ("table", ["--do", "to-csv", "--text", "no table"], 1, "the text has 0"),
        ("table", ["--do", "to-csv", "--text", "|a|b|\n|-|-|\n|1|2|3|"], 1, "line 3"),
        ("table", ["--do", "from-csv", "--file", "gone.csv"], 1, "cannot be read"),
        ("table", ["--do", "sort", "--text", "x"], 2, "--do must be one of"),
        ("table", ["--do", "align"], 2, "exactly one of"),
        ("contents", ["--do", "toc", "--text", "no heading"], 1, "no heading"),
        ("contents", ["--do", "toc", "--insert", "--text", "## A"], 1, "no place"),
        ("contents", ["--do", "toc", "--from-level", "9", "--text", "## A"], 2, "from 1 to 6"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, script: str, args: list[str], code: int, word: str) -> None:
    """One line for the data, the usage for the call."""
    ended = SKILL.run(f"scripts/{script}.js", args, tmp_path)
    assert (ended.exit_code, ended.stdout) == (code, "")
    assert word in ended.stderr
