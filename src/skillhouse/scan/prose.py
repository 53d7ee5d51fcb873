"""Prose: what SKILL.md and reference files would make an agent or a person do (SCN-1, SCN-2).

The text is split into blocks. Code and commands go on to the detectors of their languages; sentences are read for
phrases that attack an agent, sections for lures; what no person sees is read too, and weighs more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.blobs import decoded_pieces, may_be_encoded
from skillhouse.scan.block import Block, Kind
from skillhouse.scan.catalog import rules
from skillhouse.scan.codepieces import commands_in, fence_pieces, is_spoken
from skillhouse.scan.hidden import CODE, hidden_texts
from skillhouse.scan.hosts import HostKind, host_kind, host_of, imitated, ip_of
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.injection import PHRASES
from skillhouse.scan.inline import may_hold_urls, urls
from skillhouse.scan.lures import lures_in
from skillhouse.scan.markdown import blocks
from skillhouse.scan.phrases import Phrasebook
from skillhouse.scan.pictures import leaks_in
from skillhouse.scan.piece import Language
from skillhouse.scan.places import METADATA_HOSTS
from skillhouse.scan.prosecontext import Stance, teaches
from skillhouse.scan.rule import Hit
from skillhouse.scan.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.phrases import Phrase, Reading, Span
    from skillhouse.scan.piece import Piece

__all__ = ["ProseDetector"]

_RULES = (
    "SKS-PI-OVERRIDE SKS-PI-CONCEAL SKS-PI-EXFIL SKS-PI-HIDDEN SKS-PI-APPROVE SKS-PI-REVEAL SKS-LURE-ARCHIVE "
    "SKS-LURE-PASTE "
    "SKS-LURE-PREREQ SKS-NET-LOOKALIKE SKS-OBF-GEN-INSTR SKS-EXFIL-CRED SKS-EXFIL-IMAGE SKS-EXEC-REMOTE SKS-PERSIST "
    "SKS-AGENT-CONFIG "
    "SKS-DEFENSE-OFF SKS-DESTRUCT"
)
_BOOK = Phrasebook(IDEAS, PHRASES)
# What makes hidden words to the agent more than a note on how to fill a template.
_GRAVE = ("dest", "credfile", "silently", "nottell", "unaware", "secret")
_Text = tuple[Block, int, str]
_SECTION = 12_000
_OVERLAP = 400


class ProseDetector:
    """Looks at everything that is written to be read."""

    name = "prose"
    languages = frozenset({Language.MARKDOWN, Language.FRONT_MATTER})
    rules = rules(*_RULES.split())

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Every hit in the text, and every piece of code in it."""
        yield from _Page(piece, context).look()


