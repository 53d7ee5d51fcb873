"""Small real-world inputs and what must come of them, each reduced from a fault that people met elsewhere.

The cases lie in `tests/fixtures/cases.jsonl`; SKILLHOUSE_CASES names another file of the same form to be tried instead.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import stat
import threading
import time
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from skillhouse.cli.scan import show_findings
from skillhouse.config import Settings
from skillhouse.disk import LoadedSkill, load
from skillhouse.errors import Refused
from skillhouse.format.package import Package, write_package
from skillhouse.format.portable import to_json
from skillhouse.format.wire import reply
from skillhouse.model.finding import ProblemSeverity
from skillhouse.model.policy import Policy
from skillhouse.model.severity import Severity
from skillhouse.model.skill import Declared, SkillFile
from skillhouse.sandbox import Job
from skillhouse.scan.wire import report_json
from skillhouse.service.bench import run_script
from skillhouse.service.host import open_sandbox
from skillhouse.service.scan import scan_skill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from skillhouse.sandbox import Sandbox

CASES = Path(os.environ.get("SKILLHOUSE_CASES") or Path(__file__).parents[1] / "fixtures" / "cases.jsonl")
NEXT = Job((SkillFile("next.py", b"print('next')"),), "next.py")
HANDLED = {"parse", "validate", "build", "run", "scan"}


def read_cases() -> list[dict[str, Any]]:
    """Every case whose action this stage of the product has."""
    lines = CASES.read_text("utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["action"] in HANDLED]


def part(value: dict[str, Any]) -> bytes:
    """One piece of generated content."""
    if "text" in value:
        return str(value["text"]).encode()
    if "repeat" in value:
        return str(value["repeat"]).encode() * int(value["times"])
    if "tags" in value:
        return "".join(chr(0xE0000 + ord(char)) for char in value["tags"]).encode()
    return bytes(int(value["zero_bytes"]))


def content(value: str | dict[str, Any]) -> bytes:
    """A file's bytes as a case writes them down."""
    if isinstance(value, str):
        return value.encode()
    if "b64" in value:
        return base64.b64decode(value["b64"])
    return b"".join(map(part, value["gen"])) if "gen" in value else str(value.get("text", "")).encode()


def lay(case: dict[str, Any], folder: Path) -> None:
    """Put a case's input on disk."""
    for name, value in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(value, dict) and "symlink" in value:
            path.symlink_to(value["symlink"])
            continue
        path.write_bytes(content(value))
        path.chmod(int(value.get("mode", "0644"), 8) if isinstance(value, dict) else 0o644)
    if archive := case.get("archive"):
        with zipfile.ZipFile(folder / archive["filename"], "w", zipfile.ZIP_DEFLATED) as file:
            for entry in archive["entries"]:
                info = zipfile.ZipInfo(entry["name"], (2026, 1, 2, 3, 4, 6))
                info.external_attr = (stat.S_IFREG | int(entry.get("mode", "0644"), 8)) << 16
                file.writestr(info, content(entry))


@dataclass
class Answer:
    """What the product said of one input: the fields that an expectation may name."""

    ok: bool
    error: str = ""
    lines: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)
    text: str = ""


def read(skill: LoadedSkill) -> Answer:
    """The answer to reading a skill."""
    errors = [one for one in skill.problems if one.is_error]
    answer = Answer(
        ok=skill.ok,
        error=" ".join(f"{one.message} {one.hint} {one.location.text}" for one in errors),
        lines=[one.location.line for one in errors],
        warnings=[f"{one.message} {one.hint}" for one in skill.problems if one.severity is not ProblemSeverity.ERROR],
        facts={"name": skill.name, "body": skill.body},
    )
    if definition := skill.definition:
        tools = definition.allowed_tools
        answer.facts |= {
            "name": definition.name,
            "description": definition.description,
            "allowed_tools": list(tools.names) if isinstance(tools, Declared) else None,
            "files": {file.path: file.content for file in definition.bundle.files},
            "portable": to_json(definition),
        }
    answer.text = repr(answer)
    return answer


