"""Which ideas a text holds, also where the automaton that answers for all of them has no memory left."""

from __future__ import annotations

from skillhouse.scan.phrases import Ideas, Some

WORDS = {"fruit": "apple|pear", "animal": "cat|dog"}


class Exhausted:
    """An automaton that answers nothing any more."""

    def Match(self, text: str) -> list[int]:  # noqa: N802 -- the library's name
        """Nothing, whatever the text."""
        del text
        return []


def test_ideas_are_found_in_any_text() -> None:
    """Several, one or none."""
    ideas = Ideas(WORDS)
    assert ideas.present("a dog and a pear") == {"fruit", "animal"}
    assert ideas.present("a cat") == {"animal"}
    assert not ideas.present("stones")
    assert not ideas.present("")


def test_an_automaton_without_memory_is_replaced() -> None:
    """Its silence is not taken for an answer."""
    ideas = Some(WORDS)
    ideas.__dict__["_all"] = Exhausted()
    assert ideas.present("a dog") == ["animal"]
    assert not isinstance(ideas.__dict__["_all"], Exhausted)


def test_where_no_automaton_answers_each_idea_is_looked_for() -> None:
    """Slower, and never less."""

    class Mute(Some):
        @property
        def _all(self) -> Exhausted:
            return Exhausted()

        @_all.deleter
        def _all(self) -> None:
            return

    assert Mute(WORDS).present("a dog and a pear") == ["fruit", "animal"]
