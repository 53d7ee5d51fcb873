"""A YAML or JSON file that holds the portable form itself."""

from __future__ import annotations

import base64
import json
from typing import TypeAlias

import pytest

from skillhouse.format.portable import (
    Reading,
    definition_from_json,
    digest,
    read_bundle,
    read_definition,
    to_bytes,
    to_json,
)
from skillhouse.model.finding import Location, Problem
from skillhouse.model.skill import ABSENT, Bundle, Declared, JsonValue, SkillFile

SKILL = "---\nname: demo\ndescription: Adds VAT.\n---\n\nRun it.\n"
Document: TypeAlias = dict[str, JsonValue]


def document(**changes: JsonValue) -> Document:
    """A good definition with these keys changed."""
    good: Document = {
        "name": "demo",
        "description": "Adds VAT.",
        "license": None,
        "compatibility": None,
        "metadata": None,
        "allowedTools": None,
        "files": [{"path": "SKILL.md", "content": SKILL}],
    }
    return {**good, **changes}


def read(**changes: JsonValue) -> Reading:
    """The reading of such a definition, as JSON."""
    return read_definition(json.dumps(document(**changes)).encode(), file="x.json")


def found(reading: Reading) -> dict[str, Problem]:
    """The problems by code; the first of each."""
    return {problem.code: problem for problem in reversed(reading.problems)}


@pytest.mark.rule("DEF-6", "DEF-8")
def test_a_definition_file_and_its_folder_have_one_digest() -> None:
    """Written as JSON or as YAML."""
    folder = read_bundle(Bundle((SkillFile("SKILL.md", SKILL.encode()),))).definition
    assert folder is not None
    for data in (to_bytes(folder), b"\xef\xbb\xbf" + json.dumps(to_json(folder), indent=1).encode()):
        again = read_definition(data, file="x.json")
        assert again.problems == ()
        assert again.definition is not None
        assert digest(again.definition) == digest(folder)
        assert again.body == "\nRun it.\n"


@pytest.mark.rule("DEF-2", "DEF-6")
def test_a_yaml_definition_sets_what_a_folder_cannot() -> None:
    """License, compatibility and metadata; places are told by key."""
    text = (
        "name: demo\r\ndescription: Adds VAT.\nlicense: MIT\ncompatibility: all\n"
        "metadata: {rate: 21, when: 2024-01-01}\n"
        "allowedTools: [bash]\nfiles:\n  - path: SKILL.md\n    content: |\n      ---\n      name: demo\n"
        "      description: Adds VAT.\n      allowed-tools: bash\n      ---\n      Run.\n"
    )
    reading = read_definition(text.encode(), file="x.yaml")
    assert reading.problems == ()
    good = reading.definition
    assert good is not None
    assert (good.license, good.compatibility, good.metadata) == ("MIT", "all", {"rate": 21, "when": "2024-01-01"})
    assert good.allowed_tools == Declared(("bash",))
    assert (reading.tools, reading.raw["name"], reading.body) == (("bash",), "demo", "Run.\n")
    assert reading.places["allowed-tools"] == Location("x.yaml", 6, 1)


@pytest.mark.rule("DEF-2")
@pytest.mark.parametrize("tools", [None, [], ["a"]])
def test_tools_come_back_as_they_were(tools: JsonValue) -> None:
    """Null, an empty list and a list stay apart, there and back."""
    reading = read(allowedTools=tools)
    assert reading.definition is not None
    assert to_json(reading.definition)["allowedTools"] == tools
    assert (reading.definition.allowed_tools == ABSENT) == (tools is None)


@pytest.mark.rule("DEF-5")
def test_base64_comes_back_as_bytes() -> None:
    """And goes out as base64 again, unless it is text."""
    packed = base64.b64encode(b"\xff\0").decode()
    text = base64.b64encode(b"ab").decode()
    files: JsonValue = [
        {"path": "SKILL.md", "content": SKILL},
        {"path": "b", "content": packed, "encoding": "base64"},
        {"path": "t", "content": text, "encoding": "base64"},
    ]
    reading = read(files=files)
    assert reading.definition is not None
    assert to_json(reading.definition)["files"] == [
        {"path": "SKILL.md", "content": SKILL},
        {"path": "b", "content": packed, "encoding": "base64"},
        {"path": "t", "content": "ab"},
    ]


