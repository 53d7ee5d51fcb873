"""A table's place in the workspace: the slug of its name, and what happens when two names have one slug."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.model.table import slug, slugs, table_path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rates", "rates"),
        ("My Rates (2024)!", "my-rates-2024"),
        ("--a__b--", "a-b"),
        ("Übersicht", "bersicht"),
        ("利率", "table"),
        ("", "table"),
        ("a" * 70, "a" * 64),
        ("a" * 63 + " b", "a" * 63 + "-"),
    ],
)
def test_a_slug_is_made_as_the_specification_says(name: str, expected: str) -> None:
    """Lower case, runs of anything else as one hyphen, trimmed, then cut to 64, and never empty."""
    assert slug(name) == expected


def test_clashes_are_numbered_in_order() -> None:
    """Also where a number that would come next is a name of its own."""
    assert slugs(["a", "A", "a!"]) == ("a", "a-2", "a-3")
    assert slugs(["a-2", "a", "A", "a b", "a_b"]) == ("a-2", "a", "a-3", "a-b", "a-b-2")
    assert slugs(["a", "a", "a-2"]) == ("a", "a-2", "a-2-2")


@given(st.lists(st.text(alphabet="aA-_2 é", max_size=4), max_size=12))
def test_no_two_tables_share_a_file(names: list[str]) -> None:
    """Whatever the names are; and each is a plain file name."""
    found = slugs(names)
    assert len(set(found)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9-]+", one) for one in found)


def test_the_place_is_below_data() -> None:
    """Where the scripts of every skill look for it."""
    assert table_path(slug("EU rates")) == "data/eu-rates.jsonl"
