"""Markdown as blocks: prose, headings, list items, table rows, code, comments, each with its exact place.

A splitter of our own, line by line, in time proportional to the text whatever the text. It leans towards seeing code
and comments: what a renderer would show as plain text may come out as a command, never the other way round.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.scan.block import Block, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["blocks"]

_DEEPEST_MARKERS = 8
_LEVELS = 6
_TAB = 4

_QUOTE = re.compile(r" {0,3}>[ \t]?")
_ITEM = re.compile(r"[ \t]*+(?:[-*+]|\d{1,9}[.)])(?:[ \t]++|$)(?:\[[ xX]\][ \t]++)?")
_FENCE = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([^`]*+)$")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})(?:[ \t]++|$)")
_UNDERLINE = re.compile(r"[ \t]{0,3}(?:=++|-++)[ \t]*+$")
_DEFINITION = re.compile(r"[ \t]{0,3}\[(?!\^)[^\[\]]{1,999}+\]:[ \t]*+\S")
_FOOTNOTE = re.compile(r"[ \t]{0,3}\[\^[^\[\]\s]{1,99}+\]:[ \t]*+")
_COMMENT_OPENS = "<!--"
_COMMENT_CLOSES = "-->"
# What a line can begin with that makes it more than a line of text.
_MARKS = frozenset(">-*+#`~[=|_0123456789")
_BULLETS = frozenset("-*+0123456789")
_RULES = frozenset("-*_")
_BROKEN_AT = 3


class _Open:
    """The block that lines are being added to."""

    __slots__ = ("columns", "info", "kind", "line", "margin", "quoted", "texts")

    def __init__(self, kind: Kind, line: int, info: str = "", *, quoted: bool = False, margin: int = 0) -> None:
        self.kind = kind
        self.line = line
        self.info = info
        self.quoted = quoted
        self.margin = margin
        self.texts: list[str] = []
        self.columns: list[int] = []

    def add(self, text: str, column: int) -> None:
        self.texts.append(text)
        self.columns.append(column)


class _Line:
    """One line: `rest` is what is left of it behind the marks of quotations and lists, and begins at `start`."""

    __slots__ = ("number", "quoted", "rest", "start", "text")

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.start = 0
        self.rest = text
        self.quoted = False

    def skip(self, start: int) -> None:
        """Go on behind marks that end at `start`."""
        self.start = start
        self.rest = self.text[start:]

    @property
    def margin(self) -> int:
        """How many characters of white space come first."""
        return len(self.rest) - len(self.rest.lstrip(" \t"))

    @property
    def indent(self) -> int:
        """How many columns of white space come first."""
        margin = self.margin
        return len(self.rest[:margin].replace("\t", " " * _TAB)) if "\t" in self.rest[:margin] else margin


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text, in order. Blank lines and rules are left out; nothing else is."""
    splitter = _Splitter()
    for number, line in enumerate(text.split("\n"), 1):
        splitter.feed(number, line.removesuffix("\r"))
    splitter.close()
    return tuple(splitter.done)


