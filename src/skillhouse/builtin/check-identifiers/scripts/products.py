"""Numbers of goods (GTIN: EAN-8, UPC-A, EAN-13, GTIN-14) and of books (ISBN-10, ISBN-13)."""

import re

from outcome import Outcome, joined

NAMES = {8: "EAN-8", 12: "UPC-A", 13: "EAN-13", 14: "GTIN-14"}


def gtin_check(body: str) -> str:
    """The check digit: from the right, digits count three times and once in turn."""
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(body)))
    return str(-total % 10)


def ean(written: str) -> Outcome:
    """Digits, length and check digit of a trade item number."""
    value = joined(written)
    result = Outcome(value)
    result.rule("shape", bool(re.fullmatch("[0-9]+", value)), "an EAN has digits only")
    result.rule("length", len(value) in NAMES, f"an EAN has 8, 12, 13 or 14 digits, this has {len(value)}")
    if result.valid:
        result.rule("check digit", gtin_check(value[:-1]) == value[-1], "the last digit does not fit the rest")
        result.details = {"standard": NAMES[len(value)]}
        if len(value) == 13 and value[:3] in ("978", "979"):
            result.details["isbn_or_ismn"] = True
    return result


def isbn_10_check(body: str) -> str:
    """The check character of nine digits: by eleven, X for ten."""
    rest = -sum(int(digit) * weight for digit, weight in zip(body, range(10, 1, -1), strict=True)) % 11
    return "X" if rest == 10 else str(rest)


def isbn(written: str) -> Outcome:
    """Shape, prefix and check character; an ISBN-13 that has an ISBN-10 tells it, and the other way round."""
    value = joined(written).removeprefix("ISBN").removeprefix(":")
    result = Outcome(value)
    shape = re.fullmatch("[0-9]{9}[0-9X]|[0-9]{13}", value)
    if not result.rule("shape", bool(shape), "an ISBN has 10 characters (the last may be X) or 13 digits"):
        return result
    if len(value) == 10:
        result.rule("check digit", isbn_10_check(value[:9]) == value[9], "the last character does not fit the rest")
        result.details = {"standard": "ISBN-10", "isbn_13": f"978{value[:9]}{gtin_check('978' + value[:9])}"}
    else:
        book = value[:3] in ("978", "979") and value[:4] != "9790"
        result.rule("prefix", book, "an ISBN begins with 978 or 979, and not with 9790 (music)")
        result.rule("check digit", gtin_check(value[:12]) == value[12], "the last digit does not fit the rest")
        result.details = {"standard": "ISBN-13"}
        if value.startswith("978"):
            result.details["isbn_10"] = value[3:12] + isbn_10_check(value[3:12])
    if not result.valid:
        result.details = {"standard": result.details["standard"]}
    return result
