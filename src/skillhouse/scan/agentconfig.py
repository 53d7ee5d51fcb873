"""Settings of agents and editors: hooks, automatic approval, other model servers, tasks that start by themselves.

They are JSON or TOML, as files of the skill or in a fence of its text. What is said of them in words is read by the
prose detector; commands in them go on to the shell detector.
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.places import agent_config
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.policy import Policy
    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["AgentConfigDetector"]

_HIGH, _MEDIUM, _LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW
_LARGEST = 1_000_000
_DEEPEST = 24
_COMMENT = re.compile(r"(?m)^[ \t]*+//[^\n]*+$")
_TRAILING = re.compile(r",(?=\s*+[}\]])")
_HINTS = re2.compile(
    r"(?i)mcpServers|hooks?\"|permissions?\"|defaultMode|autoApprove|alwaysAllow|base_?url|proxy|runOn|apiKeyHelper"
    r"|approval|sandbox"
    r"|trust|yolo|autoAccept|dangerously|enableAllProject|postCreateCommand|lifecycle|statusLine"
)
_EVENTS = re.compile(
    r"PreToolUse|PostToolUse|UserPromptSubmit|Session(?:Start|End)|Subagent(?:Start|Stop)|Stop|Notification|PreCompact"
    r"|PermissionRequest|before\w+|after\w+|stop|sessionStart|preToolUse|postToolUse"
)
_BASE_URLS = re.compile(r"(?i)^(?:\w*_)?(?:base_?url|api_?base|api_?url|endpoint|https?_proxy|all_proxy|ollama_host)$")
# Those of the large providers are found by `_REDIRECT`, in any language.
_MODEL_NAMES = re.compile(r"(?i)proxy|ollama|llm|model|mistral|groq")
_REDIRECT = re2.compile(
    r"(?i)\b(anthropic|openai|claude_code|gemini|azure_openai)_(?:base_?url|api_base|api_url|endpoint)\b[\"'`\]]?"
    r"[ \t]*(?:=|:|\bto\b|,)[ \t]*[\"'`]?(https?://[^\s\"'`<>)]+)"
)
_TRUSTED = frozenset({HostKind.LOCAL, HostKind.KNOWN, HostKind.ALLOWED, HostKind.INSTALLER})
_AUTOMATIC = re.compile(
    r"(?i)^(?:autoApprove\w*|alwaysAllow|chat\.tools\.(?:auto|global)\w*|autoAccept(?:Edits|All)?|enableAllProjectMcpServers"
    r"|dangerouslySkipPermissions|skipDangerousModePermissionPrompt"
    r"|skipPermissions|trustAllTools|trust|yolo\w*|autoRun|bypassPermissions\w*|dangerously\w+|allowDangerous\w*"
    r"|hasTrustDialogAccepted)$"
)
_MODES = frozenset(
    {
        "bypasspermissions",
        "never",
        "danger-full-access",
        "yolo",
        "full-auto",
        "dontask",
        "off",
        "auto-approve",
        "allow-all",
    }
)
_MODE_KEYS = frozenset(
    {
        "defaultmode",
        "approval_policy",
        "approvalpolicy",
        "approval_mode",
        "approvalmode",
        "sandbox_mode",
        "sandboxmode",
        "permissionmode",
        "exec.approvals",
    }
)
_WIDE = re.compile(
    r"^(?:\*|Bash|Bash\((?:\*|\*:\*|:\*)\)|Shell\(\*\)|Write\(\*\*?\)|Bash\((?:curl|wget|bash|sh|sudo|rm|python3?"
    r"|node)\s?:?\*\))$"
)
_TOML = re.compile(
    r"(?m)^[ \t]*+(approval_policy|sandbox_mode|base_url|openai_base_url|trust_level|notify)[ \t]*+=[ \t]*+(\[[^\n]*+\]"
    r"|\"[^\"\n]*+\"|'[^'\n]*+')"
)
_FETCHED = re.compile(r"^(?:npx|bunx|uvx|pipx|pnpm dlx|deno run)$")


@dataclass(frozen=True, slots=True)
class _Sight:
    """One setting that was seen: where its text stands first, how bad it is, what it does, and a command in it."""

    severity: Severity
    mark: str
    message: str
    command: str = ""


class AgentConfigDetector:
    """Looks at data in the form of an agent's settings."""

    name = "agent-config"
    languages = frozenset(
        {Language.DATA, Language.SHELL, Language.PYTHON, Language.JAVASCRIPT, Language.TYPESCRIPT, Language.MARKDOWN}
    )
    rules = rules("SKS-AGENT-CONFIG")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Every setting that gives away control over the agent. In a fence, a person would have to copy it."""
        yield from self._redirects(piece, context.policy)
        if piece.language is not Language.DATA or len(piece.text) > _LARGEST or not _HINTS.search(piece.text):
            return
        owned = piece.origin is Origin.FILE and agent_config(f"/{piece.file}") is not None
        for sight in self._sights(piece.text, context.policy):
            severity = sight.severity if owned or sight.severity is _HIGH else _LOW
            where = piece.offset(max(piece.text.find(sight.mark), 0))
            yield Hit("SKS-AGENT-CONFIG", severity, sight.message, piece, where, sight.message)
            if sight.command:
                yield replace(
                    piece, text=sight.command, language=Language.SHELL, origin=Origin.DECODED, line=where.line,
                    column=where.column, via=(*piece.via, "a setting"),
                )  # fmt: skip

    def _redirects(self, piece: Piece, policy: Policy) -> Iterator[Hit]:
        """Every place where a model's server is set to another than its own."""
        for match in _REDIRECT.finditer(piece.text):
            kind = url_kind(match[2], policy)
            if kind in _TRUSTED or match[2].count("<") or "your" in match[2].lower():
                continue
            plain = kind in {HostKind.UNKNOWN, HostKind.EXAMPLE} and match[1].lower() != "anthropic"
            message = f"sends all that the agent says to {host_of(match[2])} ({kind.value}), in place of {match[1]}"
            where = piece.offset(match.start())
            yield Hit("SKS-AGENT-CONFIG", _MEDIUM if plain else _HIGH, message, piece, where, message)

    def _sights(self, text: str, policy: Policy) -> Iterator[_Sight]:
        value = _parsed(text)
        if value is not None:
            yield from _Settings(policy).walk(value)
        else:
            yield from _toml(text, policy)