class _Splitter:
    """Holds the one open block, the headings above, and how far the list around is indented."""

    def __init__(self) -> None:
        self.done: list[Block] = []
        self._open: _Open | None = None
        self._fence = ""
        self._front = False
        self._headings: list[tuple[int, str]] = []
        self._trail: tuple[str, ...] = ()
        self._lead = ""
        self._header = ""
        self._list = 0
        self._after_blank = True

    def feed(self, number: int, text: str) -> None:
        """Take one line in."""
        opened = self._open
        if self._front or (number == 1 and text.rstrip() == "---"):
            self._in_front(number, text)
        elif opened is not None and self._fence:
            self._in_fence(_Line(number, text), opened)
        elif opened is not None and opened.kind is Kind.COMMENT:
            self._in_comment(_Line(number, text), opened)
        elif not (bare := text.strip()):
            self._blank()
        elif opened is None or not self._plain(text, bare, opened):
            self._in_text(_Line(number, text))

    def close(self) -> None:
        """Finish the open block and start none."""
        opened = self._open
        if opened is None:
            return
        self._open = None
        texts = opened.texts
        text = texts[0] if len(texts) == 1 else "\n".join(texts)
        if opened.kind is Kind.INDENTED:
            text = text.rstrip()
        if text and not text.isspace():
            self._add(opened.kind, text, opened.line, tuple(opened.columns), opened.info, quoted=opened.quoted)

    def _add(self, kind: Kind, text: str, line: int, columns: tuple[int, ...], info: str, *, quoted: bool) -> None:
        self.done.append(Block(kind, text, line, columns, info, self._trail, self._lead_of(kind), quoted))
        if kind is Kind.PARAGRAPH:
            self._lead = text

    def _lead_of(self, kind: Kind) -> str:
        """What leads to a block: for code in a list, its item too."""
        if kind is Kind.ROW:
            return self._header
        above = self.done[-1] if self.done else None
        if above is not None and above.kind is Kind.ITEM and (kind is Kind.FENCE or kind is Kind.INDENTED):
            return f"{self._lead}\n{above.text}".lstrip()
        return self._lead

    def _plain(self, text: str, bare: str, opened: _Open) -> bool:
        """Take in a line that only goes on with a text: most lines do, and need nothing else."""
        if opened.kind is Kind.INDENTED or opened.quoted or not opened.texts:
            return False
        if bare[0] in _MARKS or _COMMENT_OPENS in bare:
            return False
        opened.texts.append(bare)
        opened.columns.append(text.index(bare[0]) + 1)
        return True

    def _in_front(self, number: int, text: str) -> None:
        closes = number > 1 and text.rstrip() in {"---", "..."}
        self._front = not closes
        if not closes and number > 1:
            self._single(Kind.FRONT, _Line(number, text))

    def _in_fence(self, line: _Line, opened: _Open) -> None:
        if opened.quoted:
            self._unquote(line)
        rest = line.rest
        code = rest.lstrip(" \t")
        if code[:1] == self._fence[0] and self._closes(code):
            self._fence = ""
            self.close()
            return
        margin = min(opened.margin, len(rest) - len(code))
        opened.texts.append(rest[margin:])
        opened.columns.append(line.start + margin + 1)

    def _closes(self, code: str) -> bool:
        bare = code.rstrip()
        return len(bare) >= len(self._fence) and not bare.strip(self._fence[0])

    def _in_comment(self, line: _Line, opened: _Open) -> None:
        end = line.text.find(_COMMENT_CLOSES)
        opened.add(line.text[: end if end >= 0 else None], 1)
        if end >= 0:
            self.close()
            line.skip(end + len(_COMMENT_CLOSES))
            if line.rest.strip():
                self._in_text(line)

    def _in_text(self, line: _Line) -> None:
        if _COMMENT_OPENS in line.text and self._cut_comments(line):
            return
        self._structure(line)

    def _cut_comments(self, line: _Line) -> bool:
        """Take the comments out of a line; whether one stays open at its end, and the line is dealt with."""
        text, kept, done = line.text, [], 0
        for start in _comment_starts(text):
            if start < done:
                continue
            end = text.find(_COMMENT_CLOSES, start + len(_COMMENT_OPENS))
            kept.append(text[done:start])
            if end < 0:
                line.text = "".join(kept)
                line.skip(line.start)
                self._begin_comment(line, text[start + len(_COMMENT_OPENS) :], start + len(_COMMENT_OPENS) + 1)
                return True
            done = end + len(_COMMENT_CLOSES)
            self._aside(line.number, text[start + len(_COMMENT_OPENS) : end], start + len(_COMMENT_OPENS) + 1)
            kept.append(" " * (done - start))
        line.text = "".join([*kept, text[done:]])
        line.skip(0 if line.text[:done].strip() else done)
        return False

    def _begin_comment(self, line: _Line, inner: str, column: int) -> None:
        if line.rest.strip():
            self._structure(line)
        self.close()
        self._open = _Open(Kind.COMMENT, line.number)
        self._open.add(inner, column)

    def _aside(self, number: int, text: str, column: int) -> None:
        """A comment within a line: the open block goes on around it."""
        if text.strip():
            self.done.append(Block(Kind.COMMENT, text, number, (column,), "", self._trail, self._lead))

    def _structure(self, line: _Line) -> None:
        if ">" in line.text:
            self._unquote(line)
        bare = line.rest.lstrip()
        if not bare:
            self._blank()
            return
        if line.rest[0] in " \t" and line.indent >= _TAB and self._code_line(line):
            return
        opened = self._open
        if opened is not None and opened.kind is Kind.INDENTED:
            self.close()
        self._after_blank = False
        self._unlist(line, bare[0])
        self._content(line)

    def _blank(self) -> None:
        if self._open is not None and self._open.kind is Kind.INDENTED:
            self._open.add("", 1)
            return
        self.close()
        self._after_blank = True

    def _unquote(self, line: _Line) -> None:
        for _ in range(_DEEPEST_MARKERS):
            mark = _QUOTE.match(line.text, line.start)
            if mark is None:
                return
            line.skip(mark.end())
            line.quoted = True

    def _code_line(self, line: _Line) -> bool:
        """Whether the line is indented code, which starts only behind a blank line."""
        opened = self._open if self._open is not None and self._open.kind is Kind.INDENTED else None
        if line.indent < self._list + _TAB or not (opened or self._after_blank):
            return False
        if _ITEM.match(line.rest) or _FENCE.match(line.rest):
            return False
        if opened is None:
            opened = self._open = _Open(Kind.INDENTED, line.number, quoted=line.quoted, margin=line.margin)
        margin = min(opened.margin, line.margin)
        opened.add(line.rest[margin:], line.start + margin + 1)
        self._after_blank = False
        return True

    def _unlist(self, line: _Line, first: str) -> None:
        """Step behind the list marks at the line's beginning, of which the first sign is given; each opens an item."""
        if first in _RULES and _is_break(line.rest) and not (self._open is not None and _UNDERLINE.match(line.rest)):
            self.close()
            line.skip(len(line.text))
            return
        for _ in range(_DEEPEST_MARKERS if first in _BULLETS else 0):
            mark = _ITEM.match(line.text, line.start)
            if mark is None:
                break
            self.close()
            line.skip(mark.end())
            self._list = mark.end()
            self._open = _Open(Kind.ITEM, line.number, quoted=line.quoted)
        if self._list and self._open is None and line.indent < self._list:
            self._list = 0

    def _content(self, line: _Line) -> None:
        rest = line.rest
        first = rest.lstrip()[:1]
        if not first:
            return
        if first in _MARKS and self._marked(line, rest, first):
            return
        self._extend(line, Kind.PARAGRAPH)

    def _marked(self, line: _Line, rest: str, first: str) -> bool:
        """Whether the line's first sign made it something else than a line of text."""
        if first in "`~" and (fence := _FENCE.match(rest)):
            self._begin_fence(line, fence)
        elif first == "#" and (heading := _HEADING.match(rest)):
            self._set_heading(line, len(heading[1]), heading.end())
        elif first in "=-" and self._open is not None and self._open.kind is Kind.PARAGRAPH and _UNDERLINE.match(rest):
            self._raise_heading(self._open, 1 if first == "=" else 2)
        elif first == "[" and _DEFINITION.match(rest):
            self._single(Kind.DEFINITION, line)
        elif first == "[" and _FOOTNOTE.match(rest):
            self.close()
            self._extend(line, Kind.FOOTNOTE)
        elif first == "|":
            self._row(line)
        else:
            return False
        return True

    def _begin_fence(self, line: _Line, fence: re.Match[str]) -> None:
        self.close()
        margin = fence.start(1)
        info = fence[2].strip()
        self._fence = fence[1]
        self._open = _Open(Kind.FENCE, line.number + 1, info=info, quoted=line.quoted, margin=margin)

    def _set_heading(self, line: _Line, level: int, skip: int) -> None:
        self.close()
        self._lead = ""
        line.skip(line.start + skip)
        self._single(Kind.HEADING, line)
        self._under(level, line.rest.rstrip("# \t"))

    def _raise_heading(self, opened: _Open, level: int) -> None:
        opened.kind = Kind.HEADING
        text = " ".join(opened.texts)
        self.close()
        self._under(level, text)

    def _under(self, level: int, text: str) -> None:
        self._headings = [*((at, name) for at, name in self._headings if at < level), (level, text)][-_LEVELS:]
        self._trail = tuple(name for _, name in self._headings)
        self._lead, self._list = "", 0

    def _row(self, line: _Line) -> None:
        self.close()
        above = self.done[-1] if self.done else None
        if not line.rest.strip("|:- \t"):
            if above is not None and above.line == line.number - 1:
                self._header = above.text
            return
        if above is None or above.kind is not Kind.ROW or above.line < line.number - 2:
            self._header = ""
        self._single(Kind.ROW, line)

    def _single(self, kind: Kind, line: _Line) -> None:
        self.close()
        if line.rest and not line.rest.isspace():
            self._add(kind, line.rest, line.number, (line.start + 1,), "", quoted=line.quoted)

    def _extend(self, line: _Line, kind: Kind) -> None:
        skip = line.margin
        if self._open is None:
            self._open = _Open(kind, line.number, quoted=line.quoted)
        if not self._open.texts:
            self._open.line = line.number
        self._open.add(line.rest[skip:].rstrip(), line.start + skip + 1)


def _comment_starts(text: str) -> Iterator[int]:
    """Where comments open in a line, outside code."""
    ticks, seen = 0, 0
    start = text.find(_COMMENT_OPENS)
    while start >= 0:
        ticks += text.count("`", seen, start)
        seen = start
        if ticks % 2 == 0:
            yield start
        start = text.find(_COMMENT_OPENS, start + 1)


def _is_break(rest: str) -> bool:
    """Whether a line is a rule across the page: three or more of one mark and nothing else."""
    bare = rest.strip()
    return bare[:1] in {"*", "-", "_"} and bare.count(bare[0]) >= _BROKEN_AT and not bare.strip(bare[0] + " \t")
