"""Manifests by sh and awk: every name is told right or refused with a reason, in every shell."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from builtin_skill import SHELLS, Skill

if TYPE_CHECKING:
    from pathlib import Path

SKILL = Skill("file-manifest")
NAMES = [
    "-n",
    "a",
    "sp  ace ",
    'q"uo\\te',
    "sub/é 東",
    "tab\tx",
    "$HOME",
    "*",
    "sub/deep/er/x",
    "A",
    "\\n",
    " lead",
    "%s",
]


def manifest(folder: Path, *args: str, shell: str = "sh") -> Any:  # noqa: ANN401 - JSON
    """The answer of manifest.sh."""
    return SKILL.run("scripts/manifest.sh", args, folder, shell=shell).answer


def verify(folder: Path, *args: str, shell: str = "sh") -> Any:  # noqa: ANN401 - JSON
    """The answer of verify.sh."""
    return SKILL.run("scripts/verify.sh", args, folder, shell=shell).answer


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder of files with odd names; each holds its own name."""
    for name in NAMES:
        path = tmp_path / "d" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    return tmp_path


@pytest.mark.parametrize("shell", SHELLS)
def test_every_odd_name_is_listed_and_checked(files: Path, shell: str) -> None:
    """Sizes and checksums are those of hashlib; a manifest of the folder verifies it."""
    answer = manifest(files, "--folder", "d", "--out", "M", shell=shell)
    contents = {name: name.encode() for name in NAMES}
    assert [one["path"] for one in answer["files"]] == sorted(NAMES, key=str.encode)
    assert {one["path"]: (one["size"], one["sha256"]) for one in answer["files"]} == {
        name: (len(content), hashlib.sha256(content).hexdigest()) for name, content in contents.items()
    }
    assert (answer["count"], answer["bytes"]) == (len(NAMES), sum(map(len, contents.values())))
    good = verify(files, "--folder", "d", "--file", "M", shell=shell)
    assert good["ok"] is True
    assert good["unchanged"] == good["listed"] == len(NAMES)


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="the host has no sha256sum")
def test_sha256sum_takes_the_manifest_and_we_take_its_own(files: Path) -> None:
    """Both ways, backslashes in names included."""
    manifest(files, "--folder", "d", "--out", "M")
    command = ["sha256sum", "--check", "--strict", "--quiet", "../M"]
    subprocess.run(command, cwd=files / "d", check=True, capture_output=True)
    done = subprocess.run(["sha256sum", "--", *NAMES], cwd=files / "d", check=True, capture_output=True, text=True)
    (files / "theirs").write_text(done.stdout, "utf-8")
    assert verify(files, "--folder", "d", "--file", "theirs")["ok"] is True
    assert (files / "M").read_text("utf-8").splitlines() == sorted(
        done.stdout.splitlines(), key=lambda line: line.removeprefix("\\")[66:].replace("\\\\", "\\").encode()
    )


@pytest.mark.parametrize("shell", SHELLS)
def test_every_kind_of_difference_is_told(files: Path, shell: str) -> None:
    """Changed, removed, moved, added, and what cannot be checked any more."""
    manifest(files, "--folder", "d", "--out", "M", shell=shell)
    (files / "d/a").write_text("other")
    (files / "d/A").unlink()
    (files / "d/*").rename(files / "d/moved here")
    (files / "d/new").write_text("new")
    (files / "d/%s").unlink()
    (files / "d/%s").symlink_to("a")
    answer = verify(files, "--folder", "d", "--file", "M", shell=shell)
    digest = hashlib.sha256
    assert answer["changed"] == [
        {"path": "a", "size": 5, "expected": digest(b"a").hexdigest(), "actual": digest(b"other").hexdigest()},
        {"path": "%s", "expected": digest(b"%s").hexdigest(), "actual": None},
    ]
    assert (answer["removed"], answer["added"]) == (["A"], ["new"])
    assert answer["moved"] == [{"from": "*", "to": "moved here"}]
    assert answer["skipped"] == [{"path": "%s", "reason": "it is a symbolic link"}]
    assert (answer["ok"], answer["unchanged"]) == (False, len(NAMES) - 4)


@pytest.mark.parametrize("shell", SHELLS)
def test_what_has_no_checksum_is_told_with_the_reason(tmp_path: Path, shell: str) -> None:
    """A name of two lines is never taken for two files; no link is followed."""
    folder = tmp_path / "d"
    folder.mkdir()
    (folder / "two\nlines").write_text("x")
    (folder / "link").symlink_to("/etc/passwd")
    (folder / "folder link").symlink_to("/etc")
    os.mkfifo(folder / "pipe")
    (tmp_path / os.fsdecode(b"d/bad\xff")).write_text("x")
    (folder / "ctrl\x01").write_text("x")
    answer = manifest(tmp_path, "--folder", "d", shell=shell)
    assert [one["path"] for one in answer["files"]] == ["ctrl\x01"]
    assert {one["path"]: one["reason"] for one in answer["skipped"]} == {
        "bad?": "its name is not UTF-8",
        "folder link": "it is a symbolic link",
        "link": "it is a symbolic link",
        "pipe": "it is no regular file",
        "two?lines": "its name holds a line end",
    }


