"""Comments and docstrings of code: an agent that reads a script reads them too (SCN-2).

They weigh less than SKILL.md: no host shows them to an agent unasked.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.block import Block, Kind
from skillhouse.scan.catalog import rules
from skillhouse.scan.ideas import IDEAS
from skillhouse.scan.injection import PHRASES
from skillhouse.scan.phrases import Phrasebook
from skillhouse.scan.piece import Language, Origin
from skillhouse.scan.prosecontext import Stance
from skillhouse.scan.rule import Hit
from skillhouse.scan.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["CommentDetector"]

# The sign comes first in each pattern, and what must stand before it behind: so no other place is tried.
_HASH = r"#(?<![^ \t;\n]#)(?!!)[^\n]*+(?:\n[ \t]*+#[^\n]*+)*+"
_SLASH = r"//(?<![^\s;{}(,]//)[^\n]*+(?:\n[ \t]*+//[^\n]*+)*+|/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*+/"
_DOC = r"(?s:\"\"\".*?\"\"\"|'''.*?''')"
_COMMENTS: Mapping[Language, re.Pattern[str]] = MappingProxyType(
    {
        Language.PYTHON: re.compile(f"{_HASH}|{_DOC}"),
        Language.SHELL: re.compile(_HASH),
        Language.WINDOWS: re.compile(_HASH),
        Language.JAVASCRIPT: re.compile(_SLASH),
        Language.TYPESCRIPT: re.compile(_SLASH),
    }
)
_MARKS = re.compile(r"(?m)^[ \t]*+(?:#+|//+|/\*+|\*+(?!/))|\*/\Z|\A(?:\"{3}|'{3})|(?:\"{3}|'{3})\Z")
_TALK = ("SKS-PI-", "SKS-OBF-GEN-INSTR", "SKS-EXFIL-CRED", "SKS-AGENT-CONFIG", "SKS-PERSIST")
_BOOK = Phrasebook(
    IDEAS, [phrase for phrase in PHRASES if phrase.rule.startswith(_TALK) and phrase.severity >= Severity.HIGH]
)
_SENTENCE = 16


class CommentDetector:
    """Looks at what is written beside the code."""

    name = "comments"
    languages = frozenset(_COMMENTS)
    rules = rules(*sorted({phrase.rule for phrase in PHRASES if phrase.rule.startswith(_TALK)}))

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Phrases that attack an agent, at medium."""
        if piece.origin not in {Origin.FILE, Origin.FENCE}:
            return
        found = []
        for match in _COMMENTS[piece.language].finditer(piece.text):
            if len(match.group()) >= _SENTENCE:
                context.spend(1 + len(match.group()) // 100)
                text = _MARKS.sub(lambda mark: " " * len(mark.group()), match.group())
                found.append((match.start(), text))
        # Read as one first: what all of them together do not hold, none does.
        whole = _said(piece, "\n\n".join([text for _, text in found]))
        if whole.exact and not _BOOK.possible(whole.reading):
            return
        for start, text in found:
            yield from self._comment(piece, start, _said(piece, text))

    def _comment(self, piece: Piece, start: int, said: Said) -> Iterator[Hit]:
        for phrase in _BOOK.possible(said.reading):
            for span in said.reading.find(phrase):
                severity = Severity.MEDIUM if said.stance(span) is Stance.SAID else Severity.LOW
                message = f"a comment {phrase.message}: “{said.shown(span)}”"
                yield Hit(phrase.rule, severity, message, piece, piece.offset(start + span[0]), said.shown(span))
                break


def _said(piece: Piece, text: str) -> Said:
    return Said(piece, [(Block(Kind.PARAGRAPH, text, 1, (1,) * (text.count("\n") + 1)), 0, text)])
