"""Convert local times between time zones, with the hours that a clock change skips or repeats named.

usage: zones.py convert DATETIME --from ZONE --to ZONE [--to ZONE]... [--fold earlier|later]
       zones.py changes YEAR --zone ZONE
       zones.py elapsed DATETIME DATETIME --from ZONE --to ZONE

DATETIME is YYYY-MM-DDTHH:MM, or …:SS; with Z or an offset such as +02:00 no --from is needed.
"""

from __future__ import annotations

import re
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateparts import BadData, Parser, parse_date, run, weekday_name

HOUR = timedelta(hours=1)


def load_zone(name: str) -> ZoneInfo:
    """A zone by its IANA name. Abbreviations such as CST are refused: they mean several zones."""
    try:
        if not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", name):
            raise KeyError(name)
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise BadData(f"{name!r} is not a time zone of this computer: use an IANA name such as Europe/Paris or UTC") from None


def parse_local(text: str) -> datetime:
    """The local date and time written as YYYY-MM-DDTHH:MM, seconds optional."""
    found = re.fullmatch(r"(\S{10})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?", text.strip())
    if not found:
        raise BadData(f"{text!r} is not a time as YYYY-MM-DDTHH:MM, such as 2026-03-29T14:30")
    hour, minute, second = int(found[2]), int(found[3]), int(found[4] or 0)
    if hour > 23 or minute > 59 or second > 59:
        raise BadData(f"{text!r}: the time of day runs from 00:00:00 to 23:59:59")
    day = parse_date(found[1])
    return datetime(day.year, day.month, day.day, hour, minute, second)


