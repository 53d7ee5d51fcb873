"""What goes into a sandbox byte for byte, and what is collected of a folder that hostile code has left."""

from __future__ import annotations

import hashlib
import io
import os
import socket
import stat
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillhouse.errors import InvalidRequest
from skillhouse.model.run import Limits
from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import Job, guest, workspace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from skillhouse.sandbox import Artifact, LeftOut

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=50)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder to be collected; whatever modes a test sets are undone."""
    yield tmp_path
    for place, names, _ in os.walk(tmp_path):
        for name in names:
            if not Path(place, name).is_symlink():
                Path(place, name).chmod(0o700)


def collect(
    root: Path, known: Iterable[str] = (), limits: Limits | None = None
) -> tuple[tuple[Artifact, ...], tuple[LeftOut, ...]]:
    """The folder's artifacts and what was left out, by way of an open folder as the sandbox hands it over."""
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    known = list(known)
    there = {(root / name).lstat().st_ino for name in known if (root / name).exists()}
    try:
        return workspace.collect(descriptor, known, limits or Limits(), lambda info: info.st_ino in there)
    finally:
        os.close(descriptor)


def paths(root: Path, known: Iterable[str] = (), limits: Limits | None = None) -> list[str]:
    """Just the paths of what is returned."""
    return [artifact.path for artifact in collect(root, known, limits)[0]]


def reasons(root: Path, known: Iterable[str] = (), limits: Limits | None = None) -> dict[str, str]:
    """Path → why it is left out."""
    return {item.path: item.reason for item in collect(root, known, limits)[1]}


@pytest.mark.rule("RUN-4")
def test_new_files_come_with_content_size_and_digest(folder: Path) -> None:
    """In the order of their names' bytes, folder by folder, and without the skill's own."""
    (folder / "b").mkdir()
    for path, content in (("b/x.bin", b"\0\xff"), ("a.txt", b"text"), ("SKILL.md", b"own"), ("z", b"")):
        (folder / path).write_bytes(content)
    artifacts, left_out = collect(folder, ["SKILL.md"])
    assert [artifact.path for artifact in artifacts] == ["a.txt", "b/x.bin", "z"]
    assert [artifact.content for artifact in artifacts] == [b"text", b"\0\xff", b""]
    assert [artifact.size for artifact in artifacts] == [4, 2, 0]
    assert artifacts[0].sha256 == hashlib.sha256(b"text").hexdigest()
    assert left_out == ()


