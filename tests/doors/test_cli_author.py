"""The author's commands at their edges: what is written where, what is shown of a problem, what an error looks like."""

from __future__ import annotations

import json
import os
import pty
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "---\nname: s\ndescription: Tries one thing.\n---\nBody.\n"
COLON = "---\nname: s\ndescription: Use when: it rains\n---\nBody.\n"


def skillhouse(*args: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one command to its end, without a terminal."""
    command = [sys.executable, "-m", "skillhouse", *map(str, args)]
    env = {**os.environ, **environment}
    return subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )


def on_a_terminal(*args: str | Path, cwd: Path, **environment: str) -> str:
    """What one command prints to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "skillhouse", *map(str, args)]
    env = {**os.environ, **environment}
    subprocess.run(command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, check=False)
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:  # how a terminal says that nobody writes to it any more
            break
        shown += block
    os.close(ours)
    return shown.decode("utf-8", "replace")


def write_skill(folder: Path, text: str = GOOD, file: str = "SKILL.md") -> Path:
    """A skill with nothing but its SKILL.md and a script."""
    (folder / "scripts").mkdir(parents=True)
    (folder / "scripts/x.py").write_text("print('ok')\n")
    (folder / file).write_text(text)
    return folder


@pytest.mark.rule("CLI-1", "FM-7")
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["validate", "nothing"], "NOT_FOUND"),
        (["build", "nothing"], "NOT_FOUND"),
        (["inspect", "nothing"], "NOT_FOUND"),
        (["build", "s"], "SKILL_NO_DESCRIPTION"),
    ],
)
def test_an_error_is_json_where_json_was_asked_for(args: list[str], code: str, tmp_path: Path) -> None:
    """On stdout as an object with `error`; on stderr in words, all the same."""
    write_skill(tmp_path / "s", "---\nname: s\n---\nBody.\n")
    done = skillhouse(*args, "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert told["code"] == code
    assert told["error"]
    assert f"[{code}]" in done.stderr
    assert [problem["code"] for problem in told.get("problems", [])] == ([code] if args == ["build", "s"] else [])


@pytest.mark.rule("FM-7", "CLI-1")
def test_a_problem_is_shown_with_its_line_and_a_caret(tmp_path: Path) -> None:
    """Below the very character, also in a skill that cannot be read at all, and behind wide characters."""
    write_skill(tmp_path / "s", '---\nname: s\ndescription: "价格": x\n---\n')
    shown = skillhouse("validate", "s", cwd=tmp_path).stdout.splitlines()
    place = next(line for line in shown if "error [" in line)
    frame = shown.index('     3 | description: "价格": x')
    column = int(place.split(":")[2])
    assert place.startswith("SKILL.md:3:")
    # Each of the two wide characters takes two columns of a terminal.
    wide = sum(2 for char in 'description: "价格": x'[: column - 1] if char in "价格") // 2
    assert shown[frame + 1] == "       | " + " " * (column - 1 + wide) + "^"


@pytest.mark.rule("FM-7")
def test_of_a_long_line_the_part_around_the_problem_is_shown(tmp_path: Path) -> None:
    """A description of 2,000 characters does not flood the terminal."""
    write_skill(tmp_path / "s", f"---\nname: s\ndescription: {'word ' * 400}\nlicense: {'x' * 300}: y\n---\nBody.\n")
    done = skillhouse("validate", "s", cwd=tmp_path)
    assert max(map(len, done.stdout.splitlines())) < 200


@pytest.mark.rule("CLI-1")
def test_in_a_project_every_place_leads_from_the_project(tmp_path: Path) -> None:
    """`skills/one/SKILL.md:3:14` can be opened from where the command ran."""
    write_skill(tmp_path / "skills/one", COLON.replace("name: s", "name: one"))
    entry = "name: p\nversion: 1.0.0\nskills:\n  - {name: one, ref: ./skills/one/}\n"
    (tmp_path / "skillhouse.yaml").write_text(entry)
    done = skillhouse("validate", cwd=tmp_path)
    assert done.stdout.startswith("skills/one/SKILL.md:3:14: warning [YAML_COLON]")
    assert "     3 | description: Use when: it rains\n" in done.stdout


@pytest.mark.rule("CLI-1")
def test_colour_is_for_terminals_that_want_it(tmp_path: Path) -> None:
    """None in a pipe, and none under NO_COLOR."""
    skill = write_skill(tmp_path / "s", COLON)
    assert "\x1b[33m" in on_a_terminal("validate", skill, cwd=tmp_path)
    assert "\x1b[33m" not in on_a_terminal("validate", skill, cwd=tmp_path, NO_COLOR="1")
    done = skillhouse("validate", skill, cwd=tmp_path)
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.rule("CLI-1")
def test_json_on_a_terminal_is_ascii(tmp_path: Path) -> None:
    """The controls above U+007F would drive some terminals too."""
    write_skill(tmp_path / "s", '---\nname: s\ndescription: "a \\x9b31m 价"\n---\nBody.\n')
    shown = on_a_terminal("inspect", "s", "--json", cwd=tmp_path)
    assert "\x9b" not in shown
    assert "\\u4ef7" in shown
    assert "价" in skillhouse("inspect", "s", "--json", cwd=tmp_path).stdout


@pytest.mark.rule("CLI-1")
def test_a_terminal_without_unicode_gets_escapes(tmp_path: Path) -> None:
    """No report ends in a traceback because of a letter."""
    write_skill(tmp_path / "s", GOOD.replace("name: s", "name: 价格"))
    done = skillhouse("validate", "s", cwd=tmp_path, PYTHONIOENCODING="latin-1")
    assert "\\u4ef7\\u683c: ok" in done.stdout


@pytest.mark.rule("PKG-2", "DEF-7")
def test_a_package_never_lands_in_the_skill_that_it_is_made_of(tmp_path: Path) -> None:
    """The next build would pack it too: without -o it goes beside the folder, with -o into it is refused."""
    skill = write_skill(tmp_path / "s")
    first = skillhouse("build", cwd=skill)
    built = (tmp_path / "s-0.0.0.pkg").read_bytes()
    assert first.returncode == 0
    assert skillhouse("build", cwd=skill).returncode == 0
    assert (tmp_path / "s-0.0.0.pkg").read_bytes() == built
    refused = skillhouse("build", "-o", "scripts/out.pkg", cwd=skill)
    assert (refused.returncode, "OUTPUT_INSIDE_SKILL" in refused.stderr) == (2, True)
    assert sorted(path.name for path in skill.rglob("*")) == ["SKILL.md", "scripts", "x.py"]


@pytest.mark.rule("PKG-2")
@pytest.mark.parametrize("target", ["/dev/null", "folder", "link", "missing/x.pkg"])
def test_a_package_replaces_nothing_but_a_plain_file(tmp_path: Path, target: str) -> None:
    """As root, putting a file in place of /dev/null would break the host."""
    write_skill(tmp_path / "s")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("elsewhere")
    done = skillhouse("build", "s", "-o", target, cwd=tmp_path)
    assert (done.returncode, "error [" in done.stderr) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link", "s"]


@pytest.mark.rule("PKG-2", "FM-9")
def test_build_tells_every_problem_of_every_skill(tmp_path: Path) -> None:
    """Not only of the first one that is wrong."""
    for name in ("one", "two"):
        write_skill(tmp_path / "all" / name, f"---\nname: {name}\n---\nBody.\n")
    done = skillhouse("build", "all", cwd=tmp_path)
    assert done.returncode == 1
    for name in ("one", "two"):
        assert f"{name}/SKILL.md" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["all"]


@pytest.mark.rule("FM-7", "FM-1")
def test_fix_says_what_it_changed_and_keeps_the_files_mode_and_owner(tmp_path: Path) -> None:
    """The second time it changes nothing; a skill.md gets its right name. Root leaves a file to its owner."""
    skill = write_skill(tmp_path / "s", COLON, "skill.md")
    (skill / "skill.md").chmod(0o600)
    if os.geteuid() == 0:
        os.chown(skill / "skill.md", 1234, 1234)
    owner = (skill / "skill.md").stat().st_uid
    done = skillhouse("validate", "--fix", "s", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "s: ok\n1 skill, 0 errors, 0 warnings\n")
    assert done.stderr == f"fixed {skill / 'SKILL.md'}: SKILL_MD_CASE, YAML_COLON\n"
    assert sorted(path.name for path in skill.iterdir()) == ["SKILL.md", "scripts"]
    assert stat.S_IMODE((skill / "SKILL.md").stat().st_mode) == 0o600
    assert (skill / "SKILL.md").stat().st_uid == owner
    before = (skill / "SKILL.md").stat()
    assert skillhouse("validate", "--fix", "s", cwd=tmp_path).stderr == ""
    assert (skill / "SKILL.md").stat() == before


@pytest.mark.rule("FM-7", "FM-10")
def test_fix_never_writes_through_a_link_or_into_a_package(tmp_path: Path) -> None:
    """What a link leads to belongs to somebody else."""
    (tmp_path / "theirs.md").write_text(COLON)
    (tmp_path / "s").mkdir()
    (tmp_path / "s/SKILL.md").symlink_to("../theirs.md")
    assert skillhouse("validate", "--fix", "s", cwd=tmp_path).returncode == 1
    assert (tmp_path / "theirs.md").read_text() == COLON
    write_skill(tmp_path / "t", COLON.replace("name: s", "name: t"))
    assert skillhouse("build", "t", "-o", "t.pkg", cwd=tmp_path).returncode == 0
    refused = skillhouse("validate", "--fix", "t.pkg", cwd=tmp_path)
    assert (refused.returncode, "NOT_FIXABLE" in refused.stderr) == (2, True)


@pytest.mark.rule("PKG-1")
def test_a_project_without_a_skill_is_not_called_valid(tmp_path: Path) -> None:
    """Nothing was checked, so nothing is fine."""
    (tmp_path / "skillhouse.yaml").write_text("name: p\nversion: 1.0.0\nskills: []\n")
    done = skillhouse("validate", cwd=tmp_path)
    assert (done.returncode, "no skill to check" in done.stderr) == (1, True)
    assert skillhouse("build", cwd=tmp_path).returncode != 0


@pytest.mark.rule("CLI-1")
@pytest.mark.parametrize("name", ["plain", "null", "yes", "123", "1e5", "价格", "a: b"])
def test_a_new_skill_has_exactly_the_name_and_description_that_were_given(tmp_path: Path, name: str) -> None:
    """Whatever YAML would make of them."""
    made = skillhouse("new", name, "-d", 'Use when: "now", or #1.', cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / name / "SKILL.md").is_file()
    shown = json.loads(skillhouse("inspect", name, "--json", cwd=tmp_path).stdout)["skills"][0]
    assert (shown["name"], shown["description"]) == (name, 'Use when: "now", or #1.')


@pytest.mark.rule("CLI-1")
def test_a_new_skill_in_a_project_comes_with_the_line_for_the_manifest(tmp_path: Path) -> None:
    """The manifest itself is the author's, comments and all."""
    (tmp_path / "skillhouse.yaml").write_text("name: p\nversion: 1.0.0\nskills: []\n")
    made = skillhouse("new", "greet", cwd=tmp_path)
    assert "{name: greet, ref: ./greet/}" in made.stderr
    (tmp_path / "skillhouse.yaml").write_text("name: p\nversion: 1.0.0\nskills: [{name: greet, ref: ./greet/}]\n")
    assert skillhouse("validate", "--strict", cwd=tmp_path).returncode == 0


@pytest.mark.rule("PKG-7")
@pytest.mark.parametrize("place", ["file", "file/below"])
def test_the_example_is_not_written_over_or_below_a_file(tmp_path: Path, place: str) -> None:
    """And the file stays as it is."""
    (tmp_path / "file").write_text("mine")
    done = skillhouse("example", "skill", place, cwd=tmp_path)
    assert (done.returncode, (tmp_path / "file").read_text()) == (2, "mine")


@pytest.mark.rule("DEF-6", "DEF-2")
def test_a_definition_file_is_inspected_validated_and_built_as_a_folder_is(tmp_path: Path) -> None:
    """With what a folder cannot say: license and compatibility."""
    definition = {
        "name": "s",
        "description": "Tries one thing.",
        "license": "MIT",
        "compatibility": "Any host.",
        "metadata": {"team": "x"},
        "allowedTools": None,
        "files": [{"path": "SKILL.md", "content": GOOD}],
    }
    (tmp_path / "s.json").write_text(json.dumps(definition))
    assert skillhouse("validate", "s.json", cwd=tmp_path).returncode == 0
    assert skillhouse("build", "s.json", "-o", "s.pkg", cwd=tmp_path).returncode == 0
    for source in ("s.json", "s.pkg"):
        shown = skillhouse("inspect", source, cwd=tmp_path).stdout
        assert "  license      MIT\n" in shown
        assert "  works with   Any host.\n" in shown
        assert "  tools        not declared (asks for none)\n" in shown


@pytest.mark.rule("FM-9")
def test_inspect_of_what_cannot_be_read_says_why_and_fails(tmp_path: Path) -> None:
    """In words and in JSON."""
    write_skill(tmp_path / "s", "no front matter")
    plain = skillhouse("inspect", "s", cwd=tmp_path)
    assert (plain.returncode, "FRONT_MATTER_MISSING" in plain.stdout) == (1, True)
    told = skillhouse("inspect", "s", "--json", cwd=tmp_path)
    assert (told.returncode, json.loads(told.stdout)["skills"][0]["ok"]) == (1, False)


@pytest.mark.rule("FM-9", "FM-10", "FM-5", "FM-4")
def test_what_was_skipped_beside_the_skills_is_told_by_every_command(tmp_path: Path) -> None:
    """In words with the rest, and on stderr where stdout is JSON."""
    front = "---\nname: s\ndescription: Tries.\nallowed-tools: [bash, python]\nentrypoints: {go: scripts/x.py}\n---\n"
    write_skill(tmp_path / "all/s", front)
    (tmp_path / "all/other").symlink_to("s")
    for command in ("validate", "inspect"):
        assert "SKIPPED_LINK" in skillhouse(command, "all", cwd=tmp_path).stdout
    for args in (["validate", "all", "--json"], ["inspect", "all", "--json"], ["build", "all", "-o", "x.pkg"]):
        done = skillhouse(*args, cwd=tmp_path)
        assert (done.returncode, "SKIPPED_LINK" in done.stderr, "SKIPPED_LINK" in done.stdout) == (0, True, False)
    shown = skillhouse("inspect", "all", cwd=tmp_path).stdout
    assert "  tools        bash, python\n" in shown
    assert "  entrypoint   go = scripts/x.py\n" in shown


@pytest.mark.rule("PKG-3")
def test_a_skill_that_is_too_large_is_refused_by_size_and_largest_files(tmp_path: Path) -> None:
    """Where size is all that is wrong with it, the error is about size."""
    skill = write_skill(tmp_path / "s")
    for name in ("a.txt", "b.txt", "c.txt"):
        (skill / name).write_text("x" * (4 << 20))
    done = skillhouse("build", "s", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (done.returncode, told["code"], set(told)) == (1, "PORTABLE_SKILL_TOO_LARGE", {"error", "code", "hint"})
    assert "a.txt 4.0 MB" in told["error"]
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


def test_a_package_gets_a_name_that_every_disk_can_hold(tmp_path: Path) -> None:
    """However long the project's name is, and in whatever script."""
    entry = f"name: {'𠀀' * 64}\nversion: 1.0.0\nskills: [{{name: s, ref: ./s/}}]\n"
    (tmp_path / "skillhouse.yaml").write_text(entry, encoding="utf-8")
    write_skill(tmp_path / "s", COLON)
    done = skillhouse("build", ".", cwd=tmp_path)
    (written,) = tmp_path.glob("*.pkg")
    assert (done.returncode, written.name) == (0, "𠀀" * 25 + "-1.0.0.pkg")
