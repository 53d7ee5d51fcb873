"""A folder's files to the portable form, to canonical JSON and a digest."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING

import pytest

from skillhouse.format.portable import Reading, digest, read_bundle, to_bytes, to_json
from skillhouse.model.finding import Location, Problem, ProblemSeverity
from skillhouse.model.skill import Bundle, Declared, Definition, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping

SKILL = b"---\nname: demo\ndescription: Adds VAT.\nallowed-tools: []\n---\n\nRun it.\n"
MB = 1 << 20


def bundle(files: Mapping[str, bytes | str]) -> Bundle:
    """A bundle of these files, with a SKILL.md unless there is one."""
    everything = {"SKILL.md": SKILL, **files}
    pairs = ((path, content.encode() if isinstance(content, str) else content) for path, content in everything.items())
    return Bundle(tuple(SkillFile(path, content) for path, content in pairs))


def read(files: Mapping[str, bytes | str], entry_name: str | None = None, folder: str | None = None) -> Reading:
    """The reading of these files."""
    return read_bundle(bundle(files), entry_name=entry_name, folder=folder)


def found(reading: Reading) -> dict[str, Problem]:
    """The problems by code; the first of each."""
    return {problem.code: problem for problem in reversed(reading.problems)}


def definition(
    files: Mapping[str, bytes | str], entry_name: str | None = None, folder: str | None = None
) -> Definition:
    """The definition of a skill that must be good."""
    reading = read(files, entry_name, folder)
    assert reading.definition is not None, reading.problems
    return reading.definition


@pytest.mark.rule("DEF-1", "DEF-3", "FM-6")
def test_a_folder_gives_exactly_the_keys_of_the_portable_form() -> None:
    """Files sorted by path in byte order; license, compatibility and metadata null."""
    skill = SKILL.replace(b"---\n\n", b"license: MIT\ncompatibility: all\nmetadata: {a: b}\n---\n\n")
    document = to_json(
        definition({"SKILL.md": skill, "b.md": "b", "B.txt": "B", "é.md": "é", "a/x.py": "x", "a-b": "y"})
    )
    assert list(document) == ["name", "description", "license", "compatibility", "metadata", "allowedTools", "files"]
    assert (document["license"], document["compatibility"], document["metadata"]) == (None, None, None)
    files = document["files"]
    assert isinstance(files, list)
    paths = [file["path"] for file in files if isinstance(file, dict)]
    assert paths == ["B.txt", "SKILL.md", "a-b", "a/x.py", "b.md", "é.md"]


@pytest.mark.rule("DEF-1", "FM-5")
def test_entrypoints_are_there_only_when_declared() -> None:
    """An empty map is a declaration too."""
    skill = SKILL.replace(b"---\n\n", b"entrypoints: {go: a.py}\n---\n\n")
    assert to_json(definition({"SKILL.md": skill, "a.py": ""}))["entrypoints"] == {"go": "a.py"}
    empty = SKILL.replace(b"---\n\n", b"entrypoints: {}\n---\n\n")
    assert to_json(definition({"SKILL.md": empty}))["entrypoints"] == {}


@pytest.mark.rule("DEF-2")
@pytest.mark.parametrize(("line", "tools"), [(b"", None), (b"allowed-tools: []", []), (b"allowed-tools: a", ["a"])])
def test_absent_none_and_some_tools_stay_apart(line: bytes, tools: list[str] | None) -> None:
    """Null, an empty list and a list."""
    skill = SKILL.replace(b"allowed-tools: []", line)
    assert to_json(definition({"SKILL.md": skill}))["allowedTools"] == tools


@pytest.mark.rule("DEF-5", "FM-11")
def test_a_file_that_is_no_text_is_kept_byte_for_byte() -> None:
    """As base64, with a warning that names it and its first bad byte."""
    content = b"abc\0def\xff\xfe\n"
    reading = read({"odd.txt": content, "nul.txt": b"a\0b"})
    assert reading.definition is not None
    files = to_json(reading.definition)["files"]
    assert files == [
        {"path": "SKILL.md", "content": SKILL.decode()},
        {"path": "nul.txt", "content": "a\0b"},
        {"path": "odd.txt", "content": base64.b64encode(content).decode(), "encoding": "base64"},
    ]
    problem = found(reading)["FILE_NOT_UTF8"]
    assert "'odd.txt'" in problem.message
    assert "0xff at offset 7" in problem.message
    assert problem.hardened().is_error


@pytest.mark.rule("FM-11")
def test_text_only_refuses_what_is_no_text() -> None:
    """The manifest's entry asked for that."""
    reading = read_bundle(bundle({"odd.txt": b"\xff"}), text_only=True)
    assert reading.definition is None
    assert found(reading)["FILE_NOT_UTF8_REFUSED"].is_error


