"""What the front matter declares: tools outside the policy, commands, and text that travels (SCN-2, SCN-3, PKG-4)."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.finding import Location
from skillhouse.model.severity import Severity
from skillhouse.scan.carried import carried_in_text
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language, Origin, Piece
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.model.skill import JsonValue
    from skillhouse.scan import Context

__all__ = ["CommandDetector", "DeclaredDetector", "policy_name"]

# What other hosts call the tools of the default policy.
_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("bash", "shell", "terminal", "run_command", "execute_command", "bashoutput"), "bash"),
        **dict.fromkeys(("python", "python3", "code_execution", "code_interpreter", "notebookedit"), "python"),
        **dict.fromkeys(("websearch", "web_search", "search"), "web_search"),
        **dict.fromkeys(("read", "read_file", "view", "glob", "grep", "ls", "list", "notebookread"), "file_read"),
        **dict.fromkeys(("write", "write_file", "edit", "multiedit", "create", "str_replace"), "file_write"),
        **dict.fromkeys(("webfetch", "web_fetch", "fetch", "http"), "http_request"),
    }
)
# Tools of common hosts that let an agent talk, plan and delegate there; the default policy has no name for them.
_OF_HOSTS = frozenset(
    (
        "task", "agent", "skill", "slashcommand", "todowrite", "todoread", "askuserquestion", "exitplanmode",
        "enterplanmode", "killshell", "killbash", "taskcreate", "taskget", "tasklist", "taskupdate", "taskoutput",
        "taskstop", "toolsearch", "listmcpresourcestool", "readmcpresourcetool", "sendmessage", "teamcreate",
        "teamdelete", "ask_user", "ask_followup_question", "attempt_completion", "new_task", "switch_mode",
        "update_todo_list", "update_plan", "think", "lsp", "monitor",
    )
)  # fmt: skip
_RULE_OF = {"CARRIED_EMAIL": "SKS-FM-EMAIL", "CARRIED_SECRET": "SKS-FM-SECRET"}
_FIELDS = ("name", "description")
# Keys whose value some host runs.
_COMMAND_KEYS = frozenset(
    (
        "command", "commands", "cmd", "run", "exec", "shell", "script", "bash", "hook", "hooks", "postinstall", "init",
        "preinstall", "install_command", "on_load", "onload", "on_start", "onstart", "setup", "prerun", "pre_run",
    )
)  # fmt: skip
_RUNS = re.compile(r"[|;&`$<>]|\b(?:curl|wget|bash|sh|python3?|node|eval|nc|powershell|osascript)\b")
_MOST_VALUES = 2_000


def policy_name(tool: str) -> str | None:
    """The policy's name of a tool that others call otherwise: `Bash(git:*)` is `bash`; None where none is known."""
    plain = tool.partition("(")[0].strip()
    return _ALIASES.get(plain.lower())


class DeclaredDetector:
    """Looks at the declared tools and the texts that travel, once for each skill."""

    name = "declared"
    languages = frozenset({Language.SKILL})
    rules = rules("SKS-TOOL-POLICY", "SKS-FM-EMAIL", "SKS-FM-SECRET")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Everything that the front matter declares and the policy does not know."""
        subject = context.subject
        place = subject.places.get("allowed-tools", Location(piece.file, 1, 1))
        for tool in subject.tools:
            yield from _tool(tool, context.policy.tools, piece, place)
            yield from _carried(tool, "allowed-tools", piece, place)
        for key in _FIELDS:
            text = subject.front.get(key)
            if isinstance(text, str):
                yield from _carried(text, key, piece, subject.places.get(key, Location(piece.file, 1, 1)))


def _tool(tool: str, allowed: tuple[str, ...], piece: Piece, where: Location) -> Iterator[Hit]:
    if tool in allowed:
        return
    known = policy_name(tool)
    if known in allowed:
        message = f"the tool {tool!r} is what the tool policy calls {known!r}"
        yield Hit("SKS-TOOL-POLICY", Severity.INFO, message, piece, where, tool)
        return
    message = f"the tool {tool!r} is outside the tool policy: {', '.join(allowed) or 'no tool is allowed'}"
    severity = Severity.LOW if tool.partition("(")[0].strip().lower() in _OF_HOSTS else Severity.MEDIUM
    yield Hit("SKS-TOOL-POLICY", severity, message, piece, where, tool)


def _carried(text: str, key: str, piece: Piece, where: Location) -> Iterator[Hit]:
    for one in carried_in_text(text, key, where):
        yield Hit(_RULE_OF[one.code], Severity.HIGH, one.message, piece, where, one.message)


class CommandDetector:
    """Looks for commands that the front matter has a host run, and hands each to the detectors of shell."""

    name = "commands"
    languages = frozenset({Language.FRONT_MATTER})
    rules = rules("SKS-FM-COMMAND")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Every text below a key whose value some host runs."""
        for keys, text in _values(context.subject.front):
            named = [key for key in keys if key.lower() in _COMMAND_KEYS]
            if not named or not _is_command(text):
                continue
            where = piece.offset(max(piece.text.find(text.split("\n", 1)[0].strip()), 0))
            is_hook = any(key.lower().startswith("hook") for key in named)
            severity = Severity.HIGH if is_hook or _RUNS.search(text) else Severity.MEDIUM
            message = f"{'.'.join(keys)} has the host run {text[:80]!r}"
            yield Hit("SKS-FM-COMMAND", severity, message, piece, where, f"{'.'.join(keys)} {text}")
            yield Piece(piece.file, Language.SHELL, text, Origin.EMBEDDED, where.line, where.column)


def _values(front: Mapping[str, JsonValue]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of the front matter with the keys that lead to it."""
    queue: list[tuple[tuple[str, ...], JsonValue]] = [((key,), value) for key, value in front.items()]
    for keys, value in queue:
        if isinstance(value, str):
            yield keys, value
        elif isinstance(value, dict) and len(queue) < _MOST_VALUES:
            queue.extend(((*keys, key), inner) for key, inner in value.items())
        elif isinstance(value, list) and len(queue) < _MOST_VALUES:
            queue.extend((keys, inner) for inner in value)


def _is_command(text: str) -> bool:
    """Whether a text reads as a command line, not as a name, a sentence or a slash command."""
    words = text.split()
    if not words or (text.startswith("/") and len(words) == 1 and "." not in text):
        return False
    return bool(_RUNS.search(text)) or "/" in words[0] or (len(words) > 1 and words[0].islower() and words[0].isascii())
