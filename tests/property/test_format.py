"""Round trips and promises of the format, for whatever comes."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skillhouse.errors import InvalidManifest, InvalidPackage
from skillhouse.format.archive import read_archive, read_skills, write_archive
from skillhouse.format.fields import is_tool_name, split_tools
from skillhouse.format.frontmatter import fix_skill_md, read_skill_md
from skillhouse.format.manifest import read_manifest
from skillhouse.format.package import Package, open_package, read_package, write_package
from skillhouse.format.portable import digest, read_bundle, read_definition, to_bytes, to_json
from skillhouse.format.repair import repair
from skillhouse.format.yamltext import compose
from skillhouse.model.names import check_path, check_skill_name, path_key
from skillhouse.model.skill import ABSENT, Bundle, Declared, Definition, SkillFile

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NAMES = st.text(st.sampled_from("abz09-_ é价."), min_size=1, max_size=12).filter(
    lambda text: not check_skill_name(text)
)
TOOLS = TEXT.filter(is_tool_name)
PATHS = st.text(st.sampled_from("ab/.-é_ "), min_size=1, max_size=12).filter(lambda text: not check_path(text))
FILES = st.dictionaries(PATHS, st.binary(max_size=60) | TEXT.map(str.encode), max_size=5)

# What front matter is made of, so that chance meets the odd places.
FRAGMENTS = st.sampled_from(
    [
        *(
            "---",
            "...",
            "name",
            "description",
            "allowed-tools",
            ":",
            ": ",
            "\n",
            "\n",
            "\n  ",
            "\t",
            '"',
            "'",
            "[",
            "]",
        ),
        *(
            "{",
            "}",
            "- ",
            "#",
            " #",
            "|",
            ">-",
            "&a",
            "*a",
            "!",
            "%",
            "@",
            "`",
            "\\",
            "x",
            "é",
            "1",
            "\ufeff",
            "\r\n",
            ",",
        ),
    ]
)
FRONT = st.lists(FRAGMENTS, max_size=40).map("".join)


def definitions() -> st.SearchStrategy[Definition]:
    """Good definitions of every kind."""

    def made(name: str, description: str, tools: list[str] | None, files: dict[str, bytes]) -> Definition:
        keys = {"skill.md": ("SKILL.md", b"---\nname: a\n---\n")}
        for path, content in files.items():
            keys.setdefault(path_key(path), (path, content))
        paths = [
            (path, content)
            for key, (path, content) in keys.items()
            if not any(other.startswith(f"{key}/") or key.startswith(f"{other}/") for other in keys)
        ]
        bundle = Bundle(tuple(SkillFile(path, content) for path, content in paths))
        return Definition(name, description, ABSENT if tools is None else Declared(tuple(tools)), bundle)

    descriptions = TEXT.map(str.strip).filter(bool)
    return st.builds(made, NAMES, descriptions, st.none() | st.lists(TOOLS, max_size=3), FILES)


@pytest.mark.rule("DEF-1", "DEF-2", "DEF-5", "DEF-6", "DEF-8")
@given(definitions())
def test_a_definition_comes_back_from_its_bytes_as_it_was(definition: Definition) -> None:
    """And so does its digest."""
    reading = read_definition(to_bytes(definition), file="x")
    assert reading.definition == definition, reading.problems
    assert digest(reading.definition) == digest(definition)
    assert json.loads(to_bytes(definition)) == to_json(definition)


@pytest.mark.rule("PKG-2", "DEF-7")
@given(st.lists(definitions(), max_size=3, unique_by=lambda definition: definition.name), st.randoms())
def test_a_package_comes_back_and_knows_no_order(skills: list[Definition], random: object) -> None:
    """Whatever order the skills were given in."""
    data = write_package(Package("p", "1", tuple(skills)))
    random.shuffle(skills)  # type: ignore[attr-defined] # a Random of hypothesis
    assert write_package(Package("p", "1", tuple(skills))) == data
    again = read_package(data).skills
    assert sorted(skills, key=lambda skill: skill.name.encode()) == list(again)


@pytest.mark.rule("PKG-5")
@given(definitions())
def test_an_archive_comes_back_as_its_bundle(definition: Definition) -> None:
    """Unless a file of it belongs to no skill."""
    bundle = read_archive(write_archive(definition.bundle, "demo"))
    assert set(bundle.files) <= set(definition.bundle.files)
    assert bundle.get("SKILL.md") is not None


BASE = write_package(
    Package("p", "1", (Definition("demo", "d", ABSENT, Bundle((SkillFile("SKILL.md", b"---\nname: demo\n---\n"),))),))
)


@pytest.mark.rule("PKG-5")
@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(0, len(BASE) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_a_package_with_changed_bytes_is_refused_or_the_same(changes: list[tuple[int, int]]) -> None:
    """No other error, and no other content."""
    data = bytearray(BASE)
    for at, value in changes:
        data[at] = value
    with suppress(InvalidPackage):
        assert read_package(bytes(data)) == read_package(BASE)


@pytest.mark.rule("PKG-5")
@given(st.integers(0, len(BASE) - 1), st.binary(max_size=40), st.integers(0, len(BASE)))
def test_a_package_cut_and_pasted_is_refused_by_every_reader(cut: int, junk: bytes, start: int) -> None:
    """Truncated, filled up, or begun in the middle."""
    for data in (BASE[:cut], BASE[:cut] + junk + BASE[cut:] + (junk or b"x"), BASE[start:] + junk):
        for read in (read_package, open_package, read_archive, read_skills):
            if data != BASE:
                with pytest.raises(InvalidPackage):
                    read(data)


@pytest.mark.rule("PKG-5")
@given(st.binary(max_size=300) | st.binary(max_size=100).map(lambda data: b"PK\3\4" + data + b"PK\5\6" + bytes(18)))
def test_garbage_is_an_invalid_package_and_nothing_else(data: bytes) -> None:
    """Random bytes, with and without the marks of a zip."""
    for read in (read_package, read_archive):
        with pytest.raises(InvalidPackage):
            read(data)


@pytest.mark.rule("FM-7", "FM-9")
@settings(max_examples=250)
@given(FRONT.map(str.encode) | st.binary(max_size=200) | FRONT.map(lambda text: f"---\n{text}\n---\nbody".encode()))
@example(b"---\nname: x\ndescription: a: [\n---\n")
@example(b"---\n- - - x: y: z\n---\n")
@example(b"---\na: \n  \xc2\x85\n---\n")
def test_reading_a_skill_md_never_raises_and_fixing_changes_no_meaning(data: bytes) -> None:
    """Every problem has a place that exists; what is fixed needs no second fixing."""
    front = read_skill_md(data)
    lines = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert all(0 <= problem.location.line <= len(lines) for problem in front.problems)
    fixed = fix_skill_md(data)
    again = read_skill_md(fixed)
    assert fix_skill_md(fixed) == fixed
    meaning = (front.name, front.description, front.allowed_tools, front.entrypoints, front.body)
    assert (again.name, again.description, again.allowed_tools, again.entrypoints, again.body) == meaning
    if not any(problem.is_error for problem in front.problems):
        assert not any(problem.fixable for problem in again.problems)
    read_bundle(Bundle((SkillFile("SKILL.md", data),)), folder="x")


@pytest.mark.rule("FM-7")
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1).map(str.strip).filter(bool))
@example("- x: y")
@example("# not a comment: but text")
def test_a_repair_keeps_the_lines_and_never_breaks_what_is_valid(value: str) -> None:
    """A text without a repair is returned as it is."""
    text = f"name: demo\ndescription: {value}"
    repaired = repair(text)
    assert repaired.text.count("\n") == text.count("\n")
    assert (repaired.text == text) == (repaired.repairs == ())


@pytest.mark.rule("FM-8")
@given(st.text(max_size=60) | FRONT)
def test_composing_never_raises(text: str) -> None:
    """Whatever the text is, broken or not."""
    document = compose(text)
    assert document.broken is None or document.root is None


@pytest.mark.rule("PKG-1")
@given(st.binary(max_size=100) | FRONT.map(str.encode) | FRONT.map(lambda text: f"skills:\n  - {text}".encode()))
def test_a_manifest_is_read_or_refused(data: bytes) -> None:
    """And nothing else."""
    with suppress(InvalidManifest):
        read_manifest(data, file="skillhouse.yaml")


@pytest.mark.rule("DEF-6")
@given(
    st.binary(max_size=100) | FRONT.map(str.encode) | st.builds(lambda text: json.dumps({"files": text}).encode(), TEXT)
)
def test_a_definition_is_read_or_its_problems_are(data: bytes) -> None:
    """And nothing else."""
    reading = read_definition(data, file="x")
    assert reading.definition is None
    assert any(problem.is_error for problem in reading.problems)


@pytest.mark.rule("FM-4")
@given(
    st.lists(
        st.text(st.sampled_from("abc:* ,()"), min_size=1).filter(lambda t: t.count("(") == t.count(")")), max_size=4
    )
)
def test_splitting_tools_loses_no_letter(names: list[str]) -> None:
    """Joined again without separators, the text is the same."""
    text = ", ".join(names)

    def bare(some: str) -> str:
        return some.replace(" ", "").replace(",", "")

    assert bare("".join(split_tools(text))) == bare(text)


@pytest.mark.rule("FM-2", "FM-12")
@given(st.text(max_size=80))
def test_names_and_paths_are_judged_whatever_they_hold(text: str) -> None:
    """A reason is a part of a sentence that can be shown."""
    for reason in (check_skill_name(text), check_path(text)):
        assert reason is None or reason.split()[0] in {"is", "has", "holds"}
