"""The scan of one skill: pieces to hits to findings (SCN-1, SCN-4).

Every piece of every file goes through each detector of its language; what a detector cuts out or decodes goes through
them in turn. Nothing is left out in silence: a detector that fails, a file that takes too much work and a piece that
lies too deep are findings themselves, and never keep another file or detector from its turn (SCN-8).
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from skillhouse.model.report import ScanReport
from skillhouse.model.severity import Severity
from skillhouse.scan.budget import Budget, OverBudget
from skillhouse.scan.catalog import RULE_SET, RULES
from skillhouse.scan.evidence import Evidence
from skillhouse.scan.piece import Language, Piece
from skillhouse.scan.pieces import parts_of, pieces_of
from skillhouse.scan.policies import digest_of, weigh
from skillhouse.scan.rule import Hit
from skillhouse.scan.runnable import runnability

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from skillhouse.model.finding import Finding
    from skillhouse.model.policy import Policy
    from skillhouse.scan import Detector
    from skillhouse.scan.rule import Rule
    from skillhouse.scan.subject import Subject

__all__ = ["scan"]

# Bounds on what is cut out of one file: no honest file comes near any of them.
DEPTH = 6
PIECES = 2_000
CUT_CHARACTERS = 8 << 20
# Every detector reads a piece at least once; what that costs is counted for it.
_CHARACTERS_A_STEP = 100
_HALVES = re.compile("[\ud800-\udfff]")


def scan(
    subject: Subject,
    policy: Policy,
    detectors: Sequence[Detector],
    *,
    today: date | None = None,
    baseline: frozenset[str] = frozenset(),
    budget: Budget | None = None,
) -> ScanReport:
    """Everything that the detectors see in a skill. Never raises for what the skill holds or for a detector's fault.

    `today` decides which suppressions have expired; where it is not given, all that ever end have. `baseline` holds
    fingerprints of findings that were there before.
    """
    engine = _Engine(subject, policy, tuple(detectors), budget or Budget())
    engine.look_at(iter([Piece("SKILL.md", Language.SKILL, "")]))
    # What is declared and told comes first, then the small: where the work ends early, large files are what is left.
    for file in sorted(subject.bundle.files, key=lambda file: (file.path != "SKILL.md", len(file.content))):
        engine.look_at(pieces_of(file))
    findings, suppressed, notes = weigh(engine.findings(), policy, today=today, baseline=baseline)
    more = sorted({detector.name for detector in detectors if any(one.id not in RULES for one in detector.rules)})
    return ScanReport(
        skill=subject.name,
        findings=findings,
        policy=policy.name,
        policy_digest=digest_of(policy),
        rule_set="+".join([RULE_SET, *more]),
        suppressed=suppressed,
        needs=runnability(subject),
        notes=notes,
        files=len(subject.bundle.files),
    )


def _is_whole(text: str) -> bool:
    """Whether a text is of whole characters alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass
class _Engine:
    """One scan at work; the Context that detectors see."""

    subject: Subject
    policy: Policy
    detectors: tuple[Detector, ...]
    budget: Budget
    hits: list[Hit] = field(default_factory=list)
    _cut: int = 0
    _characters: int = 0

    def spend(self, steps: int = 1) -> None:
        """Count work done on the file at hand."""
        self.budget.spend(steps)

    def look_at(self, pieces: Iterator[Piece]) -> None:
        """All pieces of one file, and whatever they yield."""
        queue = deque((part, 0) for piece in pieces for part in self._parts(piece))
        self._cut = self._characters = 0
        stopped: set[str] = set()
        seen: set[Piece] = set()
        while queue:
            piece, depth = queue.popleft()
            for detector in self.detectors:
                if piece.language in detector.languages and detector.name not in stopped:
                    cut = self._run(detector, piece, stopped)
                    allowed = self._allowed(cut, depth, seen)
                    queue.extend((part, depth + 1) for one in allowed for part in self._parts(one))

    def _parts(self, piece: Piece) -> list[Piece]:
        """The piece in parts that can be parsed; that they are more than one is said. Halves of characters, which what
        is decoded can hold, are none that a pattern could be searched in.
        """
        if not _is_whole(piece.text):
            piece = replace(piece, text=_HALVES.sub("\ufffd", piece.text))
        parts = parts_of(piece)
        if len(parts) > 1:
            what = f"{piece.file} holds {len(piece.text):,} characters: its parts were looked at one by one"
            self._say("SKS-UNSCANNED", what, piece, "large")
        return parts

    def _run(self, detector: Detector, piece: Piece, stopped: set[str]) -> list[Piece]:
        """One detector on one piece: its hits are kept, and the pieces that it cut out returned."""
        cut: list[Piece] = []
        try:
            self.budget.turn_to(piece.file, detector.name)
            self.budget.spend(len(piece.text) // _CHARACTERS_A_STEP)
            for found in detector.detect(piece, self):
                if isinstance(found, Hit):
                    self.hits.append(found)
                else:
                    cut.append(found)
                    if self._cut + len(cut) > PIECES:
                        self._say_nesting(piece)
                        break
        except OverBudget:
            stopped.add(detector.name)
            what = f"{piece.file} takes more work than the limit; {detector.name} stopped before its end"
            self._say("SKS-UNSCANNED", what, piece, f"budget {detector.name}")
        except Exception as error:  # noqa: BLE001 -- a plugin, or a fault of ours, must not hide what others see
            what = f"the detector {detector.name} failed on {piece.file}: {type(error).__name__}"
            self._say("SKS-DETECTOR-FAILED", what, piece, f"{detector.name} {type(error).__name__}")
        return cut

    def _allowed(self, cut: Iterable[Piece], depth: int, seen: set[Piece]) -> Iterator[Piece]:
        """What was cut out, within the bounds, and nothing twice."""
        for piece in cut:
            if piece in seen:
                continue
            seen.add(piece)
            self._cut += 1
            self._characters += len(piece.text)
            if depth >= DEPTH or self._cut > PIECES or self._characters > CUT_CHARACTERS:
                self._say_nesting(piece)
                return
            yield piece

    def _say_nesting(self, piece: Piece) -> None:
        what = f"{piece.file} holds more code within code than the limit; the rest was not looked at"
        self._say("SKS-UNSCANNED", what, piece, "nesting")

    def _say(self, rule: str, message: str, piece: Piece, evidence: str) -> None:
        self.hits.append(Hit(rule, Severity.MEDIUM, message, piece, piece.at(1), evidence))

    def findings(self) -> tuple[Finding, ...]:
        """The hits as findings: each once, the worst first, then by place."""
        rules: Mapping[str, Rule] = {**{one.id: one for each in self.detectors for one in each.rules}, **RULES}
        evidence = Evidence(self.subject, rules, self.policy)
        return evidence.findings(self.hits)
