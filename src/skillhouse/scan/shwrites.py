"""Files that commands write: such as start by themselves, tell an agent what to do, or hold rights or a disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.piece import Language
from skillhouse.scan.places import agent_config, persistence_place
from skillhouse.scan.supply import PACKAGE_SETTINGS, settings_written
from skillhouse.scan.value import Source, Value

if TYPE_CHECKING:
    from skillhouse.scan.shflow import Shell

__all__ = ["DISK", "TELLING", "told", "writes"]

_HIGH, _MEDIUM, _LOW, _CRITICAL = Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.CRITICAL
DISK = re.compile(r"/dev/(?:sd|hd|nvme|vd|xvd|disk|mmcblk|mapper/)\w*")
# What a line for a start-up file has that only sets up a tool.
_SETUP = re.compile(
    r"(?:\s*(?:#.*|export\b.*|alias\b.*|PATH=.*|[A-Z_]+=.*|fpath.*|autoload.*|compinit.*|bindkey.*|setopt.*|plugins=.*|"
    r"if\b.*|fi|then|else|\[+ .*|source .*|\. .*|eval \"?\$\([\w./ -]+\)\"?.*|complete\b.*)?\s*(?:\n|$))*"
)
# `eval "$(TOOL init bash)"`: how tools are set up; what stands within is looked at by itself.
_TOOL_SETUP = re.compile(r"\beval \"?\$\(([\w./ -]+)\)\"?")
_TUNES = re.compile(r"/proc/sys/kernel/(?:core_uses_pid|sem$|shm|msg|pid_max|threads-max|sched_|numa_|panic|printk)")
TELLING = re.compile(
    r"(?i)curl|wget|/dev/(?:tcp|udp)|base64|\bnc\b|ncat|python3? -c|perl -e|eval|bash -[ic]|sh -[ic]|"
    r"https?://|/tmp/|/var/tmp|/dev/shm|"
    r"(?:^|[\s/\"'=])\.\w[\w-]*/?\.?\w*\.(?:sh|py|bin)|/\.[a-z]\w{0,20}(?:\s|$|\"|')|osascript|nohup|xmrig"
)
_HOOKED = re.compile(r"PreToolUse|PostToolUse|SessionStart|UserPromptSubmit|bypassPermissions|dangerouslySkip|Bash\(\*")
_HOOK_KEYS = re.compile(
    r"(?i)hooks?\b|bypassPermissions|dangerously|BASE_URL|auto_?Approve|enableAllProject|skipPermission|\"allow\"|trust"
)


# A place of everybody's code under the address of another. Within a company or one host it is a mirror or a block.
_LEADS_AWAY = re.compile(
    r"(?m)^[ \t]*+(?!127\.|0\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}[ \t][^\n#]*?"
    r"\b(?:github\.com|gitlab\.com|npmjs\.org|pypi\.org|pythonhosted\.org|docker\.io|anthropic\.com|openai\.com)\b"
)
# A command that is run for each connection, or one that leads to the same host whatever host is asked for.
_DIVERTS = re.compile(
    r"(?im)^[ \t]*+(?:LocalCommand|KnownHostsCommand)[ \t=]|^[ \t]*+ProxyCommand[ \t=]+(?!none|[^\n]*(?:%h|\bssh\b))"
)


def told(shell: Shell, severity: Severity) -> Severity:
    """The severity of a plain act of administration: one step less where the text only tells a person of it."""
    return {_HIGH: _MEDIUM, _MEDIUM: _LOW}.get(severity, severity) if shell.piece.prose else severity


def writes(shell: Shell, path: Value, content: Value, start: int) -> None:
    """Judge a file that is written by where it lies and what is in it."""
    name = shell.state.path(path.text)
    if DISK.match(name):
        shell.hit("SKS-DESTRUCT", _CRITICAL, f"writes over the disk {name}", start, name)
    config = agent_config(name)
    place = persistence_place(name)
    if config and not re.search(r"(?i)/(?:skills|commands|agents|workspace)(?:/|$)", name):
        _agent_config(shell, config, content, start)
    elif place:
        _start_up(shell, place, content, start)
    elif re.search(r"(?i)/etc/sudoers", name):
        shell.hit("SKS-PRIV", _HIGH, f"changes who may become root in {name}", start, name)
    elif re.search(r"\.ssh/config$", name) and _DIVERTS.search(content.text):
        shell.hit("SKS-PERSIST", _HIGH, f"has ssh run a command of its own from {name}", start, name)
    elif PACKAGE_SETTINGS.search(name):
        settings_written(shell, content, start)
    elif re.search(r"/proc/sys/kernel|/etc/(?:passwd|shadow)$", name):
        shell.hit("SKS-PRIV", _MEDIUM if _TUNES.search(name) else _HIGH, f"writes to {name}", start, name)
    elif re.search(r"/etc/hosts$", name):
        severity = _HIGH if _LEADS_AWAY.search(content.text) else told(shell, _MEDIUM)
        shell.hit("SKS-DEFENSE-OFF", severity, "changes which hosts names lead to", start, name)


def _agent_config(shell: Shell, config: str, content: Value, start: int) -> None:
    """Settings that give control away, here or, where the content is not known, anywhere in the script."""
    keys = _HOOK_KEYS.search(content.text) or _HOOKED.search(content.text if content.known else shell.piece.text)
    strong = keys or content.of(Source.REMOTE, Source.DECODED)
    if content.known and content.text:
        shell.cut(content.text, Language.MARKDOWN, start)
    severity = _HIGH if strong else told(shell, _MEDIUM)
    shell.hit("SKS-AGENT-CONFIG", severity, f"changes the agent's own {config}", start, config)


def _start_up(shell: Shell, place: str, content: Value, start: int) -> None:
    telling = TELLING.search(_TOOL_SETUP.sub(r"\1", content.text)) or content.of(Source.REMOTE, Source.DECODED)
    if "authorized_keys" in place or "ld.so.preload" in place or telling:
        severity = _HIGH
    elif content.known and _SETUP.fullmatch(content.text + "\n"):
        severity = _LOW
    elif ".git/hooks" in place:
        severity = told(shell, _MEDIUM)
    else:
        scheduled = re.search(r"(?i)cron|launch|systemd|autostart|rc\.local|preload|pth|customize|startup", place)
        severity = told(shell, _HIGH if scheduled and not content.known else _MEDIUM)
    shell.hit("SKS-PERSIST", severity, f"writes to {place}, which runs by itself", start, place)
