"""What detectors look at: one stretch of text in one language, and where in the skill it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from skillhouse.model.finding import Location

if TYPE_CHECKING:
    from skillhouse.model.severity import Severity

__all__ = ["Language", "Origin", "Piece"]


class Language(StrEnum):
    """What a piece is written in.

    `WINDOWS` is PowerShell and batch files; `MARKDOWN` any text that an agent or a person reads. Every file is first
    a piece `FILE`, before anything is known of it, and last comes one piece `SKILL` for the skill as a whole.
    """

    PYTHON = "python"
    SHELL = "shell"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    WINDOWS = "windows commands"
    MARKDOWN = "markdown"
    FRONT_MATTER = "front matter"
    DATA = "data"
    FILE = "file"
    SKILL = "skill"


class Origin(StrEnum):
    """How a piece came to be: `FILE` is the file itself; the others were cut out of one, or decoded from one."""

    FILE = "file"
    FENCE = "fence"
    INLINE = "inline code"
    COMMENT = "comment"
    DECODED = "decoded"
    EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one file: its text, language and origin, and the place of its first character.

    `prose` says that it was cut from text that an agent reads (SKILL.md, a reference file): the literal rules do not
    look there (SCN-1). `via` names what was undone to get it; a decoded piece stands wholly at its `line`, `column`.
    `indent` is how many characters each line after the first lost at its beginning when it was cut out of a list or a
    quotation. `cap` is the most that a finding here may weigh, because the words around it warn against it or teach
    about it; pieces that come out of this one are capped with it.
    """

    file: str
    language: Language
    text: str
    origin: Origin = Origin.FILE
    line: int = 1
    column: int = 1
    prose: bool = False
    via: tuple[str, ...] = ()
    indent: int = 0
    cap: Severity | None = None

    def at(self, line: int, column: int = 1) -> Location:
        """The place in the file of a line and column of this piece, both from 1."""
        if self.origin is Origin.DECODED:
            return Location(self.file, self.line, self.column)
        return Location(self.file, self.line + line - 1, column + (self.column - 1 if line == 1 else self.indent))

    def offset(self, index: int) -> Location:
        """The place in the file of the character at `index` of this piece's text."""
        before = self.text[:index]
        return self.at(before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1)

    def decoded(self, text: str, language: Language, where: Location, how: str) -> Piece:
        """What came out when something at `where` was undone, to be looked at in its turn."""
        return replace(
            self, text=text, language=language, origin=Origin.DECODED, line=where.line, column=where.column,
            via=(*self.via, how),
        )  # fmt: skip
