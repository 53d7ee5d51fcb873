"""Which ideas a text can hold, by its words, and by an automaton where it holds letters of other scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.scan.automaton import Automaton, compiled
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.ideas_deeds import DEEDS
from skillhouse.scan.ideas_talk import TALK
from skillhouse.scan.ideas_world import WORLD
from skillhouse.scan.phrases import Ideas, Reading
from skillhouse.scan.words import WordTable, whole_words

if TYPE_CHECKING:
    from collections.abc import Mapping

PATTERNS = {"fruit": "apple|pear", "animal": "cat|dog"}
WORDS: Mapping[str, str] = {**TALK, **DEEDS, **WORLD}


class Exhausted:
    """An automaton that answers nothing any more."""

    def Match(self, text: str) -> list[int]:  # noqa: N802 -- the library's name
        """Nothing, whatever the text."""
        del text
        return []


def possible(pattern: str, text: str) -> bool:
    """Whether a table of this one pattern holds that a text can match it."""
    return bool(WordTable({"one": whole_words(pattern)}).possible(text))


def test_an_idea_is_held_where_its_words_stand() -> None:
    """Several, one or none."""
    ideas = Ideas(PATTERNS)
    both = Reading(ideas, "a dog and a pear")
    assert both.holds("fruit")
    assert both.where("animal") == [(2, 5)]
    assert not Reading(ideas, "a catalogue").holds("animal")
    assert not Reading(ideas, "").holds("fruit")


def test_no_idea_goes_from_one_part_to_another() -> None:
    """The end of a part ends what is said."""
    ideas = Ideas({"both": r"one\s+two"})
    assert Reading(ideas, "one two").holds("both")
    assert Reading(ideas, "one\ntwo").holds("both")
    assert not Reading(ideas, "one\ntwo", (0, 4)).holds("both")


@pytest.mark.parametrize(
    ("pattern", "held", "not_held"),
    [
        ("ignor(?:e|es|ing)", "it ignores that", "an ignoramus? no: signore"),
        ("do not (?:tell|say)", "do not tell", "tell me, do"),
        ("users?", "the users", "a superuser"),
        ("(?:re)?send", "resend it", "ascended"),
        ("e-?mail", "by e-mail", "sea maidens"),
        (r"\w+@[\w.-]+:", "me@there:", "anything at all is left to the pattern"),
        ("(?:left|right) arm(?: and leg)?", "the right arm", "the left army"),
        (r"[a-c]lock", "a block", "a lick"),
        ("x{2}yz", "xxyz", "yes"),
        ("忽略|忘记", "请忽略", "请注意"),
        ("über(?:gehe|sieh)", "übergehe das", "gehe"),
        ("(?:mode|モード) on", "モード on", "mode of"),
    ],
)
def test_a_text_that_a_pattern_matches_is_never_left_out(pattern: str, held: str, not_held: str) -> None:
    """What the table leaves out, the pattern does not match."""
    assert compiled("|".join(whole_words(pattern))).search(held)
    assert possible(pattern, held)
    assert possible(pattern, not_held) or not compiled("|".join(whole_words(pattern))).search(not_held)


@given(st.data())
def test_every_idea_is_possible_in_what_its_patterns_match(data: st.DataObject) -> None:
    """For every alternative of every idea: texts made from the pattern itself."""
    name = data.draw(st.sampled_from(sorted(WORDS)))
    alternative = data.draw(st.sampled_from(whole_words(WORDS[name])))
    text = data.draw(st.from_regex(re.compile(alternative), fullmatch=False)).lower()
    table = IDEAS.table
    if compiled(alternative).search(text):
        assert table.possible(text) & table.bits([name])


def test_words_are_forgotten_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of words that were looked up does not grow for ever, and the answers stay the same."""
    monkeypatch.setattr("skillhouse.scan.words._KEPT", 4)
    table = WordTable({name: whole_words(words) for name, words in PATTERNS.items()})
    for _ in range(3):
        assert table.possible("one two three four dog five six") == table.bits(["animal"])
    assert table.possible("dog" * 100) == 0


def test_an_automaton_without_memory_is_replaced() -> None:
    """Its silence is not taken for an answer."""
    ideas = Automaton(PATTERNS)
    ideas.__dict__["_all"] = Exhausted()
    assert ideas.present("a dog") == ["animal"]
    assert not isinstance(ideas.__dict__["_all"], Exhausted)


def test_where_no_automaton_answers_each_pattern_is_looked_for() -> None:
    """Slower, and never less."""

    class Mute(Automaton):
        @property
        def _all(self) -> Exhausted:
            return Exhausted()

        @_all.deleter
        def _all(self) -> None:
            return

    assert Mute(PATTERNS).present("a dog and a pear") == ["fruit", "animal"]
