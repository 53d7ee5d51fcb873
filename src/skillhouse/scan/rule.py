"""Rules: what the scanner knows, as data. A detector says when one holds; its page in the docs comes from here."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from skillhouse.scan.piece import Language

if TYPE_CHECKING:
    from skillhouse.model.finding import Location
    from skillhouse.model.severity import Severity
    from skillhouse.scan.piece import Piece

__all__ = ["Example", "Hit", "Rule", "Tier"]


class Tier(StrEnum):
    """`LITERAL` rules say what a file holds and are never above medium; `BEHAVIOUR` rules say what it does."""

    LITERAL = "literal"
    BEHAVIOUR = "behaviour"


@dataclass(frozen=True, slots=True)
class Example:
    """A text on which a rule fires with `severity`, or is silent where that is None. Each runs as a test.

    For `FRONT_MATTER` the text is the YAML between the fences; for `DATA` and `FILE`, `file` names the path.
    """

    text: str
    language: Language = Language.PYTHON
    severity: Severity | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a stable id, what it finds, why that matters, how to fix it, and how its severity is chosen.

    `kind` is the class of fault that reports group by, such as `credential-access`. `severity` tells in words when
    which severity is given. `examples` holds texts that fire and texts that must not; those of the built-in rules
    stand in the modules `examples_*`, which a scan never loads.
    """

    id: str
    tier: Tier
    kind: str
    title: str
    why: str
    fix: str
    severity: str
    examples: tuple[Example, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Hit:
    """What a detector says: a rule holds here, this much, because of this evidence.

    `message` names the evidence (the host, the path, the call). `evidence` is what makes this hit itself and no other:
    the fingerprint is made of it, so it holds no line number; empty means the line's own text. `kind` is the class of
    fault where it is another than the rule's own.
    """

    rule: str
    severity: Severity
    message: str
    piece: Piece
    where: Location
    evidence: str = ""
    kind: str = ""