@pytest.mark.parametrize("shell", SHELLS)
def test_copies_are_found_and_patterns_leave_out(tmp_path: Path, shell: str) -> None:
    """A pattern matches a whole path or a name."""
    for name, content in {"a.txt": "x" * 10, "b/a.txt": "x" * 10, "b/c.tmp": "y", "d": "x" * 10, "e": ""}.items():
        (tmp_path / "d" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "d" / name).write_text(content)
    answer = manifest(tmp_path, "--folder", "d", shell=shell)
    assert answer["duplicates"] == [{"size": 10, "paths": ["a.txt", "b/a.txt", "d"]}]
    assert answer["bytes_in_copies"] == 20
    for patterns, left in ((["*.tmp"], ["a.txt", "b/a.txt", "d", "e"]), (["b/*", "?"], ["a.txt"])):
        args = [word for pattern in patterns for word in ("--exclude", pattern)]
        assert [one["path"] for one in manifest(tmp_path, "--folder", "d", *args, shell=shell)["files"]] == left


@pytest.mark.parametrize("shell", SHELLS)
def test_manifests_are_read_in_their_usual_forms(tmp_path: Path, shell: str) -> None:
    """Binary marks, the BSD form, capitals, CRLF, comments, `./`; from a table too."""
    (tmp_path / "d").mkdir()
    (tmp_path / "d/a (1).txt").write_text("x")
    digest = hashlib.sha256(b"x").hexdigest()
    for line in (
        f"{digest}  a (1).txt",
        f"{digest.upper()} *./a (1).txt\r",
        f"SHA256 (a (1).txt) = {digest}",
        f"# comment\n\n{digest} a (1).txt\n{digest}  a (1).txt",
    ):
        answer = verify(tmp_path, "--folder", "d", "--text", line, shell=shell)
        assert (answer["ok"], answer["listed"]) == (True, 1)
    rows = {"m": [{"sha256": digest, "note": "x", "path": "a (1).txt"}]}
    args = ["--folder", "d", "--table", "m"]
    assert SKILL.run("scripts/verify.sh", args, tmp_path, rows, shell).answer["ok"] is True


def test_a_manifest_inside_of_its_folder_is_no_part_of_it(tmp_path: Path) -> None:
    """And `--only-listed` says nothing of other files."""
    (tmp_path / "a").write_text("x")
    manifest(tmp_path, "--out", "M")
    assert verify(tmp_path, "--file", "M")["ok"] is True
    (tmp_path / "b").write_text("y")
    assert verify(tmp_path, "--file", "./M")["added"] == ["b"]
    only = verify(tmp_path, "--file", "M", "--only-listed")
    assert (only["ok"], only["added"]) == (True, [])


@pytest.mark.parametrize(
    ("script", "args", "code", "said"),
    [
        ("manifest.sh", ["--wrong", "x"], 2, "no option '--wrong'"),
        ("manifest.sh", ["--folder"], 2, "--folder needs a value"),
        ("manifest.sh", ["--folder", "gone"], 1, "no folder 'gone'"),
        ("manifest.sh", ["--folder", "/etc"], 1, "below this folder"),
        ("manifest.sh", ["--folder", "a/../.."], 1, "below this folder"),
        ("manifest.sh", ["--out", "there"], 1, "there already"),
        ("manifest.sh", ["--out", "../x"], 1, "below this folder"),
        ("verify.sh", [], 2, "give one of"),
        ("verify.sh", ["--text", "x", "--file", "y"], 2, "once"),
        ("verify.sh", ["--file", "gone"], 1, "no file 'gone'"),
        ("verify.sh", ["--table", "../x"], 1, "no table"),
        ("verify.sh", ["--text", "d41d8cd98f00b204e9800998ecf8427e  a"], 1, "line 1 of the manifest is no checksum"),
        ("verify.sh", ["--text", "0" * 64], 1, "line 1 of the manifest"),
        (
            "verify.sh",
            ["--text", "\n" + "0" * 64 + "  /etc/passwd"],
            1,
            "line 2 of the manifest names a path that leads",
        ),
        ("verify.sh", ["--text", "0" * 64 + "  a/../../b"], 1, "leads out"),
        ("verify.sh", ["--text", "0" * 64 + "  a\n" + "1" * 64 + "  a"], 1, "line 2 of the manifest gives a second"),
        ("verify.sh", ["--text", "\\" + "0" * 64 + "  a\\nb"], 1, "holds a line end"),
    ],
)
def test_a_call_that_makes_no_sense_says_why(
    tmp_path: Path, script: str, args: list[str], code: int, said: str
) -> None:
    """Bad usage with the usage text, bad data with one line."""
    (tmp_path / "there").write_text("mine")
    done = SKILL.run(f"scripts/{script}", args, tmp_path)
    assert (done.exit_code, done.stdout, said in done.stderr) == (code, "", True)
    assert ("usage:" in done.stderr) == (code == 2)
    assert (tmp_path / "there").read_text() == "mine"
