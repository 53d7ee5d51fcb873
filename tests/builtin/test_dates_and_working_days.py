"""Dates, working days, time zones and repeating dates, each against a second way to reach the answer."""

from __future__ import annotations

import calendar
import json
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("dates-and-working-days")
DATES = SKILL.load("dates")
WORKDAYS = SKILL.load("workdays")
ZONES = SKILL.load("zones")
RECUR = SKILL.load("recur")
RULES = SKILL.load("recurrence")
HOLIDAYS = SKILL.load("holidays")

DAYS = st.dates(date(1600, 1, 1), date(2600, 12, 31))
YEARS = st.integers(1583, 4099)


def fails(command: Any, *args: str) -> str:  # noqa: ANN401 - a function of a script
    """The one line with which a command refuses its arguments."""
    with pytest.raises(Exception, match=r"\S") as caught:
        command(list(args))
    assert type(caught.value).__name__ == "BadData"
    return str(caught.value)


@given(DAYS, DAYS)
def test_the_calendar_difference_added_back_gives_the_other_date(first: date, last: date) -> None:
    """Years, months and days of a difference are what `add` adds."""
    found = DATES.difference(first, last)
    part = found["calendar"]
    start, end = min(first, last), max(first, last)
    assert 0 <= part["months"] < 12
    assert 0 <= part["days"] < 31
    assert DATES.add(start, part["years"], part["months"], part["days"], keep_end=False)["result"] == str(end)
    assert found["days"] == end.toordinal() - start.toordinal()


@given(st.dates(date(1999, 1, 1), date(2009, 1, 1)), st.integers(0, 3000))
def test_leap_days_are_those_that_a_walk_meets(first: date, days: int) -> None:
    """Every 29 February after the first date, up to the last."""
    walk = (first + timedelta(days=number) for number in range(1, days + 1))
    assert DATES.difference(first, first + timedelta(days=days))["leap_days_passed"] == sum(
        (day.month, day.day) == (2, 29) for day in walk
    )


@pytest.mark.parametrize(
    ("start", "months", "keep", "expected"),
    [
        ("2026-01-31", 1, False, "2026-02-28"),
        ("2024-01-31", 1, False, "2024-02-29"),
        ("2026-04-30", 1, False, "2026-05-30"),
        ("2026-04-30", 1, True, "2026-05-31"),
        ("2024-02-29", 12, False, "2025-02-28"),
        ("2024-02-29", 48, True, "2028-02-29"),
        ("2026-03-31", -1, False, "2026-02-28"),
        ("2026-02-28", -12, True, "2025-02-28"),
    ],
)
def test_a_month_that_is_too_short_gives_its_last_day(start: str, months: int, keep: bool, expected: str) -> None:  # noqa: FBT001
    """The end-of-month rule, with and without keeping the end."""
    option = ["--keep-end-of-month"] if keep else []
    assert DATES.command(["add", start, "--months", str(months), *option])["result"] == expected


@given(st.dates(date(1900, 1, 1), date(2020, 1, 1)), st.integers(0, 40000), st.sampled_from(["march-1", "february-28"]))
def test_an_age_counts_the_birthdays_that_were_reached(birth: date, days: int, rule: str) -> None:
    """Also for somebody born on a leap day, by either rule."""
    on = birth + timedelta(days=days)
    leap = (birth.month, birth.day) == (2, 29)
    reached = 0
    for year in range(birth.year + 1, on.year + 1):
        common = (2, 28) if rule == "february-28" else (3, 1)
        month, day = common if leap and not calendar.isleap(year) else (birth.month, birth.day)
        reached += date(year, month, day) <= on
    found = DATES.age(birth, on, rule)
    assert found["years"] == reached
    assert date.fromisoformat(found["next_birthday"]) > on


@given(DAYS)
def test_a_week_and_its_days_agree(day: date) -> None:
    """The week of a date holds the date, and begins on a Monday."""
    found = DATES.week(str(day))
    again = DATES.week(found["week"])
    assert again["monday"] == found["monday"]
    assert found["monday"] <= str(day) <= found["sunday"]
    assert date.fromisoformat(found["monday"]).weekday() == 0
    assert found["weeks_in_iso_year"] == date(int(found["week"][:4]), 12, 28).isocalendar().week