def find(folder: Path, case: dict[str, Any], name: str) -> LoadedSkill:
    """The skill that a case is about, by way of a manifest where it needs one."""
    entry = case["args"].get("manifest_entry_name")
    if entry:
        manifest = {"name": "p", "version": "1", "skills": [{"name": entry, "ref": name}]}
        (folder / "skillhouse.yaml").write_text(json.dumps(manifest))
        return load(folder).skills[0]
    return load(folder / name).skills[0]


def mentions(text: str, expected: dict[str, Any]) -> bool:
    """Whether a message holds the words that it must, without regard to case."""
    low = text.lower()
    if any(word.lower() not in low for word in expected.get("mentions_all", [])):
        return False
    some = expected.get("mentions_any", [])
    return not some or any(word.lower() in low for word in some)


def contains(value: str, wanted: str | list[str]) -> bool:
    """Whether a text holds one or several others."""
    return all(one in value for one in ([wanted] if isinstance(wanted, str) else wanted))


def said_error(answer: Answer, wanted: dict[str, Any]) -> bool:
    """Whether the error is the one expected, at its line where one is named."""
    return mentions(answer.error, wanted) and ("line" not in wanted or wanted["line"] in answer.lines)


def reason(answer: Answer) -> str:
    """All that a result says of why it ended."""
    fields = {key: value for key, value in answer.result.items() if key not in {"stdout", "exit_code"}}
    return json.dumps(fields | ({"timed_out": "timeout"} if answer.result.get("timed_out") else {})).replace(
        '"timed_out": false', ""
    )


