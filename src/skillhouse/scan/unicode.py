"""Characters that hide or turn text, in every file of a skill, and text pushed out of sight (SCN-2).

Honest text of any script stays silent: joiners and direction marks where Arabic, Persian, Hebrew or Indic letters need
them, emoji with their selectors and joiners, the flags of England, Scotland and Wales, and Greek letters in formulas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skillhouse.model.severity import Severity
from skillhouse.scan.catalog import rules
from skillhouse.scan.folding import HOMOGLYPHS
from skillhouse.scan.piece import Language
from skillhouse.scan.rule import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skillhouse.scan import Context
    from skillhouse.scan.piece import Piece

__all__ = ["UnicodeDetector"]

_CRITICAL, _HIGH, _MEDIUM, _LOW = Severity.CRITICAL, Severity.HIGH, Severity.MEDIUM, Severity.LOW
_FLAGS = frozenset({"gbeng", "gbsct", "gbwls"})
_BLACK_FLAG = "\U0001f3f4"
_TAG_BASE = 0xE0000
_TAG = "\U000e0001-\U000e007f"
_TAGS = re.compile(f"[{_TAG}]+")
_SELECTOR = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SELECTORS = re.compile(f"[{_SELECTOR}]+")
_ZERO = "\u00ad\u034f\u180e\u200b\u200c\u200d\u2060-\u2064\u206a-\u206f\ufeff\u115f\u1160\u3164\uffa0"
_ZEROS = re.compile(f"[{_ZERO}]+")
_TURN = "\u202a-\u202e\u2066-\u2069"
_TURNS = re.compile(f"[{_TURN}]")
_INVISIBLE = re.compile(f"[{_TAG}{_SELECTOR}{_ZERO}{_TURN}]")
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Letters between which an invisible sign has no use.
_PLAIN_LETTER = re.compile("[A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u052f]")
_IDEOGRAPH = re.compile("[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff\u1820-\u18aa]")
_WORD = re.compile(r"[^\W\d_]++")
_LATIN = re.compile("[A-Za-z]")
_OTHER = re.compile("[\u0370-\u058f\u13a0-\u13ff]")
_FAR = re.compile("(?<![\\s\u2800])[\\s\u2800]{100,}+(?=[^\\s\u2800])")
_SPACES = re.compile("[\\s\u2800]{5}")
_TELLING = re.compile(
    r"(?i)\b(?:curl|wget|eval|exec|base64|import|require|system|ignore|instruction|you must|bash|sh|powershell|send"
    r"|upload|fetch|socket"
    r"|subprocess|environ|password|token|https?:)\b"
)
_SPELLS = 4
_MANY = 3
_BITS = 16
_RARE = 4
_SHOWN = 80
_LOOKED = 400
_FAR_LINES = 100
_FAR_COLUMNS = 300
# The same again and again is said often enough.
_MOST = 20


@dataclass(frozen=True, slots=True)
class _Sight:
    """What was seen: which rule, how bad, where, what it says, and a text that it spells."""

    rule: str
    severity: Severity
    index: int
    message: str
    text: str = ""


class UnicodeDetector:
    """Looks at the characters of every text file."""

    name = "unicode"
    languages = frozenset({Language.FILE})
    rules = rules("SKS-OBF-UNICODE", "SKS-OBF-PADDING")

    def detect(self, piece: Piece, context: Context) -> Iterator[Hit | Piece]:
        """Every place where a person sees something else than what is read; what is spelled there is read in turn."""
        text = piece.text
        if "\0" in text or text.count("\ufffd", 0, _LOOKED) > _MANY:
            return
        sights = [*_padding(text)] if _pads(text) else []
        if not text.isascii():
            context.spend(len(text) // 100)
            if _INVISIBLE.search(text):
                sights += [*_tags(text), *_selectors(text), *_zeros(text), *_turns(text)]
            sights += _mixed(text)
        for sight in sights:
            where = piece.offset(sight.index)
            yield Hit(sight.rule, sight.severity, sight.message, piece, where, sight.message)
            if sight.text:
                yield piece.decoded(sight.text, Language.MARKDOWN, where, "invisible characters")


def _unicode(severity: Severity, index: int, message: str, text: str = "") -> _Sight:
    return _Sight("SKS-OBF-UNICODE", severity, index, message, text)


def _tags(text: str) -> Iterator[_Sight]:
    found = []
    for match in _TAGS.finditer(text):
        spelled = "".join(chr(ord(char) - _TAG_BASE) for char in match.group() if 0x20 <= ord(char) - _TAG_BASE < 0x7F)  # noqa: PLR2004
        is_flag = text[match.start() - 1 : match.start()] == _BLACK_FLAG and ord(match.group()[-1]) == _TAG_BASE + 0x7F
        if not (is_flag and spelled in _FLAGS):
            found.append((match.start(), spelled))
    whole = "".join(spelled for _, spelled in found)
    for index, spelled in found[:_MOST]:
        severity = _CRITICAL if len(whole) >= _SPELLS else _HIGH
        yield _unicode(
            severity,
            index,
            f"invisible tag characters spell {spelled[:_SHOWN]!r}",
            whole if index == found[0][0] else "",
        )


def _selectors(text: str) -> Iterator[_Sight]:
    """Variation selectors: one behind an emoji or ideograph picks its style; more of them are a hidden text."""
    lone, runs = [], []
    for match in _SELECTORS.finditer(text):
        run, before = match.group(), text[match.start() - 1 : match.start()]
        if len(run) >= _SPELLS:
            runs.append(match)
        elif run.strip("\ufe0e\ufe0f") and not _IDEOGRAPH.match(before):
            lone.append(match)
    for match in runs[:_MOST]:
        spelled = _spelled([match])
        message = f"{len(match.group())} variation selectors spell {spelled[:_SHOWN]!r}"
        yield _unicode(_CRITICAL, match.start(), message, spelled)
    if len(lone) >= _SPELLS:
        spelled = _spelled(lone)
        message = f"{len(lone)} variation selectors without use spell {spelled[:_SHOWN]!r}"
        yield _unicode(_HIGH, lone[0].start(), message, spelled)
    elif lone:
        yield _unicode(_MEDIUM, lone[0].start(), "a variation selector stands behind a sign that has no variants")


def _spelled(matches: list[re.Match[str]]) -> str:
    return bytes(_selected(char) for match in matches for char in match.group()).decode("utf-8", "replace")


def _selected(char: str) -> int:
    code = ord(char)
    return code - 0xFE00 if code < _TAG_BASE else code - 0xE0100 + 16


def _zeros(text: str) -> Iterator[_Sight]:
    """Signs without width within words, and long runs of them."""
    within, runs = [], []
    for match in _ZEROS.finditer(text):
        run, before, after = match.group(), text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if len(run) >= _BITS:
            runs.append(match)
        elif _PLAIN_LETTER.match(before) and _PLAIN_LETTER.match(after) and run != "\u00ad":
            within.append(match)
    for match in runs[:_MOST]:
        message = f"{len(match.group())} characters without width in a row"
        yield _unicode(_CRITICAL, match.start(), message, _bits(match.group()))
    if within:
        first = within[0]
        line = text[text.rfind("\n", 0, first.start()) + 1 : first.start() + _LOOKED].partition("\n")[0]
        shown = re.sub(f"[{_ZERO}]", "", line)[:_SHOWN]
        severity = _HIGH if len(within) >= _MANY else _MEDIUM
        yield _unicode(severity, first.start(), f"{len(within)} characters without width within words: {shown!r}")


def _bits(run: str) -> str:
    """What a run of two signs spells, the rarer as 1 and as 0; empty where it is no text."""
    kinds = sorted(set(run))
    if len(kinds) != 2:  # noqa: PLR2004 -- two signs make bits
        return ""
    for one in kinds:
        digits = "".join("1" if char == one else "0" for char in run)
        spelled = bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits) - 7, 8))
        if spelled.isascii() and spelled.decode("ascii").isprintable():
            return spelled.decode("ascii")
    return ""


def _turns(text: str) -> Iterator[_Sight]:
    """Signs that turn the direction of text, in lines without letters that run from right to left."""
    end, count = -1, 0
    for match in _TURNS.finditer(text):
        if match.start() < end or count >= _MOST:
            continue
        start = text.rfind("\n", max(end, 0), match.start()) + 1
        end = text.find("\n", match.start())
        end = len(text) if end < 0 else end
        count += 1
        line = text[start:end]
        overrides = "\u202d" in line or "\u202e" in line
        if _RTL.search(line):
            if overrides:
                yield _unicode(_MEDIUM, match.start(), "a sign forces the direction of a line")
            continue
        behind = text[match.end() : end].strip()
        severity = _HIGH if behind and (overrides or len(_TURNS.findall(line)) > 1) else _MEDIUM
        yield _unicode(severity, match.start(), f"signs turn the direction of a line: {line.strip()[:_SHOWN]!a}")


def _mixed(text: str) -> Iterator[_Sight]:
    """Words that read as Latin ones, with letters of another script in them."""
    if not _OTHER.search(text):
        return
    found = []
    for match in _WORD.finditer(text):
        word = match.group()
        if word.isascii() or len(word) <= _MANY or not (_OTHER.search(word) and _LATIN.search(word)):
            continue
        if all(char in HOMOGLYPHS for char in word if _OTHER.match(char)):
            found.append(match)
    if found:
        word = found[0].group()
        plain = "".join(HOMOGLYPHS.get(char, char) for char in word)
        honest = sum(1 for _ in re.finditer("[\u0400-\u04ff]{4,}", text)) > _RARE * len(found)
        severity = _LOW if honest else _HIGH
        yield _unicode(severity, found[0].start(), f"{plain!r} is written with letters of another script: {word!a}")


def _pads(text: str) -> bool:
    """Whether there can be a hundred spaces or line ends in a row: they hold five of every twentieth character."""
    return bool(_SPACES.search(text[::20]))


def _padding(text: str) -> Iterator[_Sight]:
    """Text behind a hundred blank lines, or off to the right by hundreds of columns; not the cells of a table."""
    for match in _FAR.finditer(text):
        lines = match.group().split("\n")
        behind = text[match.end() : match.end() + _LOOKED]
        if len(lines) > _FAR_LINES:
            message = f"{len(lines) - 1} blank lines push text out of sight"
        elif len(lines[-1]) >= _FAR_COLUMNS and not behind.startswith("|"):
            message = f"{len(lines[-1])} spaces push text out of sight"
            behind = behind.partition("\n")[0]
        else:
            continue
        yield _Sight("SKS-OBF-PADDING", _HIGH if _TELLING.search(behind) else _MEDIUM, match.end(), message)
