"""The events of an iCalendar text, and the times at which each of them happens within a window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from clock import UTC, BadData, load_zone, to_utc
from ics_lines import Component, Line, read_components
from recurrence import Rule, RuleError, local_until, occurrences, parse_rule
from windows_zones import WINDOWS_ZONES

DAY = timedelta(days=1)


@dataclass(frozen=True)
class When:
    """A DATE, or a local time in a zone."""

    local: datetime
    all_day: bool
    zone: ZoneInfo

    @property
    def moment(self) -> datetime:
        """The moment in UTC."""
        return to_utc(self.local, self.zone)


@dataclass(frozen=True)
class Event:
    """One VEVENT. `length` is nominal days plus exact time."""

    uid: str
    summary: str
    location: str
    status: str
    busy: bool
    start: When
    days: int
    length: timedelta
    number: int
    rule: Rule | None = None
    excluded: frozenset[datetime] = frozenset()
    excluded_days: frozenset[date] = frozenset()
    added: tuple[When, ...] = ()
    replaces: datetime | None = None

    def end_of(self, start: When) -> datetime:
        """The moment at which an occurrence ends."""
        return replace(start, local=start.local + self.days * DAY).moment + self.length


@dataclass
class Calendar:
    """What was read, and what could not be: an event named in `problems` is not in `events`."""

    events: list[Event] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Occurrence:
    """One time at which an event happens."""

    event: Event
    start: When
    end: datetime


def read_calendar(text: str, default_zone: ZoneInfo) -> Calendar:
    """Every event of the text. Times without a zone (floating) and whole days are those of `default_zone`."""
    found = Calendar()
    outer = read_components(text, found.problems)
    calendars = [one for one in outer if one.name == "VCALENDAR"]
    if not calendars:
        raise BadData("this is not an iCalendar text: it has no BEGIN:VCALENDAR")
    for calendar in calendars:
        zones = Zones(calendar, default_zone)
        for component in calendar.inside:
            if component.name == "VEVENT":
                try:
                    found.events.append(read_event(component, zones))
                except BadData as error:
                    found.problems.append(f"event at line {component.number}: {error}")
                except OverflowError:
                    found.problems.append(f"event at line {component.number}: it is outside the years 0001 to 9999")
    return found


class Zones:
    """The zones that a calendar's TZIDs name: IANA names, Windows names, or a path that ends in an IANA name."""

    def __init__(self, calendar: Component, default: ZoneInfo) -> None:
        self.default = default
        self.locations = {
            one.text("TZID"): one.text("X-LIC-LOCATION")
            for one in calendar.inside
            if one.name == "VTIMEZONE" and one.text("X-LIC-LOCATION")
        }

    def find(self, name: str) -> ZoneInfo:
        """The zone of a TZID. Raises BadData for one that is not known."""
        parts = name.split("/")
        tails = ["/".join(parts[start:]) for start in range(len(parts))]
        for candidate in (self.locations.get(name, ""), WINDOWS_ZONES.get(name, ""), *tails):
            try:
                return load_zone(candidate)
            except BadData:
                continue
        raise BadData(f"the time zone {name!r} is not known")


def read_event(component: Component, zones: Zones) -> Event:
    """One event. Raises BadData with what is wrong."""
    first = component.first("DTSTART")
    if first is None:
        raise BadData("it has no DTSTART")
    start = read_when(first, first.value, zones)
    days, length = read_length(component, start, zones)
    rules = component.all("RRULE")
    if len(rules) > 1 or component.first("EXRULE"):
        raise BadData("more than one RRULE, or an EXRULE, is not supported")
    replaced = component.first("RECURRENCE-ID")
    if replaced and replaced.params.get("RANGE"):
        raise BadData("RECURRENCE-ID with RANGE is not supported")
    excluded = [one for line in component.all("EXDATE") for one in read_list(line, zones)]
    event = Event(
        uid=component.text("UID"),
        summary=component.text("SUMMARY"),
        location=component.text("LOCATION"),
        status=component.text("STATUS").upper() or "CONFIRMED",
        busy=component.text("TRANSP").upper() != "TRANSPARENT",
        start=start,
        days=days,
        length=length,
        number=component.number,
        rule=read_rule(rules[0]) if rules else None,
        excluded=frozenset(one.moment for one in excluded if not one.all_day),
        excluded_days=frozenset(one.local.date() for one in excluded if one.all_day),
        added=tuple(one for line in component.all("RDATE") for one in read_list(line, zones)),
        replaces=read_when(replaced, replaced.value, zones).moment if replaced else None,
    )
    event.end_of(start)  # an end outside the years 1 to 9999 is found here, not later
    return event


