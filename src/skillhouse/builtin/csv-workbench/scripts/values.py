"""What a cell's text means: numbers with their decimal sign, dates with their order, and what cannot be known."""

from __future__ import annotations

import re
from datetime import date
from decimal import Context, Decimal, Inexact, Overflow

# Sums are exact to this many digits; what would need more is refused, never rounded.
EXACT = Context(prec=4000, Emax=10**6, Emin=-(10**6), traps=[Inexact, Overflow])
CURRENCY = re.compile(r"^(?:[€$£¥₹₽₩₺₴₪฿₫]|US\$|R\$|zł|Kč|kr\.?|CHF|[A-Z]{3})|(?:[€$£¥₹₽₩₺₴₪฿₫]|zł|Kč|kr\.?|Ft|[A-Z]{3})$")
PLAIN = re.compile(r"[+-]?(?:[0-9]{1,300}(?:\.[0-9]{0,300})?|\.[0-9]{1,300})(?:[eE][+-]?[0-9]{1,3})?")
GROUPED_POINT = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
GROUPED_COMMA = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?")
SPACED = re.compile(r"[0-9]{1,3}(?:[ '’][0-9]{3})+(?:[.,][0-9]+)?")
HAS_DIGIT = re.compile(r"[0-9]")
INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,299})")
DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,300}\.[0-9]{1,300}|[0-9]{1,300}(?:\.[0-9]{1,300})?[eE][+-]?[0-9]{1,3}|\.[0-9]{1,300})")
LEADING_ZERO = re.compile(r"[+-]?0[0-9]+")
SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ", "\u2212": "-"})


class BadValue(ValueError):
    """The text does not mean what it should; the message says why."""


def number_of(text: str, decimal: str = "auto") -> Decimal:
    """The number that a text states, currency marks and group signs allowed.

    `decimal` is `point`, `comma` or `auto`; with `auto` a text that has two readings, such as 1.234, is refused.
    Brackets or a minus at either end make it negative. Raises BadValue.
    """
    if decimal != "comma" and PLAIN.fullmatch(text) and not ambiguous(text, decimal):
        return EXACT.create_decimal(text)
    bare, negative = unsigned(CURRENCY.sub("", text.translate(SPACES).strip()).strip())
    if "%" in bare:
        raise BadValue(f"{text!r} has a percent sign")
    digits = plain_digits(bare, decimal, text)
    number = EXACT.create_decimal(digits)
    return -number if negative else number


def unsigned(text: str) -> tuple[str, bool]:
    """The text without its sign and the currency mark behind it, and whether it was negative."""
    negative = False
    if text.startswith("(") and text.endswith(")"):
        text, negative = text[1:-1].strip(), True
    for sign in "+-":
        if text.startswith(sign) and not negative:
            text, negative = text[1:].strip(), sign == "-"
        elif text.endswith(sign) and not negative:
            text, negative = text[:-1].strip(), sign == "-"
    return CURRENCY.sub("", text).strip(), negative


def ambiguous(text: str, decimal: str) -> bool:
    """Whether 1.234 or 1,234 could be a thousand or one and a bit."""
    return decimal == "auto" and re.fullmatch(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}", text) is not None


def plain_digits(text: str, decimal: str, shown: str) -> str:
    """Digits with a decimal point and no group signs."""
    if ambiguous(text, decimal):
        raise BadValue(f"{shown!r} has two readings: say --decimal point or --decimal comma")
    if SPACED.fullmatch(text):
        text = re.sub(r"[ '’]", "", text)
    if re.fullmatch(r"[0-9]{1,300}", text):
        return text
    point = re.fullmatch(r"[0-9]{0,300}\.[0-9]{1,300}", text) or GROUPED_POINT.fullmatch(text)
    comma = re.fullmatch(r"[0-9]{0,300},[0-9]{1,300}", text) or GROUPED_COMMA.fullmatch(text)
    # Several groups (1.234.567) can only be group signs, whatever the decimal sign is said to be elsewhere.
    if decimal == "point":
        comma = None
    if decimal == "comma":
        point = None
    if point and not (comma and GROUPED_COMMA.fullmatch(text) and text.count(".") > 1):
        return text.replace(",", "")
    if comma:
        return text.replace(".", "").replace(",", ".")
    raise BadValue(f"{shown!r} is not a number" + ("" if decimal == "auto" else f" with a decimal {decimal}"))


def plain(number: Decimal) -> str:
    """A number without exponent, and without a minus before nought."""
    text = f"{number:f}"
    return text.removeprefix("-") if not number else text


def date_of(text: str, order: str, first_year: int | None = None) -> date:
    """The date that a text states, its parts in the order `dmy`, `mdy` or `ymd`. Raises BadValue.

    A year of two digits needs `first_year`: it then lies within the hundred years from there.
    """
    found = re.fullmatch(r"([0-9]{1,4})([./ -])([0-9]{1,2})\2([0-9]{1,4})(?:[T ]00:00(?::00)?(?:\.0+)?)?\.?", text.strip())
    if not found:
        raise BadValue(f"{text!r} is not a date in figures")
    parts = dict(zip(order, (found[1], found[3], found[4]), strict=True))
    year, month, day = (int(parts[name]) for name in "ymd")
    if len(parts["y"]) == 2 and first_year is not None:
        year = first_year + (year - first_year) % 100
    elif len(parts["y"]) != 4:
        raise BadValue(f"{text!r}: the year has no four digits where {order} has it")
    if max(len(parts["m"]), len(parts["d"])) > 2:
        raise BadValue(f"{text!r} is not in the order {order}")
    try:
        return date(year, month, day)
    except ValueError:
        raise BadValue(f"{text!r}: there is no such day in the order {order}") from None


def kind_of(text: str) -> str:
    """What a trimmed cell looks like: the narrowest kind that it fits."""
    if not text:
        return "empty"
    if text[0] in "tfTFyYnN" and text.lower() in ("true", "false", "yes", "no"):
        return "boolean"
    if not HAS_DIGIT.search(text):
        return "text"
    if INTEGER.fullmatch(text):
        return "integer"
    if DECIMAL.fullmatch(text):
        return "decimal"
    return "digits" if LEADING_ZERO.fullmatch(text) else longer_kind(text)


def longer_kind(text: str) -> str:
    """The kinds that take more looking at."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return "date" if is_date(text, "ymd") else "text"
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}.{0,20}", text):
        return "datetime"
    if re.fullmatch(r"[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}", text):
        return "local date"
    if text.endswith("%") and re.fullmatch(r"[+-]?[0-9]+(?:[.,][0-9]+)?\s?%", text):
        return "percent"
    try:
        number_of(text)
    except BadValue as error:
        return "local number" if "two readings" in str(error) else "text"
    return "local number"


def is_date(text: str, order: str) -> bool:
    """Whether a text is a date in that order."""
    try:
        date_of(text, order)
    except BadValue:
        return False
    return True
