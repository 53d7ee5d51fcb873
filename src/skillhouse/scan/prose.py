"""Prose: what SKILL.md and reference files would make an agent or a person do (SCN-1, SCN-2).

The text is split into blocks. Code and commands go on to the detectors of their languages; sentences are read for
phrases that attack an agent, sections for lures; what no person sees is read too, and weighs more.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
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
from skillhouse.scan.lures import LURE_KEYS, addresses_in, lures_in
from skillhouse.scan.markdown import blocks
from skillhouse.scan.phrases import Phrasebook
from skillhouse.scan.pictures import leaks_in
from skillhouse.scan.piece import Language
from skillhouse.scan.places import METADATA_HOSTS
from skillhouse.scan.prosecontext import Stance, teaches
from skillhouse.scan.rule import Hit
from skillhouse.scan.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.phrases import Phrase, Span
    from skillhouse.scan.piece import Piece

__all__ = ["ProseDetector"]

_RULES = (
    "SKS-PI-OVERRIDE SKS-PI-CONCEAL SKS-PI-EXFIL SKS-PI-HIDDEN SKS-PI-APPROVE SKS-PI-REVEAL SKS-LURE-ARCHIVE "
    "SKS-LURE-PASTE "
    "SKS-LURE-PREREQ SKS-NET-LOOKALIKE SKS-OBF-GEN-INSTR SKS-EXFIL-CRED SKS-EXFIL-IMAGE SKS-EXEC-REMOTE SKS-PERSIST "
    "SKS-AGENT-CONFIG "
    "SKS-DEFENSE-OFF SKS-DESTRUCT"
)
_BOOK = Phrasebook(PHRASES)
# What makes hidden words to the agent more than a note on how to fill a template.
_GRAVE = frozenset({"dest", "credfile", "silently", "nottell", "unaware", "secret"})
# A section without any of these, and without an address, has nothing more to be looked for but bare commands.
_KEYS = IDEAS.some({*_BOOK.keys(), *LURE_KEYS, "decode", "command"})
_COMMAND = frozenset({"command"})
# Without any of these, nothing is fetched, pasted or run.
_LURING = frozenset({"download", "copies", "fetch", "runit", "obey"})
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
        section: list[Said] = []
        size = 0
        for block in self._blocks:
            self._context.spend(2 + len(block.text) // 20)
            if block.kind is Kind.HEADING or size > _SECTION:
                yield from self._section(section)
                section, size = [], 0
            if block.kind in CODE:
                yield from self._code(block)
            elif block.kind is not Kind.COMMENT:
                section += self._said(block)
                size += len(block.text)
        yield from self._section(section)
        for block, start, text, how in hidden_texts(self._blocks):
            yield from self._hidden(Said(self._piece, block, text, start, how))

    def _said(self, block: Block) -> list[Said]:
        """What a block says: in parts that overlap where it is longer than any that a person would write."""
        text = block.text
        return [
            Said(self._piece, block, text[start : start + _SECTION + _OVERLAP], start)
            for start in range(0, max(len(text), 1), _SECTION)
        ]

    def _code(self, block: Block) -> Iterator[Hit | Piece]:
        yield from fence_pieces(self._piece, block, self._cap)
        if is_spoken(block):
            said = Said(self._piece, block, block.text, flowing=False)
            yield from self._phrases(said)
            yield from decoded_pieces(said)

    def _section(self, section: list[Said]) -> Iterator[Hit | Piece]:
        """The texts under one heading: read as one first, since what the whole does not hold no part does."""
        if not section:
            return
        whole = Said(self._piece, section[0].block, "\n".join([said.text for said in section]))
        present = _present(section, whole)
        speaks = bool(_BOOK.possible(present))
        decodes, encoded = "decode" in present, may_be_encoded(whole.text)
        for said in section:
            said.around = present
            if speaks:
                yield from self._phrases(said)
            if decodes or (encoded and may_be_encoded(said.text)):
                yield from decoded_pieces(said)
            yield from self._text(said)
        yield from self._lures(section, whole, present)

    def _text(self, said: Said) -> Iterator[Hit | Piece]:
        yield from commands_in(said, self._cap)
        for start, url in urls(said.text):
            yield from self._address(said, start, url)
        for leak in leaks_in(said.text, self._context.policy):
            yield self._hit(
                "SKS-EXFIL-IMAGE", leak.severity, leak.message, said, (leak.start, leak.end), evidence=leak.host
            )

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
        for phrase in _BOOK.possible(said.reading.present):
            span = self._worst(said, phrase)
            if span is not None:
                message = f"{phrase.message}: “{said.shown(span)}”"
                yield self._hit(phrase.rule, phrase.severity, message, said, span)

    def _worst(self, said: Said, phrase: Phrase) -> Span | None:
        """Where the phrase is said as an order, else where it is said at all."""
        first = None
        for span in said.reading.find(phrase):
            self._context.spend()
            if said.stance(span) is Stance.SAID:
                return span
            first = first or span
        return first

    def _lures(self, section: list[Said], whole: Said, present: frozenset[str]) -> Iterator[Hit]:
        if _LURING.isdisjoint(present):
            return
        for lure in lures_in(whole.reading, addresses_in(whole.text, self._context.policy)):
            yield self._lure(section, lure.rule, lure.severity, lure.message, (lure.start, lure.end))

    def _lure(self, section: list[Said], rule: str, severity: Severity, message: str, span: Span) -> Hit:
        starts = list(accumulate((len(said.text) + 1 for said in section[:-1]), initial=0))
        index = bisect_right(starts, span[0]) - 1
        said, at = section[index], span[0] - starts[index]
        return self._hit(rule, severity, message, said, (at, min(at + span[1] - span[0], len(said.text))))

    def _hidden(self, said: Said) -> Iterator[Hit | Piece]:
        found = [*self._phrases(said), *self._lures([said], said, said.reading.present)]
        yield from commands_in(said, self._cap)
        yield from decoded_pieces(said)
        yield from found
        worst = max((hit.severity for hit in found), default=None)
        if worst is not None and worst >= Severity.MEDIUM:
            message = f"{said.hidden} gives the agent orders: {found[0].message}"
            yield self._hit("SKS-PI-HIDDEN", Severity.HIGH, message, said, (0, len(said.low)))
        elif said.reading.present.issuperset(("agent", "act")):
            message = f"{said.hidden} speaks to the agent: “{said.shown((0, len(said.low)))}”"
            yield self._hit("SKS-PI-HIDDEN", _graveness(said.reading.present), message, said, (0, len(said.low)))

    def _hit(self, rule: str, severity: Severity, message: str, said: Said, span: Span, evidence: str = "") -> Hit:
        """A hit, lowered where the text quotes or warns, and capped where it teaches."""
        if said.stance(span) is not Stance.SAID:
            severity = min(severity, Severity.LOW)
        if self._cap is not None and not rule.startswith("SKS-LURE"):
            severity = min(severity, self._cap)
        where = f"{said.hidden} " if said.hidden and rule != "SKS-PI-HIDDEN" else ""
        return Hit(rule, severity, f"{where}{message}", self._piece, said.where(span[0]), evidence or said.shown(span))


def _graveness(present: frozenset[str]) -> Severity:
    """How much hidden words to the agent weigh, by what they speak of."""
    if present.issuperset(("credfile", "dest")):
        return Severity.HIGH
    return Severity.LOW if _GRAVE.isdisjoint(present) else Severity.MEDIUM


def _present(section: list[Said], whole: Said) -> frozenset[str]:
    """The ideas that the parts of a section hold, or more; few of them where none of the others matters."""
    if not whole.exact:
        # Signs were undone across the ends of the parts.
        return whole.reading.present.union(*(said.reading.present for said in section))
    keys = frozenset(_KEYS.present(whole.low))
    return keys if keys <= _COMMAND and not may_hold_urls(whole.text) else whole.reading.present


def _blocks_of(piece: Piece) -> tuple[Block, ...]:
    if piece.language is Language.FRONT_MATTER:
        columns = (1,) * (piece.text.count("\n") + 1)
        return (Block(Kind.FRONT, piece.text, 1, columns),) if piece.text.strip() else ()
    return blocks(piece.text)
