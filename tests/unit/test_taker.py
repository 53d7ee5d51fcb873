"""The program that waits for a shell's job: it makes the calls of its list, and says so where one goes wrong."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from skillhouse.model.skill import SkillFile
from skillhouse.sandbox import guest, taker

# The program expects its socket as descriptor 3, and no other open.
LAUNCH = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.closerange(4, 256)
os.execv(sys.argv[2], sys.argv[2:])
"""
SHELL = shutil.which("sh") or "/bin/sh"
MACHINES = [platform.machine(), "aarch64"] if platform.machine() == "x86_64" else [platform.machine()]


@pytest.fixture(params=MACHINES)
def starter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What starts the program: nothing on this machine, an emulator for the other kind."""
    machine = request.param
    if machine == platform.machine():
        return []
    emulator = shutil.which(f"qemu-{machine}") or shutil.which(f"qemu-{machine}-static")
    if emulator is None:
        pytest.skip(f"no emulator here for programs of {machine} (qemu-user)")
    monkeypatch.setattr(platform, "machine", lambda: machine)
    return [emulator]


def taken(
    folder: Path, parts: list[bytes], starter: list[str], *, cut: int | None = None
) -> tuple[int, bytes, bytes, bytes]:
    """How the program ended that got these parts: exit code, output, complaints, and what it said on its socket."""
    path = folder / "take"
    path.write_bytes(taker.program())
    path.chmod(0o755)
    work = folder / "work"
    work.mkdir()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(theirs.fileno()), *starter, str(path)],
            pass_fds=[theirs.fileno()],
            cwd=work,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        ours.settimeout(20)
        ours.sendall(b"".join(parts)[:cut])
        if cut is not None:
            ours.shutdown(socket.SHUT_WR)
        output, complaints = process.communicate(timeout=60)
        try:
            word = ours.recv(4096)
        except ConnectionResetError:  # it ended with some of the job unread
            word = b""
    return process.returncode, output, complaints, word


def script(text: str, *more: SkillFile) -> list[SkillFile]:
    """A skill with this shell script and other files."""
    return [SkillFile("scripts/a.sh", text.encode()), *more]


def test_it_lays_the_files_and_becomes_the_shell(tmp_path: Path, starter: list[str]) -> None:
    """Folders, permissions, arguments and the environment are those of any other start; its socket is closed."""
    text = 'pwd; echo "$@"; echo "$SKILL_PARAMETERS"; [ -e /proc/$$/fd/3 ] && echo open || echo closed'
    files = script(text, SkillFile("a/b/c.txt", b"x" * 9))
    argv = [SHELL, "sh", "scripts/a.sh", "one two", "", "ü"]
    code, output, complaints, word = taken(tmp_path, list(taker.job_parts(argv, '{"n": 1}', files)), starter)
    assert (code, complaints, word) == (0, b"", b"")
    where, words, params, descriptors = output.decode().splitlines()
    assert where == str(tmp_path / "work")
    assert words == "one two  ü"
    assert params == '{"n": 1}'
    assert descriptors == "closed"
    assert (tmp_path / "work/a/b/c.txt").read_bytes() == b"x" * 9
    assert (tmp_path / "work/scripts/a.sh").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "work/a/b/c.txt").stat().st_mode & 0o777 == 0o644


def test_the_environment_is_that_of_every_script(tmp_path: Path, starter: list[str]) -> None:
    """Nothing more than a guest gives."""
    argv = [SHELL, "sh", "scripts/a.sh"]
    _, output, _, _ = taken(tmp_path, list(taker.job_parts(argv, "{}", script("exec env"))), starter)
    seen = dict(line.split("=", 1) for line in output.decode().splitlines())
    assert {
        name: value for name, value in seen.items() if name not in {"PWD", "_", "OLDPWD", "SHLVL"}
    } == guest.environment(b"{}")


def test_large_and_many_files_come_in_several_lists(tmp_path: Path, starter: list[str]) -> None:
    """However large a job is, the memory for a list is not."""
    large = os.urandom(3 << 20)
    many = [SkillFile(f"many/{number % 7}/{number}", b"%d" % number) for number in range(4_000)]
    files = script("cat many/*/* | wc -c", SkillFile("large.bin", large), SkillFile("empty", b""), *many)
    parts = list(taker.job_parts([SHELL, "sh", "scripts/a.sh"], "{}", files))
    assert len(parts) > 3
    assert max(map(len, parts)) < 4 << 20
    code, output, _, _ = taken(tmp_path, parts, starter)
    assert (code, int(output)) == (0, sum(len(file.content) for file in many))
    assert (tmp_path / "work/large.bin").read_bytes() == large
    assert (tmp_path / "work/empty").read_bytes() == b""


def test_what_cannot_be_laid_is_said(tmp_path: Path, starter: list[str]) -> None:
    """A file that is there already, or a way out of the workspace: nothing runs."""
    twice = (SkillFile("a", b"1"), SkillFile("a", b"2"))
    both = (SkillFile("b", b""), SkillFile("b/c", b""))
    for number, more in enumerate((twice, both)):
        folder = tmp_path / str(number)
        folder.mkdir()
        parts = list(taker.job_parts([SHELL, "sh", "scripts/a.sh"], "{}", script("echo run", *more)))
        code, output, _, word = taken(folder, parts, starter)
        assert (code, output) == (guest.GUEST_ERROR, b"")
        assert word.startswith(guest.FAILED + b"the job could not be laid out")
        assert word.endswith(b"workspace")


def test_a_program_that_is_not_there_is_no_fault_of_the_script(tmp_path: Path, starter: list[str]) -> None:
    """The socket is still open then, so that the host is told."""
    parts = list(taker.job_parts(["/no/such/shell", "sh", "scripts/a.sh"], "{}", script("echo run")))
    code, output, _, word = taken(tmp_path, parts, starter)
    assert (code, output, word[:1]) == (guest.GUEST_ERROR, b"", guest.FAILED)


def test_words_that_are_too_long_are_complained_of(tmp_path: Path) -> None:
    """As a guest complains of them."""
    parts = list(taker.job_parts([SHELL, "sh", "scripts/a.sh", "x" * (3 << 20)], "{}", script("echo run")))
    code, output, complaints, _ = taken(tmp_path, parts, [])
    assert (code, output) == (126, b"")
    assert complaints.decode() == f"{SHELL}: Argument list too long\n"


@pytest.mark.parametrize("cut", [0, 5, 8, 100, 400])
def test_a_job_that_ends_too_soon_starts_nothing(tmp_path: Path, starter: list[str], cut: int) -> None:
    """The host is gone: so is the program."""
    parts = list(taker.job_parts([SHELL, "sh", "scripts/a.sh"], "{}", script("echo run")))
    code, output, _, _ = taken(tmp_path, parts, starter, cut=cut)
    assert (code, output) == (guest.GUEST_ERROR, b"")


def test_it_waits_in_next_to_no_memory(tmp_path: Path) -> None:
    """A few pages, and no page of it is both writable and executable."""
    path = tmp_path / "take"
    path.write_bytes(taker.program())
    path.chmod(0o755)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        pid = os.posix_spawn(path, ["take"], {}, file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 3)])
        try:
            ours.sendall(b"\0")  # less than a list: it reads on
            status = Path(f"/proc/{pid}/status").read_text()
            held = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
            maps = Path(f"/proc/{pid}/maps").read_text()
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    assert held < 100
    assert "wx" not in maps
    flags = [struct.unpack_from("<II", taker.program(), 64 + 56 * index)[1] for index in range(3)]
    assert all(flag & 3 != 3 for flag in flags)
