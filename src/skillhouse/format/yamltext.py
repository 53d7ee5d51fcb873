"""YAML 1.2 as a tree of places and source text (FM-8): what a value *is* is decided by whoever reads the field.

The tree is built from the parser's events, so that anchors, aliases, tags, duplicate keys and depth are seen before
anything is made of them, all faults are found at once, and neither depth nor number can cost more than a fixed bound.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from skillhouse.format.yamlfault import Fault, explain, find_control_character

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.skill import JsonValue

__all__ = ["Document", "Entry", "Mapping", "Node", "Scalar", "Sequence", "compose", "is_null", "reads_as", "to_json"]

MAX_DEPTH = 32
MAX_NODES = 50_000

# One fault is enough to refuse a text; more only help while a person reads them.
_MOST_FAULTS = 50

_INTEGER = re.compile(r"[-+]?[0-9]{1,15}\Z")
_OCTAL_OR_HEX = re.compile(r"0(?:o[0-7]{1,18}|x[0-9a-fA-F]{1,13})\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,3})?\Z")
_NUMBER = re.compile(r"[-+]?(?:0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\Z")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?\Z")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NULLS = {"", "~", "null", "Null", "NULL"}
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_OLD_BOOLEANS = {"yes", "no", "on", "off", "y", "n", "true", "false"}

# The parser takes these for line ends, which YAML 1.2 does not: they travel through it as other characters.
_OTHER_BREAKS = "\x85\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value as it stands: its text, how it is written and where; `start` and `end` are offsets in the text."""

    text: str
    style: str
    line: int
    column: int
    start: int
    end: int

    @property
    def plain(self) -> bool:
        """Whether it is written without quotes, so that YAML may take it for a number, a date or null."""
        return not self.style


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list; `flow` says that it is written in brackets."""

    items: tuple[Node, ...]
    flow: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One `key: value`."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """A map, in the order of the text."""

    entries: tuple[Entry, ...]
    line: int
    column: int

    def get(self, key: str) -> Entry | None:
        """The first entry of this key, or None."""
        return next((entry for entry in self.entries if entry.key.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Document:
    """The tree of a text (None: nothing there, or broken) and all faults; `broken` is the one that ended it."""

    root: Node | None
    faults: tuple[Fault, ...]
    broken: Fault | None = None


class _Stopped(Exception):
    """Nothing after this fault can be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def compose(text: str, *, first_line: int = 1, max_nodes: int = MAX_NODES) -> Document:
    """Read `text` as one YAML document. Never raises: whatever is wrong stands in the result.

    `first_line` is the line of the file that the text starts at; all places count from the top of the file, from 1.
    """
    bad = find_control_character(text)
    if bad:
        return Document(None, (bad.moved(first_line),), bad.moved(first_line))
    composer = _Composer(text, first_line, max_nodes)
    try:
        root = composer.document()
    except _Stopped as stopped:
        broken = stopped.fault
    except MarkedYAMLError as error:
        broken = explain(error, text).moved(first_line)
    else:
        return Document(root, tuple(composer.faults[:_MOST_FAULTS]))
    return Document(None, (broken, *composer.faults[:_MOST_FAULTS]), broken)


def _hide_breaks(text: str) -> tuple[str, dict[int, str]]:
    """The text without the characters that the parser would take for line ends, and the way back."""
    there = [character for character in _OTHER_BREAKS if character in text]
    spare = (chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in text)
    ways = dict(zip(there, spare, strict=False))
    return text.translate({ord(key): value for key, value in ways.items()}), {ord(v): k for k, v in ways.items()}


