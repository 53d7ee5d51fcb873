"""Pictures and links whose address carries data: whoever shows the answer sends it (SKS-EXFIL-IMAGE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import re2  # type: ignore[import-untyped]

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.inline import links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.policy import Policy

__all__ = ["Leak", "leaks_in"]

_FILLED = re2.compile(
    r"\{\{[^{}]{1,80}\}\}|\$\{[^{}]{1,80}\}|\{[A-Za-z_][^{}]{0,80}\}|%7[bB][^%]{1,80}%7[dD]|<[A-Za-z_][^<>]{1,80}>"
    r"|\[[A-Z_][^\[\]]{1,80}\]|%s\b|\$[A-Za-z_]\w{1,60}|\$\([^()]{1,200}\)"
    r"|=(?:[A-Z][A-Z0-9]{2,}(?:_[A-Z0-9]+)+|(?:BASE64|DATA|SECRET|TOKEN|CONTEXT|CONVERSATION|HISTORY|PROMPT"
    r"|PAYLOAD)[A-Z0-9_]*)|…|\.\.\.$"
)
_DATA = re2.compile(
    r"(?i)conversation|chat|histor|context|secret|token|api_?key|\bkey\b|password|passwd|credential|\benv|message|user"
    r"|prompt|answer|response|summary|content|output|base64|encoded|e-?mail|data|memory|transcript|session"
    r"|document|file|clipboard|cookie|system|private|info|exfil|leak|stolen|payload"
)
_SAFE = frozenset({HostKind.ALLOWED, HostKind.LOCAL, HostKind.INSTALLER, HostKind.KNOWN})


@dataclass(frozen=True, slots=True)
class Leak:
    """An address that carries data: where it stands, how bad, and where it goes."""

    start: int
    end: int
    severity: Severity
    host: str
    message: str


def leaks_in(text: str, policy: Policy) -> Iterator[Leak]:
    """Every picture or link whose address has room for data."""
    if "](" not in text and "<" not in text:
        return
    for link in links(text):
        host = host_of(link.url)
        if not host or ("://" not in link.url and not link.url.startswith("//")):
            continue
        rest = link.url.partition(host)[2]
        filled = [match.group() for match in _FILLED.finditer(rest)]
        if not filled or url_kind(link.url, policy) in _SAFE:
            continue
        told = [one for one in filled if _DATA.search(one)] or ("?" in rest and _DATA.search(rest.partition("?")[2]))
        severity = Severity.HIGH if told and link.picture else Severity.MEDIUM if told else Severity.LOW
        what = "a picture" if link.picture else "a link"
        yield Leak(link.start, link.end, severity, host, f"the address of {what} at {host} carries {filled[0][:60]}")