def gauss_easter(year: int) -> date:
    """Easter by the formula of Gauss, with its two exceptions."""
    century = year // 100
    moon = 15 + century - century // 4 - (13 + 8 * century) // 25
    sun = 4 + century - century // 4
    days = (19 * (year % 19) + moon) % 30
    week = (2 * (year % 4) + 4 * (year % 7) + 6 * days + sun) % 7
    if week == 6 and (days == 29 or (days == 28 and (11 * moon + 11) % 30 < 19)):
        week -= 7
    return date(year, 3, 22) + timedelta(days=days + week)


@given(YEARS)
def test_easter_agrees_with_the_formula_of_gauss(year: int) -> None:
    """Two ways to compute the same Sunday."""
    assert HOLIDAYS.easter(year) == gauss_easter(year)


@pytest.mark.parametrize(("year", "expected"), [(2024, "05-05"), (2025, "04-20"), (2026, "04-12"), (2027, "05-02")])
def test_orthodox_easter_is_as_published(year: int, expected: str) -> None:
    """Dates from church calendars."""
    assert str(HOLIDAYS.orthodox_easter(year)) == f"{year}-{expected}"


@pytest.mark.parametrize(
    ("name", "year", "days"),
    [
        ("target2", 2026, "01-01 04-03 04-06 05-01 12-25 12-26"),
        ("germany", 2017, "01-01 04-14 04-17 05-01 05-25 06-05 10-03 10-31 12-25 12-26"),
        ("germany", 2008, "01-01 03-21 03-24 05-01 05-12 10-03 12-25 12-26"),
        ("france", 2026, "01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25"),
        ("england-and-wales", 2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"),
        ("england-and-wales", 2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"),
        ("england-and-wales", 2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"),
        ("us-federal", 2021, "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"),
        ("us-federal", 2026, "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25"),
        ("us-federal", 2020, "01-01 01-20 02-17 05-25 07-03 09-07 10-12 11-11 11-26 12-25"),
    ],
)
def test_a_calendar_has_the_days_that_were_published(name: str, year: int, days: str) -> None:
    """Whole years as the authorities announced them, with substitute days and single proclamations."""
    assert [str(day) for day in HOLIDAYS.holidays_of(name, year)] == [f"{year}-{day}" for day in days.split()]


def test_substitute_days_are_named_in_the_order_of_the_feasts() -> None:
    """In 2021 Monday stood for Christmas Day and Tuesday for Boxing Day; in 2022 Boxing Day was on its own Monday."""
    first, second = (HOLIDAYS.holidays_of("england-and-wales", year) for year in (2021, 2022))
    assert first[date(2021, 12, 27)] == "Christmas Day (substitute day)"
    assert first[date(2021, 12, 28)] == "Boxing Day (substitute day)"
    assert second[date(2022, 12, 26)] == "Boxing Day"
    assert second[date(2022, 12, 27)] == "Christmas Day (substitute day)"


CALENDARS = st.builds(
    lambda weekend, given: WORKDAYS.Calendar(frozenset(weekend), dict.fromkeys(given, "x")),
    st.sets(st.integers(0, 6), max_size=5),
    st.sets(st.dates(date(2026, 1, 1), date(2026, 3, 1)), max_size=15),
)
SPAN = st.dates(date(2025, 12, 20), date(2026, 3, 10))


@given(CALENDARS, SPAN, st.integers(0, 60))
def test_adding_working_days_and_counting_them_agree(days: Any, start: date, number: int) -> None:  # noqa: ANN401
    """N working days later there are N working days in between, the start not counted; and back again."""
    found = date.fromisoformat(WORKDAYS.add(start, number, days)["result"])
    counted = WORKDAYS.count(start, found, days)
    if number:
        assert counted["start_not_counted"] == number
        assert date.fromisoformat(WORKDAYS.add(found + timedelta(days=1), -1, days)["result"]) == found
    free = counted["weekend_days"] + len(counted["holidays"])
    assert counted["both_ends_counted"] + free == counted["calendar_days"]


@given(CALENDARS, SPAN)
def test_a_date_rolls_to_a_working_day_and_modified_following_stays_in_the_month(days: Any, day: date) -> None:  # noqa: ANN401
    """Following never goes back, preceding never forward."""
    found = {way: WORKDAYS.roll(day, way, days)["result"] for way in ("following", "preceding", "modified-following")}
    assert found["preceding"] <= str(day) <= found["following"]
    assert all(days.is_working(date.fromisoformat(text)) for text in found.values())
    inside = found["following"][:7] == str(day)[:7]
    assert found["modified-following"] == found["following" if inside else "preceding"]


def test_holidays_come_from_a_table_a_calendar_and_an_argument_at_once(tmp_path: Path) -> None:
    """All three are free, and a day that two of them name counts once."""
    rows = [{"date": "2026-04-08", "name": "Founders' Day"}, {"date": "2026-04-06"}]
    args = ["count", "2026-04-01", "2026-04-10", "--calendar", "target2", "--table", "holidays"]
    done = SKILL.run("scripts/workdays.py", [*args, "--holiday", "2026-04-09=Umzug"], tmp_path, {"holidays": rows})
    named = [one["date"] for one in done.answer["holidays"]]
    assert named == ["2026-04-03", "2026-04-06", "2026-04-08", "2026-04-09"]
    assert done.answer["both_ends_counted"] == 4


def test_a_bad_row_of_a_table_is_named_by_its_line(tmp_path: Path) -> None:
    """Exit code 1 and one line, no traceback."""
    args = ["count", "2026-04-01", "2026-04-10", "--table", "free"]
    done = SKILL.run("scripts/workdays.py", args, tmp_path, {"free": [{"date": "2026-04-08"}, {"date": "8 April"}]})
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "table 'free' line 2: '8 April' is not a date as YYYY-MM-DD, such as 2026-02-28\n"


ZONE_NAMES = [
    "Europe/Amsterdam",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "UTC",
]


@settings(max_examples=60)
@given(st.datetimes(datetime(1975, 1, 1), datetime(2035, 1, 1)), st.sampled_from(ZONE_NAMES), st.integers(0, 1))  # noqa: DTZ001
def test_a_time_is_skipped_or_repeated_exactly_when_no_or_two_moments_show_it(
    local: datetime, name: str, fold: int
) -> None:
    """Every moment within a day is asked what its clock shows."""
    local = local.replace(minute=local.minute // 30 * 30, second=0, microsecond=0)
    zone = ZoneInfo(name)
    near = (local.replace(tzinfo=UTC) + timedelta(minutes=15 * step) for step in range(-60, 61))
    shown = [moment for moment in near if moment.astimezone(zone).replace(tzinfo=None) == local]
    found = ZONES.instants(local, zone, fold)
    assert found["kind"] == {0: "gap", 1: "normal", 2: "fold"}[len(shown)]
    if shown:
        assert found["utc"] == f"{shown[fold if len(shown) == 2 else 0].replace(tzinfo=None).isoformat()}Z"


def test_a_skipped_time_takes_the_offset_before_the_change() -> None:
    """02:30 on the night that has no 02:30 is 03:30 in summer time."""
    found = ZONES.command(["convert", "2026-03-29T02:30", "--from", "Europe/Amsterdam", "--to", "Europe/Amsterdam"])
    assert (found["kind"], found["utc"]) == ("gap", "2026-03-29T01:30:00Z")
    assert found["converted"][0]["local"] == "2026-03-29T03:30:00"


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("Europe/Berlin", [("2026-03-29T01:00:00Z", 60), ("2026-10-25T01:00:00Z", -60)]),
        ("America/New_York", [("2026-03-08T07:00:00Z", 60), ("2026-11-01T06:00:00Z", -60)]),
        ("Australia/Lord_Howe", [("2026-04-04T15:00:00Z", -30), ("2026-10-03T15:30:00Z", 30)]),
        ("Asia/Tokyo", []),
    ],
)
def test_the_clock_changes_of_a_year_are_found_to_the_second(zone: str, expected: list[tuple[str, int]]) -> None:
    """Also a change of half an hour."""
    found = ZONES.command(["changes", "2026", "--zone", zone])["changes"]
    assert [(one["utc"], one["minutes"]) for one in found] == expected


def test_a_day_with_a_clock_change_has_23_hours() -> None:
    """What passes is not what the clocks show."""
    found = ZONES.command(["elapsed", "2026-03-28T12:00", "2026-03-29T12:00", "--from", "Europe/Paris"])
    assert found["seconds"] == 23 * 3600


def in_period(rule: Any, start: date, day: date) -> list[date] | None:  # noqa: ANN401
    """All days of the day's period, or None where INTERVAL leaves the period out."""
    if rule.freq == "DAILY":
        return [day] if (day - start).days % rule.interval == 0 else None
    if rule.freq == "WEEKLY":
        monday = day - timedelta(days=(day.weekday() - rule.week_start) % 7)
        first = start - timedelta(days=(start.weekday() - rule.week_start) % 7)
        return (
            [monday + timedelta(days=n) for n in range(7)] if (monday - first).days // 7 % rule.interval == 0 else None
        )
    if rule.freq == "MONTHLY":
        if ((day.year - start.year) * 12 + day.month - start.month) % rule.interval:
            return None
        return [date(day.year, day.month, n + 1) for n in range(calendar.monthrange(day.year, day.month)[1])]
    if (day.year - start.year) % rule.interval:
        return None
    return [date(day.year, 1, 1) + timedelta(days=n) for n in range(365 + calendar.isleap(day.year))]


def fits(rule: Any, start: date, day: date) -> bool:  # noqa: ANN401
    """Whether a day passes every BY part of a rule but BYSETPOS, looked at by itself."""
    month_size = calendar.monthrange(day.year, day.month)[1]
    whole_year = rule.freq == "YEARLY" and not rule.by_month and not rule.by_month_day
    place, size = (day.timetuple().tm_yday, 365 + calendar.isleap(day.year)) if whole_year else (day.day, month_size)
    ordinals = {0, (place + 6) // 7, -((size - place) // 7 + 1)}
    by_day = rule.by_day or (((0, start.weekday()),) if rule.freq == "WEEKLY" else ())
    if by_day and not any(weekday == day.weekday() and ordinal in ordinals for ordinal, weekday in by_day):
        return False
    if rule.by_month and day.month not in rule.by_month:
        return False
    if rule.by_month_day:
        return day.day in rule.by_month_day or day.day - month_size - 1 in rule.by_month_day
    if by_day or rule.freq == "DAILY":
        return True
    return day.day == start.day and (rule.freq == "MONTHLY" or bool(rule.by_month) or day.month == start.month)


NAMES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


@st.composite
def rule_texts(draw: st.DrawFn) -> str:
    """A rule of the subset, as text."""
    freq = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))
    parts = [f"FREQ={freq}", f"INTERVAL={draw(st.integers(1, 3))}", f"WKST={draw(st.sampled_from(NAMES))}"]
    days = draw(st.lists(st.sampled_from(NAMES), max_size=3, unique=True))
    if days:
        ordinals = st.sampled_from(["", "1", "2", "-1", "5"]) if freq in {"MONTHLY", "YEARLY"} else st.just("")
        parts.append("BYDAY=" + ",".join(draw(ordinals) + name for name in days))
    months = draw(st.sampled_from(["", "2,3", "1,7,12"]))
    if months:
        parts.append(f"BYMONTH={months}")
    month_days = draw(st.sampled_from(["", "1,15,-1", "31", "13,29"])) if freq in {"DAILY", "MONTHLY"} else ""
    if month_days:
        parts.append(f"BYMONTHDAY={month_days}")
    places = draw(st.sampled_from(["", "1", "-1", "1,3,-2"])) if days or months or month_days else ""
    return ";".join(parts + ([f"BYSETPOS={places}"] if places else []))


@settings(max_examples=60)
@given(rule_texts(), st.dates(date(2023, 12, 1), date(2024, 3, 31)))
def test_a_rule_falls_on_exactly_the_days_that_fit_it_one_by_one(text: str, start: date) -> None:
    """Every day of 500 is judged alone, and the list of the script is the same."""
    rule = RULES.parse_rule(text)
    last = start + timedelta(days=500)
    expected = []
    fitting: dict[date, list[date]] = {}
    for number in range(501):
        day = start + timedelta(days=number)
        period = in_period(rule, start, day)
        if period is None or not fits(rule, start, day):
            continue
        if period[0] not in fitting:
            fitting[period[0]] = [one for one in period if fits(rule, start, one)]
        chosen = fitting[period[0]]
        places = {place - 1 if place > 0 else len(chosen) + place for place in rule.by_set_pos}
        if not places or chosen.index(day) in places:
            expected.append(day)
    assert list(RULES.occurrences(rule, start, last)) == expected
    assert list(islice(RULES.occurrences(RULES.parse_rule(f"{text};COUNT=3"), start, last), 9)) == expected[:3]


def test_until_in_utc_ends_by_the_moment_and_excluded_dates_count_for_count() -> None:
    """09:00 in Tokyo on the third is after midnight in UTC."""
    args = ["--start", "2026-01-01T09:00", "--zone", "Asia/Tokyo", "--rule", "FREQ=DAILY;UNTIL=20260102T235959Z"]
    assert [one["local"][:10] for one in RECUR.command(args)["occurrences"]] == ["2026-01-01", "2026-01-02"]
    found = RECUR.command(["--start", "2026-01-01", "--rule", "FREQ=DAILY;COUNT=3", "--exclude", "2026-01-02"])
    assert [one["date"] for one in found["occurrences"]] == ["2026-01-01", "2026-01-03"]
    assert found["excluded"] == ["2026-01-02"]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("FREQ=HOURLY", "FREQ must be one of"),
        ("FREQ=DAILY;BYHOUR=9", "BYHOUR is not supported"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20260101", "cannot stand together"),
        ("FREQ=WEEKLY;BYDAY=2MO", "has no meaning with FREQ=WEEKLY"),
        ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "ever has a day"),
        ("FREQ=DAILY;FREQ=DAILY", "stands twice"),
        ("FREQ=DAILY;UNTIL=20260231", "is not a date"),
        ("FREQ=DAILY;INTERVAL=0", "is not from 1"),
        ("", "is not NAME=VALUE"),
    ],
)
def test_a_rule_that_is_not_read_is_refused_by_its_part(rule: str, said: str) -> None:
    """The message says which part."""
    assert said in fails(RECUR.command, "--start", "2026-01-01", "--rule", rule)


