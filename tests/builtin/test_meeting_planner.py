"""Meetings: free time against a minute-by-minute oracle, calendars read and written as RFC 5545 asks."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builtin_skill import Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("meeting-planner")
PLAN = SKILL.load("plan")
PEOPLE = SKILL.load("people")
READ = SKILL.load("read_ics")
WRITE = SKILL.load("write_ics")
LINES = SKILL.load("ics_lines")
EVENTS = SKILL.load("ics_events")
DAY = ["--from", "2026-05-04", "--to", "2026-05-04"]
BERLIN = ZoneInfo("Europe/Berlin")


def calendar_of(*events: str) -> str:
    """A calendar with some events, whose lines are joined by a new line."""
    body = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{body}END:VCALENDAR\n"


def read(text: str, first: str = "2026-05-01", last: str = "2026-05-31", zone: str = "Europe/Berlin") -> Any:  # noqa: ANN401
    """The answer for a calendar."""
    return READ.command(["--text", text, "--from", first, "--to", last, "--zone", zone])


def starts(text: str, **window: str) -> list[str]:
    """The starts (or first days) of all occurrences."""
    return [one.get("start") or one["first_day"] for one in read(text, **window)["occurrences"]]


def fails(command: Any, *args: str) -> str:  # noqa: ANN401
    """The one line with which a command refuses its arguments."""
    with pytest.raises(Exception, match=r"\S") as caught:
        command(list(args))
    assert type(caught.value).__name__ == "BadData"
    return str(caught.value)


ZONES = st.sampled_from(["Europe/Madrid", "America/New_York", "Asia/Kolkata", "Asia/Tokyo", "Pacific/Auckland"])
HOURS = st.sampled_from(["09:00-17:00", "22:00-06:00", "08:30-12:00/13:00-24:00", "00:00-24:00"])
BUSY = st.lists(st.tuples(st.integers(0, 4 * 96), st.integers(1, 30)), max_size=6)


@settings(max_examples=40)
@given(st.lists(st.tuples(ZONES, HOURS, BUSY), min_size=1, max_size=3), st.sampled_from([0, 30]))
def test_free_time_is_what_every_single_quarter_of_an_hour_says(everybody: list[Any], buffer: int) -> None:
    """Over the weekend on which Europe changes its clocks, each quarter is judged by itself."""
    start = datetime(2026, 3, 27, tzinfo=UTC)
    window = (start, start + timedelta(days=4))
    quarter = timedelta(minutes=15)
    people = []
    for zone, hours, taken in everybody:
        person = PEOPLE.make_person("x", zone, hours, "mon-sun")
        person.taken = [(start + a * quarter, start + (a + n) * quarter, "") for a, n in taken]
        people.append(person)
    blocks = PLAN.free_time(people, window, timedelta(minutes=buffer))
    for number in range(4 * 96):
        moment = start + number * quarter
        free = all(is_free(person, moment, quarter, timedelta(minutes=buffer)) for person in people)
        assert any(a <= moment and moment + quarter <= b for a, b in blocks) == free, moment


def is_free(person: Any, moment: datetime, length: timedelta, buffer: timedelta) -> bool:  # noqa: ANN401
    """Whether a person works at a moment, by the clock on the wall, and nothing is near it in the calendar."""
    shown = moment.astimezone(person.zone)
    minute = shown.hour * 60 + shown.minute
    works = any(a <= minute < b or (b <= a and (minute >= a or minute < b)) for a, b in person.hours)
    return works and all(moment + length <= a - buffer or moment >= b + buffer for a, b, _ in person.taken)


def test_starts_stand_on_the_clock_of_the_zone_and_fit_into_the_block() -> None:
    """A block that begins at 09:10 offers 09:30 first; Kathmandu's 45 minutes do not shift the grid."""
    zone = ZoneInfo("Asia/Kathmandu")
    begin = datetime(2026, 5, 4, 9, 10, tzinfo=zone).astimezone(UTC)
    found = PLAN.starts_in([(begin, begin + timedelta(hours=2))], timedelta(hours=1), timedelta(minutes=30), zone)
    assert [moment.astimezone(zone).strftime("%H:%M") for moment in found] == ["09:30", "10:00"]


