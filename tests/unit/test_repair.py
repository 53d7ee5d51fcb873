"""Quotes where YAML wants them and the author did not write them."""

from __future__ import annotations

import pytest

from skillhouse.format.repair import repair


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    ("text", "wanted", "codes"),
    [
        ("a: b: c", 'a: "b: c"', ["YAML_COLON"]),
        ("a: b:", 'a: "b:"', ["YAML_COLON"]),
        ("a: b: c # note", 'a: "b: c" # note', ["YAML_COLON"]),
        ('a: say "b": c\\d', 'a: "say \\"b\\": c\\\\d"', ["YAML_COLON"]),
        ("a: b\n  c: d\n\n  e", 'a: "b\n  c: d\n\n  e"', ["YAML_COLON"]),
        ("a:\n  b\n  c: d", 'a:\n  "b\n  c: d"', ["YAML_COLON"]),
        ("a:\n\n  b\n  c: d", 'a:\n\n  "b\n  c: d"', ["YAML_COLON"]),
        ("description:\n  B: c\n  d", 'description:\n  "B: c\n  d"', ["YAML_COLON"]),
        ("description:\n  - B: c\n  d", 'description:\n  "- B: c\n  d"', ["YAML_COLON"]),
        ("m:\n  n: a: b", 'm:\n  n: "a: b"', ["YAML_COLON"]),
        ("m:\n  - n: a: b\n  - - c: d: e", 'm:\n  - n: "a: b"\n  - - c: "d: e"', ["YAML_COLON"] * 2),
        ('"a": b: c', '"a": "b: c"', ["YAML_COLON"]),
        ("a: [b] c", 'a: "[b] c"', ["YAML_UNQUOTED"]),
        ("a: [b", 'a: "[b"', ["YAML_UNQUOTED"]),
        ("a: {'b'} c", "a: \"{'b'} c\"", ["YAML_UNQUOTED"]),
        ('a: ["b] c', 'a: "[\\"b] c"', ["YAML_UNQUOTED"]),
        ("a: @b", 'a: "@b"', ["YAML_UNQUOTED"]),
        ("a: - b", 'a: "- b"', ["YAML_UNQUOTED"]),
        ("a: ?", 'a: "?"', ["YAML_UNQUOTED"]),
        ("a: > 5 %", 'a: "> 5 %"', ["YAML_UNQUOTED"]),
        ("a: **b** c", 'a: "**b** c"', ["YAML_UNQUOTED"]),
        ("a: *", 'a: "*"', ["YAML_UNQUOTED"]),
        ("a: & b", 'a: "& b"', ["YAML_UNQUOTED"]),
        ("a: &&", 'a: "&&"', ["YAML_UNQUOTED"]),
        ("- *.ts\n- `x`", '- "*.ts"\n- "`x`"', ["YAML_UNQUOTED"] * 2),
        ("a:\tb", "a: b", ["YAML_TAB"]),
        ("a: b\tc", 'a: "b\\tc"', ["YAML_TAB"]),
        ('a: "b"\t# c', 'a: "b" # c', ["YAML_TAB"]),
        ('a: "b\n  c"\t', 'a: "b\n  c" ', ["YAML_TAB"]),
        ("a: 'b''c'\t", "a: 'b''c' ", ["YAML_TAB"]),
        ('a: "b\\"c"\t', 'a: "b\\"c" ', ["YAML_TAB"]),
    ],
)
def test_a_value_is_read_as_if_it_stood_in_quotes(text: str, wanted: str, codes: list[str]) -> None:
    """The number of lines stays, and each repair is told."""
    repaired = repair(text)
    assert repaired.text == wanted
    assert [one.code for one in repaired.repairs] == codes


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    "text",
    [
        "a: b",
        "# a: b: c",
        "",
        "just text",
        "a: |\n  b: c: d\n  [x] y",
        "a: >-\n  b: c: d",
        'a: "b: c: d"',
        "a: 'b\n  c: d: e'",
        'a: "b" c',
        'a: "b',
        "a: [b, c]",
        "a: [b,\n  c: d: e]",
        "a: [x, 'y] z']",
        "a: [b] # c: d",
        "allowed-tools: [b] c",
        "allowed-tools: [b",
        "allowed-tools:\n  b\n  c: d",
        "m:\n  b: c\n  d: e",
        "m:\n  - b",
        "m:\n  # c\n  b: d",
        "m:\n  'b'",
        "a:",
        "a: # b",
        "- ",
        "\tx: y: z",
        "a: &x b",
        "a: *x\nb: &x c",
        "description: b\n  allowed-tools: [c]",
        "a: b # c\n  d: e",
        "a: b\n  # c: d",
        "a: b\n  \tc",
        "a #b: c",
        '"a: b',
        '"a" b',
    ],
)
def test_what_is_right_or_could_mean_two_things_is_left_as_it_is(text: str) -> None:
    """A repair never guesses where a value ends, and never turns a tool list or an alias into something else."""
    repaired = repair(text)
    assert repaired.text == text
    assert repaired.repairs == ()


def test_a_repair_has_its_place_and_key() -> None:
    """Lines count from the line that the text starts at."""
    (one,) = repair("x: y\na: b: c", first_line=7).repairs
    assert (one.line, one.column, one.key) == (8, 4, "a")