@pytest.mark.parametrize(
    "text", ["03/04/2026", "2026-02-29", "2026-13-01", "0000-01-01", "2026-1-1", "", "２０２６-01-01"]
)
def test_a_date_that_is_not_plain_is_refused(text: str) -> None:
    """Guessing between two readings would be wrong half of the time."""
    assert repr(text) in fails(DATES.command, "about", text)


@pytest.mark.parametrize(
    ("module", "args"),
    [
        (DATES, ["add", "9999-12-31", "--days", "1"]),
        (DATES, ["add", "0001-01-01", "--months", "-1"]),
        (DATES, ["week", "2025-W53"]),
        (DATES, ["age", "2026-01-02", "--on", "2026-01-01"]),
        (WORKDAYS, ["holidays", "2001", "--calendar", "target2"]),
        (WORKDAYS, ["count", "2026-01-02", "2026-01-01"]),
        (WORKDAYS, ["count", "2026-01-01", "2026-01-02", "--weekend", "mon,tue,wed,thu,fri,sat,sun"]),
        (WORKDAYS, ["add", "9999-12-31", "1"]),
        (ZONES, ["convert", "2026-01-01T10:00", "--from", "CST", "--to", "UTC"]),
        (ZONES, ["convert", "2026-01-01T10:00", "--from", "../etc/passwd", "--to", "UTC"]),
        (ZONES, ["convert", "2026-01-01T24:00", "--from", "UTC", "--to", "UTC"]),
        (ZONES, ["convert", "2026-01-01T10:00", "--to", "UTC"]),
        (ZONES, ["convert", "9999-12-31T23:00", "--from", "America/New_York", "--to", "UTC"]),
    ],
)
def test_what_cannot_be_answered_is_refused(module: Any, args: list[str]) -> None:  # noqa: ANN401
    """Every refusal is a sentence, none a traceback."""
    assert fails(module.command, *args)


@pytest.mark.parametrize("script", ["dates", "workdays", "zones", "recur"])
def test_bad_usage_ends_with_2_and_the_usage(script: str, tmp_path: Path) -> None:
    """Nothing on stdout."""
    done = SKILL.run(f"scripts/{script}.py", ["--nonsense"], tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"usage: {script}.py")


def test_the_examples_name_only_scripts_of_the_skill() -> None:
    """An example of an entrypoint that does not exist would teach a call that is refused."""
    examples = json.loads((SKILL.folder / "examples.json").read_text("utf-8"))
    assert {one["script"] for one in examples} == {"dates", "workdays", "zones", "recur"}
