"""skillhouse.yaml to values: which skills a project has (PKG-1)."""

from __future__ import annotations

import difflib
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidManifest
from skillhouse.format.problems import plural
from skillhouse.format.yamlfault import Fault
from skillhouse.format.yamltext import Entry, Mapping, Node, Scalar, Sequence, compose, is_null, to_json
from skillhouse.model.names import check_path, check_skill_name

if TYPE_CHECKING:
    from skillhouse.model.skill import JsonValue

__all__ = ["MANIFEST_FILES", "Manifest", "ManifestSkill", "read_manifest"]

MANIFEST_FILES = ("skillhouse.yaml", "elizon.yaml")
MANIFEST_BYTES = 1 << 20
NO_VERSION = "0.0.0"

_KEYS = ("name", "version", "skills", "agents", "tables")
_SKILL_KEYS = ("name", "ref", "text_only")
_VERSION_CHARACTERS = 64


@dataclass(frozen=True, slots=True)
class ManifestSkill:
    """One entry of `skills`: `ref` is a normal relative path inside the project ("." is the project's own folder);
    `line` is where the entry stands.
    """

    name: str
    ref: str
    text_only: bool
    line: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """A project file. `name` is None where it gives none; `agents` and `tables` are kept as JSON has them."""

    name: str | None
    version: str
    skills: tuple[ManifestSkill, ...]
    agents: tuple[JsonValue, ...] = ()
    tables: tuple[JsonValue, ...] = ()


def read_manifest(data: bytes, *, file: str) -> Manifest:
    """The manifest that `data` holds. Raises InvalidManifest, with the place of the first problem, for anything that
    the format does not know: a key it would overlook may be a skill that somebody thinks is there.
    """
    reader = _Reader(file)
    manifest = reader.read(data)
    if reader.faults or manifest is None:
        first = min(reader.faults, key=lambda fault: (fault.line, fault.column))
        more = f" (and {plural(len(reader.faults) - 1, 'more problem')})" if len(reader.faults) > 1 else ""
        where = f"{file}:{first.line}:{first.column}"
        message = f"{file}, line {first.line}: {first.message}{more}"
        raise InvalidManifest(message, code=first.code, hint=first.hint, where=where)
    return manifest


