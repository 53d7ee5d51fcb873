"""Write one meeting as an iCalendar file, the same bytes for the same arguments.

usage: write_ics.py --summary TEXT --stamp MOMENT
                    (--start DATETIME --zone ZONE (--minutes N | --end DATETIME) | --day DATE [--last-day DATE])
                    [--location TEXT] [--description TEXT] [--organizer PERSON] [--attendee PERSON]...
                    [--rule RULE] [--exclude DATE]... [--alarm MINUTES] [--uid TEXT] [--sequence N]
                    [--cancel] [--free] [--out NAME]

PERSON is an address such as ana@example.com, or "Ana Ruiz <ana@example.com>".
"""

from __future__ import annotations

import hashlib
import re
import sys
from argparse import Namespace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from clock import UTC, BadData, Parser, load_zone, local_text, parse_date, parse_local, parse_moment, run, to_utc, utc_text
from ics_lines import escape, quoted, to_bytes
from ics_zone import vtimezone
from recurrence import Rule, RuleError, describe, local_until, occurrences, parse_rule

PRODUCT = "-//Skillhouse//meeting-planner//EN"


def timed(given: Namespace) -> tuple[list[str], list[str], dict[str, object]]:
    """The lines of a meeting at a time of day, its VTIMEZONE, and what to say of it."""
    if not given.zone or bool(given.minutes) == bool(given.end):
        raise BadData("--start needs --zone, and either --minutes or --end")
    zone = load_zone(given.zone)
    local = parse_local(given.start)
    start = to_utc(local, zone)
    if start.astimezone(zone).replace(tzinfo=None) != local:
        raise BadData(f"{given.start} does not exist in {zone.key}: the clocks skip it")
    end = to_utc(parse_local(given.end), zone) if given.end else start + timedelta(minutes=given.minutes)
    if end <= start:
        raise BadData(f"the end {given.end or given.minutes} is not after the start {given.start}")
    lines = [stamped("DTSTART", start, zone), stamped("DTEND", end, zone)]
    rule = read_rule(given.rule)
    for day in sorted({parse_date(text) for text in given.exclude}):
        check_falls(rule, local.date(), day)
        lines.append(f"EXDATE;TZID={zone.key}:{datetime.combine(day, local.time()):%Y%m%dT%H%M%S}")
    last = end
    if rule:
        lines.append(rule_line(given.rule, rule))
        last = last_end(rule, local, zone, end - start)
    fact = {"start": utc_text(start), "end": utc_text(end), "local": local_text(start, zone)}
    return lines, [] if zone.key == "UTC" else vtimezone(zone, start, last), fact


def whole_days(given: Namespace) -> tuple[list[str], list[str], dict[str, object]]:
    """The lines of a meeting that takes whole days; the last day is written as the day after it, as the format asks."""
    if given.start or given.end or given.minutes or given.zone:
        raise BadData("--day is for whole days: leave out --start, --end, --minutes and --zone")
    first = parse_date(given.day)
    last = parse_date(given.last_day) if given.last_day else first
    if last < first:
        raise BadData(f"--last-day {last} is before --day {first}")
    lines = [f"DTSTART;VALUE=DATE:{first:%Y%m%d}", f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}"]
    rule = read_rule(given.rule)
    for day in sorted({parse_date(text) for text in given.exclude}):
        check_falls(rule, first, day)
        lines.append(f"EXDATE;VALUE=DATE:{day:%Y%m%d}")
    if rule and isinstance(rule.until, datetime):
        raise BadData("with --day, UNTIL in the rule must be a date such as 20261231")
    if rule:
        lines.append(rule_line(given.rule, rule))
    return lines, [], {"first_day": str(first), "last_day": str(last)}


def stamped(name: str, moment: datetime, zone: ZoneInfo) -> str:
    """A time with its zone; in UTC where the zone is UTC."""
    if zone.key == "UTC":
        return f"{name}:{moment:%Y%m%dT%H%M%SZ}"
    return f"{name};TZID={zone.key}:{moment.astimezone(zone):%Y%m%dT%H%M%S}"


def read_rule(text: str | None) -> Rule | None:
    """The recurrence rule, checked."""
    try:
        return parse_rule(text) if text else None
    except RuleError as error:
        raise BadData(f"--rule {text!r}: {error}") from None


def rule_line(text: str, rule: Rule) -> str:
    """RRULE as it was given, in capitals."""
    return "RRULE:" + text.strip().upper().removeprefix("RRULE:")


def check_falls(rule: Rule | None, start: date, day: date) -> None:
    """Refuse to leave out a date on which nothing happens."""
    if rule is None:
        raise BadData("--exclude needs a --rule")
    if day not in occurrences(rule, start, day):
        raise BadData(f"--exclude {day}: the rule ({describe(rule)}) does not fall on that day")


def last_end(rule: Rule, local: datetime, zone: ZoneInfo, length: timedelta) -> datetime | None:
    """When the last occurrence ends; None for a rule without end. Refuses a start that the rule leaves out."""
    limit = local_until(rule, zone)
    if next(iter(occurrences(rule, local.date(), local.date())), None) != local.date():
        raise BadData(f"--start {local.isoformat()}: the rule ({describe(rule)}) does not fall on that day")
    if limit:
        return to_utc(limit, zone) + length
    if rule.count:
        *_, day = occurrences(rule, local.date())
        return to_utc(datetime.combine(day, local.time()), zone) + length
    return None


