"""The people of a meeting: their zone, their working hours, and when they are taken."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clock import BadData, Span, joined, load_zone, parse_moment, read_rows, text_of, to_utc
from ics_events import busy_spans, occurrences_of, read_calendar

DAY = timedelta(days=1)
DAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Taken = tuple[datetime, datetime, str]


@dataclass
class Person:
    """Who takes part. `hours` are minutes from midnight; a range that ends before it begins goes past midnight."""

    name: str
    zone: ZoneInfo
    hours: list[tuple[int, int]]
    days: frozenset[int]
    taken: list[Taken] = field(default_factory=list)

    def working(self, start: datetime, end: datetime) -> list[Span]:
        """The working time within a window, as moments in UTC."""
        first, last = start.astimezone(self.zone).date(), end.astimezone(self.zone).date()
        spans = []
        for number in range(-1, (last - first).days + 1):
            day = first + number * DAY
            if day.weekday() in self.days:
                spans.extend(self.span_on(day, *one) for one in self.hours)
        return joined((max(one, start), min(other, end)) for one, other in spans)

    def span_on(self, day: date, begin: int, finish: int) -> Span:
        """One range of hours on one day."""
        ends = finish if finish > begin else finish + 1440
        return at_minute(day, begin, self.zone), at_minute(day, ends, self.zone)

    def busy(self) -> list[Span]:
        """When the person is taken."""
        return joined((start, end) for start, end, _ in self.taken)


def at_minute(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """The moment at which the clocks show so many minutes after midnight (1440 and more are the next day)."""
    return to_utc(datetime.combine(day + minutes // 1440 * DAY, time(minutes // 60 % 24, minutes % 60)), zone)


def read_person(text: str) -> Person:
    """`NAME, ZONE[, HOURS[, DAYS]]`, for instance `Ana, Europe/Madrid, 09:00-14:00/15:00-18:00, mon-fri`."""
    parts = [part.strip() for part in text.split(",")]
    if not 2 <= len(parts) <= 4 or not parts[0]:
        raise BadData(f"--person {text!r} is not NAME, ZONE[, HOURS[, DAYS]]")
    return make_person(*parts)


def make_person(name: str, zone: str, hours: str = "", days: str = "") -> Person:
    """A person with the usual hours where none are named."""
    return Person(name, load_zone(zone), read_hours(hours or "09:00-17:00"), read_days(days or "mon-fri"))


def read_hours(text: str) -> list[tuple[int, int]]:
    """`09:00-12:30/13:30-18:00` as minutes; 24:00 may end a range, and 22:00-06:00 goes past midnight."""
    found = []
    for part in text.split("/"):
        matched = re.fullmatch(r"\s*([0-9]{2}):([0-9]{2})\s*-\s*([0-9]{2}):([0-9]{2})\s*", part)
        numbers = [int(number) for number in matched.groups()] if matched else [99] * 4
        begin, finish = numbers[0] * 60 + numbers[1], numbers[2] * 60 + numbers[3]
        if max(numbers[1], numbers[3]) > 59 or begin >= 1440 or finish > 1440 or begin == finish:
            raise BadData(f"hours {text!r}: write them as 09:00-17:00, several joined by /")
        found.append((begin, finish))
    return found


def read_days(text: str) -> frozenset[int]:
    """`mon-fri`, `mon/wed/fri` or `sun-thu`."""
    found: set[int] = set()
    for part in text.lower().split("/"):
        first, dash, last = (name.strip() for name in part.partition("-"))
        if first not in DAY_NAMES or (dash and last not in DAY_NAMES):
            raise BadData(f"days {text!r}: write them as mon-fri or mon/wed/fri")
        begin = DAY_NAMES.index(first)
        size = (DAY_NAMES.index(last) - begin) % 7 if dash else 0
        found.update((begin + number) % 7 for number in range(size + 1))
    return frozenset(found)


def read_people(texts: list[str], slug: str | None) -> dict[str, Person]:
    """Everybody, from the arguments and from a table with the columns name, zone, hours, days."""
    people = [read_person(text) for text in texts]
    for where, row in read_rows(slug) if slug else []:
        name, zone = text_of(row, "name", where), text_of(row, "zone", where)
        hours, days = (text_of(row, column, where, needed=False) for column in ("hours", "days"))
        try:
            people.append(make_person(name, zone, hours, days))
        except BadData as error:
            raise BadData(f"{where}: {error}") from None
    if not people:
        raise BadData("nobody takes part: give --person or --people")
    names = [person.name for person in people]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadData(f"{twice[0]!r} stands twice among the people")
    return {person.name: person for person in people}


def whose(people: dict[str, Person], name: str, where: str) -> Person:
    """The person of that name."""
    if name not in people:
        raise BadData(f"{where}: {name!r} is none of {', '.join(people)}")
    return people[name]


def add_busy_text(people: dict[str, Person], text: str) -> None:
    """`NAME, START, END[, TITLE]`, local times being those of the person."""
    name, *rest = (part.strip() for part in text.split(",", 3))
    if not 2 <= len(rest) <= 3:
        raise BadData(f"--busy {text!r} is not NAME, START, END[, TITLE]")
    add_busy(whose(people, name, f"--busy {text!r}"), rest[0], rest[1], rest[2] if rest[2:] else "", "--busy")


def add_busy(person: Person, start: str, end: str, title: str, where: str) -> None:
    """One time at which somebody is taken."""
    try:
        first, last = parse_moment(start, person.zone), parse_moment(end, person.zone)
    except BadData as error:
        raise BadData(f"{where}: {error}") from None
    if last <= first:
        raise BadData(f"{where}: {end} is not after {start} ({person.name})")
    person.taken.append((first, last, title or "busy"))


def add_busy_table(people: dict[str, Person], slug: str, window: Span, problems: list[str]) -> None:
    """Rows with person, start, end, title; or with person and ics, the text of a whole calendar."""
    for where, row in read_rows(slug):
        person = whose(people, text_of(row, "person", where), where)
        if row.get("ics"):
            add_calendar(person, text_of(row, "ics", where), window, where, problems)
        else:
            title = text_of(row, "title", where, needed=False)
            add_busy(person, text_of(row, "start", where), text_of(row, "end", where), title, where)


def add_calendar(person: Person, text: str, window: Span, where: str, problems: list[str]) -> None:
    """Every event of a calendar that takes time within the window."""
    try:
        calendar = read_calendar(text, person.zone)
    except BadData as error:
        raise BadData(f"{where}: {error}") from None
    problems.extend(f"{where} ({person.name}): {problem}" for problem in calendar.problems)
    person.taken.extend(busy_spans(occurrences_of(calendar, *window)))
