"""What the scripts of this skill share: reading dates, whole months, and one way to fail."""

from __future__ import annotations

import argparse
import calendar
import json
import re
import sys
from collections.abc import Callable
from datetime import date

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class BadData(Exception):
    """Something in the data is wrong: the message names the value and what to do. Exit code 1."""


class Parser(argparse.ArgumentParser):
    """An argument parser without guessed abbreviations, whose usage text is the same on every terminal."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", lambda prog: argparse.HelpFormatter(prog, width=100))
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]


def run(command: Callable[[list[str]], dict[str, object]], args: list[str]) -> int:
    """Print what the command returns as JSON; a BadData becomes one line on stderr and exit code 1."""
    try:
        result = command(args)
    except BadData as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result, ensure_ascii=False))
    return 0


def parse_date(text: str) -> date:
    """The date written as YYYY-MM-DD. Anything else is refused, because 03/04/2026 is two different days."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip()):
        raise BadData(f"{text!r} is not a date as YYYY-MM-DD, such as 2026-02-28")
    year, month, day = (int(part) for part in text.strip().split("-"))
    if year == 0:
        raise BadData(f"{text!r}: years run from 0001 to 9999")
    if not 1 <= month <= 12:
        raise BadData(f"{text!r}: there is no month {month}")
    last = calendar.monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise BadData(f"{text!r}: {year:04d}-{month:02d} has {last} days")
    return date(year, month, day)


def last_day(year: int, month: int) -> date:
    """The last day of a month."""
    return date(year, month, calendar.monthrange(year, month)[1])


def add_months(start: date, months: int, *, keep_end: bool = False) -> date:
    """The same day `months` later; where that month is too short, its last day.

    With `keep_end`, the last day of a month goes to the last day of a month: 30 April + 1 month is 31 May.
    """
    index = start.year * 12 + start.month - 1 + months
    year, month = index // 12, index % 12 + 1
    if not 1 <= year <= 9999:
        raise BadData(f"{start} {months:+d} months is outside the years 0001 to 9999")
    end = last_day(year, month)
    if keep_end and start == last_day(start.year, start.month):
        return end
    return end if start.day > end.day else date(year, month, start.day)


def whole_months(start: date, end: date) -> int:
    """The most months that fit between two dates, start not after end: 31 January to 28 February 2026 is one."""
    months = (end.year - start.year) * 12 + end.month - start.month
    while months and add_months(start, months) > end:
        months -= 1
    return months


def weekday_name(day: date) -> str:
    """The English name of the day of the week."""
    return WEEKDAYS[day.weekday()]