def person(name: str, text: str) -> str:
    """ORGANIZER or ATTENDEE."""
    found = re.fullmatch(r"\s*(?:(.*?)\s*<)?([^\s<>@,;:]+@[^\s<>@,;:]+)>?\s*", text)
    if not found or ("<" in text) != (">" in text):
        raise BadData(f"{text!r} is not an address such as ana@example.com or \"Ana Ruiz <ana@example.com>\"")
    params = f";CN={quoted(found[1])}" if found[1] else ""
    asked = ";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE" if name == "ATTENDEE" else ""
    return f"{name}{params}{asked}:mailto:{found[2]}"


def details(given: Namespace) -> list[str]:
    """What does not depend on the time."""
    lines = [f"SUMMARY:{escape(given.summary)}"]
    if given.location:
        lines.append(f"LOCATION:{escape(given.location)}")
    if given.description:
        lines.append(f"DESCRIPTION:{escape(given.description)}")
    if given.organizer:
        lines.append(person("ORGANIZER", given.organizer))
    lines.extend(person("ATTENDEE", text) for text in given.attendee)
    if given.attendee and not given.organizer:
        raise BadData("--attendee needs --organizer: somebody has to receive the answers")
    lines.append(f"STATUS:{'CANCELLED' if given.cancel else 'CONFIRMED'}")
    lines.append(f"TRANSP:{'TRANSPARENT' if given.free else 'OPAQUE'}")
    lines.append(f"SEQUENCE:{given.sequence}")
    if given.alarm is not None:
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escape(given.summary)}", f"TRIGGER:-PT{given.alarm}M", "END:VALARM"]
    return lines


def method(given: Namespace) -> str:
    """Who is asked for an answer gets a REQUEST; a file to keep is only PUBLISHed."""
    if given.cancel:
        return "CANCEL"
    return "REQUEST" if given.attendee else "PUBLISH"


def make_uid(given: Namespace, times: list[str]) -> str:
    """A UID from the title, the organizer and the times: a later change of the rest, or a --cancel, reaches the same meeting."""
    lines = [*times, given.summary, given.organizer or ""]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32] + "@meeting-planner.invalid"


def parser() -> Parser:
    """The options."""
    top = Parser(prog="write_ics.py", description="Write one meeting as an iCalendar file.")
    top.add_argument("--summary", required=True, metavar="TEXT")
    top.add_argument("--stamp", required=True, metavar="MOMENT", help="when it is written: 2026-04-01T08:00:00Z")
    for option in ("--start", "--end", "--zone", "--day", "--last-day", "--location", "--description", "--organizer", "--rule", "--uid"):
        top.add_argument(option)
    top.add_argument("--minutes", type=int)
    top.add_argument("--attendee", action="append", default=[])
    top.add_argument("--exclude", action="append", default=[], metavar="DATE")
    top.add_argument("--alarm", type=int, metavar="MINUTES")
    top.add_argument("--sequence", type=int, default=0)
    top.add_argument("--cancel", action="store_true")
    top.add_argument("--free", action="store_true", help="it takes nobody's time")
    top.add_argument("--out", default="meeting.ics", metavar="NAME")
    return top


def check_numbers(given: Namespace) -> None:
    """Refuse what no calendar would take."""
    for option, low, high in (("minutes", 1, 60 * 24 * 31), ("alarm", 0, 60 * 24 * 28), ("sequence", 0, 2**31 - 1)):
        value = getattr(given, option)
        if value is not None and not low <= value <= high:
            raise BadData(f"--{option} {value} is not from {low} to {high}")
    if not given.summary.strip():
        raise BadData("--summary is empty")
    if not re.fullmatch(r"[\w][\w. -]*\.ics", given.out):
        raise BadData(f"--out {given.out!r} is not a plain file name that ends in .ics")


def command(args: list[str]) -> dict[str, object]:
    """Write the file, and say what stands in it."""
    given = parser().parse_args(args)
    check_numbers(given)
    if bool(given.start) == bool(given.day):
        raise BadData("give either --start or --day")
    times, zone_lines, fact = timed(given) if given.start else whole_days(given)
    about = details(given)
    uid = given.uid or make_uid(given, times)
    stamp = parse_moment(given.stamp, ZoneInfo("UTC"))
    event = ["BEGIN:VEVENT", f"UID:{escape(uid)}", f"DTSTAMP:{stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}", *times, *about, "END:VEVENT"]
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", f"METHOD:{method(given)}"]
    content = to_bytes([*head, *zone_lines, *event, "END:VCALENDAR"])
    try:
        with open(given.out, "wb") as file:
            file.write(content)
    except OSError as error:
        raise BadData(f"{given.out!r} cannot be written: {error.strerror}") from None
    rule = read_rule(given.rule)
    repeats = {"repeats": describe(rule)} if rule else {}
    return {"file": given.out, "bytes": len(content), "uid": uid, "method": method(given), **fact, **repeats}


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
