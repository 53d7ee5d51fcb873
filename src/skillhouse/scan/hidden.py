"""Text of a page that reaches an agent, but no person: comments, elements without size or colour, titles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.scan.block import Kind
from skillhouse.scan.inline import hides, links, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skillhouse.scan.block import Block
    from skillhouse.scan.inline import Tag

__all__ = ["CODE", "hidden_texts"]

CODE = frozenset({Kind.FENCE, Kind.INDENTED})
# Shorter ones are names, not sentences.
_SENTENCE = 16
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_TITLE = re.compile(r"\]:[ \t]*+(?:<[^<>]*+>|\S*+)[ \t]*+(?P<title>[\"'(].*)$", re.DOTALL)
_UNSEEN = (
    "title",
    "alt",
    "aria-label",
    "placeholder",
    "content",
    "value",
    "summary",
    "data-prompt",
    "data-instructions",
)


def hidden_texts(blocks: Iterable[Block]) -> Iterator[tuple[Block, int, str, str]]:
    """Every text that no person sees: its block, where it starts there, the text, and how it is hidden."""
    veil = _Veil()
    for block in blocks:
        if block.kind is Kind.COMMENT:
            yield block, 0, block.text, "a comment"
        elif block.kind is Kind.DEFINITION:
            yield from _definition(block)
        elif block.kind not in CODE:
            yield from _asides(block)
            yield from veil.over(block)


def _definition(block: Block) -> Iterator[tuple[Block, int, str, str]]:
    found = _TITLE.search(block.text)
    if found and len(found["title"]) >= _SENTENCE:
        yield block, found.start("title"), found["title"], "a link definition that no page shows"
    label = block.text.partition("]:")[0]
    if len(label) >= _SENTENCE and " " in label:
        yield block, 0, label, "a link definition that no page shows"


def _asides(block: Block) -> Iterator[tuple[Block, int, str, str]]:
    """Titles of links, words in place of pictures, attributes of elements."""
    for link in links(block.text):
        for text, how in (
            (link.title, "the title of a link"),
            (link.label if link.picture else "", "the words for a picture"),
        ):
            if len(text) >= _SENTENCE and " " in text:
                yield block, max(block.text.find(text, link.start), 0), text, how
    for tag in tags(block.text):
        for name in _UNSEEN:
            text = tag.attributes.get(name, "")
            if len(text) >= _SENTENCE and " " in text:
                yield block, max(block.text.find(text, tag.start), 0), text, f"the attribute {name} of an element"


class _Veil:
    """Follows elements that show nothing, over the blocks that they span."""

    def __init__(self) -> None:
        self._name = ""
        self._depth = 0

    def over(self, block: Block) -> Iterator[tuple[Block, int, str, str]]:
        """The stretches of a block that stand in such an element."""
        start = 0
        for tag in tags(block.text):
            if self._name:
                self._follow(tag)
                if not self._name:
                    yield from _stretch(block, start, tag.start)
            elif not tag.closes and tag.name not in _VOID and hides(tag):
                self._name, self._depth, start = tag.name, 1, tag.end
        if self._name:
            yield from _stretch(block, start, len(block.text))

    def _follow(self, tag: Tag) -> None:
        if tag.name == self._name:
            self._depth += -1 if tag.closes else 1
            if self._depth == 0:
                self._name = ""


def _stretch(block: Block, start: int, end: int) -> Iterator[tuple[Block, int, str, str]]:
    text = block.text[start:end]
    if text.strip():
        yield block, start, text, "an element that shows nothing"
