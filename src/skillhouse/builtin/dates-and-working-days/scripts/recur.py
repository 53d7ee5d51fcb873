"""List the next dates of something that repeats.

usage: recur.py --start DATE[THH:MM] --rule RULE [--count N] [--after DATE] [--zone ZONE] [--exclude DATE]...

RULE is an RFC 5545 rule such as FREQ=MONTHLY;BYDAY=2TU (see reference/recurrence.md).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from dateparts import BadData, Parser, parse_date, run, weekday_name
from recurrence import Rule, RuleError, describe, local_until, occurrences, parse_rule
from zones import instants, load_zone, parse_local

MOST = 1000


def entry(day: date, at: time | None, zone: ZoneInfo | None) -> dict[str, object]:
    """One date of the list, with its offset and UTC time where a zone is given."""
    if at is None:
        return {"date": str(day), "weekday": weekday_name(day)}
    local = datetime.combine(day, at)
    found: dict[str, object] = {"local": local.isoformat(timespec="minutes"), "weekday": weekday_name(day)}
    return found | (instants(local, zone) if zone else {})


@dataclass
class Listing:
    """What a walk through the rule found."""

    first: date | None = None
    kept: list[date] = field(default_factory=list)
    excluded: list[date] = field(default_factory=list)


def walk(rule: Rule, start: datetime, zone: ZoneInfo | None, after: date | None, excluded: set[date], most: int) -> Listing:
    """At most `most` dates of the rule, those up to `after` left out (they count for COUNT all the same)."""
    limit = local_until(rule, zone)
    found = Listing()
    for day in occurrences(rule, start.date(), limit.date() if limit else None):
        if limit and datetime.combine(day, start.time()) > limit:
            break
        found.first = found.first or day
        if after is None or day > after:
            (found.excluded if day in excluded else found.kept).append(day)
        if len(found.kept) == most:
            break
    return found


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments and list the dates."""
    top = Parser(prog="recur.py", description="The next dates of an RFC 5545 recurrence rule.")
    top.add_argument("--start", required=True, metavar="DATE[THH:MM]")
    top.add_argument("--rule", required=True, metavar="RULE")
    top.add_argument("--count", type=int, default=10, metavar="N")
    top.add_argument("--after", metavar="DATE")
    top.add_argument("--zone", metavar="ZONE")
    top.add_argument("--exclude", action="append", default=[], metavar="DATE")
    given = top.parse_args(args)
    if not 1 <= given.count <= MOST:
        raise BadData(f"--count {given.count} is not from 1 to {MOST}")
    if given.zone and "T" not in given.start:
        raise BadData("--zone needs a time of day in --start, such as 2026-03-01T09:00")
    timed = "T" in given.start
    start = parse_local(given.start) if timed else datetime.combine(parse_date(given.start), time())
    zone = load_zone(given.zone) if given.zone else None
    excluded = {parse_date(text) for text in given.exclude}
    after = parse_date(given.after) if given.after else None
    try:
        rule = parse_rule(given.rule)
        found = walk(rule, start, zone, after, excluded, given.count + 1)
    except RuleError as error:
        raise BadData(f"--rule {given.rule!r}: {error}") from None
    return {
        "rule": describe(rule),
        "start": given.start,
        "start_is_an_occurrence": found.first == start.date(),
        "occurrences": [entry(day, start.time() if timed else None, zone) for day in found.kept[: given.count]],
        "excluded": [str(day) for day in found.excluded],
        "more_follow": len(found.kept) > given.count,
    }


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