def read_rule(line: Line) -> Rule:
    """A recurrence rule of the subset."""
    try:
        return parse_rule(line.value)
    except RuleError as error:
        raise BadData(f"its RRULE at line {line.number} cannot be used: {error}") from None


def read_when(line: Line, value: str, zones: Zones) -> When:
    """A DATE or DATE-TIME value: 20260504, 20260504T100000, or with Z."""
    found = re.fullmatch(r"(\d{8})(?:T(\d{6})(Z?))?", value.strip(), re.ASCII)
    try:
        if not found:
            raise ValueError
        local = datetime.strptime(found[1] + (found[2] or "000000"), "%Y%m%d%H%M%S")
    except ValueError:
        raise BadData(f"{line.name} at line {line.number} has {value[:40]!r}, which is not a date or time") from None
    if found[2] is None:
        return When(local, True, zones.default)
    if found[3]:
        return When(local, False, ZoneInfo("UTC"))
    return When(local, False, zones.find(line.params["TZID"]) if "TZID" in line.params else zones.default)


def read_list(line: Line, zones: Zones) -> list[When]:
    """The comma-separated values of EXDATE or RDATE."""
    if line.params.get("VALUE", "").upper() == "PERIOD":
        raise BadData(f"{line.name} at line {line.number} with VALUE=PERIOD is not supported")
    return [read_when(line, value, zones) for value in line.value.split(",")]


def read_length(component: Component, start: When, zones: Zones) -> tuple[int, timedelta]:
    """How long an event takes: nominal days and exact time. Without DTEND and DURATION a whole day, or no time."""
    last, duration = component.first("DTEND"), component.first("DURATION")
    if duration is not None and last is None:
        return read_duration(duration)
    if last is None:
        return (1, timedelta()) if start.all_day else (0, timedelta())
    end = read_when(last, last.value, zones)
    if end.all_day != start.all_day:
        raise BadData("DTSTART and DTEND are not both dates or both times")
    if start.all_day:
        length = (end.local - start.local).days, timedelta()
    else:
        length = 0, end.moment - start.moment
    if length[0] < 0 or length[1] < timedelta():
        raise BadData(f"DTEND at line {last.number} is before DTSTART")
    return length


def read_duration(line: Line) -> tuple[int, timedelta]:
    """P1DT2H30M as nominal days and exact time."""
    text = line.value.strip()
    found = re.fullmatch(r"\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?", text)
    if not found or not any(found.groups()):
        raise BadData(f"DURATION at line {line.number} has {text[:40]!r}, which is not a duration such as PT1H30M")
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return weeks * 7 + days, timedelta(hours=hours, minutes=minutes, seconds=seconds)


def occurrences_of(calendar: Calendar, start: datetime, end: datetime) -> list[Occurrence]:
    """Every occurrence that overlaps the window, in order; cancelled ones are left out, moved ones stand where they went."""
    replaced = {(event.uid, event.replaces) for event in calendar.events if event.replaces is not None}
    found = []
    for event in calendar.events:
        if event.status == "CANCELLED":
            continue
        for when in starts_of(event, end):
            moment, finish = when.moment, event.end_of(when)
            if event.replaces is None and (event.uid, moment) in replaced:
                continue
            if moment < end and (finish > start or moment == finish == start):
                found.append(Occurrence(event, when, finish))
    return sorted(found, key=lambda one: (one.start.moment, one.end, one.event.summary, one.event.number))


def starts_of(event: Event, end: datetime) -> Iterator[When]:
    """The starts of an event's occurrences that are not excluded, up to the end of the window.

    DTSTART is one of them also where the rule leaves it out: it then counts for nothing in COUNT.
    """
    if event.rule is None or event.replaces is not None:
        candidates = [event.start]
    else:
        candidates = list(by_rule(event, event.rule, end))
        if event.start not in candidates:
            candidates.append(event.start)
    for when in dict.fromkeys([*candidates, *event.added]):
        if when.moment not in event.excluded and when.local.date() not in event.excluded_days:
            yield when


def by_rule(event: Event, rule: Rule, end: datetime) -> Iterator[When]:
    """The starts that the rule gives."""
    start = event.start
    limit = local_until(rule, start.zone)
    last = min((end.astimezone(start.zone) + DAY).date(), limit.date() if limit else date.max)
    clock = time() if start.all_day else start.local.time()
    for day in occurrences(rule, start.local.date(), last):
        local = datetime.combine(day, clock)
        if limit and local > limit:
            return
        yield replace(start, local=local)


def busy_spans(found: list[Occurrence]) -> list[tuple[datetime, datetime, str]]:
    """The times that are taken: those of events that are not transparent."""
    return [(one.start.moment.astimezone(UTC), one.end, one.event.summary) for one in found if one.event.busy]
