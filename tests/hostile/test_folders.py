"""Folders made to lead the reader astray: links, pipes, huge files, unreadable places."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from skillhouse.disk import LoadedSkill, load, write_tree
from skillhouse.errors import Conflict, InvalidRequest
from skillhouse.format.portable import to_bytes
from skillhouse.model.skill import Bundle, SkillFile

SKILL = "---\nname: demo\ndescription: Adds VAT.\n---\n\nRun it.\n"
SECRET = "outside-secret"  # noqa: S105 - what must not come out


def skill(folder: Path) -> Path:
    """A good skill folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(SKILL)
    return folder


def loaded(folder: Path) -> LoadedSkill:
    """The one skill of a folder."""
    (one,) = load(folder).skills
    return one


def places(one: LoadedSkill, code: str) -> list[str]:
    """The files that problems of this code name."""
    return [problem.location.file for problem in one.problems if problem.code == code]


@pytest.mark.rule("FM-10")
def test_links_are_skipped_with_a_warning_each(tmp_path: Path) -> None:
    """To a file, to a folder, to nothing, and in a circle."""
    private = tmp_path / "private"
    private.mkdir()
    (private / "notes.md").write_text(SECRET)
    folder = skill(tmp_path / "demo")
    (folder / "notes.md").symlink_to(private / "notes.md")
    (folder / "folder").symlink_to(private)
    (folder / "gone").symlink_to(tmp_path / "gone")
    (folder / "loop").symlink_to(folder)
    one = loaded(folder)
    assert one.definition is not None
    assert one.definition.bundle.paths == ("SKILL.md",)
    assert places(one, "SKIPPED_LINK") == ["folder", "gone", "loop", "notes.md"]
    assert SECRET.encode() not in to_bytes(one.definition)


@pytest.mark.rule("FM-1", "FM-10")
@pytest.mark.parametrize("name", ["SKILL.md", "skill.md"])
def test_a_skill_md_that_is_a_link_is_an_error_that_says_so(tmp_path: Path, name: str) -> None:
    """People who keep one copy and link it are told why."""
    store = skill(tmp_path / "store")
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / name).symlink_to(store / "SKILL.md")
    one = loaded(folder)
    assert [problem.code for problem in one.problems] == ["SKILL_MD_IS_LINK"]
    assert "link" in one.problems[0].message


@pytest.mark.rule("FM-10")
def test_a_link_that_the_user_names_is_followed(tmp_path: Path) -> None:
    """It was named on purpose; its own name is the folder's."""
    skill(tmp_path / "store")
    (tmp_path / "demo").symlink_to(tmp_path / "store")
    assert loaded(tmp_path / "demo").problems == ()


@pytest.mark.rule("FM-10", "PKG-1")
def test_a_ref_through_a_link_and_a_manifest_that_is_one_are_refused(tmp_path: Path) -> None:
    """Wherever the link leads."""
    skill(tmp_path / "outside" / "demo")
    project = tmp_path / "project"
    skill(project / "real")
    (project / "way").symlink_to(tmp_path / "outside")
    (project / "inner").symlink_to("real")
    refs = "skills: [{name: a, ref: way/demo}, {name: b, ref: inner}]"
    (project / "skillhouse.yaml").write_text(refs)
    assert [one.problems[0].code for one in load(project).skills] == ["REF_IS_LINK", "REF_IS_LINK"]
    (project / "skillhouse.yaml").rename(tmp_path / "kept.yaml")
    (project / "skillhouse.yaml").symlink_to(tmp_path / "kept.yaml")
    with pytest.raises(InvalidRequest, match="symbolic link"):
        load(project)


@pytest.mark.rule("FM-9", "FM-10")
def test_a_link_beside_skills_is_skipped_and_told(tmp_path: Path) -> None:
    """It stands with the folder, not with a skill."""
    skill(tmp_path / "all" / "demo")
    skill(tmp_path / "other")
    (tmp_path / "all" / "linked").symlink_to(tmp_path / "other")
    source = load(tmp_path / "all")
    assert [one.name for one in source.skills] == ["demo"]
    assert [(note.code, note.location.file) for note in source.notes] == [("SKIPPED_LINK", "linked")]


@pytest.mark.rule("FM-10")
def test_pipes_sockets_and_devices_are_skipped_and_never_waited_for(tmp_path: Path) -> None:
    """Nobody writes to the pipe: reading it would not end."""
    folder = skill(tmp_path / "demo")
    os.mkfifo(folder / "pipe")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / "socket"))
    listener.close()
    one = loaded(folder)
    assert one.ok
    assert places(one, "SKIPPED_SPECIAL") == ["pipe", "socket"]
    with pytest.raises(InvalidRequest):
        load(folder / "pipe")
    with pytest.raises(InvalidRequest):
        load(Path("/dev/null"))
    (tmp_path / "project").mkdir()
    os.mkfifo(tmp_path / "project" / "x.yaml")
    (tmp_path / "project" / "skillhouse.yaml").write_text("skills: [{name: a, ref: x.yaml}]")
    assert load(tmp_path / "project").skills[0].problems[0].code == "REF_UNCLEAR"


