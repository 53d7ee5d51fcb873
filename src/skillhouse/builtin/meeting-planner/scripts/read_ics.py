"""List what happens in a calendar (an iCalendar text) between two dates.

usage: read_ics.py --from DATE --to DATE --zone ZONE (--text TEXT | --file PATH | --table SLUG) [--most N]

A table has the text of one calendar in the column `ics` of each row.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from zoneinfo import ZoneInfo

from clock import BadData, Parser, load_zone, local_text, read_rows, run, text_of, utc_text
from ics_events import Calendar, Occurrence, occurrences_of, read_calendar
from plan import whole_days


def texts(text: str | None, path: str | None, slug: str | None) -> list[tuple[str, str]]:
    """Where each calendar comes from, and its text."""
    if text is not None:
        return [("--text", text)]
    if path is not None:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                return [(path, file.read())]
        except OSError as error:
            raise BadData(f"{path!r} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise BadData(f"{path!r} is not UTF-8 at byte {error.start}") from None
    return [(where, text_of(row, "ics", where)) for where, row in read_rows(slug or "")]


def entry(one: Occurrence, zone: ZoneInfo) -> dict[str, object]:
    """One occurrence."""
    event = one.event
    if one.start.all_day:
        last = (one.end - timedelta(seconds=1)).astimezone(one.start.zone).date()
        times: dict[str, object] = {"first_day": str(one.start.local.date()), "last_day": str(last)}
    else:
        times = {"start": utc_text(one.start.moment), "end": utc_text(one.end), "local": local_text(one.start.moment, zone)}
    return {
        "summary": event.summary,
        **times,
        "all_day": one.start.all_day,
        "location": event.location,
        "status": event.status,
        "takes_time": event.busy,
        "repeats": event.rule is not None or event.replaces is not None or bool(event.added),
        "uid": event.uid,
    }


def command(args: list[str]) -> dict[str, object]:
    """Read the arguments and list the occurrences."""
    top = Parser(prog="read_ics.py", description="What happens in a calendar between two dates, both included.")
    source = top.add_mutually_exclusive_group(required=True)
    source.add_argument("--text", metavar="TEXT")
    source.add_argument("--file", metavar="PATH")
    source.add_argument("--table", metavar="SLUG")
    top.add_argument("--from", dest="first", required=True, metavar="DATE")
    top.add_argument("--to", dest="last", required=True, metavar="DATE")
    top.add_argument("--zone", required=True, metavar="ZONE")
    top.add_argument("--most", type=int, default=100, metavar="N")
    given = top.parse_args(args)
    if not 1 <= given.most <= 1000:
        raise BadData(f"--most {given.most} is not from 1 to 1000")
    zone = load_zone(given.zone)
    window = whole_days(given.first, given.last, zone)
    everything = Calendar()
    found: list[Occurrence] = []
    for where, text in texts(given.text, given.file, given.table):
        try:
            calendar = read_calendar(text, zone)
        except BadData as error:
            raise BadData(f"{where}: {error}") from None
        everything.problems.extend(f"{where}: {problem}" for problem in calendar.problems)
        everything.events.extend(calendar.events)
        found.extend(occurrences_of(calendar, *window))
    found.sort(key=lambda one: (one.start.moment, one.end, one.event.summary))
    return {
        "zone": zone.key,
        "events_in_file": len(everything.events),
        "count": len(found),
        "occurrences": [entry(one, zone) for one in found[: given.most]],
        "not_read": everything.problems,
    }


if __name__ == "__main__":
    sys.exit(run(command, sys.argv[1:]))
