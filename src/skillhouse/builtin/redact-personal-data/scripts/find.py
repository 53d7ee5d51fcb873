"""What a text holds of people: each detector gives places in the plain text, and one spelling for the same thing."""

import ipaddress
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import checks
from fold import Folded, bare, folded


class Found(NamedTuple):
    """A place in the original text that holds something personal; `same` is equal for the same thing."""

    start: int
    end: int
    kind: str
    same: str


class Shape(NamedTuple):
    """How one kind looks, and what makes sure of it; `compact` is the match without its separators, in capitals."""

    kind: str
    pattern: re.Pattern[str]
    is_sure: Callable[[str], bool]


def _shape(kind: str, pattern: str, is_sure: Callable[[str], bool] = bool) -> Shape:
    # Nothing is found inside of a longer word or number.
    return Shape(kind, re.compile(rf"(?<![\w@])(?:{pattern})(?![\w@])", re.IGNORECASE), is_sure)


# The first that matches a place wins: from what is surest to what is least sure.
NATIONAL_IDS = (
    _shape("national-id", r"[12] ?\d\d ?[01]\d ?(?:\d\d|2[ab]) ?\d{3} ?\d{3} ?\d\d", checks.nir),
    _shape("national-id", r"[a-z]{6}\d\d[abcdehlmprst]\d\d[a-z]\d{3}[a-z]", checks.codice_fiscale),
    _shape("national-id", r"\d{17}[\dx]", checks.resident_id),
    _shape("national-id", r"\d{3}\.?\d{3}\.?\d{3}-?\d\d", checks.cpf),
    _shape("national-id", r"\d{11}", checks.pesel),
    _shape("national-id", r"\d\d ?\d{3} ?\d{3} ?\d{3}", checks.steuer_id),
    _shape("national-id", r"(?:\d{8}|[xyz]\d{7})-?[a-z]", checks.dni),
    _shape("national-id", r"\d{6}[-+]?\d{4}", checks.personnummer),
    _shape("national-id", r"\d{3}-\d\d-\d{4}", checks.ssn),
    _shape("national-id", r"\d{9}|\d{4}\.\d{2}\.\d{3}", checks.bsn),
)
PHONES = (
    _shape(
        "phone", r"(?<!\+)(?:\+|00)[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,5}\)?){2,6}", lambda text: 8 <= _digits(text) <= 17
    ),
    _shape("phone", r"\(?0[1-9]\d{0,3}\)?(?:[ /-]{1,3}\d{2,8}){1,5}", lambda text: 9 <= _digits(text) <= 12),
    _shape("phone", r"0[1-9]\d{8,9}"),
    _shape("phone", r"\(?[2-9]\d\d\)?[ .-]{1,2}[2-9]\d\d[ .-]\d{4}"),
)
EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@(?:[\w](?:[\w-]*\w)?\.)+[^\W\d_][\w-]*[^\W_]", re.IGNORECASE)
IBAN = re.compile(r"(?<!\w)[a-z]{2}\d\d(?: ?[a-z0-9]){11,30}", re.IGNORECASE)
CARD = re.compile(r"(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d-])")
IPV4 = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)")
IPV6 = re.compile(r"(?<![\w:.])[0-9a-f:]{3,39}(?:\.\d{1,3}){0,3}(?![\w:])", re.IGNORECASE)
KINDS = ("email", "iban", "card", "national-id", "ip", "phone", "name")


def compact(text: str) -> str:
    """A match without its separators, in capitals."""
    return re.sub(r"[\s./()+-]", "", text).upper()


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)


def _emails(text: str) -> Iterator[tuple[int, int, str]]:
    for match in EMAIL.finditer(text):
        start = match.start() + len(match[0]) - len(match[0].lstrip(".'"))
        yield start, match.end(), match[0].lstrip(".'").casefold()