@pytest.mark.rule("DEF-1", "DEF-4")
@pytest.mark.parametrize("key", ["status", "approved", "scan", "allowed_tools", "allowed-tools", "Name"])
def test_a_key_that_the_portable_form_does_not_know_is_refused(key: str) -> None:
    """No review state can travel with a definition."""
    reading = read(**{key: "approved"})
    assert reading.definition is None
    assert repr(key) in found(reading)["DEFINITION_UNKNOWN_KEY"].message


@pytest.mark.rule("DEF-1")
def test_a_key_that_may_be_null_may_be_left_out_with_a_warning() -> None:
    """What is required may not."""
    few = {key: value for key, value in document().items() if key in {"name", "description", "files"}}
    reading = definition_from_json(few, file="x")
    assert reading.definition is not None
    assert [one.code for one in reading.problems] == ["DEFINITION_KEY_MISSING"] * 4
    nothing = definition_from_json({}, file="x")
    assert {one.code for one in nothing.problems if one.is_error} == {
        "NAME_MISSING",
        "SKILL_NO_DESCRIPTION",
        "DEFINITION_INVALID",
    }


@pytest.mark.rule("DEF-2", "DEF-3", "DEF-5", "FM-2", "FM-3", "FM-5", "FM-12")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": 5}, "NAME_MISSING"),
        ({"name": "a/b"}, "NAME_INVALID"),
        ({"name": "\ud800"}, "DEFINITION_INVALID"),
        ({"description": " "}, "SKILL_NO_DESCRIPTION"),
        ({"description": ["x"]}, "SKILL_NO_DESCRIPTION"),
        ({"description": "\udfff"}, "DEFINITION_INVALID"),
        ({"license": 5}, "DEFINITION_INVALID"),
        ({"compatibility": "x" * 501}, "DEFINITION_INVALID"),
        ({"compatibility": {}}, "DEFINITION_INVALID"),
        ({"metadata": []}, "DEFINITION_INVALID"),
        ({"metadata": {"n": 2**53}}, "DEFINITION_INVALID"),
        ({"metadata": {"s": "\ud800"}}, "DEFINITION_INVALID"),
        ({"metadata": {"\ud800": 1}}, "DEFINITION_INVALID"),
        ({"metadata": {"a": [[{"b": -(2**53)}]]}}, "DEFINITION_INVALID"),
        ({"allowedTools": "bash"}, "DEFINITION_INVALID"),
        ({"allowedTools": [5]}, "DEFINITION_INVALID"),
        ({"allowedTools": [" "]}, "DEFINITION_INVALID"),
        ({"allowedTools": ["a\u0007"]}, "DEFINITION_INVALID"),
        ({"allowedTools": ["\ud800"]}, "DEFINITION_INVALID"),
        ({"files": {}}, "DEFINITION_INVALID"),
        ({"files": []}, "DEFINITION_INVALID"),
        ({"files": [5]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "a", "content": ""}]}, "SKILL_MD_MISSING"),
        ({"files": [{"path": "SKILL.md"}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": 5, "content": ""}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": "\ud800"}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": "", "mode": "0755"}]}, "DEFINITION_UNKNOWN_KEY"),
        ({"files": [{"path": "SKILL.md", "content": "", "encoding": None}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": "", "encoding": "gzip"}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": "a b", "encoding": "base64"}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": "abc", "encoding": "base64"}]}, "DEFINITION_INVALID"),
        ({"files": [{"path": "../SKILL.md", "content": ""}]}, "PATH_INVALID"),
        ({"files": [{"path": "SKILL.md", "content": ""}, {"path": "SKILL.md", "content": ""}]}, "PATH_COLLISION"),
        ({"entrypoints": []}, "ENTRYPOINTS_UNCLEAR"),
        ({"entrypoints": {"a": 5}}, "ENTRYPOINTS_UNCLEAR"),
        ({"entrypoints": {"a/b": "x.py"}}, "ENTRYPOINTS_UNCLEAR"),
        ({"entrypoints": {"a": "\ud800"}}, "ENTRYPOINTS_UNCLEAR"),
        ({"entrypoints": {"a": "no.py"}}, "ENTRYPOINT_MISSING"),
        ({"entrypoints": {"a": "SKILL.md"}}, "ENTRYPOINT_NO_RUNTIME"),
    ],
)
def test_what_is_not_the_portable_form_is_an_error(changes: Document, code: str) -> None:
    """With a code, and without a definition."""
    reading = read(**changes)
    assert reading.definition is None
    assert found(reading)[code].is_error


@pytest.mark.rule("DEF-1", "DEF-2")
def test_what_the_portable_form_allows_is_taken() -> None:
    """Entrypoints, numbers that all readers of JSON read alike, compatibility at its limit."""
    files: JsonValue = [{"path": "SKILL.md", "content": SKILL}, {"path": "a.py", "content": ""}]
    metadata: Document = {"n": [2**53 - 1, 1.5, True, None, "é"], "o": {"p": -1e300}}
    reading = read(files=files, entrypoints={"go": "a.py"}, metadata=metadata, compatibility="x" * 500, license="MIT")
    assert reading.problems == ()
    assert reading.definition is not None
    assert reading.definition.entrypoints == {"go": "a.py"}
    assert json.loads(to_bytes(reading.definition))["metadata"] == metadata


@pytest.mark.rule("DEF-6")
@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b'{"name": "a",}', "DEFINITION_INVALID", 1),
        (b'{"name": "a", "name": "b"}', "DEFINITION_INVALID", 0),
        (b'{"metadata": NaN}', "DEFINITION_INVALID", 0),
        (b'{"a":' * 100_000, "DEFINITION_INVALID", 0),
        (b"\xff", "DEFINITION_INVALID", 0),
        (b"- a\n", "DEFINITION_INVALID", 0),
        (b"", "DEFINITION_INVALID", 0),
        (b"name: a\nname: b\n", "YAML_DUPLICATE_KEY", 2),
        (b"name: &x a\n", "YAML_ANCHOR", 1),
        (b"x" * (10 * (1 << 20) + 1), "PORTABLE_SKILL_TOO_LARGE", 0),
    ],
)
def test_a_file_that_cannot_be_read_is_one_error_with_its_place(data: bytes, code: str, line: int) -> None:
    """And never anything else."""
    reading = read_definition(data, file="x")
    assert reading.definition is None
    (problem,) = reading.problems
    assert (problem.code, problem.location.line) == (code, line)


