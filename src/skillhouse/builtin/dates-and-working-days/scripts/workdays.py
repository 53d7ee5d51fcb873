"""Count, find and list working days, with holidays from a calendar, a table or the arguments.

usage: workdays.py count FROM TO [HOLIDAYS]
       workdays.py add DATE N [HOLIDAYS]
       workdays.py roll DATE --convention following|preceding|modified-following [HOLIDAYS]
       workdays.py holidays YEAR [HOLIDAYS]
       workdays.py easter YEAR

HOLIDAYS are any of: --calendar NAME, --table SLUG, --holiday DATE[=NAME], --weekend DAYS
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from datetime import date, timedelta

from dateparts import BadData, Parser, parse_date, run, weekday_name
from holidays import CALENDARS, easter, holidays_of, orthodox_easter

DAY = timedelta(days=1)
DAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST_WALK = 366 * 200


@dataclass
class Calendar:
    """Which days are not worked: the weekend, given holidays, and those of the named calendars (made year by year)."""

    weekend: frozenset[int]
    given: dict[date, str]
    names: tuple[str, ...] = ()
    years: dict[int, dict[date, str]] = field(default_factory=dict)

    def holidays(self, year: int) -> dict[date, str]:
        """Every holiday of a year, on whatever day of the week."""
        if year not in self.years:
            found: dict[date, str] = {}
            for name in self.names:
                for day, title in holidays_of(name, year).items():
                    found[day] = f"{found[day]} / {title}" if found.get(day, title) != title else title
            found |= {day: title for day, title in self.given.items() if day.year == year}
            self.years[year] = dict(sorted(found.items()))
        return self.years[year]

    def is_working(self, day: date) -> bool:
        """Whether a day is worked."""
        return day.weekday() not in self.weekend and day not in self.holidays(day.year)

    def step(self, day: date, direction: int) -> date:
        """The first working day on or after (before) a day."""
        for _ in range(LONGEST_WALK):
            if self.is_working(day):
                return day
            day = moved(day, direction)
        raise BadData(f"no working day within {LONGEST_WALK} days: check the weekend and the holidays")


def moved(day: date, days: int) -> date:
    """A day later or earlier, or BadData at the ends of the calendar."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise BadData(f"{day} {days:+d} days is outside the years 0001 to 9999") from None


def count(first: date, last: date, days: Calendar) -> dict[str, object]:
    """Working days between two dates, counted in the two usual ways, and what was skipped."""
    if last < first:
        raise BadData(f"{last} is before {first}: give the earlier date first")
    if (last - first).days > LONGEST_WALK:
        raise BadData(f"{first} to {last} is longer than 200 years")
    span = [first + timedelta(days=offset) for offset in range((last - first).days + 1)]
    working = sum(days.is_working(day) for day in span)
    skipped = [day for day in span if day.weekday() not in days.weekend and day in days.holidays(day.year)]
    return {
        "from": str(first),
        "to": str(last),
        "both_ends_counted": working,
        "start_not_counted": working - days.is_working(first),
        "calendar_days": len(span),
        "weekend_days": sum(day.weekday() in days.weekend for day in span),
        "holidays": [{"date": str(day), "name": days.holidays(day.year)[day]} for day in skipped],
    }


def add(start: date, number: int, days: Calendar) -> dict[str, object]:
    """The Nth working day after a date (before it when N is negative); 0 is the date or the next working day."""
    if abs(number) > LONGEST_WALK:
        raise BadData(f"{number} working days is more than {LONGEST_WALK}")
    direction = -1 if number < 0 else 1
    day = start if number else days.step(start, 1)
    for _ in range(abs(number)):
        day = days.step(moved(day, direction), direction)
    return {
        "start": str(start),
        "start_is_working_day": days.is_working(start),
        "working_days": number,
        "result": str(day),
        "weekday": weekday_name(day),
        "calendar_days": (day - start).days,
    }


def roll(day: date, convention: str, days: Calendar) -> dict[str, object]:
    """The working day that stands for a date, as payment terms say it."""
    direction = -1 if convention == "preceding" else 1
    result = days.step(day, direction)
    if convention == "modified-following" and (result.year, result.month) != (day.year, day.month):
        result = days.step(day, -1)
    return {
        "date": str(day),
        "is_working_day": days.is_working(day),
        "reason": reason(day, days),
        "convention": convention,
        "result": str(result),
        "weekday": weekday_name(result),
    }


def reason(day: date, days: Calendar) -> str:
    """Why a day is not worked."""
    holiday = days.holidays(day.year).get(day)
    return holiday or (f"weekend ({weekday_name(day)})" if day.weekday() in days.weekend else "working day")