@pytest.mark.rule("PKG-3")
def test_a_huge_file_is_named_with_its_size_and_not_read(tmp_path: Path) -> None:
    """Ten gigabytes of nothing; the other problems are told all the same."""
    folder = skill(tmp_path / "demo")
    (folder / "SKILL.md").write_text("---\nname: a/b\ndescription: See `scripts/none.py`.\n---\n`scripts/none.py`")
    with (folder / "huge.bin").open("wb") as file:
        file.truncate(10 << 30)
    for number in range(3):
        (folder / f"{number}.txt").write_bytes(bytes(4 << 20))
    one = loaded(folder)
    assert one.definition is None
    assert {problem.code for problem in one.problems} == {"NAME_INVALID", "PORTABLE_SKILL_TOO_LARGE"}
    messages = [problem.message for problem in one.problems if problem.code == "PORTABLE_SKILL_TOO_LARGE"]
    assert "10,737,418,240" in messages[0]
    assert "huge.bin 10240.0 MB" in messages[1]


@pytest.mark.rule("PKG-3")
def test_a_folder_of_too_many_files_is_not_walked_to_its_end(tmp_path: Path) -> None:
    """The limit is told."""
    folder = skill(tmp_path / "demo")
    for number in range(5_001):
        (folder / f"{number}").touch()
    assert "SKILL_TOO_MANY_FILES" in {problem.code for problem in loaded(folder).problems}


@pytest.mark.rule("FM-12")
def test_folders_nested_too_deep_and_names_that_are_no_text_are_errors(tmp_path: Path) -> None:
    """Shown escaped, so that no terminal is harmed."""
    folder = skill(tmp_path / "demo")
    deep = folder.joinpath(*["d"] * 40)
    deep.mkdir(parents=True)
    (deep / "x").touch()
    (Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff"))).touch()
    (folder / "esc\x1b[31m").touch()
    one = loaded(folder)
    assert places(one, "PATH_INVALID") == ["/".join(["d"] * 32), "bad\\udcff", "esc\\x1b[31m"]
    assert all(problem.message.isprintable() for problem in one.problems)


@pytest.mark.rule("FM-12")
def test_skill_md_beside_skill_md_in_lower_case_is_an_error(tmp_path: Path) -> None:
    """On another system one would be lost."""
    folder = skill(tmp_path / "demo")
    (folder / "skill.md").write_text(SKILL)
    assert "PATH_COLLISION" in {problem.code for problem in loaded(folder).problems}


@pytest.mark.rule("FM-9")
@pytest.mark.skipif(not hasattr(os, "setresuid") or os.getuid() != 0, reason="only root can become somebody else")
def test_what_the_system_does_not_let_be_read_is_an_error_of_that_skill(tmp_path: Path) -> None:
    """A file, a folder in it, a whole skill, a ref: each in its own place."""
    for name in ("file", "inner", "whole", "good"):
        skill(tmp_path / "all" / name)
    (tmp_path / "all" / "file" / "x").touch(0o000)
    (tmp_path / "all" / "inner" / "x").mkdir(0o000)
    (tmp_path / "all" / "whole").chmod(0o000)
    (tmp_path / "project" / "x").mkdir(parents=True, mode=0o755)
    (tmp_path / "project" / "x").chmod(0o000)
    (tmp_path / "project" / "skillhouse.yaml").write_text("skills: [{name: a, ref: x/y}]")
    (tmp_path / "closed").mkdir(0o000)
    script = f"""
import os, sys
from pathlib import Path
from skillhouse.disk import load, write_new
from skillhouse.errors import InvalidRequest
top = Path({str(tmp_path)!r})
# What Python imports late may lie where only root can read.
load(top / "all"), load(top / "project")
os.setresuid(65534, 65534, 65534)
for one in (*load(top / "all").skills, *load(top / "project").skills):
    print(one.name, [(problem.code, problem.location.file) for problem in one.problems if problem.is_error])
for act in (lambda: load(top / "closed"), lambda: write_new(top / "closed" / "x", b"", replace=False)):
    try:
        act()
    except InvalidRequest as error:
        print(error.code)
"""
    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_uid == os.getuid() and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o055)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "file [('SKILL_UNREADABLE', 'x')]",
        "demo []",
        "inner [('SKILL_UNREADABLE', 'x')]",
        "whole [('SKILL_UNREADABLE', 'whole')]",
        "a [('SKILL_UNREADABLE', 'skillhouse.yaml')]",
        "UNREADABLE",
        "UNWRITABLE",
    ], done.stderr


def test_a_tree_is_not_written_through_a_link(tmp_path: Path) -> None:
    """Neither through a folder that is one nor onto a file that is one."""
    outside = tmp_path / "outside"
    outside.mkdir()
    target = tmp_path / "target"
    target.mkdir()
    (target / "way").symlink_to(outside)
    (target / "file").symlink_to(outside / "made")
    for path in ("way/x", "file"):
        with pytest.raises(Conflict):
            write_tree(target, Bundle((SkillFile("first", b""), SkillFile(path, b"x"))))
    assert list(outside.iterdir()) == []
    assert sorted(path.name for path in target.iterdir()) == ["file", "way"]
