"""What it means that a Python program writes to a place, or deletes it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.piece import Language
from skillhouse.scan.places import agent_config, history_file, persistence_place
from skillhouse.scan.pynames import words
from skillhouse.scan.pyvalue import Kind, taints_of

if TYPE_CHECKING:
    import ast

    from skillhouse.scan.pystate import State
    from skillhouse.scan.pyvalue import Value

__all__ = ["BROAD", "deleted", "tidy", "written"]

_HOME = re.compile(
    r"^(?:/home/[^/]+|/Users/[^/]+|/root|[A-Za-z]:/Users/[^/]+|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)(?=/|$)"
)
# Folders that hold what people work with: nobody cleans them up as a whole.
BROAD = frozenset(
    {
        "/",
        "~",
        "/home",
        "/Users",
        "/root",
        "/etc",
        "/usr",
        "/var",
        "/boot",
        "/bin",
        "/lib",
        "/opt",
        "/srv",
        "/mnt",
        "/media",
    }
    | {
        f"~/{name}"
        for name in words("""
Documents Desktop Downloads Pictures Music Videos OneDrive Dropbox Projects projects
""")
    }
    | {f"{drive}:" for drive in "CDEFGcdefg"}
)
_SYSTEM = frozenset({"/", "/etc", "/usr", "/boot", "/bin", "/lib", "/home", "/Users", "C:", "c:"})
_LOGS = re.compile(r"^/var/log(?:/|$)|/(?:auth|secure|syslog|wtmp|lastlog)(?:\.log)?$")
# Places of one project: common in honest tools.
_PROJECT = re.compile(r"^(?:\.git/hooks|\.vimrc|\.inputrc)")
_RIGHTS = re.compile(
    r"(?:^|/)etc/(?:sudoers|passwd|shadow|gshadow|group|ld\.so\.preload)|/etc/polkit-1|/etc/doas\.conf"
)
_DISK = re.compile(
    r"^/dev/(?:sd[a-z]|nvme\d|hd[a-z]|vd[a-z]|mmcblk\d|disk\d|mem|kmem)|^\\\\\.\\PhysicalDrive|^//\./PhysicalDrive"
)
_TELLING = re.compile(
    r"(?i)curl|wget|base64|/dev/tcp|\bnc\b|python\d? -c|eval|nohup|@reboot|https?://|ncat|socat|osascript|ssh-(?:rsa|ed25519)|"
    r"/tmp/|\bexec\b|import\s|powershell"
)
_FETCHES = re.compile(r"(?i)\b(?:curl|wget|iwr|irm)\b|/dev/tcp|base64|urlopen|requests\.")
_SETTINGS = re.compile(
    r"(?i)hooks?|PreToolUse|PostToolUse|SessionStart|bypass|permission|allow|mcpServers|BASE_URL|auto|env"
)


def tidy(path: str) -> str:
    """A path with `~` for any home folder, and with `/` alone."""
    path = path.replace("\\", "/")
    path = _HOME.sub("~", path)
    return path.removeprefix("./")


def written(state: State, path: str, data: Value, node: ast.AST) -> None:
    """Data is written to a path."""
    if not path:
        return
    text = " ".join(data.texts)[:100_000]
    if _DISK.search(path):
        state.report("SKS-DESTRUCT", Severity.CRITICAL, f"writes to the disk {path} itself", node, path)
    if _RIGHTS.search(path):
        state.report("SKS-PRIV", Severity.HIGH, f"writes to {path}, which decides over rights", node, path)
    place = persistence_place(path)
    if place and not _RIGHTS.search(path):
        severity = Severity.HIGH
        if (_PROJECT.search(place) and not _FETCHES.search(text)) or (
            "rc" in place and text and not _TELLING.search(text)
        ):
            severity = Severity.MEDIUM
        state.report("SKS-PERSIST", severity, f"writes to {place}, which starts by itself", node, place)
    agent = agent_config(path)
    if agent:
        broad = agent.startswith((".claude", ".codex", ".gemini", ".openclaw", ".cursor", "claude_desktop", "managed"))
        severity = Severity.HIGH if path.startswith("~") and (broad or _SETTINGS.search(text)) else Severity.MEDIUM
        state.report("SKS-AGENT-CONFIG", severity, f"writes to {agent}, which decides what the agent does", node, agent)
        if text and "claude/skills" not in path:
            state.found.append(
                state.piece.decoded(text, Language.MARKDOWN, state.place(node), "a text that is written")
            )


def deleted(state: State, path: Value, what: str, node: ast.AST) -> None:
    """A file or folder is deleted or overwritten."""
    for taint in taints_of(path):
        if taint.kind is Kind.WALK:
            severity = Severity.CRITICAL if taint.detail in _SYSTEM else Severity.HIGH
            state.report("SKS-DESTRUCT", severity, f"{what} every file below {taint.detail}", node, taint.detail)
    for text in path.texts:
        place = tidy(text).rstrip("/*") or text[:1]
        if place in BROAD:
            severity = Severity.CRITICAL if place in _SYSTEM else Severity.HIGH
            state.report("SKS-DESTRUCT", severity, f"{what} {place}", node, place)
        elif history_file(text):
            state.report("SKS-DEFENSE-OFF", Severity.HIGH, f"{what} the history {text}", node, text)
        elif _LOGS.search(place):
            state.report("SKS-DEFENSE-OFF", Severity.HIGH, f"{what} the log {text}", node, text)
