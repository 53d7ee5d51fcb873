"""Blocks: what a Markdown text is made of, each with the words around it and its exact place."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Block", "Kind"]


class Kind(StrEnum):
    """What a block is. `FRONT` is one line of a front matter; `DEFINITION` a link's address that no page shows."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "list item"
    ROW = "table row"
    FENCE = "fenced code"
    INDENTED = "indented code"
    COMMENT = "comment"
    DEFINITION = "link definition"
    FOOTNOTE = "footnote"
    FRONT = "front matter"


class Block(NamedTuple):
    """A stretch of one kind. Its lines stand without their list, quotation and indentation marks.

    `line` is that of its first line, `columns` hold the column of the first character of each line. `trail` is the
    headings above it, outermost first; `lead` what stood just before: the paragraph above a list or a fence, or the
    header of a table. `info` is a fence's word, such as `bash`.
    """

    kind: Kind
    text: str
    line: int
    columns: tuple[int, ...]
    info: str = ""
    trail: tuple[str, ...] = ()
    lead: str = ""
    quoted: bool = False

    def place(self, index: int) -> tuple[int, int]:
        """The line and column of the character at `index` of the block's text."""
        before = self.text.count("\n", 0, index)
        return self.line + before, self.columns[before] + index - (self.text.rfind("\n", 0, index) + 1)

    @property
    def heading(self) -> str:
        """The nearest heading above; empty where there is none."""
        return self.trail[-1] if self.trail else ""
