"""Axes: round steps that people would choose, computed exactly, and the words at them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

STEPS = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))
MOST_DATE_TICKS = 8


@dataclass(frozen=True)
class Scale:
    """An axis from `low` to `high` with ticks as (value, words)."""

    low: Decimal
    high: Decimal
    ticks: tuple[tuple[Decimal, str], ...]

    def at(self, value: Decimal, start: float, end: float) -> float:
        """Where a value stands between two coordinates."""
        return start + float((value - self.low) / (self.high - self.low)) * (end - start)


def nice_step(span: Decimal, wanted: int) -> Decimal:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that cuts the span into at most `wanted` parts."""
    unit = Decimal(1).scaleb((span / wanted).adjusted())
    return next(step * unit for step in STEPS if step * unit * wanted >= span)


def number_scale(low: Decimal, high: Decimal, wanted: int = 6, *, zero: bool = False) -> Scale:
    """A scale whose ends are ticks and that holds both values, and nought where that is asked for."""
    if zero:
        low, high = min(low, Decimal(0)), max(high, Decimal(0))
    if low == high:
        margin = abs(low) if low else Decimal(1)
        low, high = (low - margin, high) if low < 0 else (low if zero else low - margin, high + margin)
    step = nice_step(high - low, wanted)
    first = (low / step).to_integral_value(ROUND_FLOOR)
    last = (high / step).to_integral_value(ROUND_CEILING)
    values = [(first + number) * step for number in range(int(last - first) + 1)]
    places = max(0, -int(step.normalize().as_tuple().exponent))
    return Scale(values[0], values[-1], tuple((value, number_text(value, places)) for value in values))


def number_text(value: Decimal, places: int | None = None) -> str:
    """A number with thin spaces between thousands and a true minus sign."""
    text = f"{abs(value):f}" if places is None else f"{abs(value):.{places}f}"
    whole, point, part = text.partition(".")
    if places is None:
        part = part.rstrip("0")
    grouped = re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", "\u2009", whole) if len(whole) > 4 else whole
    return ("\u2212" if value < 0 else "") + grouped + (f".{part}" if part else "")


def as_date(text: str) -> date | None:
    """An ISO date, or None."""
    try:
        return date.fromisoformat(text) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else None
    except ValueError:
        return None


def date_scale(first: date, last: date) -> Scale:
    """A scale of days with ticks at the beginnings of years, months or weeks, whichever are few enough."""
    low, high = Decimal(first.toordinal()), Decimal(last.toordinal())
    if low == high:
        low, high = low - 1, high + 1
    days = date_ticks(first, last)
    return Scale(low, high, tuple((Decimal(day.toordinal()), words) for day, words in days))


def date_ticks(first: date, last: date) -> list[tuple[date, str]]:
    """At most nine days and their words."""
    months = (last.year - first.year) * 12 + last.month - first.month
    for step in (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000):
        if months // step <= MOST_DATE_TICKS and months >= 2:
            return month_ticks(first, last, step)
    span = (last - first).days
    step = next(size for size in (1, 2, 7, 14) if span // size <= MOST_DATE_TICKS)
    return [(date.fromordinal(day), str(date.fromordinal(day))) for day in range(first.toordinal(), last.toordinal() + 1, step)]


def month_ticks(first: date, last: date, step: int) -> list[tuple[date, str]]:
    """The first days of every so many months; from twelve on the year alone is their word."""
    found = []
    for index in range(first.year * 12 + first.month - 1, last.year * 12 + last.month):
        day = date(index // 12, index % 12 + 1, 1)
        if (index - 12) % step == 0 and first <= day <= last:
            found.append((day, f"{day.year:04d}" if step >= 12 else f"{day.year:04d}-{day.month:02d}"))
    return found
