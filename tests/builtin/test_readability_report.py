"""Readability: sentences and syllables as people count them, formulas as published, a page that nothing can break."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("readability-report")
MEASURE, HINTS, PAGE = SKILL.load("measure"), SKILL.load("hints"), SKILL.load("page")
COUNTED = (
    "the:1 cat:1 table:2 reading:2 beautiful:3 created:3 wanted:2 walked:1 boxes:2 makes:1 make:1 little:2 "
    "apple:2 apples:2 whole:1 rule:1 rules:1 people:2 nation:2 special:2 social:2 science:2 being:2 going:2 "
    "seeing:2 quiet:2 piano:3 radio:3 poet:2 money:2 every:2 fire:1 hour:1 idea:3 area:3 university:5 "
    "computer:3 information:4 management:3 organization:5 development:4 international:5 education:4 "
    "available:4 important:3 government:3 community:4 experience:4 environment:4 language:2 changes:2 houses:2 "
    "judges:2 wishes:2 needed:2 stopped:1 asked:1 loved:1 sentences:3 sentence:2 measures:2 syllable:3 "
    "syllables:3 readability:5 document:3 simple:2 file:1 files:1 style:1 while:1 strength:1 rhythm:2 eye:1 "
    "agree:2 employee:3 coffee:2 continue:3 value:2 question:2 queen:1 create:2 theory:3 really:2 medium:3 "
    "million:2 opinion:3 region:2 religion:3 previous:3 serious:3 obvious:3 genius:2 actual:3 usual:3 annual:3 "
    "manual:3 situation:4 evaluate:4 graduate:3 individual:5 virus:2 lion:2 dial:2 trial:2 material:4 "
    "initial:3 capitalism:5 business:2 interesting:4 different:3 chocolate:3 family:3 vegetable:4 "
    "comfortable:4 "
)


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [one.text for one in MEASURE.read(text).sentences]


def hints(text: str, *, english: bool = True, longest: int = 25) -> list[tuple[str, str]]:
    """Kind and words of each hint about a text."""
    found = HINTS.hints(MEASURE.read(text), english=english, longest=longest)
    return [(one.kind, one.words) for one in found]


def test_syllables_are_counted_as_a_dictionary_does() -> None:
    """Every word of a list that was counted by hand."""
    words = [pair.split(":") for pair in COUNTED.split()]
    assert {word: MEASURE.syllables(word) for word, _ in words} == {word: int(count) for word, count in words}
    assert MEASURE.syllables("Well-known") == 2
    assert MEASURE.syllables("Zoë\u2019s") == MEASURE.syllables("zoe")
    assert MEASURE.syllables("42") == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]),
        ("Dr. Ito paid 3.50, e.g. for tea. J. Lee left.", ["Dr. Ito paid 3.50, e.g. for tea.", "J. Lee left."]),
        ("She said \u201cNo.\u201d Then she left.", ["She said \u201cNo.\u201d", "Then she left."]),
        ("# Head\n- one\n- two. Three\n1. four", ["# Head", "- one", "- two.", "Three", "1. four"]),
        ("a line\ngoes on.\n\nNext", ["a line goes on.", "Next"]),
        ("---\nname: x\n---\nBody.", ["Body."]),
        ("Before.\n```py\nx. y.\n```\nAfter.\n~~~\n```\n~~~\n", ["Before.", "After."]),
        ("我们去。你呢？好！", ["我们去。", "你呢？", "好！"]),
        ("यह है। वह है।", ["यह है।", "वह है।"]),
        ("... !\n\n---\n", []),
    ],
)
def test_sentences_end_where_people_end_them(text: str, expected: list[str]) -> None:
    """Abbreviations, quotes, lists, code and other scripts included."""
    assert sentences(text) == expected


def test_the_line_of_a_sentence_is_where_it_begins() -> None:
    """Counted in the whole text, front matter and code included."""
    text = "---\na: b\n---\nOne.\nTwo\nthree. Four.\n\n```\ncode\n```\nFive."
    assert [one.line for one in MEASURE.read(text).sentences] == [4, 5, 6, 11]


@given(st.lists(st.sampled_from(["The cat sat.", "Beautiful information matters enormously!", "Why not?"]), min_size=1))
def test_the_formulas_are_those_that_were_published(parts: list[str]) -> None:
    """Worked out again with floats from the counts."""
    document = MEASURE.read(" ".join(parts))
    found = MEASURE.measures(document, english=True)
    words, count = int(found["words"]), int(found["sentences"])
    assert count == len(parts)
    w, s, c = words / count, int(found["syllables"]) / words, int(found["letters"]) / words
    hard = 100 * sum(MEASURE.syllables(word) > 2 for word in document.words) / words
    long = 100 * sum(len(word) > 6 for word in document.words) / words
    expected = {
        "flesch_reading_ease": 206.835 - 1.015 * w - 84.6 * s,
        "flesch_kincaid_grade": 0.39 * w + 11.8 * s - 15.59,
        "gunning_fog": 0.4 * (w + hard),
        "automated_readability_index": 4.71 * c + 0.5 * w - 21.43,
        "coleman_liau": 5.88 * c - 29.6 / w - 15.8,
        "lix": w + long,
    }
    assert {name: float(found[name]) for name in expected} == pytest.approx(expected, abs=0.0501)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The plan was quickly approved.", [("passive", "was quickly approved")]),
        ("It is red and open, and I am often seventeen.", []),
        ("We have written it.", []),
        ("It got broken.", [("passive", "got broken")]),
        ("We we saw the the dog.", [("repeated-word", "we we"), ("repeated-word", "the the")]),
        ("He had had enough; bad, bad dog.", []),
        ("Utilize this in order to win.", [("wordy", "Utilize"), ("wordy", "in order to")]),
        ("A very just cause.", [("weak-word", "very"), ("weak-word", "just")]),
    ],
)
def test_what_an_editor_would_mark_is_marked(text: str, expected: list[tuple[str, str]]) -> None:
    """And what only looks like it is not; other languages have no English hints."""
    assert sorted(hints(text)) == sorted(expected)
    assert {kind for kind, _ in hints(text, english=False)} <= {"repeated-word"}


def test_long_sentences_are_those_over_the_limit() -> None:
    """One word more."""
    assert hints("ab cd " * 12 + "ab.", english=False) == []
    assert [kind for kind, _ in hints("ab cd " * 13 + ".", english=False)] == ["long-sentence"]


def test_scripts_without_spaces_count_characters() -> None:
    """No LIX and no English measures; a mixed text in Latin is counted by words."""
    document = MEASURE.read("我们用 Python 去北京玩。")
    assert document.unspaced
    assert len(document.words) == 8
    assert "lix" not in MEASURE.measures(document, english=False)
    assert not MEASURE.read("The word 北京 is a name.").unspaced


class Tags(HTMLParser):
    """Collects what a page holds."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag; nothing is loaded, and nothing runs."""
        self.tags.add(tag)
        assert not any(name.startswith("on") or name in {"src", "href"} for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        """Note the text."""
        self.text += data


@given(st.text(st.sampled_from("<>&\"'ab. \n/=scriptonload"), max_size=60), st.text(max_size=20))
def test_no_text_can_break_the_page(text: str, title: str) -> None:
    """Whatever it holds, the page has its own tags alone, and the same bytes each time."""
    document = MEASURE.read(f"{text} word")
    found = MEASURE.measures(document, english=True)
    listed = HINTS.hints(document, english=True, longest=2)
    page = PAGE.page(title, document, found, listed, [], "english")
    assert page == PAGE.page(title, document, found, listed, [], "english")
    parser = Tags()
    parser.feed(page)
    known = "html head meta title style body h1 h2 table thead tbody tr th td ol li mark"
    assert parser.tags <= set(known.split())
    assert "".join(document.sentences[0].text.split()) in "".join(parser.text.split())


def test_the_report_is_written_once(tmp_path: Path) -> None:
    """To a new file below the workspace; a second call refuses."""
    args = ["--text", "One short ", "--text", "sentence.", "--out", "a/b.html", "--title", "A & B"]
    answer: Any = SKILL.run("scripts/report.py", args, tmp_path).answer
    assert (answer["file"], answer["measures"]["words"]) == ("a/b.html", 3)
    assert "<title>A &amp; B</title>" in (tmp_path / "a/b.html").read_text("utf-8")
    assert SKILL.run("scripts/report.py", args, tmp_path).exit_code == 1
    rows: dict[str, list[dict[str, object]]] = {"t": [{"x": "One two."}, {"x": None}, {"x": "Three."}]}
    table = json.loads(SKILL.run("scripts/report.py", ["--table", "t"], tmp_path, rows).stdout)
    assert (table["measures"]["sentences"], table["measures"]["paragraphs"]) == (2, 2)
    assert re.fullmatch(r"\d+\.\d", table["measures"]["lix"])


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "exactly one of --text"),
        (["--text", "a", "--language", "klingon"], 2, "--language must be one of"),
        (["--text", "a", "--longest", "0.5"], 2, "--longest must be"),
        (["--text", "..."], 1, "no words"),
        (["--file", "latin"], 1, "not UTF-8 text (byte 4)"),
        (["--file", "gone"], 1, "cannot be read"),
        (["--table", "gone"], 1, "tables here: t"),
        (["--table", "t"], 1, "name one of a, b by --column"),
        (["--text", "a", "--out", "../x.html"], 1, "--out"),
    ],
)
def test_a_call_that_makes_no_sense_says_why(tmp_path: Path, args: list[str], code: int, said: str) -> None:
    """Bad usage with the usage text, bad data with one line."""
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    done = SKILL.run("scripts/report.py", args, tmp_path, {"t": [{"a": 1, "b": 2}]})
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert ("usage:" in done.stderr) == (code == 2)
    assert not (tmp_path / "readability.html").exists()