def test_when_nobody_can_it_says_whose_absence_would_help() -> None:
    """Madrid and Tokyo have an hour in common; New York has none with them."""
    people = ["--person", "Ana, Europe/Madrid, 09:00-17:00", "--person", "Bo, America/New_York"]
    args = ["slots", *DAY, "--minutes", "60", *people]
    found = PLAN.command([*args, "--person", "Chie, Asia/Tokyo, 09:00-18:00"])
    assert found["count"] == 0
    assert [one["person"] for one in found["without_one_person"]] == ["Bo", "Chie"]


def test_a_check_names_the_person_the_reason_and_the_entry() -> None:
    """Outside somebody's hours, and within somebody's meeting."""
    people = ["--person", "Ana, Europe/Madrid", "--person", "Bo, Europe/London"]
    found = PLAN.command(
        ["check", "2026-05-04T16:30", "--minutes", "60", *people, "--busy", "Bo,2026-05-04T16:00,2026-05-04T16:30,Call"]
    )
    ana, bo = found["people"]
    assert (ana["outside_working_hours"], ana["clashes"]) == (True, [])
    assert (bo["outside_working_hours"], [one["title"] for one in bo["clashes"]]) == (False, ["Call"])
    assert found["suits_everybody"] is False


def test_every_overlap_of_one_persons_entries_is_listed_once() -> None:
    """Three entries, two overlaps; what only touches does not clash."""
    busy = [
        "09:00,2026-05-04T12:00,Long",
        "10:00,2026-05-04T11:00,Inner",
        "11:30,2026-05-04T12:30,Late",
        "12:30,2026-05-04T13:00,Next",
    ]
    args = [part for text in busy for part in ("--busy", f"Ana,2026-05-04T{text}")]
    found = PLAN.command(["clashes", *DAY, "--person", "Ana,Europe/Madrid", *args])
    pairs = [(one["first"]["title"], one["second"]["title"], one["minutes"]) for one in found["clashes"]]
    assert pairs == [("Long", "Inner", 60), ("Long", "Late", 30)]


def test_calendars_of_a_table_take_the_time_of_their_person(tmp_path: Path) -> None:
    """A transparent entry, a cancelled one and one of another day take none."""
    day = "DTSTART;TZID=Europe/Madrid:20260504T"
    text = calendar_of(
        f"UID:1\nSUMMARY:Work\n{day}090000\nDTEND;TZID=Europe/Madrid:20260504T110000",
        f"UID:2\nSUMMARY:Free\n{day}110000\nDURATION:PT2H\nTRANSP:TRANSPARENT",
        f"UID:3\nSUMMARY:Off\n{day}110000\nDURATION:PT2H\nSTATUS:CANCELLED",
        "UID:4\nSUMMARY:Tomorrow\nDTSTART;VALUE=DATE:20260505",
    )
    args = [
        "slots",
        "--from",
        "2026-05-04",
        "--to",
        "2026-05-04",
        "--minutes",
        "60",
        "--people",
        "team",
        "--table",
        "busy",
    ]
    tables = {"team": [{"name": "Ana", "zone": "Europe/Madrid"}], "busy": [{"person": "Ana", "ics": text}]}
    done = SKILL.run("scripts/plan.py", args, tmp_path, tables)
    assert done.answer["free_blocks"] == [
        {"start": "2026-05-04T09:00:00Z", "end": "2026-05-04T15:00:00Z", "minutes": 360}
    ]


def test_an_event_that_cannot_be_read_stops_the_plan_unless_it_is_told_to_go_on(tmp_path: Path) -> None:
    """A time that looks free might not be."""
    tables = {"busy": [{"person": "Ana", "ics": calendar_of("DTSTART:20260504T090000\nRRULE:FREQ=HOURLY")}]}
    args = ["slots", *DAY, "--minutes", "60", "--person", "Ana,Europe/Madrid"]
    done = SKILL.run("scripts/plan.py", [*args, "--table", "busy"], tmp_path, tables)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "line 3" in done.stderr
    done = SKILL.run("scripts/plan.py", [*args, "--table", "busy", "--ignore-unreadable"], tmp_path, tables)
    assert len(done.answer["not_read"]) == 1
    assert done.answer["count"] > 0


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n"), max_size=200)