@pytest.mark.rule("DEF-7", "DEF-8")
def test_the_digest_is_over_the_canonical_json_and_knows_no_order() -> None:
    """Bytes that any reader of JSON can make again."""
    one = definition({"a.md": "ü", "b.md": "b"})
    other = definition({"b.md": "b", "a.md": "ü"})
    assert to_bytes(one) == to_bytes(other)
    plain = json.dumps(json.loads(to_bytes(one)), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert to_bytes(one).decode() == plain
    assert digest(one) == f"sha256:{hashlib.sha256(plain.encode()).hexdigest()}"
    assert digest(one) != digest(definition({"a.md": "ü"}))


@pytest.mark.rule("FM-1")
@pytest.mark.parametrize("name", ["skill.md", "Skill.md", "SKILL.MD"])
def test_other_spellings_of_skill_md_are_read_with_a_warning(name: str) -> None:
    """The definition holds it as SKILL.md."""
    reading = read_bundle(Bundle((SkillFile(name, SKILL), SkillFile("a", b""))))
    assert reading.definition is not None
    assert reading.definition.bundle.paths == ("SKILL.md", "a")
    assert found(reading)["SKILL_MD_CASE"].location == Location(name)


@pytest.mark.rule("FM-1")
def test_a_folder_without_skill_md_is_an_error() -> None:
    """One below the root does not count."""
    reading = read_bundle(
        Bundle((SkillFile("x/SKILL.md", SKILL),)), notes=[Problem("N", ProblemSeverity.NOTE, "n", Location("n"))]
    )
    assert reading.definition is None
    assert list(found(reading)) == ["SKILL_MD_MISSING", "N"]


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize(
    "paths",
    [
        ("skill.md",),
        ("a/B.txt", "a/b.txt"),
        ("caf\u00e9", "cafe\u0301"),
        ("caf\u00e9", "CAFE\u0301"),
        ("a", "a/b"),
        ("A", "a/b/c"),
    ],
)
def test_two_paths_at_one_place_are_an_error(paths: tuple[str, ...]) -> None:
    """Somewhere one of them would be lost."""
    reading = read(dict.fromkeys(paths, ""))
    assert reading.definition is None
    assert found(reading)["PATH_COLLISION"].is_error


@pytest.mark.rule("FM-12")
def test_a_decomposed_path_is_stored_composed_and_told() -> None:
    """The same on every machine."""
    reading = read({"cafe\u0301.md": "x"})
    assert reading.definition is not None
    assert "café.md" in reading.definition.bundle.paths
    assert found(reading)["PATH_NORMALISED"].severity is ProblemSeverity.NOTE


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize("path", ["../x", "/x", "a\\b", "a\nb", "a//b", "a\udcff"])
def test_a_bad_path_is_an_error_and_can_be_shown(path: str) -> None:
    """Its escaped form harms no terminal."""
    problem = found(read({path: ""}))["PATH_INVALID"]
    assert problem.is_error
    assert (problem.message + problem.location.file).isprintable()


@pytest.mark.rule("FM-2")
def test_an_absent_name_comes_from_the_manifest_entry_or_the_folder() -> None:
    """In this order, in normal form, and the author is told."""
    nameless: dict[str, bytes | str] = {"SKILL.md": SKILL.replace(b"name: demo\n", b"")}
    assert definition(nameless, entry_name="from-manifest", folder="x").name == "from-manifest"
    assert definition(nameless, folder="cafe\u0301").name == "café"
    assert "NAME_FROM_ELSEWHERE" in found(read(nameless, folder="x"))
    assert found(read(nameless))["NAME_MISSING"].is_error
    assert found(read(nameless, folder="a@b"))["NAME_INVALID"].is_error


@pytest.mark.rule("FM-2", "FM-7")
def test_a_name_is_held_against_the_entry_before_the_folder() -> None:
    """A manifest may call a folder as it likes."""
    assert found(read({}, entry_name="demo", folder="x")) == {}
    assert list(found(read({}, entry_name="other", folder="demo"))) == ["NAME_NOT_ENTRY"]
    assert list(found(read({}, folder="other"))) == ["NAME_NOT_FOLDER"]


@pytest.mark.rule("FM-2", "FM-9")
def test_a_bad_name_is_not_replaced_and_a_broken_file_is_told_once() -> None:
    """No other name hides the error."""
    bad = read({"SKILL.md": SKILL.replace(b"demo", b"a/b")}, folder="x")
    assert (bad.name, [one.code for one in bad.problems]) == (None, ["NAME_INVALID"])
    broken = read({"SKILL.md": b"# nothing"}, folder="x")
    assert (broken.name, [one.code for one in broken.problems]) == ("x", ["FRONT_MATTER_MISSING"])


@pytest.mark.rule("FM-5")
def test_an_entrypoint_must_be_a_script_of_the_bundle() -> None:
    """Each at its line, with the scripts there are."""
    skill = SKILL.replace(b"---\n\n", b"entrypoints:\n  a: no.py\n  b: data.csv\n  c: go.py\n---\n\n")
    reading = read({"SKILL.md": skill, "data.csv": "", "go.py": ""})
    assert reading.definition is None
    problems = found(reading)
    assert problems["ENTRYPOINT_MISSING"].location == Location("SKILL.md", 6, 6)
    assert "go.py" in problems["ENTRYPOINT_MISSING"].hint
    assert problems["ENTRYPOINT_NO_RUNTIME"].location == Location("SKILL.md", 7, 6)
    alone = found(read({"SKILL.md": skill}))
    assert "none" in alone["ENTRYPOINT_MISSING"].hint


@pytest.mark.rule("PKG-3")
@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"big.txt": b"x" * (5 * MB + 1)}, "5,242,881"),
        ({f"{n}.txt": b"x" * (3 * MB) for n in range(4)}, "12.0 MB"),
        ({"a.bin": b"\xff" * (4 * MB)}, "definition"),
        ({"a.txt": b"x" * (4 * MB), "b.txt": b"x" * (2 * MB)}, "definition"),
    ],
)
def test_a_skill_over_a_fixed_limit_is_refused_with_sizes_and_names(files: dict[str, bytes | str], says: str) -> None:
    """The actual size, the limit, and the largest files."""
    reading = read(files)
    assert reading.definition is None
    problem = found(reading)["PORTABLE_SKILL_TOO_LARGE"]
    assert says in problem.message
    assert next(iter(files)) in problem.message
    assert "limit of" in problem.message


