"""Fingerprints: they stay while the evidence does, whatever happens around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.model.policy import Policy
from skillhouse.model.skill import Bundle, SkillFile
from skillhouse.scan.engine import scan
from skillhouse.scan.files import FileDetector
from skillhouse.scan.subject import Subject

KEY = "AKIA" + "Q4Z7T2M9X1B6C8D3"
PLAIN = st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="\r"), max_size=30)
# Nothing in a filler is a finding by itself.
LINES = st.lists(PLAIN.filter(lambda text: "AK" not in text and "-" not in text and ":" not in text), max_size=12)


def marks(text: str) -> list[str]:
    """The fingerprints of what a text file holds."""
    subject = Subject("demo", Bundle((SkillFile("a.env", text.encode()),)))
    return [one.fingerprint for one in scan(subject, Policy(), (FileDetector(),)).findings]


@pytest.mark.rule("SCN-4")
@given(LINES, LINES, st.integers(0, 8))
def test_lines_around_it_and_its_indent_do_not_change_a_fingerprint(
    before: list[str], after: list[str], deep: int
) -> None:
    """What was judged once stays judged."""
    text = "\n".join([*before, " " * deep + f"K={KEY}", *after])
    assert marks(text) == marks(f"K={KEY}")


@pytest.mark.rule("SCN-4")
@given(st.integers(1, 6))
def test_each_further_one_like_it_has_a_fingerprint_of_its_own(times: int) -> None:
    """So that a new one is open; the first ones stay."""
    many = marks(f"K={KEY}\n" * times)
    assert len(set(many)) == times
    assert set(marks(f"K={KEY}\n")) <= set(many)


@given(st.dictionaries(st.sampled_from(["a.py", "b.sh", "c.md", "d.js", "SKILL.md", "e"]), st.binary(max_size=200)))
def test_no_bytes_make_the_scan_of_files_raise(files: dict[str, bytes]) -> None:
    """And two scans of the same skill say the same."""
    subject = Subject("demo", Bundle(tuple(SkillFile(name, data) for name, data in files.items())))
    assert scan(subject, Policy(), (FileDetector(),)) == scan(subject, Policy(), (FileDetector(),))
