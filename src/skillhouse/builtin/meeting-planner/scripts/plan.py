"""Find times at which everybody is free, judge one time, or list what clashes in people's calendars.

usage: plan.py slots --from DATE --to DATE --minutes N PEOPLE [--step N] [--buffer N] [--most N]
       plan.py check START --minutes N PEOPLE
       plan.py clashes --from DATE --to DATE PEOPLE

PEOPLE are --person "NAME, ZONE[, HOURS[, DAYS]]" (repeatable) or --people TABLE, and what takes their time:
--busy "NAME, START, END[, TITLE]" (repeatable), --table SLUG. --zone ZONE is the zone of dates and of START.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from clock import (
    BadData,
    Parser,
    Span,
    common,
    joined,
    load_zone,
    local_text,
    parse_date,
    parse_moment,
    run,
    to_utc,
    utc_text,
    without,
)
from people import Person, add_busy_table, add_busy_text, read_people

LONGEST_WINDOW = 366


def free_time(people: list[Person], window: Span, buffer: timedelta) -> list[Span]:
    """When all of them work and none is taken; around what takes their time, `buffer` stays free too."""
    found = [window]
    for person in people:
        taken = joined((start - buffer, end + buffer) for start, end in person.busy())
        found = common(found, without(person.working(*window), taken))
    return found


def starts_in(blocks: list[Span], length: timedelta, step: timedelta, zone: ZoneInfo) -> list[datetime]:
    """The starts of a meeting that fits into a block, at multiples of `step` on the clocks of the zone."""
    found = []
    for start, end in blocks:
        local = start.astimezone(zone)
        midnight = timedelta(hours=local.hour, minutes=local.minute, seconds=local.second)
        moment = start + (-midnight % step)
        while moment + length <= end:
            found.append(moment)
            moment += step
    return found


def slot(start: datetime, length: timedelta, people: list[Person]) -> dict[str, object]:
    """One proposal, with what everybody's clock shows at its start."""
    local = {person.name: local_text(start, person.zone) for person in people}
    return {"start": utc_text(start), "end": utc_text(start + length), "local": local}


