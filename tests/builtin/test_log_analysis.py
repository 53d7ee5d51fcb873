"""Reading logs with sh and awk: the same answer in every shell, and the answer that Python works out."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest

from builtin_skill import SHELLS, Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("log-analysis")


def messages(folder: Path, text: str, *args: str, shell: str = "sh") -> Any:  # noqa: ANN401 - JSON
    """The answer of messages.sh about a text."""
    (folder / "x.log").write_text(text, "utf-8")
    return SKILL.run("scripts/messages.sh", ["--file", "x.log", *args], folder, shell=shell).answer


def access(folder: Path, text: str, *args: str, shell: str = "sh") -> Any:  # noqa: ANN401 - JSON
    """The answer of access.sh about a text."""
    (folder / "x.log").write_text(text, "utf-8")
    return SKILL.run("scripts/access.sh", ["--file", "x.log", *args], folder, shell=shell).answer


@pytest.mark.parametrize("shell", SHELLS)
def test_counts_hours_and_gaps_are_those_of_an_oracle(tmp_path: Path, shell: str) -> None:
    """Times over a leap day and a year's end, in several offsets, some before the line above."""
    dice = random.Random(7)  # noqa: S311 - the same log each time
    lines, moments, levels = [], [], []
    moment = datetime(2023, 12, 31, 20, tzinfo=UTC)
    for number in range(400):
        moment += timedelta(seconds=dice.choice([1, 60, 900, 40_000, -30]))
        level = dice.choice(["INFO", "WARN", "ERROR", "FATAL"])
        local = moment.astimezone(timezone(timedelta(minutes=dice.choice([0, 330, -210]))))
        lines.append(f"{local.isoformat(sep=' ')} {level} item {number} took {number * 7} ms")
        moments.append(moment)
        levels.append(level)
    answer = messages(tmp_path, "\n".join(lines), "--hours", "10000", "--gap", "3600", "--top", "1000", shell=shell)
    hours = Counter(f"{one:%Y-%m-%dT%H}" for one in moments)
    assert {one["hour"]: one["lines"] for one in answer["hours"]} == dict(hours)
    assert answer["levels"] == dict(Counter(levels))
    assert (answer["first_time"], answer["last_time"]) == tuple(
        f"{one:%Y-%m-%dT%H:%M:%S}" for one in (min(moments), max(moments))
    )
    latest, gaps, late = moments[0], [], 0
    for one in moments[1:]:
        if one < latest:
            late += 1
            continue
        if one - latest >= timedelta(hours=1):
            gaps.append((one - latest).total_seconds())
        latest = one
    assert answer["out_of_order"] == late
    assert [one["seconds"] for one in answer["gaps"]] == sorted(gaps, reverse=True)[:10]
    assert [one["message"] for one in answer["messages"]] == ["item # took # ms"]
    assert answer["messages"][0]["count"] == 400


