"""Dates of payments, and how many days lie between them by each convention."""

import calendar
import re
from datetime import date
from decimal import Decimal

from command import BadInput, shown

BASES = {"30/360": 360, "actual/365": 365, "actual/360": 360}


def to_date(written: str, name: str) -> date:
    """A date as YYYY-MM-DD."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError(written)
        return date.fromisoformat(written)
    except ValueError:
        raise BadInput(f"{name} is {shown(written)}, which is not a date: write it like 2025-03-31") from None


def months_later(start: date, months: int) -> date:
    """The same day some months later, or the last day of a month that is too short for it."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if year > date.max.year:
        raise BadInput(f"the payments would go beyond the year {date.max.year}")
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def days_between(start: date, end: date, day_count: str) -> int:
    """The days that interest runs for. 30/360 is the European one: the 31st counts as the 30th."""
    if day_count != "30/360":
        return (end - start).days
    months = (end.year - start.year) * 12 + end.month - start.month
    return months * 30 + min(end.day, 30) - min(start.day, 30)


def year_part(start: date, end: date, day_count: str) -> Decimal:
    """The part of a year that interest runs for."""
    return Decimal(days_between(start, end, day_count)) / BASES[day_count]


def years_between(start: date, end: date) -> Decimal:
    """Whole months as twelfths of a year and the days left over as 365ths, as effective rates are told."""
    months = (end.year - start.year) * 12 + end.month - start.month
    while months_later(start, months) > end:
        months -= 1
    return Decimal(months) / 12 + Decimal((end - months_later(start, months)).days) / 365