class _Reader:
    def __init__(self, file: str) -> None:
        self.faults: list[Fault] = []
        self._file = file

    def read(self, data: bytes) -> Manifest | None:
        text = self._decode(data)
        if text is None:
            return None
        document = compose(text)
        self.faults += document.faults
        if document.broken:
            return None
        root = document.root
        if not isinstance(root, Mapping):
            hint = "Write `name: …`, `version: …` and `skills:`."
            line, column = (root.line, root.column) if root else (1, 1)
            self._say("MANIFEST_INVALID", "the manifest is not a list of `key: value` lines", line, column, hint)
            return None
        self._unknown_keys(root, _KEYS, "the manifest")
        return Manifest(
            self._name(root.get("name")),
            self._version(root.get("version")),
            self._skills(root.get("skills")),
            self._kept(root.get("agents")),
            self._kept(root.get("tables")),
        )

    def _decode(self, data: bytes) -> str | None:
        if len(data) > MANIFEST_BYTES:
            message = f"the manifest has {plural(len(data), 'byte')}, over the limit of {MANIFEST_BYTES:,}"
            self._say("MANIFEST_INVALID", message, 1, 1, "Keep only names and refs in it.")
            return None
        try:
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            message = f"byte 0x{data[error.start]:02x} at offset {error.start:,} is not UTF-8 text"
            self._say("MANIFEST_INVALID", message, line, 1, "Save the file as UTF-8.")
            return None

    def _say(self, code: str, message: str, line: int, column: int, hint: str) -> None:
        self.faults.append(Fault(code, line, column, message, hint))

    def _refuse(self, message: str, node: Node, hint: str, code: str = "MANIFEST_INVALID") -> None:
        self._say(code, message, node.line, node.column, hint)

    def _unknown_keys(self, node: Mapping, known: tuple[str, ...], where: str) -> None:
        for entry in node.entries:
            key = entry.key.text
            if key not in known:
                near = difflib.get_close_matches(key[:64], known, 1)
                hint = f"Write {near[0]}." if near else f"Keys are: {', '.join(known)}."
                self._refuse(f"{where} has the unknown key {key!r}", entry.key, hint, "MANIFEST_UNKNOWN_KEY")

    def _text(self, entry: Entry | None, what: str) -> str | None:
        """The text of an optional key; None: absent, or refused."""
        if entry is None or is_null(entry.value):
            return None
        if not isinstance(entry.value, Scalar):
            self._refuse(f"{what} is not text", entry.value, "Write it as text.")
            return None
        return entry.value.text

    def _name(self, entry: Entry | None) -> str | None:
        text = self._text(entry, "the project's name")
        reason = None if text is None else check_skill_name(text)
        if reason and entry:
            self._refuse(f"the project's name {text!r} {reason}", entry.value, "Choose another name.")
        return text

    def _version(self, entry: Entry | None) -> str:
        text = self._text(entry, "the version")
        good = text is None or (text.strip() and text.isprintable() and len(text) <= _VERSION_CHARACTERS)
        if entry and text is not None and not good:
            self._refuse(f"the version {text[:80]!r} is no version", entry.value, "Write one such as 1.0.0.")
        return NO_VERSION if text is None else text

    def _kept(self, entry: Entry | None) -> tuple[JsonValue, ...]:
        if entry is None or is_null(entry.value):
            return ()
        if not isinstance(entry.value, Sequence):
            self._refuse(f"{entry.key.text} is not a list", entry.value, "Write a list: `- name: …`.")
            return ()
        return tuple(to_json(item) for item in entry.value.items)

    def _skills(self, entry: Entry | None) -> tuple[ManifestSkill, ...]:
        if entry is None or is_null(entry.value):
            return ()
        if not isinstance(entry.value, Sequence):
            self._refuse("skills is not a list", entry.value, "Write `- name: …` and below it `ref: ./skills/…/`.")
            return ()
        found: list[ManifestSkill] = []
        lines: dict[str, int] = {}
        for item in entry.value.items:
            skill = self._skill(item)
            if skill is None:
                continue
            if skill.name in lines:
                message = f"two skills have the name {skill.name!r}: on lines {lines[skill.name]} and {skill.line}"
                self._refuse(message, item, "Rename one of the two.", "MANIFEST_DUPLICATE_NAME")
            lines.setdefault(skill.name, skill.line)
            found.append(skill)
        return tuple(found)

    def _skill(self, item: Node) -> ManifestSkill | None:
        if not isinstance(item, Mapping):
            self._refuse("an entry of skills is not a map", item, "Write `- name: …` and below it `ref: …`.")
            return None
        self._unknown_keys(item, _SKILL_KEYS, "an entry of skills")
        texts = {key: self._text(item.get(key), f"the {key} of a skill") for key in ("name", "ref")}
        for key, text in texts.items():
            if text is None and not self._has_value(item, key):
                self._refuse(f"an entry of skills has no {key}", item, f"Add `{key}: …`.")
        name, ref = texts["name"], texts["ref"]
        if name is None or ref is None:
            return None
        name = unicodedata.normalize("NFC", name)
        reason = check_skill_name(name)
        if reason:
            self._refuse(f"the name {name!r} {reason}", item, "Choose another name.")
        path = self._ref(ref, item)
        return None if path is None else ManifestSkill(name, path, self._text_only(item.get("text_only")), item.line)

    @staticmethod
    def _has_value(item: Mapping, key: str) -> bool:
        entry = item.get(key)
        return entry is not None and not is_null(entry.value)

    def _ref(self, ref: str, item: Node) -> str | None:
        """The ref as a normal path; None: refused, because it leads out of the project or is no path."""
        parts: list[str] = []
        outside = ref.startswith("/") or "\\" in ref
        for part in ref.split("/"):
            if part == ".." and not parts:
                outside = True
            elif part == "..":
                parts.pop()
            elif part not in {"", "."}:
                parts.append(part)
        path = unicodedata.normalize("NFC", "/".join(parts))
        reason = "leads out of the project" if outside else check_path(path) if path else None
        if reason:
            hint = "Name a folder or a definition file inside the project, such as ./skills/name/."
            self._refuse(f"the ref {ref!r} {reason}", item, hint, "MANIFEST_REF_OUTSIDE")
            return None
        return "/".join(parts) or "."

    def _text_only(self, entry: Entry | None) -> bool:
        value = None if entry is None else to_json(entry.value)
        if entry and value is not None and not isinstance(value, bool):
            self._refuse("text_only is neither true nor false", entry.value, "Write true or false.")
        return value is True