def list_holidays(year: int, days: Calendar) -> dict[str, object]:
    """Every holiday of a year with its day of the week."""
    rows = [
        {"date": str(day), "weekday": weekday_name(day), "name": name, "falls_on_weekend": day.weekday() in days.weekend}
        for day, name in days.holidays(year).items()
    ]
    return {"year": year, "count": len(rows), "holidays": rows}


def easter_days(year: int) -> dict[str, object]:
    """The feasts that hang on Easter, in the Gregorian calendar."""
    sunday = easter(year)
    feasts = {"ash_wednesday": -46, "good_friday": -2, "easter_monday": 1, "ascension": 39, "whit_sunday": 49, "whit_monday": 50}
    moving = {name: str(sunday + timedelta(days=offset)) for name, offset in feasts.items()}
    return {"year": year, "easter_sunday": str(sunday)} | moving | {"orthodox_easter_sunday": str(orthodox_easter(year))}


def read_table(slug: str) -> dict[date, str]:
    """The rows of data/SLUG.jsonl: `date`, and a `name` if there is one."""
    found: dict[date, str] = {}
    try:
        with open(f"data/{slug}.jsonl", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    day, name = read_row(line, f"table {slug!r} line {number}")
                    found[day] = name
    except (OSError, UnicodeDecodeError):
        raise BadData(f"there is no readable table at data/{slug}.jsonl: bind the table and expose it to scripts") from None
    return found


def read_row(line: str, where: str) -> tuple[date, str]:
    """One holiday of a table."""
    try:
        row = json.loads(line)
    except ValueError:
        raise BadData(f"{where} is not JSON") from None
    if not isinstance(row, dict) or not isinstance(row.get("date"), str):
        raise BadData(f"{where} has no text in the column 'date'")
    try:
        return parse_date(row["date"]), str(row.get("name") or "holiday")
    except BadData as error:
        raise BadData(f"{where}: {error}") from None


def read_weekend(text: str) -> frozenset[int]:
    """The days of the weekend, from names such as sat,sun; `none` for no weekend."""
    names = [] if text.strip().lower() == "none" else [part.strip().lower()[:3] for part in text.split(",")]
    unknown = [name for name in names if name not in DAY_NAMES]
    if unknown:
        raise BadData(f"--weekend {text!r}: use names such as sat,sun or fri,sat, or none")
    if len(set(names)) == len(DAY_NAMES):
        raise BadData(f"--weekend {text!r} leaves no day to work")
    return frozenset(DAY_NAMES.index(name) for name in names)


def parser() -> Parser:
    """The commands and their options."""
    shared = Parser(add_help=False)
    shared.add_argument("--calendar", action="append", default=[], choices=sorted(CALENDARS), metavar="NAME")
    shared.add_argument("--table", action="append", default=[], metavar="SLUG")
    shared.add_argument("--holiday", action="append", default=[], metavar="DATE[=NAME]")
    shared.add_argument("--weekend", default="sat,sun", metavar="DAYS")
    top = Parser(prog="workdays.py", description=f"Working days. Calendars: {', '.join(sorted(CALENDARS))}.")
    commands = top.add_subparsers(dest="command", required=True, metavar="count|add|roll|holidays|easter")
    one = commands.add_parser("count", parents=[shared])
    one.add_argument("first", metavar="FROM")
    one.add_argument("last", metavar="TO")
    one = commands.add_parser("add", parents=[shared])
    one.add_argument("date", metavar="DATE")
    one.add_argument("number", type=int, metavar="N")
    one = commands.add_parser("roll", parents=[shared])
    one.add_argument("date", metavar="DATE")
    one.add_argument("--convention", required=True, choices=["following", "preceding", "modified-following"])
    one = commands.add_parser("holidays", parents=[shared])
    one.add_argument("year", metavar="YEAR")
    one = commands.add_parser("easter")
    one.add_argument("year", metavar="YEAR")
    return top


def read_year(text: str) -> int:
    """A year in which Easter is known (the Gregorian calendar began in October 1582)."""
    if not (text.isascii() and text.isdigit() and 1583 <= int(text) <= 9999):
        raise BadData(f"{text!r} is not a year from 1583 to 9999")
    return int(text)


def command(args: list[str]) -> dict[str, object]:
    """Run one command of the command line."""
    given = parser().parse_args(args)
    if given.command == "easter":
        return easter_days(read_year(given.year))
    named = (text.partition("=") for text in given.holiday)
    holidays = {parse_date(day): name.strip() or "holiday" for day, _, name in named}
    for slug in given.table:
        holidays |= read_table(slug)
    days = Calendar(read_weekend(given.weekend), holidays, tuple(given.calendar))
    if given.command == "count":
        return count(parse_date(given.first), parse_date(given.last), days)
    if given.command == "add":
        return add(parse_date(given.date), given.number, days)
    if given.command == "roll":
        return roll(parse_date(given.date), given.convention, days)
    return list_holidays(read_year(given.year), days)


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