class _Page:
    """One text at work."""

    def __init__(self, piece: Piece, context: Context) -> None:
        self._piece = piece
        self._context = context
        lesson = piece.file.lower() != "skill.md" and teaches(context.subject)
        self._cap = min(piece.cap or Severity.MEDIUM, Severity.MEDIUM) if lesson else piece.cap
        self._blocks = _blocks_of(piece)

    def look(self) -> Iterator[Hit | Piece]:
        section: list[_Text] = []
        size = 0
        for block in self._blocks:
            if block.kind is Kind.HEADING or size > _SECTION:
                yield from self._section(section)
                section, size = [], 0
            if block.kind in CODE:
                yield from self._code(block)
            elif block.kind is not Kind.COMMENT:
                section += _texts(block)
                size += len(block.text)
        yield from self._section(section)
        for block, start, text, how in hidden_texts(self._blocks):
            yield from self._hidden(Said(self._piece, [(block, start, text)], how))

    def _code(self, block: Block) -> Iterator[Hit | Piece]:
        self._context.spend(2 + len(block.text) // 20)
        yield from fence_pieces(self._piece, block, self._cap)
        if is_spoken(block):
            said = Said(self._piece, [(block, 0, block.text)], flowing=False)
            yield from self._phrases(said)
            yield from decoded_pieces(said)

    def _section(self, section: list[_Text]) -> Iterator[Hit | Piece]:
        """The texts under one heading."""
        if not section:
            return
        whole = Said(self._piece, section)
        self._context.spend(2 * len(section) + len(whole.text) // 20)
        # Where signs were undone across the ends of the texts, each is read by itself.
        for said in [whole] if whole.exact else whole.each():
            yield from self._phrases(said)
            if may_be_encoded(said.text) or said.reading.holds("decode"):
                yield from decoded_pieces(said)
            yield from commands_in(said, self._cap)
            yield from self._addresses(said)
        yield from self._lures(whole)

    def _addresses(self, said: Said) -> Iterator[Hit]:
        if may_hold_urls(said.text):
            for start, url in urls(said.text):
                yield from self._address(said, start, url)
        if "](" in said.text or "<" in said.text:
            for part in said.parts:
                for leak in leaks_in(part.text, self._context.policy):
                    span = (part.at + leak.start, part.at + leak.end)
                    yield self._hit("SKS-EXFIL-IMAGE", leak.severity, leak.message, said, span, evidence=leak.host)

    def _address(self, said: Said, start: int, url: str) -> Iterator[Hit]:
        host = host_of(url)
        address = ip_of(host)
        if address is not None and str(address) in METADATA_HOSTS and host.strip("[]") != str(address):
            message = f"{host} is the cloud's store of credentials, in a spelling that hides it"
            yield self._hit("SKS-EXFIL-CRED", Severity.HIGH, message, said, (start, start + len(url)), evidence=host)
        if host_kind(host, self._context.policy) is HostKind.LOOKALIKE:
            message = f"{host} imitates {imitated(host)}"
            yield self._hit("SKS-NET-LOOKALIKE", Severity.HIGH, message, said, (start, start + len(url)), evidence=host)

    def _phrases(self, said: Said) -> Iterator[Hit]:
        for phrase in _BOOK.possible(said.reading):
            for span in self._worst(said, phrase):
                message = f"{phrase.message}: “{said.shown(span)}”"
                yield self._hit(phrase.rule, phrase.severity, message, said, span)

    def _worst(self, said: Said, phrase: Phrase) -> Iterable[Span]:
        """Of each part, where the phrase is said as an order, else where it is said at all."""
        found: dict[int, Span] = {}
        done = set()
        for span in said.reading.find(phrase):
            self._context.spend()
            part = said.part(span[0]).at
            if part not in done and said.stance(span) is Stance.SAID:
                found[part] = span
                done.add(part)
            found.setdefault(part, span)
        return found.values()

    def _lures(self, whole: Said) -> Iterator[Hit]:
        for lure in lures_in(whole.reading, whole.text, self._context.policy):
            part = whole.part(lure.start)
            said, at = (whole, 0) if whole.exact else (Said(self._piece, [part[:3]], whole.hidden), part.at)
            span = (lure.start - at, min(lure.end, part.end) - at)
            yield self._hit(lure.rule, lure.severity, lure.message, said, span)

    def _hidden(self, said: Said) -> Iterator[Hit | Piece]:
        found = [*self._phrases(said), *self._lures(said)]
        yield from commands_in(said, self._cap)
        yield from decoded_pieces(said)
        yield from found
        worst = max((hit.severity for hit in found), default=None)
        if worst is not None and worst >= Severity.MEDIUM:
            message = f"{said.hidden} gives the agent orders: {found[0].message}"
            yield self._hit("SKS-PI-HIDDEN", Severity.HIGH, message, said, (0, len(said.low)))
        elif said.reading.holds("agent") and said.reading.holds("act"):
            message = f"{said.hidden} speaks to the agent: “{said.shown((0, len(said.low)))}”"
            yield self._hit("SKS-PI-HIDDEN", _graveness(said.reading), message, said, (0, len(said.low)))

    def _hit(self, rule: str, severity: Severity, message: str, said: Said, span: Span, evidence: str = "") -> Hit:
        """A hit, lowered where the text quotes or warns, and capped where it teaches."""
        if said.stance(span) is not Stance.SAID:
            severity = min(severity, Severity.LOW)
        if self._cap is not None and not rule.startswith("SKS-LURE"):
            severity = min(severity, self._cap)
        where = f"{said.hidden} " if said.hidden and rule != "SKS-PI-HIDDEN" else ""
        return Hit(rule, severity, f"{where}{message}", self._piece, said.where(span[0]), evidence or said.shown(span))


def _graveness(reading: Reading) -> Severity:
    """How much hidden words to the agent weigh, by what they speak of."""
    if reading.holds("credfile") and reading.holds("dest"):
        return Severity.HIGH
    return Severity.MEDIUM if any(map(reading.holds, _GRAVE)) else Severity.LOW


def _texts(block: Block) -> Iterable[_Text]:
    """What a block says: in parts that overlap where it is longer than any that a person would write."""
    text = block.text
    if len(text) <= _SECTION:
        return ((block, 0, text),)
    return [(block, start, text[start : start + _SECTION + _OVERLAP]) for start in range(0, len(text), _SECTION)]


def _blocks_of(piece: Piece) -> tuple[Block, ...]:
    if piece.language is Language.FRONT_MATTER:
        columns = (1,) * (piece.text.count("\n") + 1)
        return (Block(Kind.FRONT, piece.text, 1, columns),) if piece.text.strip() else ()
    return blocks(piece.text)