@pytest.mark.parametrize("shell", SHELLS)
def test_percentiles_are_those_of_an_oracle(tmp_path: Path, shell: str) -> None:
    """By nearest rank, in whichever unit."""
    dice = random.Random(3)  # noqa: S311 - the same log each time
    values = sorted(dice.randrange(1, 5_000_000) for _ in range(157))
    shuffled = dice.sample(values, len(values))
    text = "".join(
        f'::1 - - [29/Feb/2024:10:00:{at % 60:02d} +0000] "GET /a/{at}?q=1" {200 + at % 4 * 100} - "" "" {value}\n'
        for at, value in enumerate(shuffled)
    )
    answer = access(tmp_path, text, "--latency-unit", "us", shell=shell)
    nearest = {f"p{share}": values[-(-len(values) * share // 100) - 1] / 1000 for share in (50, 90, 95, 99)}
    assert {name: answer["latency_ms"][name] for name in nearest} == pytest.approx(nearest)
    assert answer["latency_ms"]["max"] == pytest.approx(values[-1] / 1000)
    assert answer["statuses"] == {str(code): len(range(at, 157, 4)) for at, code in enumerate((200, 300, 400, 500))}
    assert answer["paths"] == [{"count": 157, "errors": 39 + 39, "path": "GET /a/#"}]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "level", "message"),
    [
        ("2024-05-01T10:00:00Z ERROR boom", "ERROR", "boom"),
        ("2024-05-01 10:00:00,123 - app - WARNING - slow", "WARN", "app - WARNING - slow"),
        ("[2024-05-01 10:00:00] [error] [client ::1] x", "ERROR", "client ::#] x"),
        ('time="2024-05-01T10:00:00Z" level=warning msg="a b"', "WARN", 'time="" level=warning msg="a b"'),
        ("level=info msg=ok", "INFO", "msg=ok"),
        ("CRIT: no space", "CRITICAL", "no space"),
        ("An ERRORS word and no Error level", "NONE", "An ERRORS word and no Error level"),
        ("information about x", "NONE", "information about x"),
        ("Error: not found", "NONE", "Error: not found"),
        ('he said "hi"\\n \x01', "NONE", 'he said "hi"\\n \x01'),
        ("id 123e4567-e89b-12d3-a456-426614174000 at 0x7f and 10.0.0.1:80", "NONE", "id <id> at <hex> and <ip>:#"),
        ("commit deadbeef1 decade facade 1,234.50", "NONE", "commit <hex> decade facade #"),
        ("2024-02-30T10:00:00Z ERROR never", "ERROR", "#-#-#T# ERROR never"),
        ("2024-05-01T25:00:00Z never", "NONE", "#-#-#T# never"),
        ("Grüße an Zoë, 東京", "NONE", "Grüße an Zoë, 東京"),
    ],
)
def test_a_line_is_taken_apart(tmp_path: Path, shell: str, line: str, level: str, message: str) -> None:
    """The level by its own rules, and the message without the time and with numbers folded."""
    answer = messages(tmp_path, line, shell=shell)
    assert list(answer["levels"]) == [level]
    folded = answer["messages"][0]["message"]
    assert folded.replace("#Z", "#").replace("##", "#") == message


@pytest.mark.parametrize("shell", SHELLS)
def test_long_messages_are_cut_between_characters(tmp_path: Path, shell: str) -> None:
    """So that what comes out is UTF-8 wherever the cut falls."""
    for shift in range(4):
        answer = messages(tmp_path, "x" * shift + "é東👍" * 200, shell=shell)
        assert answer["messages"][0]["message"].endswith("...")
        assert "\ufffd" not in answer["messages"][0]["message"]


@pytest.mark.parametrize("shell", SHELLS)
def test_an_empty_log_is_an_answer(tmp_path: Path, shell: str) -> None:
    """With every list there, and empty."""
    empty = messages(tmp_path, "", shell=shell)
    assert (empty["lines"], empty["levels"], empty["hours"], empty["gaps"], empty["messages"]) == (0, {}, [], [], [])
    none = access(tmp_path, "\n\nnonsense\n", shell=shell)
    assert (none["unparsed_lines"], none["first_unparsed_line"], none["latency_ms"], none["paths"]) == (1, 3, {}, [])


def test_json_lines_and_tables_are_read_by_columns(tmp_path: Path) -> None:
    """A column that a row lacks is left out; CRLF is no part of a line."""
    rows: list[dict[str, object]] = [
        {"message": "a {1}", "level": "ERROR", "time": "2024-05-01T10:00:00Z", "n": {"deep": ["]", 1]}},
        {"message": "b\tc", "level": None, "time": "2024-05-01T10:00:01Z", "n": None},
    ]
    answer = SKILL.run(
        "scripts/messages.sh", ["--table", "log", "--columns", "time, level,message"], tmp_path, {"log": rows}
    ).answer
    assert [(one["level"], one["message"]) for one in answer["messages"]] == [("ERROR", "a {#}"), ("NONE", "b c")]
    whole = messages(tmp_path, '{"level": "WARN", "msg": "x"}\r\nERROR y\r\n')
    assert whole["levels"] == {"ERROR": 1, "WARN": 1}
    assert {one["message"] for one in whole["messages"]} == {"x", "y"}


def test_a_level_and_above_can_be_asked_for(tmp_path: Path) -> None:
    """The counts stay whole."""
    answer = messages(tmp_path, "INFO a\nERROR b\nFATAL c\nd\n", "--at-least", "ERROR", "--top", "1")
    assert answer["levels"] == {"FATAL": 1, "ERROR": 1, "INFO": 1, "NONE": 1}
    assert (answer["distinct_messages"], len(answer["messages"])) == (2, 1)


@pytest.mark.parametrize(
    ("script", "args", "code", "said"),
    [
        ("messages.sh", [], 2, "give one of --text"),
        ("messages.sh", ["--text"], 2, "--text needs a value"),
        ("messages.sh", ["--text", "a", "--file", "b"], 2, "once"),
        ("messages.sh", ["--text", "a", "--top", "-1"], 2, "--top must be a whole number"),
        ("messages.sh", ["--text", "a", "--year", "99"], 2, "--year must be"),
        ("messages.sh", ["--text", "a", "--at-least", "error"], 2, "--at-least must be one of"),
        ("messages.sh", ["--wrong", "a"], 2, "no option '--wrong'"),
        ("messages.sh", ["--file", "gone"], 1, "no file 'gone'"),
        ("messages.sh", ["--file", "."], 1, "'.' is no file"),
        ("messages.sh", ["--table", "../x"], 1, "no table '../x'"),
        ("access.sh", ["--text", "a", "--latency-unit", "h"], 2, "--latency-unit must be one of"),
        ("access.sh", ["--table", "gone"], 1, "no table 'gone'"),
    ],
)
def test_a_call_that_makes_no_sense_says_why(
    tmp_path: Path, script: str, args: list[str], code: int, said: str
) -> None:
    """Bad usage with the usage text, bad data with one line."""
    done = SKILL.run(f"scripts/{script}", args, tmp_path)
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert ("usage:" in done.stderr) == (code == 2)
