"""A YAML or JSON file that holds the portable form itself, to values (DEF-1 to DEF-6)."""

from __future__ import annotations

import base64
import binascii
import json
import re
import unicodedata
from sys import float_info
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn

from skillhouse.format.canonical import to_bytes
from skillhouse.format.fields import check_name, is_tool_name
from skillhouse.format.frontmatter import FrontMatter, read_skill_md
from skillhouse.format.limits import DEFINITION_BYTES, FILES_COUNT, megabytes, too_large_definition
from skillhouse.format.problems import problem
from skillhouse.format.reading import Reading, check_bundle, check_entrypoints, clean_paths
from skillhouse.format.yamltext import MAX_DEPTH, compose, to_json
from skillhouse.format.yamltext import Mapping as YamlMapping
from skillhouse.model.finding import Location, Problem, ProblemSeverity
from skillhouse.model.names import check_skill_name
from skillhouse.model.skill import ABSENT, AllowedTools, Bundle, Declared, Definition, JsonValue, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["definition_from_json", "parse_json", "read_definition"]

KEYS = ("name", "description", "license", "compatibility", "metadata", "allowedTools", "files", "entrypoints")
REQUIRED = ("name", "description", "files")
COMPATIBILITY_CHARACTERS = 500

# A YAML file spends more bytes than the JSON made of it, by its indentation.
SOURCE_BYTES = 2 * DEFINITION_BYTES

_SAFE_INTEGER = 2**53 - 1
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}\Z")


def read_definition(data: bytes, *, file: str, entry_name: str | None = None, text_only: bool = False) -> Reading:
    """Read the portable form from YAML or JSON, by what the text is. Never raises: every problem stands in the result.

    Unknown keys are refused, so that no review state can be in it (DEF-4). `entry_name` is the manifest entry's name.
    """
    reader = _Reader(file)
    document = reader.parse(data)
    if document is None:
        return Reading(None, "", MappingProxyType({}), tuple(reader.problems))
    return reader.reading(document, entry_name, text_only=text_only)


def definition_from_json(document: object, *, file: str) -> Reading:
    """Read the portable form from parsed JSON."""
    reader = _Reader(file)
    if not isinstance(document, dict):
        reader.say("DEFINITION_INVALID", "the definition is not an object", "", "Write name, description and files.")
        return Reading(None, "", MappingProxyType({}), tuple(reader.problems))
    return reader.reading(document, None, text_only=False)


def parse_json(text: str) -> JsonValue:
    """Strict JSON: no key twice, no NaN. Raises ValueError for anything else, nesting too deep included."""
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    return value