@pytest.mark.rule("PKG-3")
def test_the_largest_allowed_skill_is_taken() -> None:
    """Its definition is exactly at the limit."""
    room = 5 * MB - len(to_bytes(definition({"a.txt": ""})))
    assert len(to_bytes(definition({"a.txt": "x" * room}))) == 5 * MB
    assert read({"a.txt": "x" * (room + 1)}).definition is None


@pytest.mark.rule("PKG-3")
def test_too_many_files_are_refused() -> None:
    """The message has the limit."""
    reading = read({f"{n}.txt": "" for n in range(5_000)})
    assert "5,000" in found(reading)["SKILL_TOO_MANY_FILES"].message


@pytest.mark.rule("FM-9")
def test_every_problem_of_a_skill_is_told_at_once() -> None:
    """Front matter, names, files and scripts in one reading."""
    skill = (
        b"\xef\xbb\xbf---\nname: a/b\nallowed-tools: [x]\nallowed_tools: [y]\nentrypoints: {a: no.py}\n---\n"
        b"See `scripts/none.py`.\n"
    )
    reading = read({"SKILL.md": skill, "x.sh": "#!/bin/bash\r\n", "odd": b"\xff", "../y": ""})
    assert set(found(reading)) >= {
        "FRONT_MATTER_BOM",
        "NAME_INVALID",
        "SKILL_NO_DESCRIPTION",
        "TOOLS_CONFLICT",
        "ENTRYPOINT_MISSING",
        "PATH_INVALID",
        "FILE_NOT_UTF8",
        "SHELL_CRLF",
        "SHELL_WANTS_BASH",
        "FILE_MENTIONED_MISSING",
    }


