"""A skill's content: files in order, text where there is text."""

from __future__ import annotations

import hashlib

import pytest

from skillhouse.model.skill import Bundle, SkillFile


@pytest.mark.rule("DEF-3")
def test_a_bundle_sorts_its_files_by_the_bytes_of_their_paths() -> None:
    """Whatever order they come in; each can be found by its path."""
    bundle = Bundle((SkillFile("b", b"1"), SkillFile("é", b"22"), SkillFile("B", b"")))
    assert bundle.paths == ("B", "b", "é")
    assert bundle.size == 3
    assert bundle.get("é") == SkillFile("é", b"22")
    assert bundle.get("c") is None


@pytest.mark.rule("FM-11")
def test_a_file_is_text_where_its_bytes_are() -> None:
    """And has a digest in any case."""
    assert SkillFile("a", "é".encode()).text == "é"
    assert SkillFile("a", b"\xff").text is None
    assert SkillFile("a", b"\xff").sha256 == hashlib.sha256(b"\xff").hexdigest()