def test_only_an_object_is_a_definition() -> None:
    """Whatever else JSON can hold."""
    assert found(definition_from_json([1], file="x"))["DEFINITION_INVALID"].is_error


@pytest.mark.rule("FM-2", "PKG-1")
def test_the_manifest_entry_names_a_definition_without_a_name() -> None:
    """And a name that differs from the entry's earns a warning."""
    nameless = json.dumps(document(name=None)).encode()
    assert read_definition(nameless, file="x", entry_name="other").name == "other"
    named = json.dumps(document()).encode()
    assert "NAME_NOT_ENTRY" in found(read_definition(named, file="x", entry_name="other"))
    assert read_definition(named, file="x", entry_name="demo").problems == ()


@pytest.mark.rule("DEF-6", "FM-11")
def test_files_are_looked_at_as_those_of_a_folder() -> None:
    """Encodings and scripts; an error of the SKILL.md inside is a warning, for the definition counts."""
    packed = base64.b64encode(b"\xff").decode()
    files: JsonValue = [
        {"path": "SKILL.md", "content": "# No front matter"},
        {"path": "b", "content": packed, "encoding": "base64"},
        {"path": "go.sh", "content": "#!/bin/bash\n"},
    ]
    reading = read(files=files)
    assert reading.definition is not None
    assert set(found(reading)) == {"FRONT_MATTER_MISSING", "FILE_NOT_UTF8", "SHELL_WANTS_BASH"}
    data = json.dumps(document(files=files)).encode()
    assert read_definition(data, file="x", text_only=True).definition is None


@pytest.mark.rule("DEF-6")
def test_a_definition_that_contradicts_its_skill_md_is_pointed_out() -> None:
    """People read SKILL.md, and the definition counts."""
    reading = read(name="other", description="Else.", allowedTools=["bash"])
    assert [one.code for one in reading.problems] == ["DEFINITION_DIFFERS"] * 3


@pytest.mark.rule("PKG-3")
def test_a_definition_over_the_limit_is_refused() -> None:
    """By its size as canonical JSON."""
    files: list[JsonValue] = [{"path": "SKILL.md", "content": SKILL}]
    files.extend({"path": f"{n}", "content": "x" * (1 << 20)} for n in range(5))
    assert "PORTABLE_SKILL_TOO_LARGE" in found(read(files=files))
