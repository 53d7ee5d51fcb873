"""What is wrong, how bad it is and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skillhouse.model.severity import Severity

__all__ = ["Finding", "Location", "Problem", "ProblemSeverity"]


class ProblemSeverity(StrEnum):
    """How a problem of the format weighs: an error stops `build`, a warning does not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a skill: `file` relative to the skill, `line` and `column` from 1; 0 is the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    @property
    def text(self) -> str:
        """`file:line:column`, without the parts that are not known."""
        return ":".join([self.file, *(str(part) for part in (self.line, self.column) if part)])


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that a reader of a skill found: a stable code, a message, its place and one hint (FM-7).

    `fixable` says that `validate --fix` can rewrite it without changing meaning; `strict` that `--strict` makes
    this warning an error.
    """

    code: str
    severity: ProblemSeverity
    message: str
    location: Location
    hint: str = ""
    fixable: bool = False
    strict: bool = True

    @property
    def is_error(self) -> bool:
        """Whether this problem stops `build`."""
        return self.severity is ProblemSeverity.ERROR

    def hardened(self) -> Problem:
        """The same problem as `--strict` sees it: a warning that strictness cares about becomes an error."""
        if self.severity is not ProblemSeverity.WARNING or not self.strict:
            return self
        return Problem(self.code, ProblemSeverity.ERROR, self.message, self.location, self.hint, self.fixable)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the scan saw, with all that a person needs to judge it (SCN-4).

    `snippet` is the line it stands on, shortened around the evidence; `fingerprint` stays the same when lines move.
    `via` names what was undone to see it, outermost first: `("base64", "gzip")` for a payload that was packed.
    `kind` is the class of fault that reports group by.
    """

    rule: str
    severity: Severity
    message: str
    location: Location
    snippet: str
    why: str
    fix: str
    fingerprint: str
    via: tuple[str, ...] = ()
    kind: str = ""
