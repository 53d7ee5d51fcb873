"""What the scripts of this skill share: dates, local times, zones, spans of time, and one way to fail."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc
Span = tuple[datetime, datetime]


class BadData(Exception):
    """Something in the data is wrong: the message names the value and what to do. Exit code 1."""


class Parser(argparse.ArgumentParser):
    """An argument parser without guessed abbreviations, whose usage text is the same on every terminal."""

    def __init__(self, **options: object) -> None:
        options.setdefault("formatter_class", lambda prog: argparse.HelpFormatter(prog, width=100))
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]


def run(command: Callable[[list[str]], dict[str, object]], args: list[str]) -> int:
    """Print what the command returns as JSON; a BadData becomes one line on stderr and exit code 1."""
    try:
        result = command(args)
    except BadData as error:
        print(error, file=sys.stderr)
        return 1
    except OverflowError:
        print("a date in the data is outside the years 0001 to 9999", file=sys.stderr)
        return 1
    print(json.dumps(result, ensure_ascii=False))
    return 0


def load_zone(name: str) -> ZoneInfo:
    """A zone by its IANA name. Abbreviations such as CST are refused: they mean several zones."""
    try:
        if not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", name):
            raise KeyError(name)
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise BadData(f"{name!r} is not a time zone of this computer: use an IANA name such as Europe/Paris") from None


def parse_date(text: str) -> date:
    """The date written as YYYY-MM-DD."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise BadData(f"{text!r} is not a date as YYYY-MM-DD") from None


def parse_local(text: str) -> datetime:
    """The local time written as YYYY-MM-DDTHH:MM, seconds optional."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?", text):
            raise ValueError
        return datetime.fromisoformat(text)
    except ValueError:
        raise BadData(f"{text!r} is not a local time as YYYY-MM-DDTHH:MM") from None


def parse_moment(text: str, zone: ZoneInfo) -> datetime:
    """A moment in UTC, from a time with Z or an offset, or from a local time of the zone."""
    found = re.fullmatch(r"(.{16,19})(?:Z|([+-][0-9]{2}:[0-9]{2}))", text)
    if not found:
        return to_utc(parse_local(text), zone)
    parse_local(found[1])
    try:
        return datetime.fromisoformat(f"{found[1]}{found[2] or '+00:00'}").astimezone(UTC)
    except ValueError:
        raise BadData(f"{text!r}: the offset runs from -23:59 to +23:59") from None


def to_utc(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment of a local time, as RFC 5545 says: the first of two; in a gap, with the offset before the change."""
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def utc_text(moment: datetime) -> str:
    """2026-05-04T08:00:00Z."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def local_text(moment: datetime, zone: ZoneInfo) -> str:
    """Mon 2026-05-04 10:00 +02:00."""
    shown = moment.astimezone(zone)
    minutes = int((shown.utcoffset() or timedelta()).total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[shown.weekday()]
    return f"{day} {shown:%Y-%m-%d %H:%M} {sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same time as sorted spans that neither overlap nor touch; empty ones vanish."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def common(one: list[Span], other: list[Span]) -> list[Span]:
    """The time that is in both of two joined lists."""
    found, left, right = [], 0, 0
    while left < len(one) and right < len(other):
        start, end = max(one[left][0], other[right][0]), min(one[left][1], other[right][1])
        if start < end:
            found.append((start, end))
        if one[left][1] < other[right][1]:
            left += 1
        else:
            right += 1
    return found


def without(spans: list[Span], taken: list[Span]) -> list[Span]:
    """The time of the first joined list that is not in the second."""
    found, place = [], 0
    for start, end in spans:
        while place < len(taken) and taken[place][1] <= start:
            place += 1
        at = place
        while at < len(taken) and taken[at][0] < end:
            if start < taken[at][0]:
                found.append((start, taken[at][0]))
            start = taken[at][1]
            at += 1
        if start < end:
            found.append((start, end))
    return found


def read_rows(slug: str) -> list[tuple[str, dict[str, object]]]:
    """The rows of data/SLUG.jsonl, each with words for where it stands."""
    found = []
    try:
        with open(f"data/{slug}.jsonl", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise BadData(f"table {slug!r} line {number} is not an object")
                found.append((f"table {slug!r} line {number}", row))
    except OSError:
        raise BadData(f"there is no table at data/{slug}.jsonl: bind the table and expose it to scripts") from None
    except ValueError:
        raise BadData(f"table {slug!r} line {len(found) + 1} is not JSON in UTF-8") from None
    return found


def text_of(row: dict[str, object], column: str, where: str, *, needed: bool = True) -> str:
    """The text in one column of a row; empty where it is not needed and not there."""
    value = row.get(column)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or (needed and not value.strip()):
        raise BadData(f"{where} has no text in the column {column!r}")
    return value.strip()
