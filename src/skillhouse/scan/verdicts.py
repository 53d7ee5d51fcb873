"""How much it weighs that a value reaches a place: one judgement for shell, JavaScript and whatever follows flows.

Severity carries the judgement: high and critical stand only where a telling source and its sink are both seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.value import HOLE, Source, Taint, Value, masked_holes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skillhouse.model.policy import Policy

__all__ = ["Role", "Verdict", "host_text", "looked_up", "remote_code", "sent", "softened"]

# A commit by its hash: what it names can never change.
_COMMIT = re.compile(r"[@/][0-9a-f]{40}(?![0-9a-f])")
_TRUSTED = frozenset({HostKind.ALLOWED, HostKind.KNOWN, HostKind.INSTALLER})
_TELLING = frozenset({HostKind.CAPTURE, HostKind.PASTE, HostKind.RAW_IP, HostKind.LOOKALIKE, HostKind.SHORTENER})
_CHAT = re.compile(
    r"(?i)(?:hooks\.slack\.com|discord(?:app)?\.com/api/webhooks|api\.telegram\.org|hooks\.zapier\.com|ifttt\.com)"
)
_OWN_FILE = re.compile(r"(?i)(?:^|/)\.env\b|\.envrc|\.npmrc|\.yarnrc|\.ssh/config|known_hosts|\.claude\.json")
# Whose keys are worth stealing: the name of a variable says which service it opens.
_SERVICES = re.compile(
    r"(?i)^(?:next_public_|vite_)?(openai|anthropic|claude|aws|azure|google|gcp|gemini|github|gh|gitlab|"
    r"slack|stripe|npm|hf|"
    r"huggingface|docker|cloudflare|twilio|sendgrid|telegram|discord|heroku|vault|datadog|sentry|wallet|"
    r"mnemonic|seed|private_key)"
)


class Role(Enum):
    """How a value travels: as what is sent, or as what proves who sends."""

    BODY = "body"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A rule that holds, how much it weighs, and the words for it; `evidence` makes it this one and no other."""

    rule: str
    severity: Severity
    message: str
    evidence: str


def host_text(url: Value) -> str:
    """The host of an address as it is shown, or a word for one that is not known."""
    host = host_of(url.text.partition(HOLE)[0]) if not url.text.startswith(HOLE) else ""
    return masked_holes(host) if host else "a host that is not written out"


def _kind(url: Value, policy: Policy) -> HostKind:
    return url_kind(url.text.replace(HOLE, "x") if not url.text.startswith(HOLE) else "", policy)


def sent(data: Value, url: Value, policy: Policy, role: Role = Role.BODY) -> Iterator[Verdict]:
    """What it means that `data` goes to `url`; nothing where that is ordinary."""
    kind = _kind(url, policy)
    host = host_text(url)
    if kind is HostKind.LOCAL:
        return
    telling = list(_stolen(data, kind, host, role))
    yield from telling
    if telling or role is Role.HEADER:
        return
    facts = data.of(Source.SYSTEM)
    if kind is HostKind.CAPTURE:
        severity = Severity.MEDIUM if _CHAT.search(url.text) and not facts else Severity.HIGH
        yield Verdict("SKS-EXFIL-HOST", severity, f"sends data to {host}, which collects requests", host)
    elif facts and kind in {*_TELLING, HostKind.UNKNOWN, HostKind.EXAMPLE, HostKind.FREE} and _is_open(url):
        severity = Severity.HIGH if kind in _TELLING else Severity.MEDIUM
        yield Verdict("SKS-EXFIL-HOST", severity, f"sends {facts[0].what} to {host}", f"{host} {facts[0].what}")


def _is_open(url: Value) -> bool:
    return not url.text.startswith(HOLE)


