"""Print whether an identifier can be right, which rule it breaks, and the one slip that would explain it, as JSON."""

from collections.abc import Callable, Iterator
from typing import Any

from banking import bic, card, iban, masked
from command import BadInput, Options, UsageError, choice, options_of, run
from contact import email, phone
from outcome import Outcome
from products import ean, isbn
from rows import SOURCES, missing, rows_of, text
from vat import vat

USAGE = """
usage: check.py --kind iban|bic|vat|card|email|phone|ean|isbn --value TEXT
   or: check.py --kind KIND (--text ROWS | --file PATH | --table SLUG) --column NAME [--show-rows COUNT]
"""
OPTIONS = (*SOURCES, "kind", "value", "column", "show-rows")
KINDS: dict[str, Callable[[str], Outcome]] = {
    "iban": iban,
    "bic": bic,
    "vat": vat,
    "card": card,
    "email": email,
    "phone": phone,
    "ean": ean,
    "isbn": isbn,
}
MENDED = ("iban", "vat", "card", "ean", "isbn")
LOOKALIKES = {"O": "0", "Q": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "G": "6", "B": "8"}


def transpositions(value: str) -> Iterator[tuple[str, str]]:
    """The value with two neighbours changed about, and how a person is told."""
    for at in range(len(value) - 1):
        one, two = value[at], value[at + 1]
        if one != two and one.isdigit() == two.isdigit():
            yield value[:at] + two + one + value[at + 2 :], f"characters {at + 1} and {at + 2} are changed about"


def lookalikes(value: str) -> Iterator[tuple[str, str]]:
    """The value with one letter read as the digit that it looks like, or the other way round."""
    pairs = {**LOOKALIKES, "0": "O", "1": "I", "8": "B", "5": "S", "2": "Z", "6": "G"}
    for at, char in enumerate(value):
        if char in pairs:
            yield value[:at] + pairs[char] + value[at + 1 :], f"character {at + 1} is {pairs[char]}, not {char}"


def mistyped(value: str) -> Iterator[tuple[str, str]]:
    """The value with one digit changed."""
    for at, char in enumerate(value):
        for digit in "0123456789":
            if char.isdigit() and digit != char:
                yield value[:at] + digit + value[at + 1 :], f"character {at + 1} is {digit}, not {char}"


def suggestion(check: Callable[[str], Outcome], result: Outcome) -> tuple[str, str] | None:
    """The one slip that makes the value right: two neighbours, then a look-alike, then a digit. Several are none."""
    if len(result.normal) > 40:
        return None
    for slips in (transpositions, lookalikes, mistyped):
        found = {value: how for value, how in slips(result.normal) if check(value).valid}
        if len(found) == 1:
            return next(iter(found.items()))
        if found:
            return None
    return None


def checked(kind: str, written: str) -> dict[str, Any]:
    """The answer for one value. A card number comes back masked."""
    check = KINDS[kind]
    result = check(written)
    hide = masked if kind == "card" else str
    answer: dict[str, Any] = {"value": hide(result.normal), "valid": result.valid, "passed": result.passed}
    if not result.valid:
        answer |= {"failed": result.failed, "why": result.why}
        if kind in MENDED:
            answer["suggestion"] = slip(kind, suggestion(check, result))
    return answer | result.details


def slip(kind: str, found: tuple[str, str] | None) -> dict[str, str] | None:
    """A suggestion as the answer shows it; of a card only where the slip is."""
    if found is None:
        return None
    value, how = found
    return {"how": how} if kind == "card" else {"value": value, "how": how}


def one(options: Options, kind: str) -> dict[str, Any]:
    """The answer for --value."""
    for name in (*SOURCES, "column", "show-rows"):
        if name in options:
            raise UsageError(f"--{name} does not go with --value")
    if not options["value"].strip():
        raise BadInput("--value is empty")
    if len(options["value"]) > 320:
        raise BadInput("--value has more than 320 characters: no identifier is that long")
    return {"kind": kind} | checked(kind, options["value"])


def many(options: Options, kind: str) -> dict[str, Any]:
    """The answer for a column of rows: how many are right, and each that is not."""
    if "column" not in options:
        raise UsageError("--column must be given with rows")
    column = options["column"].strip().lower().replace(" ", "_").replace("-", "_")
    limit = options.get("show-rows", "50")
    if not (limit.isascii() and limit.isdigit() and len(limit) <= 4):
        raise UsageError("--show-rows must be a whole number from 0 to 9999")
    counts, wrong = {"valid": 0, "invalid": 0, "empty": 0}, []
    for number, row in enumerate(rows_of(options), 1):
        if column not in row[1]:
            raise missing(row, column)
        value = text(row, column)
        if not value:
            counts["empty"] += 1
        elif len(value) <= 320 and KINDS[kind](value).valid:
            counts["valid"] += 1
        else:
            counts["invalid"] += 1
            if len(wrong) < int(limit):
                wrong.append({"row": number} | checked(kind, value[:320]))
    return {"kind": kind, **counts, "invalid_rows": wrong}


def main(argv: list[str]) -> dict[str, Any]:
    """The answer to one call."""
    options = options_of(argv, OPTIONS, required=["kind"])
    kind = choice(options, "kind", KINDS, "")
    return one(options, kind) if "value" in options else many(options, kind)


if __name__ == "__main__":
    run(main, USAGE)
