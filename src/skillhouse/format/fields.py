"""The fields of the front matter: name, description, tools and entrypoints, read from YAML's tree (FM-2 to FM-5)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from skillhouse.format.problems import problem
from skillhouse.format.yamltext import Entry, Mapping, Node, Scalar, Sequence, is_null, reads_as
from skillhouse.model.finding import Location, Problem
from skillhouse.model.names import NAME_CHARACTERS, check_skill_name, is_standard_name
from skillhouse.model.skill import ABSENT, AllowedTools, Declared

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["FieldReader", "check_name", "is_tool_name", "split_tools"]

STANDARD_DESCRIPTION = 1024

_READ = {"name": "name", "description": "description", "allowedtools": "allowed-tools", "entrypoints": "entrypoints"}


class FieldReader:
    """Reads one field after another from a map; `problems` and `places` collect what was found, and where."""

    def __init__(self, root: Mapping, file: str, source: str) -> None:
        self.problems: list[Problem] = []
        self.places: dict[str, Location] = {}
        self._root = root
        self._file = file
        self._source = source

    def place(self, node: Node) -> Location:
        """Where a value stands."""
        return Location(self._file, node.line, node.column)

    def say(self, code: str, message: str, node: Node, hint: str) -> None:
        """Report a problem of a value."""
        self.problems.append(problem(code, message, self.place(node), hint))

    def misspelt(self) -> None:
        """Warn of keys that nobody reads but that look like one of ours."""
        for entry in self._root.entries:
            key = entry.key.text
            meant = _READ.get(key.lower().replace("-", "").replace("_", "").replace(" ", ""))
            if meant and key not in {meant, "allowed_tools"}:
                message = f"the key {key!r} is not read; {meant!r} would be"
                self.say("FIELD_MISSPELT", message, entry.key, f"Write {meant}.")

    def _entry(self, key: str) -> Entry | None:
        entry = self._root.get(key)
        if entry is not None:
            self.places[key] = self.place(entry.key if is_null(entry.value) else entry.value)
        return entry

    def _text(self, key: str, node: Node) -> str | None:
        """The source text of one value; None after an error."""
        if not isinstance(node, Scalar):
            kind = "list" if isinstance(node, Sequence) else "map"
            self.say("FIELD_NOT_TEXT", f"{key} is a {kind}, not text", node, "Put the text in quotes.")
            return None
        other = reads_as(node)
        if other:
            message = f"{key}: YAML may take {node.text} for a {other}; it was kept as the text {node.text!r}"
            self.say("FIELD_READS_AS_OTHER", message, node, f'Put it in quotes: "{node.text}".')
        return node.text

    def name(self) -> str | None:
        """The name in normal form NFC; None: absent, or an error stands in `problems` (FM-2)."""
        entry = self._entry("name")
        if entry is None or is_null(entry.value):
            return None
        text = self._text("name", entry.value)
        if text is None:
            return None
        if isinstance(entry.value, Scalar) and entry.value.style in {"|", ">"}:
            text = text.strip()
        name = unicodedata.normalize("NFC", text)
        self.problems += check_name(name, self.place(entry.value))
        return None if check_skill_name(name) else name

    def description(self) -> str | None:
        """The description without the space around it; None: an error stands in `problems` (FM-3)."""
        entry = self._entry("description")
        where = self.places.get("description", Location(self._file, self._root.line, 1))
        text = None if entry is None or is_null(entry.value) else self._text("description", entry.value)
        if text is None and entry is not None and not is_null(entry.value):
            return None
        if text is None or not text.strip():
            what = "is missing from the front matter" if entry is None else "is blank"
            hint = "Say in `description` what the skill does and when an agent should use it."
            self.problems.append(problem("SKILL_NO_DESCRIPTION", f"the description {what}", where, hint))
            return None
        text = text.strip()
        if len(text) > STANDARD_DESCRIPTION:
            message = f"the description has {len(text):,} characters; the open standard takes {STANDARD_DESCRIPTION:,}"
            self.problems.append(problem("DESCRIPTION_LONG", message, where, "Move detail into the body."))
        return text

    def tools(self) -> AllowedTools:
        """The tools, from either spelling of the key (FM-4)."""
        found = {key: self._entry(key) for key in ("allowed-tools", "allowed_tools")}
        entries = {key: entry for key, entry in found.items() if entry is not None}
        values = {key: self._tools(entry.value) for key, entry in entries.items()}
        if "allowed_tools" in self.places:
            self.places.setdefault("allowed-tools", self.places["allowed_tools"])
        if len(set(values.values())) > 1:
            message = "allowed-tools and allowed_tools are both there and say different things"
            self.say("TOOLS_CONFLICT", message, entries["allowed_tools"].key, "Keep one of the two.")
        return next(iter(values.values()), ABSENT)

    def _tools(self, node: Node) -> AllowedTools:
        if is_null(node):
            return ABSENT
        if isinstance(node, Mapping) or reads_as(node) == "boolean":
            self._unclear_tools("allowed-tools is neither a list of names nor a text of names", node)
            return ABSENT
        if isinstance(node, Scalar):
            return Declared(self._names(node.text, node, spaces=True))
        names: list[str] = []
        for text, item in self._items(node):
            names += self._names(text, item, spaces=False)
        return Declared(tuple(names))

    def _items(self, node: Sequence) -> Iterable[tuple[str, Node]]:
        """The texts of a list, with what a comma inside parentheses has split put together again."""
        open_item: Scalar | None = None
        for item in node.items:
            if not isinstance(item, Scalar) or (is_null(item) and not open_item):
                self._unclear_tools("allowed-tools holds an entry that is not a name", item)
                continue
            if node.flow and item.plain and open_item is None and _depth(item.text) > 0:
                open_item = item
                continue
            if open_item is None:
                yield self._text("allowed-tools", item) or "", item
            elif _depth(self._source[open_item.start : item.end]) <= 0:
                message = "a comma inside parentheses split the name of a tool; it was put together again"
                self.say("TOOLS_REJOINED", message, open_item, "Put the name in quotes.")
                yield self._source[open_item.start : item.end], open_item
                open_item = None
        if open_item is not None:
            yield open_item.text, open_item

    def _names(self, text: str, node: Node, *, spaces: bool) -> tuple[str, ...]:
        names = split_tools(text, spaces=spaces)
        if _depth(text) != 0:
            self._unclear_tools(f"allowed-tools has a parenthesis without its partner: {text!r}", node)
        for name in names:
            if not is_tool_name(name):
                self._unclear_tools(f"the tool {name!r} holds a control character", node)
        return names

    def _unclear_tools(self, message: str, node: Node) -> None:
        self.say("TOOLS_UNCLEAR", message, node, "Write a list of names: allowed-tools: [bash, python].")

    def entrypoints(self) -> dict[str, str] | None:
        """Entrypoint name → path of a script; None: not declared (FM-5)."""
        entry = self._entry("entrypoints")
        if entry is None or is_null(entry.value):
            return None
        if not isinstance(entry.value, Mapping):
            hint = "Write `entrypoints:` and below it, indented, `check: scripts/check.py`."
            self.say("ENTRYPOINTS_UNCLEAR", "entrypoints is not a map of name to path", entry.value, hint)
            return None
        found: dict[str, str] = {}
        for one in entry.value.entries:
            name = self._text("an entrypoint's name", one.key) or ""
            reason = check_skill_name(name)
            if reason:
                self.say("ENTRYPOINTS_UNCLEAR", f"the entrypoint {name!r} {reason}", one.key, "Give it another name.")
            path = None if is_null(one.value) else self._text(f"the entrypoint {name!r}", one.value)
            if path is None:
                self.say("ENTRYPOINTS_UNCLEAR", f"the entrypoint {name!r} names no path", one.value, "Name a script.")
                continue
            found[name] = unicodedata.normalize("NFC", path.strip().removeprefix("./"))
            self.places[f"entrypoints.{name}"] = self.place(one.value)
        return found


def check_name(name: str, where: Location) -> list[Problem]:
    """What is to be said of a skill's name by itself (FM-2, FM-7)."""
    reason = check_skill_name(name)
    if reason:
        hint = f"Use 1 to {NAME_CHARACTERS} characters, without quotes, brackets, backslash, / or @."
        return [problem("NAME_INVALID", f"the name {name!r} {reason}", where, hint)]
    if not is_standard_name(name):
        message = f"the name {name!r} is fine here, but the open standard takes only a-z, 0-9 and single hyphens"
        return [problem("NAME_NOT_STANDARD", message, where, "Rename the skill where other hosts shall read it.")]
    return []


def is_tool_name(name: str) -> bool:
    """Whether a text can be the name of a tool: it is not blank, and nothing in it is hidden (FM-4)."""
    return bool(name.strip()) and not any(unicodedata.category(sign) in {"Cc", "Cf", "Cs"} for sign in name)


def split_tools(text: str, *, spaces: bool = True) -> tuple[str, ...]:
    """The names in a text, split at commas and (with `spaces`) at white space, but never inside parentheses (FM-4)."""
    names: list[str] = []
    depth = start = 0
    for index, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")" and depth > 0)
        if depth == 0 and (sign == "," or (spaces and sign.isspace())):
            names.append(text[start:index])
            start = index + 1
    names.append(text[start:])
    return tuple(name.strip() for name in names if name.strip())


def _depth(text: str) -> int:
    """How many parentheses of a text are open at its end; below 0 where one closes that was never opened."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return depth
    return depth
