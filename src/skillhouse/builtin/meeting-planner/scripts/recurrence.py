"""Dates that repeat: the subset of RFC 5545 recurrence rules (RRULE) that is no finer than a day.

Read: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT, UNTIL, BYDAY (with ordinals such as 2TU and -1FR in
months and years), BYMONTHDAY (also from the end: -1), BYMONTH, BYSETPOS, WKST. Every other part is refused by name.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone, tzinfo

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
PARTS = ("FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST")
LARGEST = 100_000
LONGEST = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class RuleError(ValueError):
    """The rule cannot be used; the message names the part and what to write instead."""


@dataclass(frozen=True)
class Rule:
    """A recurrence rule. `by_day` holds (ordinal, weekday): ordinal 0 is every such weekday."""

    freq: str
    interval: int = 1
    count: int | None = None
    until: date | datetime | None = None
    by_day: tuple[tuple[int, int], ...] = ()
    by_month_day: tuple[int, ...] = ()
    by_month: tuple[int, ...] = ()
    by_set_pos: tuple[int, ...] = ()
    week_start: int = 0


def parse_rule(text: str) -> Rule:
    """Read `FREQ=MONTHLY;BYDAY=2TU`, with or without `RRULE:` before it. Raises RuleError."""
    parts: dict[str, str] = {}
    for part in text.strip().removeprefix("RRULE:").split(";"):
        name, equals, value = part.strip().upper().partition("=")
        if not equals or not value:
            raise RuleError(f"{part!r} is not NAME=VALUE")
        if name not in PARTS:
            raise RuleError(f"{name} is not supported: this reads {', '.join(PARTS)}")
        if name in parts:
            raise RuleError(f"{name} stands twice")
        parts[name] = value
    rule = Rule(
        freq=parts.get("FREQ", ""),
        interval=numbers(parts, "INTERVAL", 1, LARGEST)[0] if "INTERVAL" in parts else 1,
        count=numbers(parts, "COUNT", 1, LARGEST)[0] if "COUNT" in parts else None,
        until=parse_until(parts["UNTIL"]) if "UNTIL" in parts else None,
        by_day=weekdays(parts.get("BYDAY", "")),
        by_month_day=numbers(parts, "BYMONTHDAY", 1, 31, negative=True),
        by_month=numbers(parts, "BYMONTH", 1, 12),
        by_set_pos=numbers(parts, "BYSETPOS", 1, 366, negative=True),
        week_start=weekday(parts.get("WKST", "MO")),
    )
    check(rule)
    return rule


def check(rule: Rule) -> None:
    """Refuse what RFC 5545 does not allow together."""
    if rule.freq not in FREQUENCIES:
        raise RuleError(f"FREQ must be one of {', '.join(FREQUENCIES)}")
    if rule.count and rule.until:
        raise RuleError("COUNT and UNTIL cannot stand together")
    if rule.freq in ("DAILY", "WEEKLY") and any(ordinal for ordinal, _ in rule.by_day):
        raise RuleError(f"BYDAY with a number, such as 2TU, has no meaning with FREQ={rule.freq}: use MONTHLY or YEARLY")
    if rule.freq == "WEEKLY" and rule.by_month_day:
        raise RuleError("BYMONTHDAY cannot stand with FREQ=WEEKLY")
    if rule.by_month and rule.by_month_day and not any(
        abs(day) <= LONGEST[month] for month in rule.by_month for day in rule.by_month_day
    ):
        raise RuleError("no month of BYMONTH ever has a day of BYMONTHDAY")
    if rule.by_set_pos and not (rule.by_day or rule.by_month_day or rule.by_month):
        raise RuleError("BYSETPOS picks from another BY part, and there is none")
    if rule.freq == "YEARLY" and rule.by_month_day and any(ordinal for ordinal, _ in rule.by_day) and not rule.by_month:
        raise RuleError("BYDAY with a number and BYMONTHDAY together in a year need BYMONTH to be clear")


def numbers(parts: dict[str, str], name: str, low: int, high: int, *, negative: bool = False) -> tuple[int, ...]:
    """The whole numbers of one part, each within its range (or, where allowed, minus that range)."""
    found = []
    for text in parts[name].split(",") if name in parts else []:
        if not re.fullmatch(r"[+-]?[0-9]{1,6}", text):
            raise RuleError(f"{name}={parts[name]}: {text!r} is not a whole number")
        value = int(text)
        if not (low <= value <= high or (negative and low <= -value <= high)):
            raise RuleError(f"{name}={parts[name]}: {value} is not from {low} to {high}")
        found.append(value)
    return tuple(dict.fromkeys(found))


def weekday(text: str) -> int:
    """MO is 0, SU is 6."""
    if text not in WEEKDAYS:
        raise RuleError(f"{text!r} is not a day: use {', '.join(WEEKDAYS)}")
    return WEEKDAYS.index(text)


def weekdays(text: str) -> tuple[tuple[int, int], ...]:
    """`2TU,-1FR,MO` as pairs of ordinal and weekday."""
    found = []
    for part in text.split(",") if text else []:
        matched = re.fullmatch(r"([+-]?[0-9]{1,2})?([A-Z]{2})", part)
        if not matched or (matched[1] and not 1 <= abs(int(matched[1])) <= 53):
            raise RuleError(f"BYDAY={text}: {part!r} is not a day such as MO, 2TU or -1FR")
        found.append((int(matched[1] or 0), weekday(matched[2])))
    return tuple(dict.fromkeys(found))


def parse_until(text: str) -> date | datetime:
    """UNTIL as a date, a local time, or a moment in UTC (with Z)."""
    for pattern, form in ((r"\d{8}", "%Y%m%d"), (r"\d{8}T\d{6}", "%Y%m%dT%H%M%S"), (r"\d{8}T\d{6}Z", "%Y%m%dT%H%M%SZ")):
        if re.fullmatch(pattern, text, re.ASCII):
            try:
                moment = datetime.strptime(text, form)
            except ValueError:
                break
            if len(text) == 8:
                return moment.date()
            return moment.replace(tzinfo=timezone.utc) if text.endswith("Z") else moment
    raise RuleError(f"UNTIL={text} is not a date such as 20261231 or a time such as 20261231T225959Z")


def occurrences(rule: Rule, start: date, until: date | None = None) -> Iterator[date]:
    """The dates on which the rule falls, from `start` on, in order, at most COUNT of them and none after `until`.

    `until` is the last date allowed; a caller whose UNTIL is a moment compares the moments itself.
    """
    given = 0
    for group in periods(rule, start, until or date.max):
        for day in chosen(rule, sorted(group)):
            if day < start:
                continue
            if (until and day > until) or given == rule.count:
                return
            given += 1
            yield day
        if given == rule.count:
            return


def chosen(rule: Rule, days: list[date]) -> list[date]:
    """What BYSETPOS picks from the days of one period; all of them without it."""
    if not rule.by_set_pos:
        return days
    size = len(days)
    places = {place - 1 if place > 0 else size + place for place in rule.by_set_pos}
    return [day for place, day in enumerate(days) if place in places]


def periods(rule: Rule, start: date, last: date) -> Iterator[set[date]]:
    """The candidate days of each day, week, month or year that the rule visits, up to the one that holds `last`."""
    if rule.freq in ("DAILY", "WEEKLY"):
        yield from short_periods(rule, start, last)
    elif rule.freq == "MONTHLY":
        first = start.year * 12 + start.month - 1
        for index in range(first, last.year * 12 + last.month, rule.interval):
            year, month = index // 12, index % 12 + 1
            if not rule.by_month or month in rule.by_month:
                yield in_month(rule, year, month, start.day)
    else:
        for year in range(start.year, last.year + 1, rule.interval):
            yield in_year(rule, year, start)


def short_periods(rule: Rule, start: date, last: date) -> Iterator[set[date]]:
    """Days, or weeks that begin on WKST."""
    weekly = rule.freq == "WEEKLY"
    length = 7 if weekly else 1
    wanted = {day for _, day in rule.by_day} or ({start.weekday()} if weekly else set(range(7)))
    first = start.toordinal() - ((start.weekday() - rule.week_start) % 7 if weekly else 0)
    end = date.max.toordinal() + 1
    for ordinal in range(first, last.toordinal() + 1, rule.interval * length):
        days = (date.fromordinal(number) for number in range(max(ordinal, 1), min(ordinal + length, end)))
        yield {day for day in days if day.weekday() in wanted and allowed(rule, day)}


def allowed(rule: Rule, day: date) -> bool:
    """Whether BYMONTH and BYMONTHDAY let a day through."""
    if rule.by_month and day.month not in rule.by_month:
        return False
    if not rule.by_month_day or day.day in rule.by_month_day:
        return True
    return day.day - calendar.monthrange(day.year, day.month)[1] - 1 in rule.by_month_day


def in_month(rule: Rule, year: int, month: int, default_day: int) -> set[date]:
    """The candidate days of one month. A day that the month does not have is left out, never moved."""
    size = calendar.monthrange(year, month)[1]
    days = {date(year, month, number) for number in range(1, size + 1)}
    if rule.by_day:
        days &= on_weekdays(rule, date(year, month, 1), size)
    if rule.by_month_day:
        return {day for day in days if allowed(rule, day)}
    return days if rule.by_day else {day for day in days if day.day == default_day}


def in_year(rule: Rule, year: int, start: date) -> set[date]:
    """The candidate days of one year."""
    if rule.by_month or rule.by_month_day or not rule.by_day:
        months = rule.by_month or (range(1, 13) if rule.by_month_day else (start.month,))
        return {day for month in months for day in in_month(rule, year, month, start.day)}
    return on_weekdays(rule, date(year, 1, 1), 366 if calendar.isleap(year) else 365)


def on_weekdays(rule: Rule, first: date, size: int) -> set[date]:
    """The days of BYDAY within a span of `size` days, ordinals counted from its beginning or its end."""
    found: set[date] = set()
    for ordinal, weekday_number in rule.by_day:
        offset = (weekday_number - first.weekday()) % 7
        days = [first + timedelta(days=number) for number in range(offset, size, 7)]
        if not ordinal:
            found.update(days)
        elif abs(ordinal) <= len(days):
            found.add(days[ordinal - 1 if ordinal > 0 else ordinal])
    return found


def describe(rule: Rule) -> str:
    """The rule in words."""
    unit = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}[rule.freq]
    words = [f"every {unit}" if rule.interval == 1 else f"every {rule.interval} {unit}s"]
    if rule.by_month:
        words.append("in " + join([calendar.month_name[month] for month in rule.by_month]))
    if rule.by_day:
        words.append("on " + join([day_words(*day) for day in rule.by_day]))
    if rule.by_month_day:
        words.append("on " + join([f"day {day}" if day > 0 else f"the {ordinal_words(day)} day" for day in rule.by_month_day]))
        words[-1] += " of the month"
    if rule.by_set_pos:
        words.append("only the " + join([ordinal_words(place) for place in rule.by_set_pos]) + f" of those in each {unit}")
    if rule.count:
        words.append(f"{rule.count} times")
    if rule.until:
        words.append(f"until {rule.until.isoformat()}")
    return ", ".join(words)


def day_words(ordinal: int, weekday_number: int) -> str:
    """`the 2nd Tuesday`, `the last Friday` or just `Monday`."""
    name = calendar.day_name[weekday_number]
    return f"the {ordinal_words(ordinal)} {name}" if ordinal else name


def ordinal_words(number: int) -> str:
    """1st, 2nd, last, 2nd to last."""
    if number == -1:
        return "last"
    size = abs(number)
    ending = "th" if size % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(size % 10, "th")
    return f"{size}{ending}" + (" to last" if number < 0 else "")


def join(words: list[str]) -> str:
    """a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def local_until(rule: Rule, zone: tzinfo | None) -> datetime | None:
    """The last local time that UNTIL allows, or None without one. Raises RuleError for UTC without a zone."""
    if rule.until is None:
        return None
    if not isinstance(rule.until, datetime):
        return datetime.combine(rule.until, time.max)
    if rule.until.tzinfo is None:
        return rule.until
    if zone is None:
        raise RuleError("UNTIL in UTC needs a time zone to be compared in")
    return rule.until.astimezone(zone).replace(tzinfo=None)