@given(TEXT)
def test_text_survives_escaping_and_folding(text: str) -> None:
    """No line is over 75 octets, no character is cut, and what is read is what was written."""
    data = LINES.to_bytes(["BEGIN:VCALENDAR", f"X-A:{LINES.escape(text)}", "END:VCALENDAR"])
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    problems: list[str] = []
    (calendar,) = LINES.read_components(data.decode(), problems)
    assert (calendar.text("X-A"), problems) == (text, [])


NOISE = st.sampled_from(
    ["BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR", "DTSTART:20260504T090000Z", "DTSTART;TZID=:2026", "DTEND:20260101",
     "RRULE:FREQ=MONTHLY;BYDAY=5MO", "DURATION:P", "EXDATE:,", "RDATE;VALUE=PERIOD:1", " folded", "\t", ";:",
     'DTSTART;X="',
     "RECURRENCE-ID:20260504T090000Z", 'DTSTART;TZID="GMT Standard Time":20260504T090000', "DTSTART:00010101T000000"]
)  # fmt: skip


@given(st.lists(NOISE | st.text(max_size=30), max_size=25))
def test_no_calendar_however_broken_ends_in_anything_but_an_answer_or_a_refusal(lines: list[str]) -> None:
    """Every event is either read or named among the problems."""
    calendar = EVENTS.read_calendar("\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *lines]), BERLIN)
    EVENTS.occurrences_of(calendar, datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    assert all(isinstance(problem, str) for problem in calendar.problems)


def test_names_parameters_and_folds_are_read_in_any_form() -> None:
    """Lower case, quotes with a colon within, folds in the middle of a word, a BOM, bare CR."""
    text = '\ufeffbegin:vcalendar\rbegin:vevent\rsummary;altrep="a:b;c":Two\r  words\\, here\r'
    found = read(text + "dtstart;value=date:20260504\rend:vevent\rend:vcalendar\r")
    assert found["occurrences"][0]["summary"] == "Two words, here"
    assert found["not_read"] == []


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        (";TZID=Europe/Berlin", "2026-05-04T07:00:00Z"),
        (";TZID=/example.com/Tzfile/America/Argentina/Buenos_Aires", "2026-05-04T12:00:00Z"),
        (";TZID=Eastern Standard Time", "2026-05-04T13:00:00Z"),
        ("", "2026-05-04T07:00:00Z"),
    ],
)
def test_zones_are_found_by_every_usual_kind_of_name(zone: str, expected: str) -> None:
    """IANA, a vendor's path, Windows; a floating time is of the reader's zone."""
    assert starts(calendar_of(f"DTSTART{zone}:20260504T090000")) == [expected]


def test_the_windows_names_lead_to_zones_that_exist() -> None:
    """A wrong name in the table would make every event of it unreadable."""
    for name in SKILL.load("windows_zones").WINDOWS_ZONES.values():
        ZoneInfo(name)


def test_a_series_keeps_its_local_time_over_a_clock_change() -> None:
    """Noon stays noon."""
    text = calendar_of("DTSTART;TZID=Europe/Berlin:20260326T120000\nRRULE:FREQ=DAILY;COUNT=5\nDURATION:PT1H")
    found = starts(text, first="2026-03-01", last="2026-04-30")
    assert [one[11:16] for one in found] == ["11:00", "11:00", "11:00", "10:00", "10:00"]


