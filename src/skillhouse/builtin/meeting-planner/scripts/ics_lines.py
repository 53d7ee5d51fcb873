"""The lines of an iCalendar file (RFC 5545): unfolded and split when read, escaped and folded when written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FOLD_AT = 75
PARAMETER = re.compile(r';([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)')


@dataclass(frozen=True)
class Line:
    """One content line: NAME;PARAM=VALUE:VALUE, with the number of the physical line it begins on."""

    number: int
    name: str
    params: dict[str, str]
    value: str


@dataclass
class Component:
    """BEGIN to END: its lines, and the components within."""

    name: str
    number: int
    lines: list[Line] = field(default_factory=list)
    inside: list[Component] = field(default_factory=list)

    def first(self, name: str) -> Line | None:
        """The first line of that name."""
        return next((line for line in self.lines if line.name == name), None)

    def all(self, name: str) -> list[Line]:
        """Every line of that name."""
        return [line for line in self.lines if line.name == name]

    def text(self, name: str) -> str:
        """The unescaped text of the first line of that name; empty without one."""
        line = self.first(name)
        return unescape(line.value) if line else ""


def unfold(text: str) -> Iterator[tuple[int, str]]:
    """The logical lines: one that begins with a space or a tab goes on the line before (any line ending is taken)."""
    number, parts = 1, []
    for place, line in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), start=1):
        if line[:1] in (" ", "\t") and parts:
            parts.append(line[1:])
            continue
        if parts and "".join(parts).strip():
            yield number, "".join(parts)
        number, parts = place, [line]
    if "".join(parts).strip():
        yield number, "".join(parts)


def split_line(number: int, text: str) -> Line | None:
    """The parts of a content line, or None where it is not one."""
    name = re.match(r"[A-Za-z0-9-]+", text)
    if not name:
        return None
    params, place = {}, name.end()
    while found := PARAMETER.match(text, place):
        params[found[1].upper()] = found[2].strip('"')
        place = found.end()
    if text[place : place + 1] != ":":
        return None
    return Line(number, name[0].upper(), params, text[place + 1 :])


def read_components(text: str, problems: list[str]) -> list[Component]:
    """The outermost components. What cannot be read is left out and named in `problems`."""
    outer = Component("", 0)
    open_ones = [outer]
    for number, raw in unfold(text):
        line = split_line(number, raw)
        if line is None:
            problems.append(f"line {number} is not NAME:VALUE: {raw[:40]!r}")
        elif line.name == "BEGIN":
            component = Component(line.value.strip().upper(), number)
            open_ones[-1].inside.append(component)
            open_ones.append(component)
        elif line.name == "END":
            if len(open_ones) == 1 or open_ones[-1].name != line.value.strip().upper():
                problems.append(f"line {number}: END:{line.value} closes nothing that is open")
            else:
                open_ones.pop()
        else:
            open_ones[-1].lines.append(line)
    problems.extend(f"line {one.number}: BEGIN:{one.name} is never closed" for one in open_ones[1:])
    return outer.inside


def unescape(text: str) -> str:
    r"""TEXT without its backslashes: \n is a new line, \, \; and \\ are the sign itself."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], text)


def escape(text: str) -> str:
    r"""TEXT as it is written: backslash, semicolon, comma and new line escaped, other control characters left out."""
    text = re.sub(r"\r\n|\r", "\n", text)
    text = "".join(sign for sign in text if sign in "\n\t" or (sign >= " " and sign != "\x7f"))
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def quoted(text: str) -> str:
    """A parameter's value in quotes; what may not stand there (quotes, control characters) is left out."""
    return '"' + "".join(sign for sign in text if sign >= " " and sign not in '"\x7f') + '"'


def fold(line: str) -> str:
    """The line cut after at most 75 octets of UTF-8, never within a character; each next line begins with a space."""
    pieces, piece, size = [], "", 0
    for sign in line:
        width = len(sign.encode("utf-8"))
        if size + width > FOLD_AT:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    return "\r\n".join([*pieces, piece])


def to_bytes(lines: Iterable[str]) -> bytes:
    """The file: every line folded and ended by CR LF."""
    return "".join(f"{fold(line)}\r\n" for line in lines).encode("utf-8")