def _stolen(data: Value, kind: HostKind, host: str, role: Role) -> Iterator[Verdict]:
    """The graver of it: credentials, the environment, histories, what a person sees, keys of another service."""
    for taint in data.of(Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY, Source.METADATA):
        severity = _theft(taint, kind, role)
        if severity:
            yield Verdict("SKS-EXFIL-CRED", severity, f"sends {taint.what} to {host}", f"{taint.what} {host}")
    for taint in data.of(Source.WATCHED):
        severity = Severity.MEDIUM if kind in _TRUSTED else Severity.HIGH
        yield Verdict("SKS-KEYLOG", severity, f"sends {taint.what} to {host}", f"{taint.what} {host}")
    for taint in data.of(Source.SECRET):
        severity = _key_abroad(taint, kind, host, role)
        if severity:
            yield Verdict(
                "SKS-EXFIL-CRED", severity, f"sends the variable {taint.what} to {host}", f"{taint.what} {host}"
            )


def _theft(taint: Taint, kind: HostKind, role: Role) -> Severity | None:
    """Severity of credentials on their way: reading a token to prove oneself is ordinary where its service is known."""
    if taint.source is Source.ENVIRONMENT and not taint.part:
        return Severity.CRITICAL
    own = bool(_OWN_FILE.search(taint.what))
    if kind in _TELLING:
        return Severity.CRITICAL
    if role is Role.HEADER or (taint.part and own):
        proves = kind in _TRUSTED or (taint.part and own)
        return None if proves else Severity.MEDIUM if own else Severity.HIGH
    return Severity.MEDIUM if kind in _TRUSTED and own else Severity.CRITICAL


def _key_abroad(taint: Taint, kind: HostKind, host: str, role: Role) -> Severity | None:
    """Severity of one secret variable that is sent: high where it opens one service and goes to another."""
    if kind in _TRUSTED:
        return None
    if kind in _TELLING:
        return Severity.HIGH if role is Role.BODY else Severity.MEDIUM
    service = _SERVICES.match(taint.what)
    if role is Role.HEADER or not service or host.startswith("a host"):
        return None
    return None if service.group(1).lower() in host else Severity.HIGH


def looked_up(name: Value, policy: Policy) -> Iterator[Verdict]:
    """What it means that a name built from `name`'s sources is looked up by DNS."""
    host = masked_holes(name.text.rpartition(HOLE)[2].strip("."))
    found = name.of(
        Source.CREDENTIAL, Source.ENVIRONMENT, Source.HISTORY, Source.METADATA, Source.SECRET, Source.SYSTEM
    )
    if not found or not host or _kind(Value(host), policy) is HostKind.LOCAL:
        return
    severity = Severity.HIGH if found[0].source in {Source.SYSTEM, Source.SECRET} else Severity.CRITICAL
    yield Verdict("SKS-EXFIL-DNS", severity, f"looks up names under {host} that carry {found[0].what}", host)
    if severity is Severity.CRITICAL:
        message = f"sends {found[0].what} to {host} in names that are looked up"
        yield Verdict("SKS-EXFIL-CRED", severity, message, f"{found[0].what} {host}")


def remote_code(source: Value, policy: Policy, how: str) -> Iterator[Verdict]:
    """What it means that text from the network is run; `how` ends the sentence."""
    for taint in source.of(Source.REMOTE):
        url = Value(taint.what)
        kind = _kind(url, policy)
        host = host_text(url)
        message = f"runs what it downloads from {host}{how}"
        if taint.what.startswith("tcp://"):
            yield Verdict("SKS-REVSHELL", Severity.CRITICAL, f"runs commands that come from {host}", host)
        pinned = kind is HostKind.KNOWN and _COMMIT.search(taint.what)
        if pinned or kind in {HostKind.ALLOWED, HostKind.INSTALLER, HostKind.LOCAL}:
            severity = Severity.LOW
        elif kind is HostKind.KNOWN or not _is_open(url):
            severity = Severity.MEDIUM
        else:
            severity = Severity.HIGH
        yield Verdict("SKS-EXEC-REMOTE", severity, message, masked_holes(taint.what))


def softened(found: Iterable[Verdict], most: Severity = Severity.MEDIUM) -> list[Verdict]:
    """The same where nothing is seen to run yet: what was high weighs at most `most`, what was less weighs low."""
    return [
        replace(one, severity=min(most, one.severity) if one.severity >= Severity.HIGH else Severity.LOW)
        for one in found
    ]