def test_excluded_moved_added_and_cancelled_occurrences() -> None:
    """One left out, one moved to another day, one added, one cancelled."""
    weekly = "UID:a\nSUMMARY:S\nDTSTART:20260504T080000Z\nDURATION:PT1H\n"
    text = calendar_of(
        weekly + "RRULE:FREQ=WEEKLY\nEXDATE:20260511T080000Z\nRDATE:20260513T080000Z",
        "UID:a\nSUMMARY:Moved\nRECURRENCE-ID:20260518T080000Z\nDTSTART:20260519T100000Z\nDURATION:PT1H",
        "UID:a\nRECURRENCE-ID:20260525T080000Z\nDTSTART:20260525T080000Z\nSTATUS:CANCELLED",
    )
    assert starts(text) == ["2026-05-04T08:00:00Z", "2026-05-13T08:00:00Z", "2026-05-19T10:00:00Z"]


def test_until_and_whole_days() -> None:
    """UNTIL as a date and in UTC; a whole-day event ends the day before its DTEND."""
    assert len(starts(calendar_of("DTSTART;VALUE=DATE:20260504\nRRULE:FREQ=DAILY;UNTIL=20260506"))) == 3
    rule = "DTSTART;TZID=Asia/Tokyo:20260504T080000\nRRULE:FREQ=DAILY;UNTIL=20260505T225959Z"
    assert len(starts(calendar_of(rule))) == 2
    (one,) = read(calendar_of("DTSTART;VALUE=DATE:20260504\nDTEND;VALUE=DATE:20260507"))["occurrences"]
    assert (one["first_day"], one["last_day"]) == ("2026-05-04", "2026-05-06")


def test_an_event_that_began_before_the_window_and_reaches_into_it_is_there() -> None:
    """It takes time all the same."""
    text = calendar_of("DTSTART:20260430T100000Z\nDURATION:P2D")
    assert starts(text, first="2026-05-01", last="2026-05-01") == ["2026-04-30T10:00:00Z"]
    assert starts(text, first="2026-05-03", last="2026-05-04") == []


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("SUMMARY:x", "it has no DTSTART"),
        ("DTSTART:20260231T100000", "not a date or time"),
        ("DTSTART;TZID=Mars:20260504T100000", "'Mars' is not known"),
        ("DTSTART:20260504T100000Z\nDTEND:20260504T090000Z", "is before DTSTART"),
        ("DTSTART:20260504T100000Z\nDTEND;VALUE=DATE:20260505", "not both dates or both times"),
        ("DTSTART:20260504T100000Z\nRRULE:FREQ=DAILY;BYHOUR=3", "BYHOUR is not supported"),
        ("DTSTART:20260504T100000Z\nDURATION:1H", "not a duration"),
        ("DTSTART:20260504T100000Z\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260504T100000Z", "RANGE is not supported"),
    ],
)
def test_an_event_that_cannot_be_read_is_named_by_its_line(event: str, said: str) -> None:
    """The other events are read."""
    found = read(calendar_of(event, "DTSTART:20260506T080000Z"))
    assert (found["count"], len(found["not_read"])) == (1, 1)
    assert "event at line 3: " in found["not_read"][0]
    assert said in found["not_read"][0]


START = ["--start", "2026-05-04T10:00", "--zone", "Europe/Madrid", "--minutes", "30"]


