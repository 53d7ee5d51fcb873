"""The literal tier as it shows in Python: addresses, credential paths, long literals and the environment."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import host_of, url_kind, url_severity
from skillhouse.scan.places import credential_path, history_file, is_secret_name
from skillhouse.scan.pyvalue import CLEAN, HOLE, Kind, Taint, Value, constant, join_all

if TYPE_CHECKING:
    import ast
    from collections.abc import Mapping

    from skillhouse.scan.pystate import State
    from skillhouse.scan.pyvalue import Call

__all__ = ["HOMES", "decodes", "handed", "literal", "look", "look_folded", "variable", "whole_environment"]

_URL = re.compile(r"(?i)\b(?:https?|wss?|ftps?|tcp|udp|sftp|telnet|ldap|stratum\+tcp)://[^\s\"'<>`|\\)\]}]{3,300}")
_PLACE = re.compile(
    r"(?i)\.(?:aws|ssh|gnupg|azure|kube|docker|npmrc|yarnrc|pypirc|netrc|git-cred|pgpass|my\.cnf|env|vault|anthropic|openai|"
    r"claude|codex|gemini|config|password|electrum|bitcoin|ethereum|mozilla|kdbx|htpasswd|boto|s3cfg|secret|clawdbot|"
    r"moltbot|openclaw|terraform|gem|cargo|kaggle|huggingface|cache|local|databricks|snowflake|oci|aliyun|monero|zcash|solana|"
    r"\w+_history|envrc)|id_(?:rsa|dsa|ed25519|ecdsa)|etc[/\\]|credential|keychain|login data|cookies|wallet|environ|"
    r"shadow|secrets|service|history|_netrc|chrome|firefox|ntds|keyring"
)
_POOL = re.compile(r"(?i)stratum[12]?\+(?:tcp|ssl|tls)://[\w.-]+")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){64,}|(?:\\x[0-9a-fA-F]{2}){32,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{160,}={0,2}")
_LONG = 128

# What these variables hold is known well enough to follow paths that are built from them.
HOMES: Mapping[str, str] = MappingProxyType(
    {
        "HOME": "~",
        "USERPROFILE": "~",
        "HOMEPATH": "~",
        "APPDATA": "~/AppData/Roaming",
        "LOCALAPPDATA": "~/AppData/Local",
        "XDG_CONFIG_HOME": "~/.config",
        "XDG_DATA_HOME": "~/.local/share",
        "PROGRAMDATA": "C:/ProgramData",
        "TMPDIR": "/tmp",  # noqa: S108 - the value of a variable in a program that is looked at
        "TEMP": "/tmp",  # noqa: S108
        "TMP": "/tmp",  # noqa: S108
    }
)
_WHO = frozenset({"USER", "USERNAME", "LOGNAME", "HOSTNAME", "COMPUTERNAME", "USERDOMAIN", "PWD"})


def literal(state: State) -> bool:
    """Whether the literal rules look at the piece: they leave code in prose alone (SCN-1)."""
    return not state.piece.prose


def look(state: State, node: ast.AST, text: str | bytes) -> None:
    """One constant of the source."""
    if len(text) < 4 or not literal(state):  # noqa: PLR2004 - shorter than any path or address
        return
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    look_folded(state, node, text, source=True)
    if len(text) >= _LONG and (_HEX.search(text) or _BASE64.search(text)):
        state.report("SKS-LONG-HEX", Severity.INFO, f"a literal of {len(text)} encoded characters", node)


def look_folded(state: State, node: ast.AST, text: str, *, source: bool = False) -> None:
    """A text of the source, or one that was put together from its parts and says something that no part says."""
    if not literal(state):
        return
    if "://" in text:
        _addresses(state, node, text, source=source)
        pool = _POOL.search(text)
        if pool:
            state.report("SKS-MINER", Severity.HIGH, f"names the mining pool {pool.group()[:80]}", node, pool.group())
    if _PLACE.search(text):
        place = credential_path(text) or history_file(text)
        if place and (source or place not in state.named):
            state.named.add(place)
            severity = Severity.LOW if place.startswith(".env") else Severity.MEDIUM
            state.report("SKS-CRED-PATH", severity, f"names {place}, where credentials lie", node, place)


def _addresses(state: State, node: ast.AST, text: str, *, source: bool) -> None:
    for match in _URL.finditer(text):
        host = host_of(match.group())
        if not host or HOLE in host or (not source and host in state.named):
            continue
        state.named.add(host)
        kind = url_kind(match.group(), state.context.policy)
        severity = url_severity(kind)
        if severity is not None:
            state.report("SKS-URL-HOST", severity, f"names the host {host} ({kind.value})", node, host)


def variable(state: State, name: Value, node: ast.AST) -> Value:
    """What `os.environ[name]` answers."""
    texts = name.texts
    for text in texts:
        if literal(state):
            severity = Severity.LOW if is_secret_name(text) else Severity.INFO
            state.report("SKS-ENV-ACCESS", severity, f"reads the environment variable {text}", node, text)
    if not texts and literal(state):
        state.report("SKS-ENV-ACCESS", Severity.INFO, "reads a variable of the environment", node)
    return join_all(_held(text) for text in texts)


def _held(name: str) -> Value:
    if name in HOMES:
        return constant(HOMES[name])
    if name in _WHO:
        return Value((), frozenset({Taint(Kind.HOST, f"${name}")}))
    return Value((), frozenset({Taint(Kind.SECRET, name)}) if is_secret_name(name) else CLEAN)


def decodes(state: State, node: ast.AST, how: str) -> None:
    """Encoded text is decoded."""
    if literal(state):
        state.report("SKS-B64-DECODE", Severity.INFO, f"decodes {how}", node, how)


def handed(state: State, call: Call) -> None:
    """The environment is handed to a call: to a program it is handed on, to anything else it is read out."""
    if any(part.ref == "os.environ" for part in call.args) and not call.name.startswith(_HANDS_ON):
        whole_environment(state, call.node)


_HANDS_ON = (
    *("dict", "len", "isinstance", "copy.", "os.", "subprocess.", "collections.", "."),
    *("patch.dict", "mock.patch.dict", "unittest.mock.patch.dict"),
)


def whole_environment(state: State, node: ast.AST) -> None:
    """All variables at once are read out, not only handed on to a program."""
    if literal(state):
        severity = Severity.LOW if state.sorting_out else Severity.MEDIUM
        state.report("SKS-ENV-ACCESS", severity, "reads the whole environment", node)
