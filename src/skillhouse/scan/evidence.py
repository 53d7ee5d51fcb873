"""Hits to findings: severity by the policy, the snippet, and a fingerprint that survives moved lines (SCN-4)."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.model.finding import Finding
from skillhouse.scan.carried import masked
from skillhouse.scan.pieces import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from skillhouse.model.finding import Location
    from skillhouse.model.policy import Policy
    from skillhouse.model.severity import Severity
    from skillhouse.scan.rule import Hit, Rule
    from skillhouse.scan.subject import Subject

__all__ = ["BEFORE", "Evidence"]

_SNIPPET = 160
BEFORE = 60
# A key that crosses the edge of what is shown must still be known as one.
_AROUND = 600
_MESSAGE = 500


@dataclass(frozen=True, slots=True)
class _Place:
    """What makes a hit the same as another: the rule, the place and the evidence."""

    rule: str
    where: Location
    evidence: str


def _weight(hit: Hit) -> Severity:
    """The severity of a hit, where its piece may weigh no more than the words around it allow."""
    return hit.severity if hit.piece.cap is None else min(hit.severity, hit.piece.cap)


class Evidence:
    """The text of a skill's files, ready to be quoted."""

    def __init__(self, subject: Subject, rules: Mapping[str, Rule], policy: Policy) -> None:
        self._subject = subject
        self._rules = rules
        self._policy = policy
        self._lines: dict[str, list[str]] = {}

    def findings(self, hits: Iterable[Hit]) -> tuple[Finding, ...]:
        """Each hit once, at its highest severity; the worst first, then by file, line and rule."""
        best: dict[_Place, Hit] = {}
        for hit in hits:
            key = _Place(hit.rule, hit.where, hit.evidence)
            if key not in best or _weight(best[key]) < _weight(hit):
                best[key] = hit
        ordered = sorted(best.values(), key=lambda hit: (hit.where, hit.rule, hit.message))
        times: Counter[tuple[str, ...]] = Counter()
        found = []
        for hit in ordered:
            mark = (hit.rule, hit.where.file, hit.evidence or " ".join(self._line(hit.where)[:_AROUND].split()))
            times[mark] += 1
            found.append(self._finding(hit, (*mark, str(times[mark]))))
        return tuple(sorted(found, key=lambda one: (-one.severity.weight, one.location, one.rule)))

    def _finding(self, hit: Hit, mark: tuple[str, ...]) -> Finding:
        rule = self._rules[hit.rule]
        return Finding(
            rule=hit.rule,
            severity=self._policy.severities.get(hit.rule, _weight(hit)),
            message=masked(hit.message)[:_MESSAGE],
            location=hit.where,
            snippet=self._snippet(hit.where),
            why=rule.why,
            fix=rule.fix,
            fingerprint=hashlib.sha256(
                "\0".join((self._subject.name, *mark)).encode("utf-8", "backslashreplace")
            ).hexdigest()[:32],
            via=hit.piece.via,
            kind=hit.kind or rule.kind,
        )

    def _line(self, where: Location) -> str:
        if where.file not in self._lines:
            file = self._subject.bundle.get(where.file)
            self._lines[where.file] = text_of(file).split("\n") if file else []
        lines = self._lines[where.file]
        return lines[where.line - 1] if 0 < where.line <= len(lines) else ""

    def _snippet(self, where: Location) -> str:
        """The line, with every secret starred out; of a long one, the part from `BEFORE` signs before the column."""
        line, column = self._line(where), max(where.column - 1, 0)
        first = max(0, column - _AROUND)
        shown = masked(line[first : column + _AROUND])
        if len(line) <= _SNIPPET:
            return shown.rstrip()
        start = max(0, column - first - BEFORE)
        cut = shown[start : start + _SNIPPET]
        return f"{'…' if first + start else ''}{cut}{'…' if first + start + _SNIPPET < len(line) else ''}"