def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *args: str) -> tuple[Any, str]:
    """The answer and the file, for a meeting with a title and a stamp."""
    monkeypatch.chdir(tmp_path)
    found = WRITE.command(["--summary", "Review", "--stamp", "2026-04-01T08:00:00Z", *args])
    return found, (tmp_path / found["file"]).read_bytes().decode()


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A series with an exception, in another zone."""
    args = ["--start", "2026-10-12T09:00", "--zone", "America/New_York", "--minutes", "45"]
    rule = ["--rule", "FREQ=WEEKLY;COUNT=5", "--exclude", "2026-10-19"]
    fact, text = write(tmp_path, monkeypatch, *args, *rule, "--location", "Room 1; left\nside")
    found = read(text, first="2026-10-01", last="2026-12-31")
    assert [one["start"] for one in found["occurrences"]] == [
        "2026-10-12T13:00:00Z", "2026-10-26T13:00:00Z", "2026-11-02T14:00:00Z", "2026-11-09T14:00:00Z",
    ]  # fmt: skip
    assert found["occurrences"][0]["location"] == "Room 1; left\nside"
    assert fact["bytes"] == len(text.encode())


def offsets_of(text: str) -> list[tuple[datetime, int, int]]:
    """What a VTIMEZONE says, read anew: for 40 years each change as local time, offset before and offset after."""
    found: list[tuple[datetime, int, int]] = []
    for part in re.findall(r"BEGIN:(?:STANDARD|DAYLIGHT)\r\n(.*?)END:", text, re.DOTALL):
        lines = dict(line.split(":", 1) for line in part.split("\r\n") if ":" in line)
        first = datetime.strptime(lines["DTSTART"], "%Y%m%dT%H%M%S")  # noqa: DTZ007
        before, after = (
            int(f"{value[0]}1") * (int(value[1:3]) * 60 + int(value[3:5]))
            for value in (lines["TZOFFSETFROM"], lines["TZOFFSETTO"])
        )
        times = [first] + [datetime.strptime(one, "%Y%m%dT%H%M%S") for one in lines.get("RDATE", "").split(",") if one]  # noqa: DTZ007
        rule = re.fullmatch(r"FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-1|\d)([A-Z]{2})", lines.get("RRULE", ""))
        if rule:
            times = [nth_day(first, year, rule) for year in range(first.year, first.year + 40)]
        found.extend((moment, before, after) for moment in times)
    return sorted(found)


def nth_day(first: datetime, year: int, rule: re.Match[str]) -> datetime:
    """The day of a yearly rule."""
    weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].index(rule[3])
    days = [date(year, int(rule[1]), 1) + timedelta(days=number) for number in range(31)]
    fitting = [day for day in days if day.month == int(rule[1]) and day.weekday() == weekday]
    return datetime.combine(fitting[-1 if rule[2] == "-1" else int(rule[2]) - 1], first.time())


@pytest.mark.parametrize(
    "zone", ["Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Europe/Dublin"]
)
def test_the_zone_of_an_endless_series_is_right_for_years(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At noon of every day of ten years a reader of the VTIMEZONE finds the offset that the zone has."""
    _, text = write(
        tmp_path, monkeypatch, "--start", "2026-01-15T12:00", "--zone", zone, "--minutes", "30", "--rule", "FREQ=DAILY"
    )
    check_offsets(text, zone, 3650)