class _Composer:
    """Builds the tree from events; `faults` are those that reading can go on after."""

    def __init__(self, text: str, first_line: int, max_nodes: int) -> None:
        hidden, self._back = _hide_breaks(text)
        self._events: Iterator[Event] = YAML(typ="safe", pure=True).parse(hidden)
        self._first_line = first_line
        self._left = max_nodes
        self._max = max_nodes
        self.faults: list[Fault] = []

    def document(self) -> Node | None:
        root: Node | None = None
        documents = 0
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _Stopped(self._fault("YAML_INVALID", event, "a second document starts", "Keep one document."))
            elif isinstance(event, NodeEvent):
                root = self._node(event, 0)
        return None if isinstance(root, Scalar) and root.plain and not root.text else root

    def _fault(self, code: str, event: Event, message: str, hint: str) -> Fault:
        mark = event.start_mark
        return Fault(code, mark.line + self._first_line, mark.column + 1, message, hint)

    def _node(self, event: Event, depth: int) -> Node:
        self._left -= 1
        if self._left < 0:
            message = f"the YAML holds more than {self._max:,} values, the limit"
            raise _Stopped(self._fault("YAML_TOO_MANY", event, message, "Move data into a file of the skill."))
        if depth > MAX_DEPTH:
            message = f"lists and maps are nested more than {MAX_DEPTH} deep, the limit"
            raise _Stopped(self._fault("YAML_TOO_DEEP", event, message, "Flatten the value."))
        self._look_for_references(event)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(event, depth)
        if isinstance(event, MappingStartEvent):
            return self._mapping(event, depth)
        start, end = event.start_mark, event.end_mark
        text, style = f"*{getattr(event, 'anchor', '')}", "*"
        if isinstance(event, ScalarEvent):
            text, style = self._text(event), event.style or ""
        return Scalar(text, style, start.line + self._first_line, start.column + 1, start.index, end.index)

    def _text(self, event: ScalarEvent) -> str:
        """The value's text; escapes for the two halves of a surrogate pair, as JSON has them, become one character."""
        text: str = event.value.translate(self._back)
        if _SURROGATE.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            if "\ufffd" in text:
                message = "a value holds half of a surrogate pair, which is no text"
                self.faults.append(self._fault("YAML_CONTROL_CHARACTER", event, message, "Remove the escape."))
        return text

    def _look_for_references(self, event: Event) -> None:
        if isinstance(event, AliasEvent):
            message = f"the alias *{event.anchor} is refused: YAML's anchors and aliases can hide what a file says"
            self.faults.append(self._fault("YAML_ALIAS", event, message, "Write the value out, or put it in quotes."))
        elif isinstance(event, NodeEvent) and event.anchor is not None:
            message = f"the anchor &{event.anchor} is refused: YAML's anchors and aliases can hide what a file says"
            self.faults.append(self._fault("YAML_ANCHOR", event, message, "Remove it, or put the value in quotes."))
        tag = event.tag if isinstance(event, ScalarEvent | CollectionStartEvent) else None
        if tag is not None:
            message = f"the type tag {str(tag)!r} is refused"
            self.faults.append(self._fault("YAML_TAG", event, message, "Remove it, or put the value in quotes."))

    def _sequence(self, start: SequenceStartEvent, depth: int) -> Sequence:
        items: list[Node] = []
        while not isinstance(event := next(self._events), CollectionEndEvent):
            items.append(self._node(event, depth + 1))
        mark = start.start_mark
        return Sequence(tuple(items), bool(start.flow_style), mark.line + self._first_line, mark.column + 1)

    def _mapping(self, start: MappingStartEvent, depth: int) -> Mapping:
        entries: list[Entry] = []
        seen: dict[str, int] = {}
        while not isinstance(event := next(self._events), CollectionEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self._events), depth + 1)
            if not isinstance(key, Scalar):
                message = "a key is a list or a map"
                self.faults.append(self._fault("YAML_KEY", event, message, "Put the key in quotes."))
            elif key.text in seen:
                message = f"the key {key.text!r} stands twice: first on line {seen[key.text]}, again on line {key.line}"
                self.faults.append(self._fault("YAML_DUPLICATE_KEY", event, message, "Remove one of the two."))
            else:
                seen[key.text] = key.line
                entries.append(Entry(key, value))
        mark = start.start_mark
        return Mapping(tuple(entries), mark.line + self._first_line, mark.column + 1)


def is_null(node: Node) -> bool:
    """Whether the value is YAML's null: nothing, `~` or an unquoted `null`."""
    return isinstance(node, Scalar) and node.plain and node.text in _NULLS


def reads_as(node: Node) -> str | None:
    """What some reader of YAML takes an unquoted text for: `number`, `date` or `boolean`; None: text (FM-8)."""
    if not isinstance(node, Scalar) or not node.plain:
        return None
    if node.text.lower() in _OLD_BOOLEANS:
        return "boolean"
    if _NUMBER.match(node.text):
        return "number"
    return "date" if _DATE.match(node.text) else None


def to_json(node: Node) -> JsonValue:
    """The value as JSON has it, by the core schema of YAML 1.2. Dates, and numbers that JSON cannot hold, stay text."""
    if isinstance(node, Scalar):
        return _scalar_to_json(node)
    if isinstance(node, Sequence):
        return [to_json(item) for item in node.items]
    return {entry.key.text: to_json(entry.value) for entry in node.entries}


def _scalar_to_json(node: Scalar) -> JsonValue:
    text = node.text
    if not node.plain:
        return text
    if text in _NULLS:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _INTEGER.match(text):
        return int(text)
    if _OCTAL_OR_HEX.match(text):
        return int(text, 0)
    number = float(text) if len(text) <= 64 and _FLOAT.match(text) else None  # noqa: PLR2004 - none is longer
    return number if number is not None and abs(number) < float("inf") else text
