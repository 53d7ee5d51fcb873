"""Lures: what a text makes a person fetch and run, judged by where it comes from (SCN-2).

A lure is spread over the lines of a section: a requirement, a link for each system, a password, a command to paste.
So sections are read as a whole. What warns of lures is lowered like any other text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.hosts import HostKind, host_of, url_kind
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.inline import may_hold_urls, urls
from skillhouse.scan.phrases import Phrase, Phrasebook, Reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.model.policy import Policy
    from skillhouse.scan.phrases import Reading

__all__ = ["Address", "Lure", "lures_in"]

_CRITICAL, _HIGH, _MEDIUM, _LOW = Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM, Severity.LOW
_TELLING = frozenset({HostKind.PASTE, HostKind.CAPTURE, HostKind.RAW_IP, HostKind.LOOKALIKE, HostKind.SHORTENER})
_DOUBTFUL = _TELLING | {HostKind.FREE, HostKind.UNKNOWN, HostKind.EXAMPLE}
_PROGRAMS = (
    ".zip", ".rar", ".7z", ".exe", ".msi", ".dmg", ".pkg", ".iso", ".scr", ".bat", ".cmd", ".ps1", ".jar", ".apk",
    ".appimage", ".lnk", ".hta", ".vbs", ".command", ".sh",
)  # fmt: skip
_NEAR = 400


def _ask(*sequences: str, unless: str = "") -> Phrase:
    return Phrase("", _HIGH, "", sequences, tuple(unless.split()), reach=Reach.TEXT)


_ARCHIVE = _ask("archive 160 password", "password 120 archive")
_PASTED = _ask("copies 120 terminal", "terminal 80 copies", "copies 60 runit")
_RUN_BOX = _ask("winrun")
_NEEDED = _ask("need 300 download", "download 120 need", "need 300 runit")
_MUST = _ask("musthave")
_OBEYED = _ask("fetch 60 url 60 andobey", "obey 24 fromurl", "obey 20 fetch 30 url", unless="guide")
_RUN = _ask("runit")
_BOOK = Phrasebook(IDEAS, (_ARCHIVE, _PASTED, _RUN_BOX, _NEEDED, _OBEYED))


@dataclass(frozen=True, slots=True)
class Address:
    """An address in a text: where it starts, and its reputation."""

    start: int
    url: str
    kind: HostKind

    @property
    def is_program(self) -> bool:
        """Whether a program or an archive comes from it, by its name."""
        path = self.url.lower().partition("?")[0].partition("#")[0].rstrip("/")
        return path.endswith(_PROGRAMS) and path.count("/") > 2  # noqa: PLR2004 -- a path, not the host


@dataclass(frozen=True, slots=True)
class Lure:
    """A lure: its rule, how bad, what it does, and the stretch of the text that says so."""

    rule: str
    severity: Severity
    message: str
    start: int
    end: int


def lures_in(reading: Reading, text: str, policy: Policy) -> Iterator[Lure]:
    """The lures of a section: of its text, and of how that reads."""
    told = bool(_BOOK.possible(reading))
    if not told and not (may_hold_urls(text) and reading.holds("runit")):
        return
    addresses = [Address(start, url, url_kind(url, policy)) for start, url in urls(text)]
    doubtful = [address for address in addresses if address.kind in _DOUBTFUL]
    yield from _pastes(reading, doubtful)
    if told:
        yield from _archives(reading, addresses)
        yield from _needs(reading, addresses)
        yield from _instructions(reading, addresses)


def _archives(reading: Reading, addresses: list[Address]) -> Iterator[Lure]:
    fetched = bool(addresses) or reading.holds("download")
    for start, end in reading.find(_ARCHIVE):
        near = [one for one in addresses if abs(one.start - start) < _NEAR and one.kind is not HostKind.LOCAL]
        if near and (_said(reading, _RUN) or reading.holds("unpack")):
            where = host_of(near[0].url)
            yield Lure("SKS-LURE-ARCHIVE", _CRITICAL, f"has an archive from {where} opened with a password", start, end)
        elif fetched and _said(reading, _RUN):
            yield Lure("SKS-LURE-ARCHIVE", _HIGH, "has an archive opened with a password and run", start, end)


def _pastes(reading: Reading, doubtful: list[Address]) -> Iterator[Lure]:
    for start, end in reading.find(_RUN_BOX):
        if _said(reading, _PASTED) or reading.holds("copies"):
            yield Lure("SKS-LURE-PASTE", _HIGH, "has a person paste something into the system's run box", start, end)
    pasted = list(reading.find(_PASTED))
    for address in doubtful:
        near = [span for span in pasted if abs(span[0] - address.start) < _NEAR]
        telling = address.kind in _TELLING
        if near:
            severity = _CRITICAL if telling else _HIGH
            message = f"has a person copy a command from {host_of(address.url)} ({address.kind.value}) and run it"
            yield Lure("SKS-LURE-PASTE", severity, message, address.start, near[0][1])
        elif address.kind is HostKind.PASTE and _near(reading, _RUN, address.start):
            message = f"has something from {host_of(address.url)} (paste site) run"
            yield Lure("SKS-LURE-PASTE", _HIGH, message, address.start, address.start + len(address.url))


def _needs(reading: Reading, addresses: list[Address]) -> Iterator[Lure]:
    if not _said(reading, _NEEDED):
        return
    must, runs = _said(reading, _MUST), _said(reading, _RUN)
    for address in addresses:
        severity = _need(address, must=must, runs=runs)
        if severity is None or not _near(reading, _NEEDED, address.start):
            continue
        what = "a program" if address.is_program else "something"
        message = f"requires {what} from {host_of(address.url)} ({address.kind.value}) before the skill can be used"
        yield Lure("SKS-LURE-PREREQ", severity, message, address.start, address.start + len(address.url))


def _need(address: Address, *, must: bool, runs: bool) -> Severity | None:
    """How much a required download weighs: by its host, by what it is, and by how much the text presses for it."""
    pressing = (must, runs, address.is_program).count(True)
    if address.kind in {HostKind.LOOKALIKE, HostKind.CAPTURE} and pressing:
        return _CRITICAL
    if address.kind in _TELLING and pressing:
        return _HIGH
    if address.kind is HostKind.FREE and pressing:
        return _HIGH if pressing > 1 else _MEDIUM
    if address.kind in {HostKind.UNKNOWN, HostKind.EXAMPLE} and pressing > 1:
        return _HIGH if address.is_program else _MEDIUM
    if address.kind is HostKind.KNOWN and address.is_program and must and runs:
        return _MEDIUM
    return None


def _instructions(reading: Reading, addresses: list[Address]) -> Iterator[Lure]:
    """Instructions or commands that are fetched from somewhere and followed."""
    for start, end in reading.find(_OBEYED):
        kinds = {one.kind: one for one in addresses if start <= one.start < end}
        worst = next(
            (kind for kind in (*_TELLING, HostKind.FREE, HostKind.UNKNOWN, HostKind.EXAMPLE) if kind in kinds), None
        )
        if worst:
            message = f"has the agent follow what {host_of(kinds[worst].url)} ({worst.value}) says"
            yield Lure("SKS-EXEC-REMOTE", _HIGH, message, start, end)
        elif HostKind.KNOWN in kinds:
            host = host_of(kinds[HostKind.KNOWN].url)
            severity = _MEDIUM if host.endswith("usercontent.com") else _LOW
            yield Lure("SKS-EXEC-REMOTE", severity, f"has the agent follow what {host} says", start, end)


def _said(reading: Reading, phrase: Phrase) -> bool:
    return next(reading.find(phrase), None) is not None


def _near(reading: Reading, phrase: Phrase, place: int) -> bool:
    return any(start - _NEAR < place < end + _NEAR for start, end in reading.find(phrase))