@pytest.mark.parametrize("zone", ["Africa/Casablanca", "America/Santiago", "Asia/Jerusalem"])
def test_a_zone_without_a_yearly_rule_lists_its_changes_and_needs_an_end(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Morocco follows the moon."""
    args = [
        "--summary",
        "x",
        "--stamp",
        "2026-04-01T08:00:00Z",
        "--start",
        "2026-01-15T12:00",
        "--zone",
        zone,
        "--minutes",
        "30",
    ]
    assert "no yearly rule" in fails(WRITE.command, *args, "--rule", "FREQ=DAILY")
    monkeypatch.chdir(tmp_path)
    WRITE.command([*args, "--rule", "FREQ=DAILY;COUNT=1000"])
    check_offsets((tmp_path / "meeting.ics").read_bytes().decode(), zone, 1000)


def check_offsets(text: str, zone: str, days: int) -> None:
    """Compare the VTIMEZONE of a file with the zone, day by day."""
    changes = offsets_of(text.replace("\r\n ", ""))
    for number in range(days):
        local = datetime.combine(date(2026, 1, 15) + timedelta(days=number), time(12))
        offset = local.replace(tzinfo=ZoneInfo(zone)).utcoffset()
        before = [one for one in changes if one[0] <= local]
        assert offset == timedelta(minutes=before[-1][2]), (zone, local)


def test_the_same_call_writes_the_same_bytes_and_a_cancellation_reaches_the_same_meeting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Title, organizer and times make the UID; the stamp and the rest do not."""
    args = [
        "--start",
        "2026-05-04T10:00",
        "--zone",
        "Europe/Madrid",
        "--end",
        "2026-05-04T11:00",
        "--organizer",
        "a@example.com",
    ]
    first, text = write(tmp_path, monkeypatch, *args)
    again, same = write(tmp_path, monkeypatch, *args)
    assert hashlib.sha256(text.encode()).digest() == hashlib.sha256(same.encode()).digest()
    cancelled, text = write(tmp_path, monkeypatch, *args, "--cancel", "--sequence", "1")
    assert first["uid"] == again["uid"] == cancelled["uid"]
    assert "METHOD:CANCEL" in text
    assert "STATUS:CANCELLED" in text
    assert starts(text) == []


def test_whole_days_end_on_the_last_day_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The format's end is the day after."""
    _, text = write(tmp_path, monkeypatch, "--day", "2026-05-11", "--last-day", "2026-05-12")
    assert "DTEND;VALUE=DATE:20260513\r\n" in text
    assert read(text)["occurrences"][0]["last_day"] == "2026-05-12"


@pytest.mark.parametrize(
    "args",
    [
        ["--start", "2026-03-29T02:30", "--zone", "Europe/Madrid", "--minutes", "30"],
        ["--start", "2026-05-04T10:00", "--zone", "Europe/Madrid"],
        ["--start", "2026-05-04T10:00", "--minutes", "30"],
        [*START, "--day", "2026-05-04"],
        [],
        [*START, "--rule", "FREQ=WEEKLY;BYDAY=TU"],
        [*START, "--rule", "FREQ=WEEKLY", "--exclude", "2026-05-05"],
        [*START, "--exclude", "2026-05-05"],
        [*START, "--organizer", "ana at example"],
        [*START, "--organizer", "Ana\r\nX:1 <ana@example.com\r\n>"],
        [*START, "--attendee", "ana@example.com"],
        [*START, "--out", "../x.ics"],
        [*START, "--out", "SKILL.md"],
        ["--day", "2026-05-04", "--last-day", "2026-05-03"],
    ],
)
def test_a_meeting_that_makes_no_sense_is_not_written(
    args: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says why, and there is no file."""
    monkeypatch.chdir(tmp_path)
    assert fails(WRITE.command, "--summary", "x", "--stamp", "2026-04-01T08:00:00Z", *args)
    assert list(tmp_path.iterdir()) == []


def test_no_text_can_add_a_line_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Line breaks of every kind stay within their value."""
    _, text = write(tmp_path, monkeypatch, *START, "--location", "a\r\nATTENDEE:b\rX:1\nY:2\x0b\x00", "--uid", "u\nv")
    names = [line.partition(":")[0].partition(";")[0] for line in text.replace("\r\n ", "").split("\r\n")]
    assert {"ATTENDEE", "X", "Y", "v"} & set(names) == set()


@pytest.mark.parametrize(
    "args",
    [
        ["--person", "Ana"],
        ["--person", "Ana, CST"],
        ["--person", "Ana, Europe/Madrid, 9-17"],
        ["--person", "Ana, Europe/Madrid, 09:00-17:00, weekdays"],
        ["--person", "Ana, Europe/Madrid", "--person", "Ana, Asia/Tokyo"],
        ["--person", "Ana, Europe/Madrid", "--busy", "Bob,2026-05-04T09:00,2026-05-04T10:00"],
        ["--person", "Ana, Europe/Madrid", "--busy", "Ana,2026-05-04T10:00,2026-05-04T09:00"],
        ["--person", "Ana, Europe/Madrid", "--table", "nowhere"],
        [],
    ],
)
def test_people_who_cannot_be_planned_for_are_refused(args: list[str]) -> None:
    """Nobody is left out in silence."""
    assert fails(PLAN.command, "clashes", *DAY, *args)


@pytest.mark.parametrize("script", ["plan", "read_ics", "write_ics"])
def test_bad_usage_ends_with_2_and_the_usage(script: str, tmp_path: Path) -> None:
    """Nothing on stdout."""
    done = SKILL.run(f"scripts/{script}.py", ["--nonsense"], tmp_path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"usage: {script}.py")


def test_the_rules_of_repeating_are_those_of_the_skill_for_dates() -> None:
    """Each skill stands by itself, so both have a copy: the same one."""
    other = Skill("dates-and-working-days").folder
    assert (SKILL.folder / "scripts/recurrence.py").read_bytes() == (other / "scripts/recurrence.py").read_bytes()
