"""A VTIMEZONE for a zone, so that a calendar program without zone data of its own shows the right times."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from clock import UTC, BadData
from recurrence import WEEKDAYS

HORIZON_YEARS = 12


@dataclass(frozen=True)
class Change:
    """One clock change: the local time at which it comes by the old offset, and both offsets in seconds."""

    local: datetime
    before: int
    after: int
    summer: bool
    name: str

    @property
    def kind(self) -> tuple[int, int, bool, str]:
        """What changes of the same rule have in common."""
        return self.before, self.after, self.summer, self.name


def offset_at(moment: datetime, zone: ZoneInfo) -> int:
    """The offset from UTC in seconds."""
    return int((moment.astimezone(zone).utcoffset() or timedelta()).total_seconds())


def changes(zone: ZoneInfo, first: datetime, last: datetime) -> list[Change]:
    """Every clock change between two moments, to the second."""
    found = []
    before = first
    while before < last:
        after = min(before + timedelta(days=1), last)
        if offset_at(before, zone) != offset_at(after, zone):
            low, high = before, after
            while high - low > timedelta(seconds=1):
                middle = low + timedelta(seconds=(high - low).total_seconds() // 2)
                low, high = (middle, high) if offset_at(middle, zone) == offset_at(before, zone) else (low, middle)
            found.append(change_at(high, zone))
        before = after
    return found


def change_at(moment: datetime, zone: ZoneInfo) -> Change:
    """The change that comes at a moment."""
    old, new = offset_at(moment - timedelta(seconds=1), zone), offset_at(moment, zone)
    shown = moment.astimezone(zone)
    local = (moment + timedelta(seconds=old)).replace(tzinfo=None)
    return Change(local, old, new, bool(shown.dst()), shown.tzname() or "")


def vtimezone(zone: ZoneInfo, start: datetime, last: datetime | None) -> list[str]:
    """The lines of a VTIMEZONE that is right from `start` to `last` (None: without end).

    Changes that come by a yearly rule are written as that rule, others one by one; without an end the rule must hold.
    """
    end = last or start.replace(year=start.year + HORIZON_YEARS)
    found = changes(zone, start - timedelta(days=370), end + timedelta(days=370))
    if last is None and found and not all(yearly(group) for group in by_kind(found)):
        raise BadData(f"the clock changes of {zone.key} follow no yearly rule: give the rule a COUNT or an UNTIL")
    lines = ["BEGIN:VTIMEZONE", f"TZID:{zone.key}"]
    if not found or found[0].local > start.replace(tzinfo=None) - timedelta(days=2):
        lines += steady(zone, start - timedelta(days=370))
    for group in by_kind(found):
        lines += observance(group)
    return [*lines, "END:VTIMEZONE"]


def by_kind(found: list[Change]) -> list[list[Change]]:
    """The changes grouped by what they do, in order of their first."""
    groups: dict[tuple[int, int, bool, str], list[Change]] = {}
    for one in found:
        groups.setdefault(one.kind, []).append(one)
    return list(groups.values())


def steady(zone: ZoneInfo, moment: datetime) -> list[str]:
    """The offset that holds before any change."""
    offset = offset_at(moment, zone)
    shown = moment.astimezone(zone)
    change = Change(datetime(1970, 1, 1), offset, offset, bool(shown.dst()), shown.tzname() or "")
    return observance([change])


def observance(group: list[Change]) -> list[str]:
    """STANDARD or DAYLIGHT for the changes of one kind."""
    first = group[0]
    name = "DAYLIGHT" if first.summer else "STANDARD"
    lines = [
        f"BEGIN:{name}",
        f"DTSTART:{first.local:%Y%m%dT%H%M%S}",
        f"TZOFFSETFROM:{offset_text(first.before)}",
        f"TZOFFSETTO:{offset_text(first.after)}",
        f"TZNAME:{first.name}",
    ]
    rule = yearly(group)
    if rule:
        lines.append(f"RRULE:FREQ=YEARLY;{rule}")
    elif group[1:]:
        lines.append("RDATE:" + ",".join(f"{one.local:%Y%m%dT%H%M%S}" for one in group[1:]))
    return [*lines, f"END:{name}"]


def yearly(group: list[Change]) -> str:
    """`BYMONTH=3;BYDAY=-1SU` where every year has one such change on that day and at that time; else empty."""
    first = group[0].local
    years = [one.local.year for one in group]
    alike = {(one.local.month, one.local.weekday(), one.local.time()) for one in group}
    if len(group) < 2 or len(alike) > 1 or years != list(range(years[0], years[0] + len(years))):
        return ""
    days = {one.local.day: calendar.monthrange(one.local.year, one.local.month)[1] for one in group}
    ordinal = ""
    if all(day + 7 > size for day, size in days.items()):
        ordinal = "-1"
    elif len({(day - 1) // 7 for day in days}) == 1:
        ordinal = str((first.day - 1) // 7 + 1)
    return f"BYMONTH={first.month};BYDAY={ordinal}{WEEKDAYS[first.weekday()]}" if ordinal else ""


def offset_text(seconds: int) -> str:
    """+0200, or with seconds where an old offset has them."""
    sign = "-" if seconds < 0 else "+"
    hours, rest = divmod(abs(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{sign}{hours:02d}{minutes:02d}" + (f"{rest:02d}" if rest else "")
