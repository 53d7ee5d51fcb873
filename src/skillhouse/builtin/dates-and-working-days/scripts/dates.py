"""Differences, sums, ages and ISO weeks of calendar dates (proleptic Gregorian calendar, years 1 to 9999).

usage: dates.py difference FROM TO
       dates.py add DATE [--years N] [--months N] [--weeks N] [--days N] [--keep-end-of-month]
       dates.py age BIRTH --on DATE [--leap-birthday march-1|february-28]
       dates.py week DATE-OR-WEEK
       dates.py about DATE
"""

from __future__ import annotations

import calendar
import re
import sys
from datetime import date, timedelta

from dateparts import BadData, Parser, add_months, last_day, parse_date, run, weekday_name, whole_months


def difference(first: date, last: date) -> dict[str, object]:
    """How far apart two dates are, in days, in weeks and in calendar years, months and days."""
    start, end = min(first, last), max(first, last)
    days = (end - start).days
    months = whole_months(start, end)
    rest = (end - add_months(start, months)).days
    return {
        "from": str(first),
        "to": str(last),
        "direction": "same day" if first == last else "forward" if first < last else "backward",
        "days": days,
        "days_counting_both_ends": days + 1,
        "weeks_and_days": {"weeks": days // 7, "days": days % 7},
        "calendar": {"years": months // 12, "months": months % 12, "days": rest},
        "whole_months": months,
        "leap_days_passed": leap_days(start, end),
    }


def leap_days(start: date, end: date) -> int:
    """How many 29ths of February lie after `start` and not after `end`."""

    def until(day: date) -> int:
        before = calendar.leapdays(1, day.year)
        this_year = calendar.isleap(day.year) and (day.month, day.day) >= (2, 29)
        return before + int(this_year)

    return until(end) - until(start)


def add(start: date, years: int, months: int, days: int, *, keep_end: bool) -> dict[str, object]:
    """Years and months first, as one step, then the days."""
    moved = add_months(start, years * 12 + months, keep_end=keep_end)
    try:
        result = moved + timedelta(days=days)
    except OverflowError:
        raise BadData(f"{moved} {days:+d} days is outside the years 0001 to 9999") from None
    return {
        "start": str(start),
        "after_months": str(moved),
        "end_of_month_rule": end_rule(start, moved, keep_end=keep_end),
        "result": str(result),
        "weekday": weekday_name(result),
    }


def end_rule(start: date, moved: date, *, keep_end: bool) -> str:
    """Why the day of the month is not that of the start, in words."""
    if moved.day == start.day:
        return "not needed"
    if keep_end and moved.day > start.day:
        return f"{start} is the last day of its month, and so is {moved}"
    return f"{moved.year:04d}-{moved.month:02d} has no day {start.day}: its last day was taken"


def age(birth: date, on: date, leap_birthday: str) -> dict[str, object]:
    """The age on a date; somebody born on 29 February has a birthday in every year, on the day that the rule names."""
    if on < birth:
        raise BadData(f"{on} is before the birth on {birth}")
    years = on.year - birth.year
    if birthday(birth, on.year, leap_birthday) > on:
        years -= 1
    previous = birthday(birth, birth.year + years, leap_birthday)
    following = birthday(birth, birth.year + years + 1, leap_birthday) if birth.year + years < 9999 else None
    return {
        "birth": str(birth),
        "on": str(on),
        "years": years,
        "is_birthday": previous == on,
        "days_since_birthday": (on - previous).days,
        "next_birthday": str(following) if following else None,
        "days_to_next_birthday": (following - on).days if following else None,
        "days_lived": (on - birth).days,
        "leap_birthday_rule": leap_birthday if (birth.month, birth.day) == (2, 29) else "not needed",
    }


def birthday(birth: date, year: int, leap_birthday: str) -> date:
    """The birthday in one year."""
    if (birth.month, birth.day) != (2, 29) or calendar.isleap(year):
        return birth.replace(year=year)
    return date(year, 3, 1) if leap_birthday == "march-1" else date(year, 2, 28)


def week(text: str) -> dict[str, object]:
    """The ISO week of a date, or the days of a week written as 2026-W53."""
    found = re.fullmatch(r"([0-9]{4})-?W([0-9]{2})", text.strip())
    if not found:
        day = parse_date(text)
        year, number, weekday = day.isocalendar()
        return {"date": str(day), "week": f"{year:04d}-W{number:02d}", "weekday_number": weekday} | week_days(year, number)
    year, number = int(found[1]), int(found[2])
    if not 1 <= year <= 9998:
        raise BadData(f"{text!r}: weeks are known for the years 0001 to 9998")
    if not 1 <= number <= weeks_in(year):
        raise BadData(f"{text!r}: the ISO year {year} has weeks 01 to {weeks_in(year)}")
    return {"week": f"{year:04d}-W{number:02d}"} | week_days(year, number)


def week_days(year: int, number: int) -> dict[str, object]:
    """Monday and Sunday of a week, and how many weeks its ISO year has."""
    monday = date.fromisocalendar(year, number, 1)
    sunday = monday + timedelta(days=6) if monday <= date(9999, 12, 25) else None
    return {"monday": str(monday), "sunday": str(sunday) if sunday else None, "weeks_in_iso_year": weeks_in(year)}


def weeks_in(year: int) -> int:
    """52 or 53: the week that holds 28 December is always the last."""
    return date(year, 12, 28).isocalendar()[1]


def about(day: date) -> dict[str, object]:
    """What can be said of one date."""
    year, number, weekday = day.isocalendar()
    end = last_day(day.year, day.month)
    return {
        "date": str(day),
        "weekday": weekday_name(day),
        "iso_week": f"{year:04d}-W{number:02d}-{weekday}",
        "day_of_year": day.timetuple().tm_yday,
        "days_in_year": 365 + calendar.isleap(day.year),
        "leap_year": calendar.isleap(day.year),
        "quarter": (day.month + 2) // 3,
        "days_in_month": end.day,
        "last_day_of_month": str(end),
        "days_left_in_month": (end - day).days,
    }


def parser() -> Parser:
    """The commands and their options."""
    top = Parser(prog="dates.py", description="Differences, sums, ages and ISO weeks of dates written as YYYY-MM-DD.")
    commands = top.add_subparsers(dest="command", required=True, metavar="difference|add|age|week|about")
    one = commands.add_parser("difference", help="how far apart two dates are")
    one.add_argument("first", metavar="FROM")
    one.add_argument("last", metavar="TO")
    one = commands.add_parser("add", help="a date plus (or minus) years, months, weeks and days")
    one.add_argument("date", metavar="DATE")
    for unit in ("years", "months", "weeks", "days"):
        one.add_argument(f"--{unit}", type=int, default=0, metavar="N")
    one.add_argument("--keep-end-of-month", action="store_true")
    one = commands.add_parser("age", help="the age on a date")
    one.add_argument("birth", metavar="BIRTH")
    one.add_argument("--on", required=True, metavar="DATE")
    one.add_argument("--leap-birthday", choices=["march-1", "february-28"], default="march-1")
    one = commands.add_parser("week", help="the ISO week of a date, or the days of a week such as 2026-W53")
    one.add_argument("week", metavar="DATE-OR-WEEK")
    one = commands.add_parser("about", help="weekday, quarter, day of the year, leap year")
    one.add_argument("date", metavar="DATE")
    return top


def command(args: list[str]) -> dict[str, object]:
    """Run one command of the command line."""
    given = parser().parse_args(args)
    if given.command == "difference":
        return difference(parse_date(given.first), parse_date(given.last))
    if given.command == "add":
        days = given.weeks * 7 + given.days
        return add(parse_date(given.date), given.years, given.months, days, keep_end=given.keep_end_of_month)
    if given.command == "age":
        return age(parse_date(given.birth), parse_date(given.on), given.leap_birthday)
    if given.command == "week":
        return week(given.week)
    return about(parse_date(given.date))


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
