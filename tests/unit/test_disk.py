"""What a path on the user's disk holds, and how files are written to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from skillhouse.disk import LoadedSkill, Source, load, write_new, write_tree
from skillhouse.errors import Conflict, InvalidManifest, InvalidPackage, InvalidRequest, NotFound, TooLarge
from skillhouse.format.archive import write_archive
from skillhouse.format.package import Package, write_package
from skillhouse.format.portable import to_bytes, to_json
from skillhouse.model.skill import Bundle, Definition, SkillFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SKILL = "---\nname: {name}\ndescription: Adds VAT.\n---\n\nRun it.\n"


def lay(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write these files below a folder."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def skill(folder: Path, name: str = "demo", files: Mapping[str, str | bytes] | None = None) -> Path:
    """A good skill folder."""
    return lay(folder, {"SKILL.md": SKILL.format(name=name), **(files or {})})


def codes(loaded: LoadedSkill) -> list[str]:
    """The codes of all problems, in order."""
    return [problem.code for problem in loaded.problems]


def only(source: Source) -> LoadedSkill:
    """The one skill of a source."""
    (one,) = source.skills
    return one


def good(source: Source) -> Definition:
    """The definition of the one skill of a source."""
    one = only(source)
    assert one.ok, one.problems
    assert one.definition is not None
    return one.definition


@pytest.mark.rule("FM-1", "FM-10")
def test_a_skill_folder_is_read_whole(tmp_path: Path) -> None:
    """Every regular file, hidden ones too; what belongs to no skill is skipped and listed."""
    belong = ("scripts/a.py", ".hidden/x.json", ".env", "x.pyc")
    junk = (".git/HEAD", "a~", ".DS_Store", ".b.swp", "__pycache__/a.pyc", "node_modules/x")
    skill(tmp_path / "demo", "demo", dict.fromkeys((*belong, *junk), b"\xff"))
    source = load(tmp_path / "demo")
    assert (source.kind, source.name, source.version, source.notes) == ("folder", "demo", "0.0.0", ())
    assert good(source).bundle.paths == (".env", ".hidden/x.json", "SKILL.md", "scripts/a.py", "x.pyc")
    skipped = [problem.location.file for problem in only(source).problems if problem.code == "SKIPPED_JUNK"]
    assert skipped == [".DS_Store", ".b.swp", ".git", "__pycache__", "a~", "node_modules"]
    assert (only(source).path, only(source).body, only(source).raw["name"]) == (".", "\nRun it.\n", "demo")


@pytest.mark.rule("FM-1")
def test_the_path_of_a_skill_md_or_manifest_means_its_folder(tmp_path: Path) -> None:
    """People name the file that they look at."""
    skill(tmp_path / "demo")
    assert good(load(tmp_path / "demo" / "SKILL.md")).name == "demo"
    lay(tmp_path, {"skillhouse.yaml": "skills: [{name: demo, ref: demo}]"})
    assert load(tmp_path / "skillhouse.yaml").kind == "project"


@pytest.mark.rule("FM-7", "FM-11")
def test_strictness_turns_what_was_forgiven_into_errors(tmp_path: Path) -> None:
    """Advice stays advice."""
    skill(tmp_path / "demo", "demo", {"odd.bin": b"\xff", "go.sh": "#!/bin/bash\n"})
    one = only(load(tmp_path / "demo"))
    assert one.ok
    assert not one.hardened().ok
    hardened = {problem.code: problem.is_error for problem in one.hardened().problems}
    assert hardened == {"FILE_NOT_UTF8": True, "SHELL_WANTS_BASH": False}


@pytest.mark.rule("FM-9")
def test_a_folder_of_skills_gives_each_and_none_hides_another(tmp_path: Path) -> None:
    """The error of one stands with that one."""
    skill(tmp_path / "good", "good")
    lay(tmp_path, {"blank/SKILL.md": "", "other/README.md": "", "__pycache__/SKILL.md": "", "file.txt": ""})
    source = load(tmp_path)
    assert (source.kind, source.name) == ("folder", tmp_path.name)
    assert [(one.name, one.path, one.ok) for one in source.skills] == [
        ("blank", "blank", False),
        ("good", "good", True),
    ]


@pytest.mark.rule("FM-1")
def test_a_folder_without_any_skill_is_a_skill_without_skill_md(tmp_path: Path) -> None:
    """It says what is missing."""
    assert codes(only(load(tmp_path))) == ["SKILL_MD_MISSING"]


@pytest.mark.rule("PKG-1", "FM-9")
@pytest.mark.parametrize("file", ["skillhouse.yaml", "elizon.yaml"])
def test_a_project_has_the_skills_of_its_manifest(tmp_path: Path, file: str) -> None:
    """Folders and definition files; each ref that leads nowhere is the problem of its own entry."""
    skill(tmp_path / "skills" / "a", "a")
    definition = good(load(tmp_path / "skills" / "a"))
    lay(tmp_path, {"defs/b.json": json.dumps({**to_json(definition), "name": "b"}), "notes.txt": ""})
    lay(tmp_path / "nameless", {"SKILL.md": "---\ndescription: x\n---\nb", "x": b"\xff"})
    manifest = (
        "name: shop\nversion: 1.2\nskills:\n- {name: a, ref: ./skills/a/}\n- {name: b, ref: defs/b.json}\n"
        "- {name: c, ref: gone}\n- {name: d, ref: notes.txt}\n- {name: e, ref: nameless, text_only: true}\n"
        "- {name: f, ref: notes.txt/x}\n"
    )
    source = load(lay(tmp_path, {file: manifest}))
    assert (source.kind, source.name, source.version) == ("project", "shop", "1.2")
    assert source.manifest is not None
    assert [(one.name, one.path, one.ok) for one in source.skills] == [
        ("a", "skills/a", True),
        ("b", "defs/b.json", True),
        ("c", "gone", False),
        ("d", "notes.txt", False),
        ("e", "nameless", False),
        ("f", "notes.txt/x", False),
    ]
    assert [codes(one)[-1] for one in source.skills[2:]] == [
        "REF_MISSING",
        "REF_UNCLEAR",
        "FILE_NOT_UTF8_REFUSED",
        "REF_MISSING",
    ]
    assert source.skills[2].problems[0].location.text == f"{file}:6"


@pytest.mark.rule("PKG-1")
def test_a_project_without_a_name_has_its_folder_s(tmp_path: Path) -> None:
    """And a broken manifest is told with its line."""
    source = load(lay(tmp_path, {"skillhouse.yaml": "skills: []"}))
    assert (source.name, source.skills) == (tmp_path.name, ())
    lay(tmp_path, {"skillhouse.yaml": "\nskillz: []"})
    with pytest.raises(InvalidManifest, match="line 2"):
        load(tmp_path)


@pytest.mark.rule("PKG-1")
def test_the_project_s_own_folder_may_be_a_skill(tmp_path: Path) -> None:
    """A ref of one dot."""
    skill(tmp_path, "demo", {"skillhouse.yaml": "skills: [{name: demo, ref: .}]"})
    assert good(load(tmp_path)).bundle.paths == ("SKILL.md", "skillhouse.yaml")


@pytest.mark.rule("FM-2")
def test_two_skills_of_one_name_are_an_error_of_the_second(tmp_path: Path) -> None:
    """Whatever their folders are called."""
    skill(tmp_path / "a", "same")
    skill(tmp_path / "b", "same")
    first, second = load(tmp_path).skills
    assert first.ok
    assert codes(second) == ["NAME_NOT_FOLDER", "NAME_TAKEN"]


@pytest.mark.rule("DEF-6")
@pytest.mark.parametrize("name", ["demo.json", "demo.yaml", "demo.yml"])
def test_a_definition_file_is_treated_as_its_folder(tmp_path: Path, name: str) -> None:
    """The same definition, the same checks."""
    skill(tmp_path / "demo")
    definition = good(load(tmp_path / "demo"))
    lay(tmp_path, {name: to_bytes(definition)})
    source = load(tmp_path / name)
    assert (source.kind, source.name, good(source)) == ("definition", "demo", definition)
    lay(tmp_path, {name: "{}"})
    assert only(load(tmp_path / name)).name == "demo"


@pytest.mark.rule("PKG-2", "PKG-4", "PKG-5")
def test_packages_and_archives_are_read(tmp_path: Path) -> None:
    """With the problems of each skill."""
    skill(tmp_path / "demo", "demo", {"x": b"\xff"})
    definition = good(load(tmp_path / "demo"))
    lay(tmp_path, {"p.pkg": write_package(Package("shop", "1", (definition,)))})
    lay(tmp_path, {"s.skill": write_archive(definition.bundle, "demo"), "s.zip": write_archive(definition.bundle, "x")})
    package = load(tmp_path / "p.pkg")
    assert (package.kind, package.name, package.version, good(package)) == ("package", "shop", "1", definition)
    assert codes(only(package)) == ["FILE_NOT_UTF8"]
    archive = load(tmp_path / "s.skill")
    assert (archive.kind, archive.name, good(archive), only(archive).path) == ("archive", "s", definition, "demo")
    assert "NAME_NOT_FOLDER" in codes(only(load(tmp_path / "s.zip")))
    lay(tmp_path, {"bad.pkg": "<html>", "bad.zip": "<html>"})
    for name in ("bad.pkg", "bad.zip"):
        with pytest.raises(InvalidPackage):
            load(tmp_path / name)


@pytest.mark.rule("PKG-4")
def test_carried_text_is_refused_in_a_folder(tmp_path: Path) -> None:
    """The definition is there, but the skill is not good."""
    lay(tmp_path, {"SKILL.md": "---\nname: demo\ndescription: Mail bob@example.com\n---\nb"})
    one = only(load(tmp_path))
    assert not one.ok
    assert one.problems[-1].location.text == "SKILL.md:3:14"
    assert codes(one)[-1] == "CARRIED_EMAIL"


def test_what_is_none_of_those_is_said(tmp_path: Path) -> None:
    """Nothing there, a file of another kind, a file as a folder."""
    lay(tmp_path, {"x.txt": ""})
    with pytest.raises(NotFound):
        load(tmp_path / "gone")
    with pytest.raises(NotFound):
        load(tmp_path / "x.txt" / "y")
    with pytest.raises(InvalidRequest, match="no skill folder"):
        load(tmp_path / "x.txt")
    with pytest.raises(InvalidRequest, match="cannot be read"):
        load(tmp_path / ("x" * 300))


@pytest.mark.rule("PKG-3")
def test_a_file_that_the_user_named_is_not_read_over_its_limit(tmp_path: Path) -> None:
    """A sparse file of a terabyte costs nothing."""
    for name in ("x.pkg", "x.zip", "x.yaml"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(1 << 40)
        with pytest.raises(TooLarge, match="1,099,511,627,776"):
            load(tmp_path / name)


def test_a_file_is_written_whole_and_over_nothing(tmp_path: Path) -> None:
    """Unless it may replace what is there; no temporary file is left."""
    target = tmp_path / "x.pkg"
    write_new(target, b"1", replace=False)
    with pytest.raises(Conflict, match="nothing was overwritten"):
        write_new(target, b"2", replace=False)
    assert target.read_bytes() == b"1"
    write_new(target, b"3", replace=True)
    assert target.read_bytes() == b"3"
    with pytest.raises(Conflict):
        write_new(tmp_path, b"4", replace=False)
    with pytest.raises(Conflict):
        write_new(tmp_path, b"4", replace=True)
    with pytest.raises(NotFound):
        write_new(tmp_path / "gone" / "x", b"", replace=False)
    with pytest.raises(InvalidRequest, match="cannot be written"):
        write_new(tmp_path / ("y" * 300), b"", replace=False)
    assert [path.name for path in tmp_path.iterdir()] == ["x.pkg"]


def test_a_tree_is_written_whole_and_over_nothing(tmp_path: Path) -> None:
    """A conflict leaves nothing new behind, and what was there as it was."""
    bundle = Bundle((SkillFile("a/b/c", b"1"), SkillFile("a/d", b"2"), SkillFile("e", b"3")))
    write_tree(tmp_path / "new" / "x", bundle)
    assert (tmp_path / "new" / "x" / "a" / "b" / "c").read_bytes() == b"1"
    lay(tmp_path / "old", {"e": "mine", "a/z": "mine"})
    with pytest.raises(Conflict, match="nothing was overwritten"):
        write_tree(tmp_path / "old", bundle)
    assert sorted(path.name for path in (tmp_path / "old").rglob("*")) == ["a", "e", "z"]
    assert (tmp_path / "old" / "e").read_bytes() == b"mine"
    with pytest.raises(Conflict):
        write_tree(tmp_path / "old" / "e", bundle)
    lay(tmp_path, {"file": ""})
    with pytest.raises(Conflict):
        write_tree(tmp_path / "fresh", Bundle((SkillFile("a", b""), SkillFile("b", b""), SkillFile("a/b", b""))))
    assert not (tmp_path / "fresh").exists()
    write_tree(tmp_path / "old", Bundle((SkillFile("a/new", b""),)))


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/./b", "a\0b", ""])
def test_a_tree_never_leads_out_of_its_folder(tmp_path: Path, path: str) -> None:
    """Whoever made the bundle."""
    with pytest.raises(InvalidRequest):
        write_tree(tmp_path / "x", Bundle((SkillFile(path, b""),)))
    assert not (tmp_path / "x").exists()