def _parsed(text: str) -> object:
    """The JSON value of a text, with comments and trailing commas forgiven; None where it is no JSON."""
    for attempt in (text, _TRAILING.sub("", _COMMENT.sub("", text))):
        try:
            return json.loads(attempt)
        except (ValueError, RecursionError):
            continue
    return None


class _Settings:
    """Walks a parsed document, without recursion, and says what it sees."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._hooked: set[str] = set()

    def walk(self, value: object) -> Iterator[_Sight]:
        """Every telling setting at any depth."""
        todo: list[tuple[str, object, int]] = [("", value, 0)]
        while todo:
            key, one, depth = todo.pop()
            if depth > _DEEPEST:
                continue
            if isinstance(one, dict):
                yield from self._mapping(key, one)
                todo += [(str(name), child, depth + 1) for name, child in one.items()]
            elif isinstance(one, list):
                todo += [(key, child, depth + 1) for child in one]
            else:
                yield from self._setting(key, one)

    def _mapping(self, key: str, value: dict[str, object]) -> Iterator[_Sight]:
        if key == "mcpServers":
            yield from self._servers(value)
        if key == "permissions" and isinstance(value.get("allow"), list):
            for one in value["allow"]:  # type: ignore[attr-defined]  # a list, as was just asked
                if isinstance(one, str) and _WIDE.match(one):
                    yield _Sight(_HIGH, one, f"lets the agent use {one} without asking")
        if value.get("runOn") == "folderOpen":
            yield _Sight(_HIGH, "folderOpen", "starts a task whenever the folder is opened")
        for name in filter(_EVENTS.fullmatch, value):
            for command in _commands(value[name]):
                self._hooked.add(command)
                yield _Sight(_MEDIUM, name, f"hooks a command to the agent's {name}: {command[:80]}", command)

    def _servers(self, servers: dict[str, object]) -> Iterator[_Sight]:
        for name, server in servers.items():
            if not isinstance(server, dict):
                continue
            url, command = server.get("url"), server.get("command")
            if isinstance(url, str):
                kind = url_kind(url, self._policy)
                if kind not in _TRUSTED:
                    severity = _MEDIUM if kind in {HostKind.UNKNOWN, HostKind.EXAMPLE} else _HIGH
                    yield _Sight(severity, url, f"adds the tool server {name!r} at {host_of(url)} ({kind.value})")
            if isinstance(command, str):
                line = shlex.join([command, *_texts(server.get("args"))])
                severity = _MEDIUM if _FETCHED.match(command) else _LOW
                yield _Sight(severity, name, f"adds the tool server {name!r}: {line[:80]}", line)

    def _setting(self, key: str, value: object) -> Iterator[_Sight]:
        if _AUTOMATIC.match(key) and (
            value is True or (isinstance(value, str) and value.lower() in {"*", "true", "all", "always"})
        ):
            yield _Sight(_HIGH, key, f"lets the agent act without approval: {key}")
        if not isinstance(value, str):
            return
        if key.lower() in _MODE_KEYS and value.lower() in _MODES:
            yield _Sight(_HIGH, value, f"lets the agent act without approval: {key} is {value}")
        if key == "apiKeyHelper":
            yield _Sight(_HIGH, key, "has the agent's key come from a command", value)
        if key == "command" and "://" in value and value not in self._hooked:
            yield _Sight(_MEDIUM, value[:40], f"starts a command that reaches the network: {value[:80]}", value)
        if _BASE_URLS.match(key) and _MODEL_NAMES.search(key) and "://" in value:
            yield from _redirected(key, value, self._policy)


def _redirected(key: str, value: str, policy: Policy) -> Iterator[_Sight]:
    kind = url_kind(value, policy)
    if kind not in _TRUSTED:
        yield _Sight(_HIGH, value, f"sends all that the agent says to {host_of(value)} ({kind.value}): {key}")


def _commands(value: object) -> Iterator[str]:
    """The commands of a hook, however deep they lie."""
    todo, seen = [value], 0
    while todo and seen < _LARGEST:
        one = todo.pop()
        seen += 1
        if isinstance(one, dict):
            command = one.get("command")
            if isinstance(command, str):
                yield command
            todo += [child for child in one.values() if isinstance(child, (dict, list))]
        elif isinstance(one, list):
            todo += one


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _toml(text: str, policy: Policy) -> Iterator[_Sight]:
    for match in _TOML.finditer(text):
        key, value = match[1], match[2].strip("\"'[] ")
        if value.lower() in _MODES:
            yield _Sight(_HIGH, match.group(), f"lets the agent act without approval: {key} is {value}")
        elif "url" in key and "://" in value:
            yield from _redirected(key, value, policy)