def _unique(pairs: Sequence[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) != len(pairs):
        key = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise ValueError(f"the key {key!r} stands twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


class _Reader:
    """Checks a document key by key; `problems` collects everything at once."""

    def __init__(self, file: str) -> None:
        self.problems: list[Problem] = []
        self._file = file
        self._places: dict[str, Location] = {}

    def say(self, code: str, message: str, key: str, hint: str) -> None:
        """Report a problem at the place of a key."""
        self.problems.append(problem(code, message, self._places.get(key, Location(self._file)), hint))

    def _invalid(self, message: str, key: str, hint: str = "Write it as the portable form has it.") -> None:
        self.say("DEFINITION_INVALID", message, key, hint)

    def parse(self, data: bytes) -> dict[str, JsonValue] | None:
        """The document as JSON has it; None after an error."""
        if len(data) > SOURCE_BYTES:
            message = f"the definition file has {megabytes(len(data))}, over the limit of {megabytes(SOURCE_BYTES)}"
            self.say("PORTABLE_SKILL_TOO_LARGE", message, "", "Remove or shrink the largest files.")
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._invalid(f"{self._file} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start:,}", "")
            return None
        if text.lstrip().startswith("{"):
            return self._parse_json(text)
        return self._parse_yaml(text)

    def _parse_json(self, text: str) -> dict[str, JsonValue] | None:
        try:
            document = parse_json(text)
        except json.JSONDecodeError as error:
            where = Location(self._file, error.lineno, error.colno)
            hint = "Correct the JSON there."
            self.problems.append(problem("DEFINITION_INVALID", f"the JSON is broken: {error.msg}", where, hint))
            return None
        except ValueError as error:
            self._invalid(f"the JSON is refused: {error}", "")
            return None
        return document if isinstance(document, dict) else None

    def _parse_yaml(self, text: str) -> dict[str, JsonValue] | None:
        tree = compose(text.replace("\r\n", "\n"))
        for fault in tree.faults:
            where = Location(self._file, fault.line, fault.column)
            self.problems.append(problem(fault.code, fault.message, where, fault.hint))
        if tree.faults:
            return None
        if not isinstance(tree.root, YamlMapping):
            self._invalid("the file is not a list of `key: value` lines", "", "Write name, description and files.")
            return None
        for entry in tree.root.entries:
            self._places[entry.key.text] = Location(self._file, entry.key.line, entry.key.column)
        document = to_json(tree.root)
        return document if isinstance(document, dict) else None

    def reading(self, document: dict[str, JsonValue], entry_name: str | None, *, text_only: bool) -> Reading:
        """The reading of a document: every key checked, then the files as those of a folder are."""
        self._keys(document)
        name = self._name(document.get("name"), entry_name)
        description = self._description(document.get("description"))
        tools = self._tools(document.get("allowedTools"))
        bundle = self._files(document.get("files"))
        front = self._skill_md(bundle)
        entrypoints = self._entrypoints(document.get("entrypoints"), bundle)
        definition = Definition(
            name or "",
            description or "",
            tools,
            bundle,
            entrypoints,
            self._optional_text(document.get("license"), "license"),
            self._compatibility(document.get("compatibility")),
            self._metadata(document.get("metadata")),
        )
        self._differences(definition, front)
        if bundle.files:
            self.problems += check_bundle(bundle, front, text_only=text_only, file="SKILL.md")
        if not any(one.is_error for one in self.problems):
            sizes = {one.path: len(one.content) for one in bundle.files}
            self.problems += too_large_definition(len(to_bytes(definition)), sizes)
        good = definition if not any(one.is_error for one in self.problems) else None
        names = tools.names if isinstance(tools, Declared) else ()
        places = {"allowed-tools" if key == "allowedTools" else key: where for key, where in self._places.items()}
        return Reading(good, front.body, front.raw, tuple(self.problems), name, description, names, places, bundle)

    def _keys(self, document: dict[str, JsonValue]) -> None:
        for key in document:
            if key not in KEYS:
                hint = f"Remove it. Keys are: {', '.join(KEYS)}."
                self.say("DEFINITION_UNKNOWN_KEY", f"the definition has the unknown key {key!r}", key, hint)
        for key in KEYS[:-1]:
            if key not in document and key not in REQUIRED:
                message = f"the definition has no key {key!r}; it was read as null"
                self.say("DEFINITION_KEY_MISSING", message, key, f"Add `{key}: null`.")

    def _clean_text(self, value: JsonValue, key: str) -> str | None:
        """A text that is text; None: another type, or a lone half of a surrogate pair."""
        if not isinstance(value, str):
            return None
        try:
            value.encode()
        except UnicodeEncodeError:
            self._invalid(f"{key} holds half of a surrogate pair, which is no text", key)
            return None
        return value

    def _name(self, value: JsonValue, entry_name: str | None) -> str | None:
        name = entry_name if value is None else self._clean_text(value, "name")
        where = self._places.get("name", Location(self._file))
        if name is None:
            self.say("NAME_MISSING", "the definition has no name that is text", "name", "Add `name`.")
            return None
        name = unicodedata.normalize("NFC", name)
        self.problems += check_name(name, where)
        if entry_name is not None and unicodedata.normalize("NFC", entry_name) != name:
            message = f"the name {name!r} does not match the manifest entry {entry_name!r}"
            self.say("NAME_NOT_ENTRY", message, "name", "Use one name in both.")
        return None if check_skill_name(name) else name

    def _description(self, value: JsonValue) -> str | None:
        text = (self._clean_text(value, "description") or "").strip()
        if not text:
            hint = "Say in `description` what the skill does and when an agent should use it."
            message = "the description is missing, blank or no text"
            self.say("SKILL_NO_DESCRIPTION", message, "description", hint)
            return None
        return text

    def _tools(self, value: JsonValue) -> AllowedTools:
        if value is None:
            return ABSENT
        names = [self._clean_text(item, "allowedTools") for item in value] if isinstance(value, list) else [None]
        good = tuple(name for name in names if name is not None and is_tool_name(name))
        if len(good) != len(names):
            self._invalid("allowedTools is neither null nor a list of names", "allowedTools")
        return Declared(good)

    def _optional_text(self, value: JsonValue, key: str) -> str | None:
        text = self._clean_text(value, key)
        if text is None and value is not None:
            self._invalid(f"{key} is neither text nor null", key)
        return text

    def _compatibility(self, value: JsonValue) -> str | None:
        text = self._optional_text(value, "compatibility")
        if text is not None and len(text) > COMPATIBILITY_CHARACTERS:
            limit = f"over the limit of {COMPATIBILITY_CHARACTERS}"
            self._invalid(f"compatibility has {len(text):,} characters, {limit}", "compatibility", "Shorten it.")
        return text

    def _metadata(self, value: JsonValue) -> Mapping[str, JsonValue] | None:
        if value is None:
            return None
        if not isinstance(value, dict) or not _is_interoperable(value, 0):
            message = "metadata is neither null nor an object that every reader of JSON reads alike"
            self._invalid(message, "metadata", "Write large numbers as text, and keep it flat.")
            return None
        return value

    def _files(self, value: JsonValue) -> Bundle:
        if not isinstance(value, list) or not value or len(value) > FILES_COUNT:
            message = f"files is not a list of 1 to {FILES_COUNT:,} files, SKILL.md among them"
            self._invalid(message, "files", "Write `- path: SKILL.md` and below it `content: …`.")
            return Bundle(())
        files = [file for index, item in enumerate(value) if (file := self._file_of(item, index))]
        bundle, problems = clean_paths(Bundle(tuple(files)))
        self.problems += problems
        if bundle.get("SKILL.md") is None:
            self.say("SKILL_MD_MISSING", "files holds no SKILL.md", "files", "Add a file with the path SKILL.md.")
        return bundle

    def _file_of(self, item: JsonValue, index: int) -> SkillFile | None:
        what = f"entry {index + 1} of files"
        if not isinstance(item, dict):
            self._invalid(f"{what} is not an object", "files")
            return None
        unknown = [key for key in item if key not in {"path", "content", "encoding"}]
        if unknown:
            self.say("DEFINITION_UNKNOWN_KEY", f"{what} has the unknown key {unknown[0]!r}", "files", "Remove it.")
        path, content = self._clean_text(item.get("path"), "path"), self._clean_text(item.get("content"), "content")
        if path is None or content is None:
            self._invalid(f"{what} has no path or no content that is text", "files")
            return None
        encoding = item.get("encoding")
        if encoding is None and "encoding" not in item:
            return SkillFile(path, content.encode())
        if encoding != "base64" or not _BASE64.match(content):
            self._invalid(f"{what}, {path!r}, is not base64, or its encoding is not 'base64'", "files")
            return None
        try:
            return SkillFile(path, base64.b64decode(content, validate=True))
        except binascii.Error:
            self._invalid(f"{what}, {path!r}, is not base64", "files")
            return None

    def _skill_md(self, bundle: Bundle) -> FrontMatter:
        """What the SKILL.md among the files says: the definition counts, so what is wrong there is a warning."""
        file = bundle.get("SKILL.md")
        front = read_skill_md(b"" if file is None else file.content)
        for one in front.problems if file else ():
            severity = ProblemSeverity.WARNING if one.is_error else one.severity
            weighed = Problem(one.code, severity, one.message, one.location, one.hint, one.fixable, one.strict)
            self.problems.append(weighed)
        return front

    def _entrypoints(self, value: JsonValue, bundle: Bundle) -> Mapping[str, str] | None:
        if value is None:
            return None
        if not isinstance(value, dict):
            self.say("ENTRYPOINTS_UNCLEAR", "entrypoints is not an object", "entrypoints", "Map names to paths.")
            return None
        good: dict[str, str] = {}
        for name, path in value.items():
            if not isinstance(path, str) or check_skill_name(name) or self._clean_text(path, "entrypoints") is None:
                message = f"the entrypoint {name!r} is no name with a path"
                self.say("ENTRYPOINTS_UNCLEAR", message, "entrypoints", "Map names to paths.")
            else:
                good[name] = path
        where = self._places.get("entrypoints", Location(self._file))
        places = {f"entrypoints.{name}": where for name in good}
        self.problems += check_entrypoints(good, bundle, places, self._file)
        return MappingProxyType(good)

    def _differences(self, definition: Definition, front: FrontMatter) -> None:
        """Warn where people who read SKILL.md would see something else than what counts."""
        pairs = {
            "name": (definition.name, front.name),
            "description": (definition.description, front.description),
            "allowedTools": (definition.allowed_tools, front.allowed_tools if front.raw else None),
        }
        for key, (counts, shown) in pairs.items():
            if shown is not None and shown != counts:
                message = f"{key} differs between the definition, which counts, and the front matter of its SKILL.md"
                self.say("DEFINITION_DIFFERS", message, key, "Write the same in both.")


def _is_interoperable(value: JsonValue, depth: int) -> bool:
    """Whether canonical JSON can hold the value: whole numbers up to 2**53, no half surrogates, not too deep."""
    if isinstance(value, dict | list):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return depth < MAX_DEPTH and all(_is_interoperable(part, depth + 1) for part in parts)
    if isinstance(value, str):
        return value.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in value)
    return value is None or abs(value) <= (_SAFE_INTEGER if isinstance(value, int) else float_info.max)