def is_finding(one: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a finding is the one expected: its class, its file, and its line and words where they are named."""
    return (
        (one["kind"], one["file"]) == (wanted["class"], wanted["file"])
        and one["line"] == wanted.get("line", one["line"])
        and wanted.get("mentions", "") in one["message"]
    )


def blocking(answer: Answer) -> bool:
    """Whether any finding would stop somebody by the default policy."""
    return any(Severity(one["severity"]) >= Policy().fail_on for one in answer.facts["findings"])


JUDGES: dict[str, Callable[[Answer, Any], bool]] = {
    "ok": lambda a, want: a.ok is want,
    "refused": lambda a, want: (not a.ok and bool(a.error)) is want,
    "error": said_error,
    "name": lambda a, want: a.facts.get("name") == want,
    "name_nfc": lambda a, want: a.facts["name"] == unicodedata.normalize("NFC", want),
    "description": lambda a, want: a.facts.get("description") == want,
    "description_contains": lambda a, want: contains(a.facts["description"], want),
    "description_trimmed": lambda a, want: (a.facts["description"] == a.facts["description"].strip()) is want,
    "allowed_tools": lambda a, want: a.facts["allowed_tools"] == want,
    "body_contains": lambda a, want: contains(a.facts["body"], want),
    "body_equals": lambda a, want: a.facts["body"] == want,
    "never_contains": lambda a, want: all(
        bad not in str((a.facts | a.result).get(key, "")) for key, bad in want.items()
    ),
    "never_equals": lambda a, want: all(a.facts.get(key) != bad for key, bad in want.items()),
    "never_in_output": lambda a, want: want not in a.text,
    "warnings": lambda a, want: any(mentions(one, want) for one in a.warnings),
    "no_warnings_mentioning": lambda a, want: not any(word in one for word in want for one in a.warnings),
    "files_include": lambda a, want: set(want) <= set(a.facts["files"]),
    "files_exclude": lambda a, want: not set(want) & set(a.facts["files"]),
    "portable_is_json": lambda a, want: bool(json.dumps(a.facts["portable"])) is want,
    "skills_found": lambda a, want: a.facts["skills"] == want,
    "exit_code": lambda a, want: a.result["exit_code"] == want,
    "exit_code_any": lambda a, want: a.result["exit_code"] in want,
    "exit_nonzero": lambda a, want: (a.result.get("exit_code", 1) != 0) is want,
    "stdout": lambda a, want: a.result["stdout"] == want,
    "stdout_json": lambda a, want: json.loads(a.result["stdout"]) == want,
    "stdout_contains": lambda a, want: contains(a.result["stdout"], want),
    "stdout_length_chars": lambda a, want: len(a.result["stdout"]) == want,
    "stdout_truncated": lambda a, want: a.result.get("stdout_truncated") is want,
    "stdout_total_chars": lambda a, want: a.result.get("stdout_total_chars") == want,
    "stderr_contains": lambda a, want: contains(a.result["stderr"], want),
    "stderr_contains_any": lambda a, want: any(word in a.result.get("stderr", "") for word in want),
    "stderr_max_chars": lambda a, want: len(a.result["stderr"]) <= want,
    "timed_out": lambda a, want: a.result["timed_out"] is want,
    "files": lambda a, want: [one["path"] for one in a.result["files"]] == want,
    "file_bytes": lambda a, want: all(a.facts["left"][path] == text.encode() for path, text in want.items()),
    "result_is_json": lambda a, want: bool(json.loads(json.dumps(a.result))) is want,
    "says_skipped": lambda a, want: bool(a.result.get("files_left_out")) is want,
    "says_why_any": lambda a, want: any(word.lower() in reason(a).lower() for word in want),
    "findings": lambda a, want: all(any(is_finding(one, other) for one in a.facts["findings"]) for other in want),
    "no_findings": lambda a, want: (not a.facts["findings"]) is want,
    "no_finding_class": lambda a, want: not {one["kind"] for one in a.facts["findings"]} & set(want),
    "no_blocking_findings": lambda a, want: (not blocking(a)) is want,
    "allowed_tools_contains": lambda a, want: set(want) <= set(a.facts["allowed_tools"]),
    "says_why_none": lambda a, want: not any(word.lower() in reason(a).lower() for word in want),
}
# What is judged by the test itself, since it is about time, several runs or the machine.
ELSEWHERE = {
    "max_wall_s",
    "any_of",
    "each",
    "each_refused",
    "exit_nonzero_of_command",
    "repeat_is_identical_after",
    "also_validate",
    "runs",
    "parallel",
    "outputs_match_their_args",
    "no_process_left",
    "next_run_ok",
    "never",
}


def wrong(answer: Answer, expected: dict[str, Any]) -> list[str]:
    """Every expectation that the answer does not meet."""
    unknown = set(expected) - set(JUDGES) - ELSEWHERE
    found = [f"no judge for {name!r}" for name in unknown]
    for name, wanted in expected.items():
        if name not in JUDGES:
            continue
        try:
            good = JUDGES[name](answer, wanted)
        except (KeyError, TypeError, ValueError) as error:
            found.append(f"{name}: {error!r}")
            continue
        if not good:
            found.append(f"{name} should be {wanted!r}")
    alternatives = expected.get("any_of")
    if alternatives and all(wrong(answer, one) for one in alternatives):
        found.append(f"none of {alternatives!r}")
    return found


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of this host, with room for four at once."""
    with open_sandbox(slots=4) as opened:
        yield opened


def call(skill: LoadedSkill, script: str, args: list[str], sandbox: Sandbox) -> Answer:
    """The answer to one run, as a model would get it."""
    assert skill.definition is not None, skill.problems
    try:
        outcome = run_script(skill.definition, script, args, sandbox=sandbox)
    except Refused as refusal:
        return Answer(ok=False, error=f"{refusal.message} {refusal.hint}")
    result = reply(outcome, limit_chars=Settings().tool_result_chars)
    left = {one.path: one.content for one in outcome.artifacts}
    return Answer(ok=True, result=dict(result), facts={"left": left}, text=repr((outcome.stdout, outcome.stderr, left)))


def check_reading(case: dict[str, Any], folder: Path) -> list[str]:
    """What is wrong with how the skills of a case were read."""
    expected, names = case["expect"], case["args"].get("skill_dirs") or [case["args"]["skill_dir"]]
    began = time.monotonic()
    answers = {name: read(find(folder, case, name)) for name in names}
    found = ["too slow"] if time.monotonic() - began > expected.get("max_wall_s", 60) else []
    if each := expected.get("each"):
        return found + [f"{name}: {one}" for name in names for one in wrong(answers[name], each[name])]
    answer = answers[names[0]]
    answer.facts["skills"] = [skill.name for skill in load(folder / names[0]).skills]
    return found + wrong(answer, expected)


def check_scan(case: dict[str, Any], folder: Path) -> list[str]:
    """What is wrong with what the scan says of a case."""
    began = time.monotonic()
    skill = find(folder, case, case["args"]["skill_dir"])
    report = scan_skill(skill)
    took = time.monotonic() - began
    answer = read(skill)
    told = report_json(report, skill.path)
    answer.facts["findings"] = told["findings"]
    answer.text = json.dumps(told) + repr(list(show_findings(report, verbose=True))) + answer.error
    found = ["too slow"] if took > case["expect"].get("max_wall_s", 60) else []
    return found + wrong(answer, case["expect"])


def check_same_bytes(case: dict[str, Any], folder: Path) -> list[str]:
    """Whether a package is the same after times, modes and the order of files changed."""
    name = case["args"]["skill_dir"]

    def built(path: Path) -> bytes:
        skill = load(path).skills[0]
        assert skill.definition is not None
        return write_package(Package("p", "1", (skill.definition,)))

    first = built(folder / name)
    for path in (folder / name).rglob("*"):
        os.utime(path, (1, 1))
        path.chmod(0o755)
    other = folder / "again" / name
    for path in sorted((folder / name).rglob("*"), reverse=True):
        target = other / path.relative_to(folder / name)
        if path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return [] if first == built(folder / name) == built(other) else ["the bytes differ"]


def check_together(case: dict[str, Any], skill: LoadedSkill, sandbox: Sandbox) -> list[str]:
    """Several runs of one skill at the same time, each with an argument of its own."""
    answers: dict[str, Answer] = {}

    def one(number: str) -> None:
        answers[number] = call(skill, case["args"]["script_path"], [number], sandbox)

    threads = [threading.Thread(target=one, args=(str(number),)) for number in range(case["args"]["times"])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [text for answer in answers.values() for text in wrong(answer, case["expect"]["each"])]
    return found + [
        f"run {name} printed another's" for name, one in answers.items() if one.result["stdout"].strip() != name
    ]


def check_run(case: dict[str, Any], folder: Path, sandbox: Sandbox) -> list[str]:
    """What is wrong with how a script of a case ran."""
    args, expected = case["args"], case["expect"]
    skill = load(folder / args.get("bundle", args["skill"])).skills[0]
    if "parallel" in expected:
        return check_together(case, skill, sandbox)
    if "script_paths" in args:
        answers = [call(skill, path, args["args"], sandbox) for path in args["script_paths"]]
        return [f"{path!r} ran" for path, one in zip(args["script_paths"], answers, strict=True) if one.ok]
    began = time.monotonic()
    answers = [call(skill, args["script_path"], args["args"], sandbox) for _ in range(args.get("times", 1))]
    found = ["too slow"] if time.monotonic() - began > expected.get("max_wall_s", 60) else []
    for answer, one in zip(answers, expected.get("runs", []), strict=False):
        found += wrong(answer, one)
    if expected.get("next_run_ok") and sandbox.run(NEXT).stdout != b"next\n":
        found.append("the next run did not work")
    if "also_validate" in expected:
        found += wrong(read(skill), expected["also_validate"])
    return found + wrong(answers[0], expected)


@pytest.mark.rule(
    "SCN-1", "SCN-2", "FM-1", "FM-4", "FM-7", "FM-8", "FM-9", "FM-10", "DEF-7", "RUN-2", "RUN-3", "SBX-9", "BEN-1"
)
@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case["id"])
def test_a_case_ends_as_it_must(case: dict[str, Any], tmp_path: Path, sandbox: Sandbox) -> None:
    """The input is read, refused or run as written down beside it."""
    lay(case, tmp_path)
    if case["action"] == "run":
        found = check_run(case, tmp_path, sandbox)
    elif case["action"] == "scan":
        found = check_scan(case, tmp_path)
    elif "repeat_is_identical_after" in case["expect"]:
        found = check_same_bytes(case, tmp_path)
    else:
        found = check_reading(case, tmp_path)
    assert found == []