def _ibans(text: str) -> Iterator[tuple[int, int, str]]:
    """The country says how long an IBAN is, so that a word behind it is no part of it."""
    for match in IBAN.finditer(text):
        end, left = match.start(), checks.IBAN_LENGTHS.get(match[0][:2].upper(), 0)
        while left and end < match.end():
            left -= text[end] != " "
            end += 1
        number = compact(text[match.start() : end])
        if checks.iban(number) and not text[end : end + 1].isalnum():
            yield match.start(), end, number


def _cards(text: str) -> Iterator[tuple[int, int, str]]:
    for match in CARD.finditer(text):
        if checks.card(compact(match[0])):
            yield match.start(), match.end(), compact(match[0])


def _addresses(text: str) -> Iterator[tuple[int, int, str]]:
    for match in (*IPV4.finditer(text), *IPV6.finditer(text)):
        try:
            address = ipaddress.ip_address(match[0])
        except ValueError:
            continue
        if re.search(r"[0-9a-f]", match[0], re.IGNORECASE):
            yield match.start(), match.end(), str(address)


def _shaped(shapes: tuple[Shape, ...]) -> Callable[[str], Iterator[tuple[int, int, str]]]:
    def places(text: str) -> Iterator[tuple[int, int, str]]:
        for shape in shapes:
            for match in shape.pattern.finditer(text):
                if shape.is_sure(compact(match[0])):
                    yield match.start(), match.end(), compact(match[0])

    return places


DETECTORS: dict[str, Callable[[str], Iterator[tuple[int, int, str]]]] = {
    "email": _emails,
    "iban": _ibans,
    "card": _cards,
    "national-id": _shaped(NATIONAL_IDS),
    "ip": _addresses,
    "phone": _shaped(PHONES),
}


class Names:
    """The names that were given, and who each of their parts belongs to."""

    def __init__(self, names: list[str], *, parts: bool) -> None:
        self.owner: dict[str, str] = {}
        whole = {_bare(name): name for name in names if _bare(name)}
        if parts:
            for name in whole:
                for part in name.split():
                    if len(part) > 2 or not part.isascii():
                        # A part that two people share says nothing of who is meant.
                        self.owner[part] = name if self.owner.get(part, name) == name else part
        self.owner |= {name: name for name in whole}
        longest_first = sorted(self.owner, key=lambda name: (-len(name), name))
        self.pattern = re.compile("|".join(map(_whole_word, longest_first))) if longest_first else None

    def places(self, text: Folded) -> Iterator[tuple[int, int, str]]:
        """Where the names stand."""
        for match in self.pattern.finditer(text.text) if self.pattern else ():
            name = " ".join(match[0].split())
            yield match.start(), match.end(), self.owner[name]


def _bare(name: str) -> str:
    return " ".join("".join(map(bare, name)).split())


def _whole_word(name: str) -> str:
    """A name where no letter stands beside it; in a script without spaces, letters stand beside every name."""
    pattern = r"\s+".join(map(re.escape, name.split()))
    before = r"(?<!\w)" if _is_spaced(name[0]) else ""
    return before + pattern + (r"(?!\w)" if _is_spaced(name[-1]) else "")


def _is_spaced(char: str) -> bool:
    return char.isalnum() and not ("\u0e00" <= char <= "\u0fff" or "\u3040" <= char <= "\u9fff" or char >= "\U00020000")


def find(text: str, kinds: frozenset[str], names: Names) -> list[Found]:
    """Everything personal in a text, in order, no two overlapping."""
    taken = [False] * len(text)
    found: list[Found] = []
    plain = folded(text)
    has_number = re.search(r"\d|::", plain.text) is not None
    for kind in KINDS:
        if kind not in kinds or not (has_number or kind == "name" or (kind == "email" and "@" in plain.text)):
            continue
        source = folded(text, for_names=True) if kind == "name" else plain
        places = names.places(source) if kind == "name" else DETECTORS[kind](plain.text)
        for start, end, same in places:
            first, last = source.span(start, end)
            if not any(taken[first:last]):
                taken[first:last] = [True] * (last - first)
                found.append(Found(first, last, kind, same))
    return sorted(found)
