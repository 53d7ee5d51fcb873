"""Folders that are held, and those that nobody holds any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skillhouse.errors import SandboxUnavailable
from skillhouse.sandbox import held

HOLD = """
import pathlib, sys, time
from skillhouse.sandbox import held
held.hold(pathlib.Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def is_unheld(folder: Path) -> bool:
    """Whether nobody holds it."""
    with held.unheld(folder) as answer:
        return answer


@pytest.mark.rule("SBX-2")
def test_a_folder_is_held_until_the_holder_is_killed(tmp_path: Path) -> None:
    """By whatever signal: nothing has to be tidied up for it."""
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert not is_unheld(tmp_path)
        assert held.hold(tmp_path) is None
        process.send_signal(signal.SIGKILL)
    assert is_unheld(tmp_path)


def test_what_is_no_folder_of_ours_is_never_unheld(tmp_path: Path) -> None:
    """A file, a link, something that is gone."""
    (tmp_path / "file").touch()
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert [is_unheld(tmp_path / name) for name in ("file", "link", "gone", "real")] == [False, False, False, True]


def test_a_sweep_that_was_quicker_leads_to_another_folder(tmp_path: Path) -> None:
    """The folder was removed, or put in another one's place, between being made and being held."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    made: list[Path] = []

    def make() -> Path:
        folder = tmp_path / str(len(made))
        made.append(folder)
        if len(made) > 1:
            folder.mkdir()
        return folder

    folder, descriptor = held.make_held(make)
    assert folder == made[1]
    os.close(descriptor)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.rule("SBX-2")
def test_marks_of_hosts_that_are_gone_are_swept_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once; and one whose things could not be removed is asked for again."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    lives, sweeper = held.HostMark(), held.HostMark()
    (tmp_path / "skillhouse-host-gone").mkdir()
    (tmp_path / "skillhouse-host-stuck").mkdir()
    asked: list[str] = []

    def remove(name: str) -> None:
        asked.append(name)
        if name.endswith("stuck"):
            raise SandboxUnavailable("the engine does not answer")

    sweeper.sweep(remove)
    sweeper.sweep(remove)
    assert sorted(asked) == ["skillhouse-host-gone", "skillhouse-host-stuck", "skillhouse-host-stuck"]
    lives.close()
    sweeper.close()
    assert [path.name for path in tmp_path.iterdir()] == ["skillhouse-host-stuck"]