@pytest.mark.parametrize(
    ("files", "code", "place"),
    [
        ({"go.sh": "#!/bin/bash\necho\n"}, "SHELL_WANTS_BASH", "go.sh:1:1"),
        ({"go.sh": "#!/usr/bin/env -S bash -e\n"}, "SHELL_WANTS_BASH", "go.sh:1:1"),
        ({"go.sh": "set -e\nif true; then\r\nfi\n"}, "SHELL_CRLF", "go.sh:2"),
        ({"tool": "#!/bin/sh\r\n"}, "SHELL_CRLF", "tool:1"),
        ({"go.bash": "echo\r\n"}, "SHELL_CRLF", "go.bash:1"),
        ({"m.js": "// x\nimport fs from 'node:fs';\n"}, "SCRIPT_IS_MODULE", "m.js:2:1"),
        ({"m.js": "import{a}from'x'\n"}, "SCRIPT_IS_MODULE", "m.js:1:1"),
        ({"m.js": "import 'x'\n"}, "SCRIPT_IS_MODULE", "m.js:1:1"),
        ({"m.js": "export default 1\n"}, "SCRIPT_IS_MODULE", "m.js:1:1"),
        ({"m.js": "export {a}\n", "package.json": '{"type": "commonjs"}'}, "SCRIPT_IS_MODULE", "m.js:1:1"),
        ({"s/m.js": "export const a = 1\n", "s/package.json": "[]"}, "SCRIPT_IS_MODULE", "s/m.js:1:1"),
        ({"s/m.js": "export const a = 1\n", "package.json": "{"}, "SCRIPT_IS_MODULE", "s/m.js:1:1"),
    ],
)
@pytest.mark.rule("FM-9")
def test_what_would_surprise_when_a_script_runs_is_told(files: dict[str, bytes | str], code: str, place: str) -> None:
    """A warning at the line; the bytes stay as they are."""
    reading = read(files)
    assert reading.definition is not None
    assert found(reading)[code].location.text == place


@pytest.mark.parametrize(
    "files",
    [
        {"go.sh": "#!/bin/sh\necho bash\n"},
        {"go.bash": "#!/bin/bash\n"},
        {"go.py": "#!/usr/bin/env python3\r\nprint()\r\n"},
        {"c.js": "const a = require('a');\nconst s = ' import x';\nimport('y');\n"},
        {"m.mjs": "import 'x'\n"},
        {"m.js": "import 'x'\n", "package.json": '{"type": "module"}'},
        {"a/b/m.js": "import 'x'\n", "a/package.json": '{"type": "module"}'},
        {"m.js": b"\xffimport 'x'\n"},
    ],
)
def test_ordinary_scripts_earn_no_warning(files: dict[str, bytes | str]) -> None:
    """Nothing is said of what runs as its author expects."""
    assert not {"SHELL_WANTS_BASH", "SHELL_CRLF", "SCRIPT_IS_MODULE"} & set(found(read(files)))


