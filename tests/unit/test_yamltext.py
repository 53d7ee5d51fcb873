"""YAML 1.2 as a tree of places and source text."""

from __future__ import annotations

import pytest

from skillhouse.format.yamltext import Mapping, Scalar, compose, is_null, reads_as, to_json


def value_of(text: str) -> Scalar:
    """The one value of `k: …`."""
    root = compose(f"k: {text}\n").root
    assert isinstance(root, Mapping)
    value = root.entries[0].value
    assert isinstance(value, Scalar)
    return value


@pytest.mark.rule("FM-8")
@pytest.mark.parametrize(
    ("text", "json", "kind"),
    [
        ("no", "no", "boolean"),
        ("on", "on", "boolean"),
        ("true", True, "boolean"),
        ("False", False, "boolean"),
        ("1_000", "1_000", "number"),
        ("2024-01-01", "2024-01-01", "date"),
        ("2024-01-01T10:00:00Z", "2024-01-01T10:00:00Z", "date"),
        ("12", 12, "number"),
        ("-7", -7, "number"),
        ("007", 7, "number"),
        ("0o17", 15, "number"),
        ("0x1f", 31, "number"),
        ("1.5", 1.5, "number"),
        ("1e3", 1000.0, "number"),
        ("1e999", "1e999", "number"),
        ("99999999999999999999", "99999999999999999999", "number"),
        (".inf", ".inf", None),
        ("12:30", "12:30", None),
        ('"12"', "12", None),
        ("text", "text", None),
    ],
)
def test_values_follow_yaml_1_2_and_json(text: str, json: object, kind: str | None) -> None:
    """Only what JSON can hold without loss becomes a number; what other readers see is told."""
    value = value_of(text)
    assert to_json(value) == json
    assert reads_as(value) == kind


@pytest.mark.rule("FM-8")
@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL", "# only a comment"])
def test_null_is_null_only_without_quotes(text: str) -> None:
    """Nothing, a tilde and the word are null; the quoted word is text."""
    assert is_null(value_of(text))
    assert to_json(value_of(text)) is None
    assert not is_null(value_of('"null"'))


def test_lists_and_maps_keep_their_places() -> None:
    """Lines and columns count from 1, from the line that the text starts at."""
    root = compose("a: [x, {b: c}]\nd:\n  - e\n", first_line=10).root
    assert isinstance(root, Mapping)
    assert to_json(root) == {"a": ["x", {"b": "c"}], "d": ["e"]}
    entry = root.get("d")
    assert entry is not None
    assert (entry.key.line, entry.key.column, entry.value.line, entry.value.column) == (11, 1, 12, 3)
    assert root.get("nothing") is None
    assert reads_as(root) is None


def test_an_empty_text_has_no_tree() -> None:
    """Neither has one of comments alone."""
    assert compose("").root is None
    assert compose("# nothing\n").root is None


@pytest.mark.rule("FM-8")
def test_other_line_separators_are_text() -> None:
    """YAML 1.2 has no line break but LF and CR, and a private character of the text stays itself."""
    assert value_of("a\u2028b\x85c\ue000").text == "a\u2028b\x85c\ue000"


@pytest.mark.rule("FM-7")
@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: 1\na: 2\n", "YAML_DUPLICATE_KEY", 2, 1),
        ("m:\n  a: 1\n  a: 2\n", "YAML_DUPLICATE_KEY", 3, 3),
        ("a: &x 1\n", "YAML_ANCHOR", 1, 4),
        ("a: &m\n  b: *m\n", "YAML_ALIAS", 2, 6),
        ("a: !!str 1\n", "YAML_TAG", 1, 4),
        ("a: !!map {b: c}\n", "YAML_TAG", 1, 4),
        ("[a]: b\n", "YAML_KEY", 1, 1),
        ("a: b\x01\n", "YAML_CONTROL_CHARACTER", 1, 5),
        ("a: x\nb: \x7f\n", "YAML_CONTROL_CHARACTER", 2, 4),
        ('a: "\\ud800"\n', "YAML_CONTROL_CHARACTER", 1, 4),
        ("a: " + "[" * 40 + "]" * 40, "YAML_TOO_DEEP", 1, 36),
        ("a: b\n---\nc: d\n", "YAML_INVALID", 2, 1),
        ("a:\n\t- b\n", "YAML_TAB_INDENT", 2, 1),
        ("a: b\n \tc\n", "YAML_TAB_INDENT", 2, 2),
        ('a: "b\nc: d\n', "YAML_QUOTE_OPEN", 1, 4),
        ('a: "b" c\n', "YAML_QUOTES", 1, 8),
        ('a: "b" c: "d"\n', "YAML_QUOTES", 1, 8),
        ('a: "\\q"\n', "YAML_QUOTES", 1, 6),
        ('a: "\\xzz"\n', "YAML_QUOTES", 1, 7),
        ("a: [b\nc: d\n", "YAML_INVALID", 2, 2),
        ("a: [b, c\n", "YAML_BRACKET_OPEN", 1, 4),
        ("a: b: c\n", "YAML_INDENT", 1, 5),
        ("name:demo\nb: c\n", "YAML_INVALID", 1, 5),
        ("a: b: c\nname:demo\n", "YAML_INDENT", 1, 5),
        ("a: @b\n", "YAML_INVALID", 1, 4),
    ],
)
def test_each_fault_has_a_code_and_a_place(text: str, code: str, line: int, column: int) -> None:
    """The author is told where to look, in words of their own."""
    faults = compose(text).faults
    assert (code, line, column) in {(fault.code, fault.line, fault.column) for fault in faults}
    assert all(fault.message and fault.hint for fault in faults)


def test_all_faults_that_do_not_stop_the_reading_are_found_at_once() -> None:
    """The tree is there as well, with the first of two equal keys."""
    document = compose("a: 1\na: 2\nb: &x 3\n")
    assert [fault.code for fault in document.faults] == ["YAML_DUPLICATE_KEY", "YAML_ANCHOR"]
    assert document.root is not None
    assert to_json(document.root) == {"a": 1, "b": 3}


@pytest.mark.rule("FM-8")
def test_two_halves_of_a_surrogate_pair_are_one_character() -> None:
    """As JSON writes what lies outside of the basic plane."""
    assert value_of('"\\ud83d\\ude00"').text == "😀"


def test_the_number_of_values_and_of_faults_is_bounded() -> None:
    """A hostile text costs no more than the bound."""
    many = compose("a:\n" + " - x\n" * 50, max_nodes=20)
    assert many.broken is not None
    assert many.broken.code == "YAML_TOO_MANY"
    assert len(compose("".join("a: &x 1\n" for _ in range(200))).faults) == 50


def test_more_separators_than_spare_characters_do_not_matter() -> None:
    """Every private character may be taken: the text is read all the same."""
    text = "".join(chr(code) for code in range(0xE000, 0xF8FF))
    assert value_of(f"'{text}\u2028'").text.startswith("\ue000")
