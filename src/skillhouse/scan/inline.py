"""What stands within a block of Markdown: code, links, pictures and HTML elements.

Every pattern takes time in proportion to the text: runs are possessive, and end where the next match could begin.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Link", "Tag", "code_spans", "hides", "inside", "links", "may_hold_urls", "tags", "urls"]

_TICKS = re.compile(r"`+")
_LINK = re.compile(
    r"(!?)\[([^\[\]]*+)\]\(\s*+(?:<([^<>\n]*+)>|([^\s<>()]++(?:\([^\s<>()]*+\)[^\s<>()]*+)*+))"
    r"(?:\s++(\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?\s*+\)"
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]{0,30}+)((?:[\s/][^<>]*+)?)>")
_URL = re.compile(r"(?i)\b(?:https?|hxxps?|ftp|wss?|ipfs)(?:://|\[:\]//)[^\s<>\"'`|\\^]++")
_ATTRIBUTE = re.compile(r"([A-Za-z_:][\w:.-]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?")
_HIDING = re2.compile(
    r"(?i)display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?(?:[;\s\"]|$)|font-size\s*:\s*(?:0|0?\.\d+"
    r"|1)(?:px|pt|em|rem|%)?(?:[;\s\"]|$)"
    r"|(?:left|top|right|text-indent)\s*:\s*-\s*\d{3,}|(?:height|width|max-height)\s*:\s*0(?:px)?(?:[;\s\"]|$)"
    r"|clip\s*:\s*rect\(0"
    r"|(?:^|[;\s\"])color\s*:\s*(?:transparent|white|#fff(?:fff)?(?:00)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255"
    r"|rgba\([^)]{0,30},\s*0\s*\)|hsla?\([^)]{0,30}100%\s*\))"
    r"|-webkit-text-fill-color\s*:\s*transparent|transform\s*:\s*scale\(0"
)
_TRAILING = ".,;:!?'\"*_"
_BRACKETS = ((")", "("), ("]", "["), ("}", "{"))


@dataclass(frozen=True, slots=True)
class Link:
    """A link or picture: its words, address and title, and where it starts and ends."""

    start: int
    end: int
    label: str
    url: str
    title: str
    picture: bool


@dataclass(frozen=True, slots=True)
class Tag:
    """An HTML tag: `attributes` by name in lower case."""

    start: int
    end: int
    name: str
    closes: bool
    attributes: dict[str, str]


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where the code within backticks stands, without the backticks."""
    if "`" not in text:
        return []
    runs = [match.span() for match in _TICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for at in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[at][1] - runs[at][0], []).append(at)
    spans, at = [], 0
    while at < len(runs):
        start, end = runs[at]
        same = later[end - start]
        while same and same[-1] <= at:
            same.pop()
        if same:
            spans.append((end, runs[same[-1]][0]))
            at = same[-1]
        at += 1
    return spans


def inside(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of these spans, which stand in order, holds everything from `start` to `end`."""
    at = bisect_right(spans, start, key=itemgetter(0)) - 1
    return at >= 0 and end <= spans[at][1]


def links(text: str) -> Iterator[Link]:
    """Links and pictures, in Markdown and in HTML."""
    if "](" in text:
        for match in _LINK.finditer(text):
            url = match[3] or match[4]
            yield Link(match.start(), match.end(), match[2], url, (match[5] or "")[1:-1], match[1] == "!")
    for tag in tags(text):
        address = tag.attributes.get("src") or tag.attributes.get("href")
        if address and not tag.closes:
            label = tag.attributes.get("alt", "")
            yield Link(tag.start, tag.end, label, address, tag.attributes.get("title", ""), tag.name == "img")


def tags(text: str) -> Iterator[Tag]:
    """HTML tags, in order."""
    if "<" not in text:
        return
    for match in _TAG.finditer(text):
        attributes = {}
        for one in _ATTRIBUTE.finditer(match[3]):
            attributes[one[1].lower()] = one[2] or one[3] or one[4] or ""
        yield Tag(match.start(), match.end(), match[2].lower(), bool(match[1]), attributes)


def hides(tag: Tag) -> bool:
    """Whether an element shows nothing to a person: no size, no colour, out of the page."""
    names = tag.attributes
    if tag.name == "template" or ("hidden" in names and names["hidden"] != "false"):
        return True
    if tag.name == "font" and names.get("color", "").lower() in {"white", "#fff", "#ffffff"}:
        return True
    return bool(_HIDING.search(names.get("style", "")))


def may_hold_urls(text: str) -> bool:
    """Whether an address with a scheme can stand in a text at all."""
    return "://" in text or "[:]//" in text


def urls(text: str) -> Iterator[tuple[int, str]]:
    """Every address with a scheme, and where it starts; without the punctuation that follows it."""
    if not may_hold_urls(text):
        return
    for match in _URL.finditer(text):
        yield match.start(), _trimmed(match.group())


def _trimmed(url: str) -> str:
    """The address without punctuation and brackets that belong to the sentence around it."""
    for closing, opening in _BRACKETS:
        if opening not in url:
            url = url.partition(closing)[0]
        elif (over := url.count(closing) - url.count(opening)) > 0:
            bare = url.rstrip(_TRAILING)
            ends = len(bare) - len(bare.rstrip(closing))
            url = bare[: len(bare) - min(over, ends)]
    return url.rstrip(_TRAILING)