@pytest.mark.parametrize(
    ("body", "near"),
    [
        ("See `reference/FORMS.md`.", "reference/forms.md"),
        ("See [forms](reference/FORMS.md#top).", "reference/forms.md"),
        ("See `./reference/form.md`.", "reference/forms.md"),
        ("See [a b](a%20c.md).", None),
        ('See [x](<none.txt> "title").', None),
        ("See `scripts/none.py`.", None),
        ("See `total.sh`.", "total.py"),
    ],
)
def test_a_file_that_skill_md_names_and_that_is_not_there_is_told(body: str, near: str | None) -> None:
    """With the file that was probably meant, at the line and column of the name."""
    files: dict[str, bytes | str] = {
        "SKILL.md": SKILL + body.encode(),
        "reference/forms.md": "",
        "scripts/total.py": "",
    }
    reading = read(files)
    if near == "total.py":
        assert "FILE_MENTIONED_MISSING" not in found(reading)
        return
    problem = found(reading)["FILE_MENTIONED_MISSING"]
    assert (problem.location.line, problem.strict) == (8, False)
    assert (f"there is '{near}'" in problem.message) == (near is not None)


def test_the_place_of_a_mention_survives_crlf() -> None:
    """Lines count from the top of the file, whatever ends them."""
    data = (SKILL + b"See `scripts/none.py`.").replace(b"\n", b"\r\n")
    assert found(read({"SKILL.md": data}))["FILE_MENTIONED_MISSING"].location == Location("SKILL.md", 8, 6)


@pytest.mark.parametrize(
    "body",
    [
        "`reference/forms.md` and [x](reference/forms.md) and `reference` and [d](reference)",
        "`forms.md` is in the reference folder",
        "`src/app.ts`, `package.json`, `README.md`, `notes.csv`, `a b.md`, `*.py`, `~/x.py`, `{dir}/x.py`, `../x.md`",
        "[site](https://example.org/a.md), [mail](mailto:x), [top](#top), [up](../other/SKILL.md), [abs](/a.md)",
        "```\n`scripts/none.py`\n```\n~~~md\n[x](none.md)\n```\n~~~",
        "`scripts/x.py\n`",
    ],
)
def test_other_names_in_prose_are_left_alone(body: str) -> None:
    """Files that are there, files of the user's own project, links elsewhere, and blocks of code."""
    files: dict[str, bytes | str] = {"SKILL.md": SKILL + body.encode(), "reference/forms.md": ""}
    assert "FILE_MENTIONED_MISSING" not in found(read(files))


def test_only_so_many_missing_files_are_looked_at() -> None:
    """A hostile body costs no more than the bound, and each name is told once."""
    body = "".join(f"`scripts/{n % 90}.py` " for n in range(900))
    problems = [
        one for one in read({"SKILL.md": SKILL + body.encode()}).problems if one.code == "FILE_MENTIONED_MISSING"
    ]
    assert len(problems) == 50


@pytest.mark.rule("FM-4")
def test_the_reading_keeps_what_could_be_read_beside_an_error() -> None:
    """For whoever scans or shows a skill that is not good yet."""
    reading = read({"SKILL.md": b"---\nname: demo\ndescription: d\nallowed-tools: [a]\nm: &x 1\n---\nb"})
    assert reading.definition is None
    assert (reading.name, reading.description, reading.tools, reading.body) == ("demo", "d", ("a",), "b")
    assert read({}).definition is not None
    assert definition({}).allowed_tools == Declared(())