@pytest.mark.rule("RUN-4")
def test_hidden_names_and_byte_code_are_passed_over_in_silence(folder: Path) -> None:
    """No part of a returned path starts with a dot."""
    for path in (".git/config", "sub/.env", "__pycache__/x.pyc", "sub/__pycache__/y.pyc", "sub/seen.txt"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    assert paths(folder) == ["sub/seen.txt"]
    assert reasons(folder) == {}


@pytest.mark.rule("SBX-9")
def test_what_is_no_regular_file_is_named_and_never_opened(folder: Path) -> None:
    """Links are not followed, a pipe without a writer does not block."""
    (folder / "link").symlink_to("/etc/passwd")
    (folder / "folder-link").symlink_to("/etc")
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")
    with chdir(folder), socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
    expected = dict.fromkeys(("link", "folder-link", "loop"), "a symbolic link")
    assert reasons(folder) == expected | {"pipe": "a named pipe", "sock": "a socket"}
    assert paths(folder) == []


@pytest.mark.rule("SBX-9")
def test_devices_are_left_out(folder: Path) -> None:
    """Where a backend lets a script make one after all."""
    try:
        os.mknod(folder / "null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root may make a device")
    assert reasons(folder) == {"null": "a device"}


@pytest.mark.rule("SBX-9")
def test_second_names_of_the_skill_s_files_are_no_work_of_the_script(folder: Path) -> None:
    """Wherever they lie, and whether they are met before or after the file itself; own twins are returned."""
    (folder / "m.md").write_text("own")
    (folder / "deep").mkdir()
    for name in ("a.md", "z.md", "deep/x.md"):
        os.link(folder / "m.md", folder / name)
    (folder / "twin-1").write_text("new")
    os.link(folder / "twin-1", folder / "twin-2")
    assert paths(folder, ["m.md"]) == ["twin-1", "twin-2"]
    assert set(reasons(folder, ["m.md"]).values()) == {
        "another name, a hard link or a new one, of a file that was there before"
    }


@pytest.mark.rule("SBX-9")
def test_names_that_could_mislead_are_left_out_and_told_in_print(folder: Path) -> None:
    """Control characters, a backslash, direction marks and bytes that are no text."""
    names = (b"a\nb", b"a\tb", b"a\x1b[31m", b"a\\b", b"a\x7f", b"\xff\xfe", "a\u202eb".encode(), "a\u2028".encode())
    for name in names:
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text("x")
    (folder / "gr\u00fc\u00df \u540d.txt").write_text("x")
    assert paths(folder) == ["gr\u00fc\u00df \u540d.txt"]
    told = collect(folder)[1]
    assert len(told) == len(names)
    assert all(item.path.isprintable() and item.path.isascii() for item in told)


@pytest.mark.rule("SBX-9")
def test_a_file_that_claims_a_terabyte_is_not_read(folder: Path) -> None:
    """Its size is looked at first."""
    with (folder / "claims").open("wb") as file:
        file.truncate(1 << 40)
    (folder / "ok").write_text("x")
    assert paths(folder) == ["ok"]
    assert reasons(folder) == {"claims": "over the 50 MB for results"}


@pytest.mark.rule("RUN-4")
def test_results_are_measured_as_base64_and_what_fits_still_comes(folder: Path) -> None:
    """A budget of 1 MB is 768 KiB of bytes."""
    limits = Limits(artifact_bytes=1 << 20)
    for name, size in (("a", 700 << 10), ("b", 70 << 10), ("c", 60 << 10)):
        (folder / name).write_bytes(bytes(size))
    assert paths(folder, limits=limits) == ["a", "c"]
    assert reasons(folder, limits=limits) == {"b": "over the 1 MB for results"}


@pytest.mark.rule("SBX-9")
def test_the_number_of_files_and_of_reasons_is_bounded(folder: Path) -> None:
    """A flood of files is cut, and its reasons are counted instead of listed."""
    for number in range(60):
        (folder / f"f{number:02}").write_text("x")
    limits = Limits(artifact_files=10)
    assert len(paths(folder, limits=limits)) == 10
    told = collect(folder, limits=limits)[1]
    assert told[0].reason == "more than 10 files"
    assert (told[-1].path, told[-1].reason) == ("", "30 more")
    assert len(told) == 21


@pytest.mark.rule("SBX-9")
def test_depth_is_bounded(folder: Path) -> None:
    """A tower of folders is left at the thirty-third."""
    with chdir(folder):
        for _ in range(200):
            Path("d").mkdir()
            os.chdir("d")
        Path("bottom").write_text("x")
    assert paths(folder) == []
    assert list(reasons(folder).values()) == ["deeper than 32 folders"]
    with chdir(folder):
        for _ in range(32):
            os.chdir("d")
        Path("reachable").write_text("x")
    assert len(paths(folder)) == 1


@pytest.mark.rule("SBX-9")
def test_locked_files_and_folders_break_nothing(folder: Path) -> None:
    """A mode that forbids reading is respected, also where the host's root could read on."""
    for name in ("locked", "write-only", "ok"):
        (folder / name).write_text("x")
    (folder / "locked").chmod(0)
    (folder / "write-only").chmod(0o200)
    (folder / "closed").mkdir(mode=0)
    assert paths(folder) == ["ok"]
    assert set(reasons(folder)) >= {"locked", "write-only"}


@pytest.mark.rule("SBX-9")
def test_a_skill_s_folder_that_became_a_link_is_not_entered(folder: Path) -> None:
    """A known path below it is known by name alone."""
    (folder / "scripts").symlink_to("/etc")
    assert paths(folder, ["scripts/x.py"]) == []
    assert reasons(folder, ["scripts/x.py"]) == {"scripts": "a symbolic link"}


@pytest.mark.rule("RUN-4")
def test_a_replaced_file_of_the_skill_is_no_new_file(folder: Path) -> None:
    """The path counts, whatever lies there now."""
    (folder / "SKILL.md").write_text("changed")
    os.mkfifo(folder / "x.py")
    assert collect(folder, ["SKILL.md", "x.py"]) == ((), ())


@pytest.mark.rule("SBX-9")
def test_what_was_there_is_told_by_its_number() -> None:
    """Files and folders before the script's, each once; on a disk that numbers as a run's does."""
    root = Path("/")
    known = ["a/b/x", "a/y", "z"]
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        first = os.fstat(descriptor).st_ino
        was_there = workspace.numbered_before(descriptor, known)
    finally:
        os.close(descriptor)
    made_after = [number for number in range(1, 20) if not was_there(os.stat_result((0, first + number, *[0] * 8)))]
    # The folder for /tmp, then a, a/b, three files.
    assert made_after[0] == 1 + 2 + 3 + 1


def test_the_folder_stays_open_for_its_owner(folder: Path) -> None:
    """Collecting twice gives the same: the walk uses a descriptor of its own."""
    (folder / "a").write_text("x")
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        first, again = (workspace.collect(descriptor, (), Limits(), lambda _: False) for _ in range(2))
        assert first == again
    finally:
        os.close(descriptor)


def read_texts(stream: io.BytesIO) -> list[bytes]:
    """A counted list, as the guest reads it."""
    count = guest.LENGTH.unpack(stream.read(guest.LENGTH.size))[0]
    return [stream.read(guest.LENGTH.unpack(stream.read(guest.LENGTH.size))[0]) for _ in range(count)]


@pytest.mark.rule("RUN-2", "SBX-3", "SBX-6")
@given(
    argv=st.lists(TEXT, min_size=1, max_size=10),
    params=TEXT,
    files=st.lists(st.tuples(TEXT, st.binary(max_size=200)), max_size=5),
)
def test_a_job_reaches_the_guest_byte_for_byte(argv: list[str], params: str, files: list[tuple[str, bytes]]) -> None:
    """What is packed is what is read: arguments, parameters, paths and contents."""
    parts = workspace.job_parts(argv, params, [SkillFile(path, content) for path, content in files])
    stream = io.BytesIO(b"".join(parts))
    assert read_texts(stream) == [os.fsencode(item) for item in argv]
    assert read_texts(stream) == [params.encode()]
    count = guest.LENGTH.unpack(stream.read(guest.LENGTH.size))[0]
    read = []
    for _ in range(count):
        size, length = guest.ENTRY.unpack(stream.read(guest.ENTRY.size))
        path = stream.read(length).decode()
        read.append((path, stream.read(size)))
    assert read == files
    assert stream.read() == b""


@pytest.mark.rule("RUN-2")
def test_arguments_that_are_no_text_keep_their_bytes() -> None:
    """A command line may hold any bytes; Python shows them as lone surrogates."""
    raw = b"\xff\xfe \x80"
    packed = b"".join(workspace.job_parts([os.fsdecode(raw)], "{}", ()))
    assert raw in packed


@pytest.mark.rule("SBX-8")
def test_the_caps_come_before_anything_of_the_job() -> None:
    """The guest closes the place with them before it reads a byte of a tenant's."""
    limits = Limits(workspace_bytes=1 << 20, workspace_files=99, processes=7)
    packed = workspace.head(limits, b"filter", one_cpu=True)
    assert guest.HEAD.unpack(packed[: guest.HEAD.size]) == (1 << 20, 99, 7, 1, 6)
    assert packed[guest.HEAD.size :] == b"filter"


@pytest.mark.rule("RUN-2")
@pytest.mark.parametrize(
    ("values", "code", "where"),
    [
        ({"args": ("a", "\ud800")}, "ARG_NOT_UNICODE", "args[1]"),
        ({"args": ("a\0b",)}, "ARG_HAS_NUL", "args[0]"),
        ({"params": '{"a": "\udfff"}'}, "ARG_NOT_UNICODE", "params"),
    ],
)
def test_a_job_holds_only_texts_that_a_program_can_be_given(values: dict[str, Any], code: str, where: str) -> None:
    """One made by hand is told so, before any sandbox is asked."""
    with pytest.raises(InvalidRequest) as raised:
        Job((), "x.py", **values)
    assert (raised.value.code, raised.value.where) == (code, where)
