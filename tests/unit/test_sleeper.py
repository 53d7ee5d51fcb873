"""PID 1 of warm runs: small, asleep, and deaf to what does not kill."""

from __future__ import annotations

import os
import platform
import signal
import struct
import time
from pathlib import Path

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.sandbox import sleeper


def _started(tmp_path: Path) -> int:
    path = tmp_path / "init"
    path.write_bytes(sleeper.program())
    path.chmod(0o111)
    pid = os.posix_spawn(path, ["init"], {})
    deadline = time.monotonic() + 10
    while _status(pid)["State"][0] != "S" and time.monotonic() < deadline:
        time.sleep(0.005)
    return pid


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def test_it_sleeps_in_next_to_no_memory_until_it_is_killed(tmp_path: Path) -> None:
    """Signals that do not kill leave it asleep; it holds a few pages."""
    pid = _started(tmp_path)
    try:
        os.kill(pid, signal.SIGSTOP)
        os.kill(pid, signal.SIGCONT)
        time.sleep(0.05)
        status = _status(pid)
        assert status["State"].startswith("S")
        assert int(status["VmRSS"].split()[0]) < 100
        assert status["Threads"] == "1"
    finally:
        os.kill(pid, signal.SIGKILL)
    assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL


@pytest.mark.parametrize(("machine", "number"), [("x86_64", 62), ("aarch64", 183)])
def test_it_is_a_program_of_its_machine(monkeypatch: pytest.MonkeyPatch, machine: str, number: int) -> None:
    """The header names the machine, and no memory is both writable and executable."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    program = sleeper.program()
    kind, of, _, entry = struct.unpack_from("<HHIQ", program, 16)
    assert (program[:4], kind, of) == (b"\x7fELF", 2, number)
    assert len(program) - (entry - 0x400000) in (9, 32)  # the instructions are all that follows
    flags = [struct.unpack_from("<II", program, 64 + 56 * index)[1] for index in range(2)]
    assert all(flag & 3 != 3 for flag in flags)  # no memory can be both written and executed


def test_another_kind_of_machine_gets_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are no instructions for it, and it says so."""
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(SandboxUnavailable, match="riscv64"):
        sleeper.program()