def slots(given: Namespace, people: list[Person], window: Span, zone: ZoneInfo) -> dict[str, object]:
    """The first times that suit everybody; where there are none, who stands in the way."""
    length, step = timedelta(minutes=given.minutes), timedelta(minutes=given.step)
    buffer = timedelta(minutes=given.buffer)
    blocks = free_time(people, window, buffer)
    starts = starts_in(blocks, length, step, zone)
    found: dict[str, object] = {
        "minutes": given.minutes,
        "zone": zone.key,
        "count": len(starts),
        "slots": [slot(start, length, people) for start in starts[: given.most]],
        "free_blocks": [
            {"start": utc_text(start), "end": utc_text(end), "minutes": int((end - start).total_seconds()) // 60}
            for start, end in blocks
            if end - start >= length
        ][: given.most],
    }
    if not starts and len(people) > 1:
        found["without_one_person"] = []
        for absent in people:
            others = [person for person in people if person is not absent]
            rest = starts_in(free_time(others, window, buffer), length, step, zone)
            if rest:
                found["without_one_person"].append({"person": absent.name, "count": len(rest), "first": utc_text(rest[0])})
    return found


def check(given: Namespace, people: list[Person], window: Span) -> dict[str, object]:
    """Whether one time suits, person by person."""
    start, end = window
    rows = []
    for person in people:
        clashes = sorted(one for one in person.taken if one[0] < end and one[1] > start)
        outside = without([window], person.working(start, end))
        rows.append(
            {
                "person": person.name,
                "local": local_text(start, person.zone),
                "free": not clashes and not outside,
                "outside_working_hours": bool(outside),
                "clashes": [clash_entry(one) for one in clashes],
            }
        )
    fact = {"start": utc_text(start), "end": utc_text(end), "minutes": given.minutes}
    return fact | {"suits_everybody": all(row["free"] for row in rows), "people": rows}


def clash_entry(taken: tuple[datetime, datetime, str]) -> dict[str, object]:
    """One entry of a calendar."""
    return {"title": taken[2], "start": utc_text(taken[0]), "end": utc_text(taken[1])}


def clashes(people: list[Person], window: Span) -> dict[str, object]:
    """Every pair of entries of one person that overlap, in order of the later one's start."""
    pairs = []
    for person in people:
        inside = sorted(one for one in person.taken if one[0] < window[1] and one[1] > window[0])
        open_ones: list[tuple[datetime, datetime, str]] = []
        for entry in inside:
            open_ones = [one for one in open_ones if one[1] > entry[0]]
            for other in open_ones:
                overlap = min(entry[1], other[1]) - entry[0]
                pairs.append(
                    {
                        "person": person.name,
                        "first": clash_entry(other),
                        "second": clash_entry(entry),
                        "minutes": int(overlap.total_seconds()) // 60,
                        "local": local_text(entry[0], person.zone),
                    }
                )
            open_ones.append(entry)
    return {"count": len(pairs), "clashes": pairs}


def whole_days(first: str, last: str, zone: ZoneInfo) -> Span:
    """From the beginning of one day to the end of another."""
    start, end = parse_date(first), parse_date(last)
    if end < start:
        raise BadData(f"--to {end} is before --from {start}")
    if (end - start).days > LONGEST_WINDOW:
        raise BadData(f"{start} to {end} is longer than {LONGEST_WINDOW} days")
    return to_utc(datetime.combine(start, time()), zone), to_utc(datetime.combine(end + timedelta(days=1), time()), zone)


def parser() -> Parser:
    """The commands and their options."""
    shared = Parser(add_help=False)
    shared.add_argument("--person", action="append", default=[], metavar="NAME,ZONE[,HOURS[,DAYS]]")
    shared.add_argument("--people", metavar="TABLE")
    shared.add_argument("--busy", action="append", default=[], metavar="NAME,START,END[,TITLE]")
    shared.add_argument("--table", action="append", default=[], metavar="SLUG")
    shared.add_argument("--zone", metavar="ZONE")
    shared.add_argument("--ignore-unreadable", action="store_true")
    top = Parser(prog="plan.py", description="Times that suit several people.")
    commands = top.add_subparsers(dest="command", required=True, metavar="slots|check|clashes")
    for name in ("slots", "check", "clashes"):
        one = commands.add_parser(name, parents=[shared])
        if name == "check":
            one.add_argument("start", metavar="START")
        else:
            one.add_argument("--from", dest="first", required=True, metavar="DATE")
            one.add_argument("--to", dest="last", required=True, metavar="DATE")
        if name != "clashes":
            one.add_argument("--minutes", type=int, required=True, metavar="N")
        if name == "slots":
            for option, default in (("--step", 30), ("--buffer", 0), ("--most", 10)):
                one.add_argument(option, type=int, default=default, metavar="N")
    return top


def check_numbers(given: Namespace) -> None:
    """Refuse lengths that make no sense."""
    for option, low, high in (("minutes", 1, 1440), ("step", 5, 1440), ("buffer", 0, 720), ("most", 1, 200)):
        value = getattr(given, option, low)
        if not low <= value <= high:
            raise BadData(f"--{option} {value} is not from {low} to {high}")


def command(args: list[str]) -> dict[str, object]:
    """Run one command of the command line."""
    given = parser().parse_args(args)
    check_numbers(given)
    people = read_people(given.person, given.people)
    zone = load_zone(given.zone) if given.zone else next(iter(people.values())).zone
    if given.command == "check":
        start = parse_moment(given.start, zone)
        window = start, start + timedelta(minutes=given.minutes)
    else:
        window = whole_days(given.first, given.last, zone)
    problems: list[str] = []
    for text in given.busy:
        add_busy_text(people, text)
    for slug in given.table:
        add_busy_table(people, slug, window, problems)
    if problems and not given.ignore_unreadable:
        raise BadData(f"{problems[0]} ({len(problems)} in all; --ignore-unreadable plans without what is not readable)")
    everybody = list(people.values())
    if given.command == "slots":
        return slots(given, everybody, window, zone) | {"not_read": problems}
    found = check(given, everybody, window) if given.command == "check" else clashes(everybody, window)
    return found | {"not_read": problems}


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
