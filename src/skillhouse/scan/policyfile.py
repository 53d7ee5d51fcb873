"""A policy and suppressions as YAML (SCN-3, SCN-7): what the format does not know is refused, with its line.

A suppression that nobody answers for, or a key that is overlooked, would switch off more than somebody meant.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.errors import InvalidPolicy
from skillhouse.format.yamltext import Mapping, Node, Scalar, Sequence, compose, is_null, to_json
from skillhouse.model.policy import Waiver
from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import RULES
from skillhouse.scan.hosts import HostKind
from skillhouse.scan.policies import PRESETS

if TYPE_CHECKING:
    from typing import NoReturn

    from skillhouse.model.policy import Policy

__all__ = ["POLICY_BYTES", "read_policy", "read_suppressions"]

POLICY_BYTES = 1 << 20
_KEYS = (
    "name", "extends", "tools", "hosts", "installers", "known_installers", "severities", "disabled", "suppressions",
    "fail_on",
)  # fmt: skip
_OWNERS = ("owner", "author")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_FINGERPRINT = re.compile(r"[0-9a-f]{32}\Z")
_RULE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\Z")
_LEVELS = tuple(severity.value for severity in Severity)
_KINDS = tuple(kind.name.lower().replace("_", "-") for kind in HostKind if kind is not HostKind.LOOKALIKE)


def read_policy(data: bytes, *, file: str = "policy.yaml") -> Policy:
    """The policy that a file holds, on top of the preset that it extends (`balanced` where it names none).

    Raises InvalidPolicy with the line of the first thing that the format does not know.
    """
    reader = _Reader(file)
    root = reader.root(data, _KEYS)
    extends = reader.word(root, "extends", tuple(PRESETS)) or "balanced"
    base = PRESETS[extends]
    severities = {rule: Severity(reader.choice(node, _LEVELS)) for rule, node in reader.map(root, "severities")}
    for rule in severities:
        reader.check_rule(rule, root)
    hosts = {host.lower(): reader.choice(node, _KINDS) for host, node in reader.map(root, "hosts")}
    fail_on = reader.word(root, "fail_on", _LEVELS)
    return replace(
        base,
        name=reader.text(root, "name") or file.rpartition("/")[2].rpartition(".")[0] or file,
        tools=base.tools if root.get("tools") is None else reader.texts(root, "tools"),
        hosts=MappingProxyType({name: HostKind[kind.upper().replace("-", "_")].value for name, kind in hosts.items()}),
        installers=tuple(one.partition("://")[2] or one for one in reader.texts(root, "installers")),
        known_installers=reader.flag(root, "known_installers", default=base.known_installers),
        severities=MappingProxyType({**base.severities, **severities}),
        disabled=MappingProxyType(reader.waivers(root, "disabled", "rule")),
        suppressions=MappingProxyType(reader.waivers(root, "suppressions", "fingerprint")),
        fail_on=Severity(fail_on) if fail_on else base.fail_on,
    )


def read_suppressions(data: bytes, *, file: str = "suppressions.yaml") -> dict[str, Waiver]:
    """The suppressions that a file holds under its one key `suppressions`, by fingerprint. Raises InvalidPolicy."""
    reader = _Reader(file)
    return reader.waivers(reader.root(data, ("suppressions",)), "suppressions", "fingerprint")


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file

    def _refuse(self, message: str, node: Node | None, hint: str, code: str = "POLICY_INVALID") -> NoReturn:
        line, column = (node.line, node.column) if node else (1, 1)
        raise InvalidPolicy(
            f"{self._file}, line {line}: {message}", code=code, hint=hint, where=f"{self._file}:{line}:{column}"
        )

    def root(self, data: bytes, keys: tuple[str, ...]) -> Mapping:
        """The top of the file, with no key but these."""
        if len(data) > POLICY_BYTES:
            self._refuse(f"the file has {len(data):,} bytes, over the limit of {POLICY_BYTES:,}", None, "Shorten it.")
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            hint = "Save the file as UTF-8."
            self._refuse(f"byte 0x{data[error.start]:02x} at offset {error.start:,} is not UTF-8 text", None, hint)
        document = compose(text)
        for fault in document.faults:
            message = f"{self._file}, line {fault.line}: {fault.message}"
            where = f"{self._file}:{fault.line}:{fault.column}"
            raise InvalidPolicy(message, code=fault.code, hint=fault.hint, where=where)
        if not isinstance(document.root, Mapping):
            self._refuse("the file is not a list of `key: value` lines", document.root, "Write `fail_on: high`.")
        self._known(document.root, keys)
        return document.root

    def _known(self, node: Mapping, keys: tuple[str, ...]) -> None:
        for entry in node.entries:
            if entry.key.text not in keys:
                near = difflib.get_close_matches(entry.key.text[:64], keys, 1)
                hint = f"Write {near[0]}." if near else f"Keys are: {', '.join(keys)}."
                self._refuse(f"the unknown key {entry.key.text!r}", entry.key, hint, "POLICY_UNKNOWN_KEY")

    def _value(self, node: Mapping, key: str) -> Node | None:
        entry = node.get(key)
        return None if entry is None or is_null(entry.value) else entry.value

    def _scalar(self, value: Node, what: str) -> str:
        if not isinstance(value, Scalar) or not value.text.strip():
            self._refuse(f"{what} is not text", value, "Write it as text.")
        return value.text.strip()

    def text(self, node: Mapping, key: str) -> str:
        """The text of a key; empty where it is not there."""
        value = self._value(node, key)
        return "" if value is None else self._scalar(value, key)

    def word(self, node: Mapping, key: str, words: tuple[str, ...]) -> str:
        """One of these words; empty where the key is not there."""
        value = self._value(node, key)
        return "" if value is None else self.choice(value, words)

    def choice(self, value: Node, words: tuple[str, ...]) -> str:
        """One of these words."""
        text = self._scalar(value, "the value")
        if text not in words:
            self._refuse(f"{text!r} is none of the values that are known here", value, f"Write {', '.join(words)}.")
        return text

    def flag(self, node: Mapping, key: str, *, default: bool) -> bool:
        """True or false; the default where the key is not there."""
        value = self._value(node, key)
        plain = default if value is None else to_json(value)
        if not isinstance(plain, bool):
            self._refuse(f"{key} is neither true nor false", value, "Write true or false.")
        return plain

    def texts(self, node: Mapping, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(node, key)
        if value is None:
            return ()
        if not isinstance(value, Sequence):
            self._refuse(f"{key} is not a list", value, "Write a list: `- one`.")
        return tuple(self._scalar(item, f"an entry of {key}") for item in value.items)

    def map(self, node: Mapping, key: str) -> list[tuple[str, Node]]:
        """The entries of a map."""
        value = self._value(node, key)
        if value is None:
            return []
        if not isinstance(value, Mapping):
            self._refuse(f"{key} is not a map", value, "Write `name: value` lines below it.")
        return [(entry.key.text, entry.value) for entry in value.entries]

    def check_rule(self, rule: str, node: Node) -> None:
        """Refuse what is no rule. Rules of plugins are known by their form alone."""
        if rule not in RULES and (rule.startswith("SKS-") or not _RULE.match(rule)):
            near = difflib.get_close_matches(rule[:64], RULES, 1)
            hint = f"Write {near[0]}." if near else "See the list of rules in the docs."
            self._refuse(f"there is no rule {rule[:64]!r}", node, hint, "POLICY_UNKNOWN_RULE")

    def waivers(self, node: Mapping, key: str, named: str) -> dict[str, Waiver]:
        """A list of what is let pass: each with a reason and somebody who answers for it."""
        value = self._value(node, key)
        if value is None:
            return {}
        if not isinstance(value, Sequence):
            self._refuse(f"{key} is not a list", value, f"Write `- {named}: …`, `reason: …` and `owner: …`.")
        found: dict[str, Waiver] = {}
        for item in value.items:
            name, waiver = self._waiver(item, key, named)
            if name in found:
                self._refuse(f"{name!r} stands twice in {key}", item, "Keep one of the two.")
            found[name] = waiver
        return found

    def _waiver(self, item: Node, key: str, named: str) -> tuple[str, Waiver]:
        if not isinstance(item, Mapping):
            self._refuse(f"an entry of {key} is not a map", item, f"Write `- {named}: …` and below it `reason: …`.")
        self._known(item, (named, "reason", *_OWNERS, "expires"))
        name, reason = self.text(item, named), self.text(item, "reason")
        owner = self.text(item, "owner") or self.text(item, "author")
        for what, text in ((named, name), ("reason", reason), ("owner", owner)):
            if not text:
                self._refuse(f"an entry of {key} has no {what}", item, f"Add `{what}: …`.", "POLICY_INCOMPLETE")
        if named == "rule":
            self.check_rule(name, item)
        elif not _FINGERPRINT.match(name):
            hint = "Copy it from the report: 32 digits and letters a to f."
            self._refuse(f"{name[:64]!r} is no fingerprint", item, hint)
        return name, Waiver(reason, owner, self._day(item))

    def _day(self, item: Mapping) -> date | None:
        text = self.text(item, "expires")
        if not text:
            return None
        try:
            return date.fromisoformat(text) if _DAY.match(text) else self._refuse_day(text, item)
        except ValueError:
            self._refuse_day(text, item)

    def _refuse_day(self, text: str, item: Mapping) -> NoReturn:
        self._refuse(f"expires is no day: {text[:64]!r}", item, "Write one such as 2027-01-31.")
