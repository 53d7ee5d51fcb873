"""What the front matter declares: tools outside the policy, commands, and text that travels (SCN-2, SCN-3, PKG-4)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.finding import Location
from skillhouse.model.severity import Severity
from skillhouse.scan.carried import carried_in_text
from skillhouse.scan.catalog import rules
from skillhouse.scan.piece import Language
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["DeclaredDetector", "policy_name"]

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
_RULE_OF = {"CARRIED_EMAIL": "SKS-FM-EMAIL", "CARRIED_SECRET": "SKS-FM-SECRET"}
_FIELDS = ("name", "description")


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
    yield Hit("SKS-TOOL-POLICY", Severity.MEDIUM, message, piece, where, tool)


def _carried(text: str, key: str, piece: Piece, where: Location) -> Iterator[Hit]:
    for one in carried_in_text(text, key, where):
        yield Hit(_RULE_OF[one.code], Severity.HIGH, one.message, piece, where, one.message)