def offset_text(moment: datetime) -> str:
    """The offset from UTC as +02:00."""
    seconds = int((moment.utcoffset() or timedelta()).total_seconds())
    sign = "-" if seconds < 0 else "+"
    hours, rest = divmod(abs(seconds), 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{sign}{hours:02d}:{minutes:02d}" + (f":{seconds:02d}" if seconds else "")


def utc_of(local: datetime, zone: ZoneInfo, fold: int) -> datetime:
    """The moment of a local time; `fold` picks the earlier (0) or later (1) of two."""
    try:
        return local.replace(tzinfo=zone, fold=fold).astimezone(timezone.utc)
    except OverflowError:
        raise BadData(f"{local.isoformat()} in {zone.key} is outside the years 0001 to 9999") from None


def kind_of(local: datetime, zone: ZoneInfo) -> str:
    """`normal`, `gap` (the clock never shows it) or `fold` (the clock shows it twice)."""
    earlier, later = utc_of(local, zone, 0), utc_of(local, zone, 1)
    if earlier == later:
        return "normal"
    return "fold" if earlier < later else "gap"


def utc_text(moment: datetime) -> str:
    """A moment as 2026-03-29T12:30:00Z."""
    return moment.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def instants(local: datetime, zone: ZoneInfo, fold: int = 0) -> dict[str, object]:
    """The moment of a local time, and what is odd about it.

    As RFC 5545 says: in a gap the offset before the change is used, and of two the first is taken.
    """
    kind = kind_of(local, zone)
    moment = utc_of(local, zone, fold if kind == "fold" else 0)
    shown = moment.astimezone(zone)
    found: dict[str, object] = {"kind": kind, "utc": utc_text(moment), "offset": offset_text(shown)}
    if kind == "gap":
        found["note"] = (
            f"the clocks in {zone.key} skip {local:%H:%M} on {local.date()}: "
            f"with the offset before the change it is {shown:%H:%M}"
        )
    if kind == "fold":
        other = utc_of(local, zone, 1 - fold)
        found["note"] = (
            f"the clocks in {zone.key} show {local:%H:%M} twice on {local.date()}: "
            f"this is the {'later' if fold else 'earlier'}, the other is {utc_text(other)}"
        )
    return found


def in_zone(moment: datetime, name: str) -> dict[str, object]:
    """What the clocks of a zone show at a moment."""
    try:
        shown = moment.astimezone(load_zone(name))
    except OverflowError:
        raise BadData(f"{utc_text(moment)} in {name} is outside the years 0001 to 9999") from None
    return {
        "zone": name,
        "local": shown.replace(tzinfo=None).isoformat(),
        "weekday": weekday_name(shown.date()),
        "offset": offset_text(shown),
        "abbreviation": shown.tzname(),
        "summer_time": bool(shown.dst()),
    }


def read_moment(text: str, zone: str | None, option: str, fold: int = 0) -> tuple[datetime, dict[str, object]]:
    """A moment from a local time with a zone, or from a time with its offset."""
    found = re.fullmatch(r"(.+?)(Z|([+-])([0-9]{2}):?([0-9]{2}))", text.strip())
    if found and "T" in found[1]:
        if zone:
            raise BadData(f"{text!r} has an offset of its own: leave out {option} {zone}")
        hours, minutes = int(found[4] or 0), int(found[5] or 0)
        if hours > 23 or minutes > 59:
            raise BadData(f"{text!r}: the offset runs from -23:59 to +23:59")
        offset = timedelta(hours=hours, minutes=minutes) * (-1 if found[3] == "-" else 1)
        try:
            moment = parse_local(found[1]).replace(tzinfo=timezone(offset)).astimezone(timezone.utc)
        except OverflowError:
            raise BadData(f"{text!r} is outside the years 0001 to 9999") from None
        return moment, {"input": text, "kind": "normal", "utc": utc_text(moment)}
    if not zone:
        raise BadData(f"{text!r} has no offset: name its zone with {option}")
    local, place = parse_local(text), load_zone(zone)
    fact = {"input": text, "zone": zone} | instants(local, place, fold)
    return utc_of(local, place, fold if fact["kind"] == "fold" else 0), fact


def changes(year: int, name: str) -> dict[str, object]:
    """Every change of a zone's offset in a year, found hour by hour and then to the second."""
    zone = load_zone(name)
    moment = datetime(year, 1, 1, tzinfo=timezone.utc)
    found = []
    while moment.year == year:
        following = moment + HOUR
        if moment.astimezone(zone).utcoffset() != following.astimezone(zone).utcoffset():
            found.append(change_at(exact_change(moment, following, zone), zone))
        moment = following
    return {"zone": name, "year": year, "changes": found}


def exact_change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first second with the new offset, by halving."""
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before).total_seconds() // 2)
        before, after = (middle, after) if middle.astimezone(zone).utcoffset() == old else (before, middle)
    return after


def change_at(moment: datetime, zone: ZoneInfo) -> dict[str, object]:
    """One change: the clock jumps from one local time to another."""
    before, after = (moment - timedelta(seconds=1)).astimezone(zone), moment.astimezone(zone)
    jump = (after.utcoffset() or timedelta()) - (before.utcoffset() or timedelta())
    reached = (before + timedelta(seconds=1)).replace(tzinfo=None)
    return {
        "utc": utc_text(moment),
        "clock_goes_from": reached.isoformat(),
        "to": after.replace(tzinfo=None).isoformat(),
        "minutes": int(jump.total_seconds()) // 60,
        "kind": "gap" if jump > timedelta() else "fold",
        "offset_after": offset_text(after),
    }


def elapsed(first: tuple[datetime, dict[str, object]], last: tuple[datetime, dict[str, object]]) -> dict[str, object]:
    """The time that truly passes between two moments."""
    seconds = int((last[0] - first[0]).total_seconds())
    size = abs(seconds)
    return {
        "from": first[1],
        "to": last[1],
        "seconds": seconds,
        "words": f"{'-' if seconds < 0 else ''}{size // 86400} d {size // 3600 % 24} h {size // 60 % 60} min {size % 60} s",
    }


def parser() -> Parser:
    """The commands and their options."""
    top = Parser(prog="zones.py", description="Local times in time zones.")
    commands = top.add_subparsers(dest="command", required=True, metavar="convert|changes|elapsed")
    one = commands.add_parser("convert")
    one.add_argument("moment", metavar="DATETIME")
    one.add_argument("--from", dest="source", metavar="ZONE")
    one.add_argument("--to", action="append", required=True, metavar="ZONE")
    one.add_argument("--fold", choices=["earlier", "later"], default="earlier")
    one = commands.add_parser("changes")
    one.add_argument("year", metavar="YEAR")
    one.add_argument("--zone", required=True, metavar="ZONE")
    one = commands.add_parser("elapsed")
    one.add_argument("first", metavar="DATETIME")
    one.add_argument("last", metavar="DATETIME")
    one.add_argument("--from", dest="source", metavar="ZONE")
    one.add_argument("--to", metavar="ZONE")
    return top


def command(args: list[str]) -> dict[str, object]:
    """Run one command of the command line."""
    given = parser().parse_args(args)
    if given.command == "changes":
        if not re.fullmatch(r"[0-9]{4}", given.year) or not 1800 <= int(given.year) <= 9998:
            raise BadData(f"{given.year!r} is not a year from 1800 to 9998")
        return changes(int(given.year), given.zone)
    if given.command == "elapsed":
        first = read_moment(given.first, given.source, "--from")
        return elapsed(first, read_moment(given.last, given.to or given.source, "--to"))
    moment, fact = read_moment(given.moment, given.source, "--from", int(given.fold == "later"))
    return fact | {"converted": [in_zone(moment, name) for name in given.to]}


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
