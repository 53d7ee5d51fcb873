"""Cron lines: the next times against a walk through every minute, changes of clocks, and what is said in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("cron-explained")
START = datetime(2024, 2, 27, 13, 37, tzinfo=UTC)
HORIZON_MINUTES = 60 * 24 * 400


def answer(tmp_path: Path, script: str, *args: str) -> dict[str, Any]:
    """What a script says; a failure is one of the test."""
    found: dict[str, Any] = SKILL.run(f"scripts/{script}.js", list(args), tmp_path).answer
    return found


def values(field: str, low: int, high: int) -> set[int]:
    """A field of numbers, lists, ranges and steps, read a second time."""
    found: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        start, end = (low, high) if span == "*" else (int(first), int(last or first))
        found |= set(range(start, end + 1, int(step or 1)))
    return found


def walk(line: str, count: int) -> list[str]:
    """The next times of a line, by looking at each minute."""
    minute, hour, day, month, weekday = line.split()
    sets = values(minute, 0, 59), values(hour, 0, 23), values(day, 1, 31), values(month, 1, 12)
    weekdays = {one % 7 for one in values(weekday, 0, 6)}
    either = not day.startswith("*") and not weekday.startswith("*")
    found: list[str] = []
    moment = START
    for _ in range(HORIZON_MINUTES):
        moment += timedelta(minutes=1)
        if moment.month not in sets[3] or moment.hour not in sets[1] or moment.minute not in sets[0]:
            continue
        by_day, by_weekday = moment.day in sets[2], moment.isoweekday() % 7 in weekdays
        if (by_day or by_weekday) if either else (by_day and by_weekday):
            found.append(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))
            if len(found) == count:
                break
    return found


def field(low: int, high: int) -> st.SearchStrategy[str]:
    """A field as people write them."""
    number = st.integers(low, high)
    span = st.tuples(number, number).map(lambda two: "{}-{}".format(*sorted(two)))
    part = st.one_of(
        number.map(str), span, st.builds("{}/{}".format, st.one_of(st.just("*"), span), st.integers(1, 20))
    )
    return st.one_of(st.just("*"), st.lists(part, min_size=1, max_size=3).map(",".join))


LINES = st.tuples(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6)).map(" ".join)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(line=LINES)
def test_the_next_times_are_those_of_a_walk_through_every_minute(line: str, tmp_path: Path) -> None:
    """Both rules of days, steps, lists and leap days included."""
    expected = walk(line, 3)
    times = answer(tmp_path, "next", "--cron", line, "--from", "2024-02-27T13:37", "--count", "3")["times"]
    assert [one["utc"] for one in times][: len(expected)] == expected


@pytest.mark.parametrize(
    ("line", "start", "expected"),
    [
        ("30 2 * * *", "2025-03-29T12:00", ["2025-03-30T03:00:00+02:00", "2025-03-31T02:30:00+02:00"]),
        ("30 2 * * *", "2025-10-25T12:00", ["2025-10-26T02:30:00+02:00", "2025-10-27T02:30:00+01:00"]),
        ("0 * * * *", "2025-03-30T01:00", ["2025-03-30T03:00:00+02:00", "2025-03-30T04:00:00+02:00"]),
        ("0 * * * *", "2025-10-26T01:30", ["2025-10-26T02:00:00+02:00", "2025-10-26T02:00:00+01:00"]),
        ("0,30 2 * * *", "2025-03-30T00:00", ["2025-03-30T03:00:00+02:00", "2025-03-31T02:00:00+02:00"]),
    ],
)
def test_changes_of_clocks(tmp_path: Path, line: str, start: str, expected: list[str]) -> None:
    """A gap runs at its end, once; a fold runs once, but for schedules of every hour."""
    zone = ("--zone", "Europe/Berlin", "--count", "2")
    times = answer(tmp_path, "next", "--cron", line, "--from", start, *zone)["times"]
    assert [one["at"] for one in times] == expected


@pytest.mark.parametrize(
    ("line", "days"),
    [
        ("0 0 L * *", ["2025-01-31", "2025-02-28", "2025-03-31"]),
        ("0 0 L-2 * *", ["2025-01-29", "2025-02-26", "2025-03-29"]),
        ("0 0 LW * *", ["2025-01-31", "2025-02-28", "2025-03-31"]),
        ("0 0 1W * *", ["2025-02-03", "2025-03-03", "2025-04-01"]),
        ("0 0 15W 2,3,6 ?", ["2025-02-14", "2025-03-14", "2025-06-16"]),
        ("0 0 * * FRI#5", ["2025-01-31", "2025-05-30", "2025-08-29"]),
        ("0 0 * * 5L", ["2025-01-31", "2025-02-28", "2025-03-28"]),
        ("0 0 */10 * MON", ["2025-03-31", "2025-04-21", "2025-07-21"]),
        ("@monthly", ["2025-02-01", "2025-03-01", "2025-04-01"]),
    ],
)
def test_special_days(tmp_path: Path, line: str, days: list[str]) -> None:
    """The last, the nearest working day in the same month, the nth; a starred step needs its weekday too."""
    times = answer(tmp_path, "next", "--cron", line, "--from", "2025-01-11", "--count", "3")["times"]
    assert [one["at"][:10] for one in times] == days


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("*/15 9-17 * * 1-5", "Every 15 minutes of the hours 09 to 17, on Monday to Friday."),
        ("0 0 1,15 * *", "At 00:00, on day 1 and 15 of the month."),
        ("5 4 * JAN,jul sun", "At 04:05, on Sunday, in January and July."),
        ("0 0 * * 7", "At 00:00, on Sunday."),
        ("* * * * *", "Every minute, every day."),
        ("*/10 * * * * *", "Every 10 seconds, every day."),
        ("0 8,20 * * *", "At 08:00 and 20:00, every day."),
        ("@reboot", "Once, when the machine or the cron service starts; at no time of the clock."),
    ],
)
def test_a_line_in_words(tmp_path: Path, line: str, means: str) -> None:
    """A sentence that a person can check."""
    assert answer(tmp_path, "explain", "--cron", line)["means"] == means


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("*/7 * * * *", "only 4 minutes"),
        ("0 */5 * * *", "only 4 hours"),
        ("0 0 31 * *", "no day 31"),
        ("0 0 29 2 *", "leap years only"),
        ("0 0 30 2 *", "never runs"),
        ("* 5 * * *", "every minute of those hours"),
        ("0 0 13 * 5", "either holds"),
        ("5/15 * * * *", "classic cron refuses it"),
    ],
)
def test_what_surprises_is_said(tmp_path: Path, line: str, word: str) -> None:
    """Each as a warning."""
    assert any(word in one for one in answer(tmp_path, "explain", "--cron", line)["warnings"])


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("61 * * * *", "is no minute"),
        ("* * * *", "not 4"),
        ("", "not 0"),
        ("* * * * FRI-MON", "runs backwards"),
        ("* * 0 * *", "is no day"),
        ("*/0 * * * *", "the step"),
        ("1-2-3 * * * *", "is no range"),
        ("* * * * 1#6", "from 1 to 5"),
        ("@sometimes", "is no word of cron"),
        ("1,,2 * * * *", "is no part"),
        ("é * * * *", "is no minute"),
    ],
)
def test_a_wrong_line_is_refused_in_one_line(tmp_path: Path, line: str, word: str) -> None:
    """Which value, and what is allowed."""
    ended = SKILL.run("scripts/explain.js", ["--cron", line], tmp_path)
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert word in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        (["--cron", "* * * * *", "--from", "2025-02-30"], 1, "is no moment"),
        (["--cron", "* * * * *", "--from", "2025-01-01", "--zone", "Mars/Base"], 1, "no time zone"),
        (["--cron", "@reboot", "--from", "2025-01-01"], 1, "no times of the clock"),
        (["--cron", "* * * * *"], 2, "--from must be given"),
        (["--cron", "* * * * *", "--from", "2025-01-01", "--count", "0"], 2, "--count"),
        (["--cron", "* * * * *", "--with", "0 * * * *", "--from", "2025-01-02", "--until", "2025-01-01"], 1, "after"),
    ],
)
def test_a_wrong_call_is_told(tmp_path: Path, args: list[str], code: int, word: str) -> None:
    """Usage for the call, one line for the data."""
    ended = SKILL.run("scripts/next.js", args, tmp_path)
    assert ended.exit_code == code
    assert word in ended.stderr


def test_two_schedules_that_meet(tmp_path: Path) -> None:
    """Every shared moment is counted, the first are shown."""
    args = ("--cron", "*/15 * * * *", "--with", "0 */2 * * 1", "--from", "2025-01-01", "--until", "2025-02-01")
    found = answer(tmp_path, "next", *args, "--count", "1")
    assert (found["together"], [one["at"] for one in found["first"]]) == (48, ["2025-01-06T00:00:00+00:00"])
