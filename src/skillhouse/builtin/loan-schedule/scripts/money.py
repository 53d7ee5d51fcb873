"""Exact amounts and rates: text in, rounded amounts out."""

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal

from command import BadInput, UsageError, shown

NUMBER = re.compile(r"[0-9]{1,13}(\.[0-9]{1,10})?")
PRECISE = Context(prec=50)
ZERO, ONE, HUNDRED = Decimal(0), Decimal(1), Decimal(100)
RATE_UNIT = Decimal("0.0001")


def to_amount(written: str, name: str, unit: Decimal | None = None) -> Decimal:
    """A number that is not negative; with `unit`, one that has no more decimals than that."""
    if not NUMBER.fullmatch(written):
        raise BadInput(f"{name} is {shown(written)}: write a number like 1234.50, not negative, with a point only")
    found = Decimal(written)
    if unit is not None and found % unit:
        raise BadInput(f"{name} is {written}, which has more decimals than --decimals allows")
    return found if unit is None else found.quantize(unit)


def to_percent(written: str, name: str) -> Decimal:
    """A rate in percent, from 0 to 1000."""
    found = to_amount(written.removesuffix("%"), name)
    if found > 1000:
        raise BadInput(f"{name} is {written} percent a year: at most 1000")
    return found


def to_count(written: str, name: str, most: int) -> int:
    """A whole number from 1 to `most`."""
    if not re.fullmatch(r"[0-9]{1,6}", written) or not 1 <= int(written) <= most:
        raise BadInput(f"{name} is {shown(written)}: it must be a whole number from 1 to {most}")
    return int(written)


def unit_of(decimals: str) -> Decimal:
    """The smallest amount for 0 to 4 decimals."""
    if not re.fullmatch(r"[0-4]", decimals):
        raise UsageError("--decimals must be a whole number from 0 to 4")
    return ONE.scaleb(-int(decimals))


def rounded(amount: Decimal, unit: Decimal) -> Decimal:
    """The nearest amount that can be paid, half up."""
    if amount.adjusted() > 30:
        raise BadInput("an amount grows beyond 30 digits: check the rate and how long it runs")
    return amount.quantize(unit, rounding=ROUND_HALF_UP) + ZERO


def percent_shown(rate: Decimal) -> str:
    """A rate such as 0.0325 as percent with four decimals."""
    return f"{rounded(rate * HUNDRED, RATE_UNIT):f}"


def effective_rate(received: Decimal, payments: Iterable[tuple[Decimal, Decimal]]) -> Decimal:
    """The yearly rate at which (years, amount) payments are worth what was received.

    The value of the payments falls and is convex in the rate, so Newton's steps from 0 go up to the root and never
    beyond it.
    """
    flows, rate = list(payments), ZERO
    for _ in range(200):
        factor = ONE + rate
        values = [(years, amount / factor**years) for years, amount in flows]
        surplus = sum((value for _, value in values), ZERO) - received
        slope = sum((years * value for years, value in values), ZERO) / factor
        step = surplus / slope if slope else ZERO
        rate += step
        if abs(step) < Decimal("1e-12"):
            return rate
    raise BadInput("the effective rate is too high to be worked out: check --fees")
