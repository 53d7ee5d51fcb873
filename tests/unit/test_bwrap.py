"""The command line that starts a sandbox: whoever composes it owns the outer half of the security model."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from skillhouse.errors import ConfigError
from skillhouse.sandbox import bwrap
from skillhouse.sandbox.bwrap import Launcher
from skillhouse.sandbox.runtimes import Runtimes

pytestmark = pytest.mark.rule("SBX-7")


@pytest.fixture(scope="module", params=["guest.py", "single.py", "zygote.py"])
def argv(request: pytest.FixtureRequest) -> list[str]:
    """The arguments of one start on this host."""
    runtimes = Runtimes()
    launcher = Launcher(runtimes)
    with launcher.command((runtimes.required_python,), ("7", "8"), start=request.param) as command:
        arguments = list(command.argv)
    launcher.close()
    return arguments


def pairs(argv: list[str], option: str, count: int = 1) -> list[tuple[str, ...]]:
    """What follows each use of an option."""
    return [tuple(argv[at + 1 : at + 1 + count]) for at, word in enumerate(argv) if word == option]


@pytest.mark.parametrize("kind", ["user", "ipc", "pid", "net", "uts", "cgroup-try"])
def test_every_namespace_is_new(argv: list[str], kind: str) -> None:
    """Named one by one, so that a newer bwrap cannot mean something else by "all"."""
    assert f"--unshare-{kind}" in argv


def test_it_dies_with_its_host_in_a_session_and_environment_of_its_own(argv: list[str]) -> None:
    """Nothing of the host's terminal or environment goes along."""
    assert {"--die-with-parent", "--new-session", "--clearenv", "--as-pid-1"} <= set(argv)
    assert "--setenv" not in argv
    assert pairs(argv, "--hostname") == [("sandbox",)]


@pytest.mark.rule("SBX-3")
def test_nothing_is_bound_writable_but_five_devices(argv: list[str]) -> None:
    """Every folder of the host is read-only, and the root becomes so at last."""
    assert "--bind" not in argv
    assert "--bind-try" not in argv
    devices = {(f"/dev/{name}",) * 2 for name in ("null", "zero", "full", "random", "urandom")}
    assert set(pairs(argv, "--dev-bind", 2)) == devices
    assert pairs(argv, "--remount-ro")[-1] == ("/",)
    assert argv[argv.index("--", argv.index("--remount-ro")) - 2 :][:2] == ["--remount-ro", "/"]


@pytest.mark.rule("SBX-3", "SBX-5")
def test_no_folder_of_people_is_shown(argv: list[str]) -> None:
    """Only system folders and interpreters are; packages of the interpreters are hidden."""
    shown = {target for _, target in pairs(argv, "--ro-bind", 2) + pairs(argv, "--file", 2)}
    allowed = ("/usr", "/bin", "/sbin", "/lib", "/etc/", "/opt/")
    assert [path for path in shown if not path.startswith(allowed)] == []
    assert {path for path in shown if path.startswith("/etc/")} <= {"/etc/passwd", "/etc/group"}
    hidden = [path for (path,) in pairs(argv, "--tmpfs")]
    assert any(path.endswith(("site-packages", "dist-packages")) for path in hidden)
    assert "/usr/local" in hidden


def test_a_guest_is_given_only_the_capabilities_that_it_needs_and_gives_up(argv: list[str]) -> None:
    """Cold, what finishes the place; warm, what makes one."""
    given = {word for word in argv if word.startswith("CAP_")}
    is_warm = "/opt/skillhouse/zygote.py" in argv
    assert given == ({"CAP_SYS_ADMIN"} if is_warm else {"CAP_SYS_ADMIN", "CAP_SETPCAP", "CAP_SYS_RESOURCE"})


def test_the_guest_is_started_by_a_plain_interpreter_with_its_descriptors(argv: list[str]) -> None:
    """What comes after the last `--` is the guest's, and nothing of a job is in it."""
    last = len(argv) - 1 - argv[::-1].index("--")
    guest = argv[last + 1 :]
    assert guest[-2:] == ["7", "8"]
    assert guest[-3] in {f"/opt/skillhouse/{name}.py" for name in ("guest", "single", "zygote")}
    assert "-B" in guest


def test_memory_files_are_closed_when_the_command_is_left() -> None:
    """The child has its own copies."""
    runtimes = Runtimes()
    launcher = Launcher(runtimes)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with launcher.command((runtimes.required_python,), ()) as command:
        assert command.files
        for descriptor in command.files:
            os.fstat(descriptor)
    launcher.close()
    assert before == len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.rule("SBX-10")
def test_the_program_is_the_setting_s_the_system_s_or_the_wheel_s(tmp_path: Path) -> None:
    """In this order; a setting is never silently passed over."""
    own = tmp_path / "bwrap"
    own.write_text("#!/bin/sh\n")
    with pytest.raises(ConfigError):
        bwrap.find(str(own))
    own.chmod(0o755)
    assert bwrap.find(str(own)).path == own
    found = bwrap.find()
    assert found.path.name == "bwrap"
    assert os.access(found.path, os.X_OK)
    assert found.libraries is None or found.libraries.is_dir()
